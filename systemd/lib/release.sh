# shellcheck shell=bash
# One version of the program in a folder of its own, with the packages it needs; and what leads to it.

PARTS=(companion hardware web firmware systemd pyproject.toml README.md LICENSE)
MEGABYTES_NEEDED=500

# Another name for another program, and for the same one with other packages: what is pinned is part of it.
release_name() {
  (
    cd "$source_folder"
    find "${PARTS[@]}" -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' ! -path '*/.*_cache/*' -print0 2>/dev/null | sort -z |
      xargs -0 sha256sum | sha256sum | cut -c1-12
  )
}

# Built beside the one that runs, which is not disturbed.
build_release() {
  local release=$1
  if [ -f "$root$release/complete" ]; then
    say "as it should be: $release"
    return
  fi
  if [ "$dry_run" = yes ]; then
    say "would build: $release"
    return
  fi
  demand_room
  bundled || wait_for_clock
  say "building: $release (this takes some minutes)"
  rm -rf "$root${release:?}"
  folder "$APP"
  mkdir -p "$root$release/source"
  (cd "$source_folder" && tar -c --exclude=__pycache__ --exclude='*.egg-info' --exclude='.*_cache' "${PARTS[@]}") |
    tar -x --no-same-owner -C "$root$release/source"
  fetch_packages "$release" || {
    rm -rf "$root${release:?}"
    fail "the Python packages could not be fetched. Is the internet there? What was installed before runs on."
  }
  sync # first what it is made of
  touch "$root$release/complete"
  sync
}

demand_room() {
  local free
  free=$(df --output=avail --block-size=1M "$root/opt" 2>/dev/null | tail -n 1)
  [ -z "$free" ] || [ "$free" -ge "$MEGABYTES_NEEDED" ] ||
    fail "there are only $free MB free, and a version needs up to $MEGABYTES_NEEDED. Make room on the card first."
}

# Just the pinned packages, each with the hash it was pinned with. Debian's own are seen from inside: pins and camera
# come from there.
fetch_packages() {
  local release=$1 pip= only=() from=()
  # Not in /tmp, which may be a piece of a small Pi's memory.
  mkdir -p "$root$release/tmp"
  if bundled; then
    cp -r "$source_folder/wheels/$(this_system)" "$root$release/wheels"
    # A wheel of pip unpacks the others: a system without internet may have none of its own.
    pip=$release/wheels/$(cd "$root$release/wheels" && echo pip-*.whl)
    only=(--without-pip)
    from=(--no-index --find-links "$release/wheels")
  fi
  inside python3 -m venv --system-site-packages "${only[@]}" "$release/venv" &&
    pip_install "$release" "$pip" "${from[@]}" --only-binary=:all: --require-hashes --requirement \
      "$release/source/systemd/requirements-$(codename).txt" &&
    pip_install "$release" "$pip" --no-index --no-build-isolation "$release/source" &&
    rm -rf "$root$release/tmp" "$root$release/wheels" "$root$release/source/build" "$root$release/source/"*.egg-info
}

# pip_install RELEASE WHEEL-OF-PIP WORDS...
pip_install() {
  inside env TMPDIR="$1/tmp" PYTHONPATH="$2" "$1/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --no-cache-dir --no-deps "${@:3}"
}

this_system() { printf '%s-%s' "$(codename)" "$(ask dpkg --print-architecture)"; }

# Whether this folder is a bundle: the project with everything that pip would fetch.
bundled() { [ -d "$source_folder/wheels" ]; }

# Before anything is done with it: each file as it was packed, and packed for such a system.
check_bundle() {
  bundled || return 0
  (cd "$source_folder" && sha256sum --check --strict --quiet SHA256SUMS) >&2 ||
    fail "this bundle is damaged: a file is not as it was packed. Nothing was changed."
  [ -d "$source_folder/wheels/$(this_system)" ] ||
    fail "this bundle was packed for $(cd "$source_folder/wheels" && echo *), and this is $(this_system). Nothing was changed."
  say "bundle: every file is as it was packed; what is inside stands in CONTENTS.txt"
}

# Whose bundle was installed by hand may be updated from the host's page: by bundles that the same maker signed.
remember_maker() {
  if [ -f "$source_folder/bundle-key.pub" ]; then put 0644 "$APP/bundle-key.pub" <"$source_folder/bundle-key.pub"; fi
}

current_release() { readlink "$root$APP/current" 2>/dev/null || true; }

point_to() { point "$APP/current" "$1"; }

# point PATH TARGET: from one moment to the next.
point() {
  ln -sfn "$2" "$root$1.new"
  mv -T "$root$1.new" "$root$1"
  sync
}

# install_files FOLDER: what the system reads, as the version in FOLDER has it.
install_files() {
  local unit
  put 0644 "$UNITS/companion.service" <"$1/companion.service"
  if [ -f "$1/companion.socket" ]; then
    put 0644 "$UNITS/companion.socket" <"$1/companion.socket"
  else
    rm -f "$root$UNITS/companion.socket" # back to a version that had none
  fi
  for unit in companion-take-back.service companion-update.service companion-update.path; do
    if [ -f "$1/$unit" ]; then put 0644 "$UNITS/$unit" <"$1/$unit"; fi
  done
  put 0644 /etc/polkit-1/rules.d/50-companion.rules <"$1/companion.rules"
  put 0644 /etc/systemd/journald.conf.d/companion.conf <"$1/journald.conf"
  # The unit names the ribbon camera's devices, and the name must stand for something when it starts.
  if is_pi; then put 0644 /etc/modules-load.d/companion.conf <<<mc; fi
  link /usr/local/bin/companion "$APP/current/venv/bin/companion"
}

make_state() {
  if [ "$dry_run" = yes ]; then
    [ -d "$root$STATE" ] || say "would make: $STATE"
    return
  fi
  [ -d "$root$STATE" ] || install -d -m 0700 "$root$STATE"
  if [ ! -e "$root$STATE/settings.toml" ]; then
    install -m 0600 "$here/settings.toml" "$root$STATE/settings.toml"
    say "written: $STATE/settings.toml"
  fi
  inside chown -R companion:companion "$STATE"
}
