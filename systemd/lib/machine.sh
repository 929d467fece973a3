# shellcheck shell=bash
# The machine: whether it will do, what it needs from Debian, the user, and the settings it boots with.

NEEDED_PACKAGES=(python3-venv)
# Pins, the camera with the flat cable, and the bus of the strip: none of them comes built from the Python index.
PI_PACKAGES=(python3-lgpio python3-picamera2 python3-spidev)
PATIENCE=600

model() { tr -d '\0' 2>/dev/null <"$root/proc/device-tree/model" || true; }
# On a Pi, or on a card for one in another computer, which tells no model: there its system says so.
is_pi() { [[ "$(model)" == *"Raspberry Pi"* ]] || { [ -n "$root" ] && [ -e "$root/etc/rpi-issue" ]; }; }
codename() {
  # shellcheck source=/dev/null
  (. "$root/etc/os-release" && printf '%s' "${VERSION_CODENAME:-unknown}")
}

look_at_the_machine() {
  local machine
  [ -f "$root/etc/os-release" ] || fail "there is no system at ${root:-/}."
  case "$(codename)" in
    bookworm | trixie) ;;
    *) fail "this is made for Debian or Raspberry Pi OS 12 (bookworm) and 13 (trixie), not for $(codename)." ;;
  esac
  # A Pi may run a 64-bit kernel under a 32-bit system: there dpkg knows better.
  case "$(ask uname -m) $(ask dpkg --print-architecture)" in
    "aarch64 arm64" | "x86_64 amd64") ;;
    *) fail "this needs a 64-bit system; choose the 64-bit image when writing the card." ;;
  esac
  machine=$(model)
  if [ -z "$machine" ] && is_pi; then machine='a card for a Raspberry Pi'; fi
  say "machine: ${machine:-not a Raspberry Pi}, $(codename): $(drives)"
}

# What works on this model; the settings name the devices, once somebody has wired them.
drives() {
  local strip='strip on the SPI bus (GPIO10)'
  is_pi || {
    printf 'no pins and no strip here, but USB cameras and a Pico work'
    return
  }
  case "$(model)" in
    *"Pi 3"* | *"Zero 2"* | *"Compute Module 3"* | *"Pi 4"* | *"Compute Module 4"*)
      printf 'pins with lgpio, %s with the core clock held still' "$strip"
      ;;
    *"Pi 5"* | *"Compute Module 5"*) printf 'pins with lgpio, %s, which has a clock of its own' "$strip" ;;
    "") printf 'pins with lgpio, %s' "$strip" ;;
    *) printf 'never tried; Pi 3, 4, 5 and Zero 2 W are meant' ;;
  esac
}

install_packages() {
  local wanted=() missing=()
  # What makes room for packages; a bundle brings its own.
  bundled || wanted=("${NEEDED_PACKAGES[@]}")
  if is_pi; then wanted+=("${PI_PACKAGES[@]}"); fi
  read -ra missing <<<"$(missing_of "${wanted[@]}")"
  if [ ${#missing[@]} = 0 ]; then
    say "as it should be: packages ${wanted[*]}"
  elif bundled; then
    say "note: without the internet these packages stay missing, and devices that need them do not work: ${missing[*]}"
  else
    fetch_debian_packages "${missing[@]}" ||
      fail "these packages could not be installed: ${missing[*]}. Is the internet there? Nothing else was changed."
  fi
}

missing_of() {
  local package
  for package in "$@"; do
    ask dpkg-query -W -f "\${db:Status-Abbrev}" "$package" 2>/dev/null | grep -q '^ii' || printf '%s ' "$package"
  done
}

fetch_debian_packages() {
  local package there=() elsewhere=()
  wait_for_clock
  wait_for_apt
  inside apt-get update -qq || return
  for package in "$@"; do
    if [ "$dry_run" = yes ] || ask apt-cache show "$package" >/dev/null 2>&1; then there+=("$package"); else elsewhere+=("$package"); fi
  done
  case " ${elsewhere[*]} " in *" ${NEEDED_PACKAGES[0]} "*) return 1 ;; esac
  [ ${#elsewhere[@]} = 0 ] ||
    say "note: ${elsewhere[*]} come from Raspberry Pi's own archive, which Raspberry Pi OS reads and plain Debian does not." \
      "Pins, strip or CSI camera do not work without; a USB camera and a Pico do."
  [ ${#there[@]} = 0 ] || {
    say "packages: ${there[*]}"
    inside env DEBIAN_FRONTEND=noninteractive apt-get -o "DPkg::Lock::Timeout=$PATIENCE" install -y -qq \
      --no-install-recommends "${there[@]}"
  }
}

# A Pi has no clock chip: until the network tells the time no certificate is valid.
wait_for_clock() {
  local waited
  live && [ "$(ask timedatectl show --property=NTP --value 2>/dev/null)" = yes ] || return 0
  for ((waited = 0; waited < PATIENCE; waited += 5)); do
    [ "$(ask timedatectl show --property=NTPSynchronized --value)" = no ] || return 0
    [ $waited != 0 ] || say "waiting until the network has told the time"
    sleep 5
  done
  say "note: the network has not told the time; if nothing can be fetched now, that is why."
}

# On its first day a system fetches updates by itself, and only one may.
wait_for_apt() {
  if live; then
    inside timeout "$PATIENCE" python3 -c 'import fcntl; fcntl.lockf(open("/var/lib/apt/lists/lock", "a"), fcntl.LOCK_EX)' || true
  fi
}

make_user() {
  local group groups=()
  if ask getent passwd companion >/dev/null; then
    say "as it should be: user companion"
  else
    say "user: companion"
    inside useradd --system --user-group --home-dir "$STATE" --no-create-home --shell /usr/sbin/nologin companion
  fi
  # Pins, strip, cameras, serial line: each device belongs to a group.
  for group in gpio spi video dialout; do
    if ask getent group "$group" >/dev/null; then groups+=("$group"); fi
  done
  if [ ${#groups[@]} -gt 0 ]; then
    inside usermod --append --groups "$(IFS=,; printf '%s' "${groups[*]}")" companion
  fi
}

boot_settings() {
  local config=/boot/firmware/config.txt
  [ -f "$root$config" ] || {
    say "boot settings: there is no $config here"
    return
  }
  {
    without_block "$root$config"
    cat <<'END'
# companion: begin (systemd/install writes this block, --uninstall takes it away)
[all]
dtparam=spi=on
# The strip's timing hangs on this clock. The firmware picks the lines for its model: a card may change its Pi.
[pi3]
core_freq_fixed=1
[pi02]
core_freq_fixed=1
[pi4]
core_freq_fixed=1
[all]
# companion: end
END
  } | replace "$config"
}
