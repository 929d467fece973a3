# shellcheck shell=bash
# Takes everything away that was made, and nothing else.

uninstall() {
  if [ ! -e "$root$RECORD" ]; then
    say "nothing to take away: $RECORD is not there"
  elif [ "$dry_run" = yes ]; then
    say "would take away: user companion, $APP, $BACKUPS, blocks in config.txt and avahi-daemon.conf, and"
    sed 's/^/  /' "$root$RECORD"
    [ "$keep_state" = yes ] || say "would take away: $STATE with all games"
  else
    stop_units
    take_away_files
    if ask getent passwd companion >/dev/null; then inside userdel companion; fi
    take_away_state
    say "taken away; Debian packages stay, as others may use them by now."
  fi
}

stop_units() {
  local unit
  for unit in companion.service companion-take-back.service companion-update.path companion-network.timer companion-address.service; do
    [ -e "$root$UNITS/$unit" ] || continue
    if live; then inside systemctl --quiet disable --now "$unit"; else inside systemctl --quiet disable "$unit"; fi
  done
}

take_away_files() {
  local path config own_wifi=no
  if [ -f "$root$NM_PROFILE" ]; then own_wifi=yes; fi
  tac "$root$RECORD" | while IFS= read -r path; do
    case $path in
      "$STATE"/*) ;;
      */) rmdir --ignore-fail-on-non-empty "$root$path" ;;
      *) rm -f "$root$path" ;;
    esac
  done
  for config in /boot/firmware/config.txt "$AVAHI_CONF"; do
    if [ -f "$root$config" ]; then without_block "$root$config" | replace "$config"; fi
  done
  if live; then
    inside systemctl daemon-reload
    if [ "$own_wifi" = yes ]; then inside nmcli connection reload; fi
  fi
  rm -rf "$root${APP:?}" "$root${BACKUPS:?}"
}

take_away_state() {
  if [ "$keep_state" = yes ]; then
    inside chown -R root:root "$STATE"
    say "kept: $STATE"
  else
    rm -rf "$root${STATE:?}"
  fi
}
