# shellcheck shell=bash
# From one version to the next: back up, migrate, start, look; and all the way back if it does not come up.

BACKUPS_KEPT=3
SECONDS_TO_PROVE_ITSELF=${COMPANION_PROVING_SECONDS:-10}
READ_A_PAGE='
import sys
from urllib.request import ProxyHandler, build_opener
build_opener(ProxyHandler({})).open(sys.argv[1], timeout=20).read()'

switch_to() {
  local new=$1 old backup=
  old=$(current_release)
  if [ "$new" = "$old" ]; then
    if live; then inside systemctl start companion.service; fi
    return
  fi
  if [ "$dry_run" = yes ]; then
    say "would switch: ${old:-nothing} -> $new, with a backup, and back again if it does not come up"
    return
  fi
  if [ -n "$old" ]; then
    if live; then inside systemctl stop companion.service; fi
    backup=$(back_up) || stay_with "$old"
    say "backup: $backup"
  fi
  point_to "$new"
  if ! migrates "$old" "$new" || { live && ! comes_up; }; then
    [ -n "$old" ] || fail "it was installed but does not come up. See: journalctl -u companion"
    roll_back "$old" "$new" "$backup"
  fi
  say "switched: ${old:-nothing} -> $new"
  forget_older_than "${old:-$new}" "$new"
}

# Says the name of the file. Numbered, because a Pi without a clock chip may take today for a day long past.
back_up() {
  local last file
  install -d -m 0700 "$root$BACKUPS" || return
  last=$(backups | tail -n 1)
  last=${last##*/}
  file=$BACKUPS/$(printf '%04d' $((10#0${last%%-*} + 1)))-$(date -u +%Y%m%dT%H%M%SZ).tar.gz
  if tar -czf "$root$file.new" -C "$root$STATE" . && sync "$root$file.new"; then
    mv "$root$file.new" "$root$file"
    backups | head -n "-$BACKUPS_KEPT" | xargs -r rm -f
    printf '%s' "$file"
  else
    rm -f "$root$file.new"
    return 1
  fi
}

backups() { find "$root$BACKUPS" -name '[0-9][0-9][0-9][0-9]-*.tar.gz' | sort; }

stay_with() {
  restore_files "$1"
  fail "the games could not be backed up, so nothing was upgraded. Is there room on the card?"
}

# The new version brings the games to its own format before it is let loose on them. What the old one could not read
# either is no reason to stay with it.
migrates() { [ -z "$1" ] || understands_state "$2" || ! understands_state "$1" 2>/dev/null; }
understands_state() {
  ask runuser -u companion -- "$APP/$1/venv/bin/companion" migrate --state "$STATE"
}

# Started means: it says it is ready. Well means: it stays so, and a page answers.
comes_up() {
  local restarts
  inside systemctl restart companion.service || return 1
  restarts=$(ask systemctl show --property=NRestarts --value companion.service)
  sleep "$SECONDS_TO_PROVE_ITSELF"
  ask systemctl --quiet is-active companion.service &&
    [ "$(ask systemctl show --property=NRestarts --value companion.service)" = "$restarts" ] &&
    page_answers
}

page_answers() {
  local host port
  host=$(setting host 0.0.0.0)
  port=$(setting port 8000)
  case $host in 0.0.0.0) host=127.0.0.1 ;; ::) host='[::1]' ;; *:*) host="[$host]" ;; esac
  # Port 0 is any free one, which nobody knows.
  [ "$port" = 0 ] || ask "$APP/current/venv/bin/python" -c "$READ_A_PAGE" "http://$host:$port/"
}

# setting NAME DEFAULT: what is in force for the pages.
setting() {
  local found
  found=$(ask "$APP/current/venv/bin/companion" settings --state "$STATE" 2>/dev/null |
    sed -n "/^\[web\]/,\$s/^$1 = \"\{0,1\}\([^\" ]*\)\"\{0,1\} .*/\1/p") || true
  printf '%s' "${found:-$2}"
}

roll_back() {
  local old=$1 new=$2 backup=$3
  say "the new version does not come up: going back to $old"
  if live; then inside systemctl stop companion.service || true; fi
  point_to "$old"
  restore "$backup"
  restore_files "$old"
  rm -rf "$root${APP:?}/${new:?}"
  fail "the upgrade was taken back; games and settings are as they were. See: journalctl -u companion"
}

# Unpacked beside it first: whatever happens meanwhile, one of the two is whole.
restore() {
  rm -rf "$root$STATE.restored"
  install -d -m 0700 "$root$STATE.restored"
  tar -xzf "$root$1" -C "$root$STATE.restored"
  sync
  rm -rf "$root${STATE:?}"
  mv "$root$STATE.restored" "$root$STATE"
}

# What the system reads, as the old version had it; then that one runs again.
restore_files() {
  install_files "$root$APP/$1/source/systemd"
  if live; then
    inside systemctl daemon-reload
    inside systemctl restart companion.service
  fi
}

# One step back stays possible by hand; older ones only fill the card.
forget_older_than() {
  find "$root$APP/releases" -mindepth 1 -maxdepth 1 ! -path "$root$APP/$1" ! -path "$root$APP/$2" -exec rm -rf {} +
}
