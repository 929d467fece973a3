# shellcheck shell=bash
# From one version to the next: back up, migrate, start, look; and all the way back if it does not come up.

BACKUPS_KEPT=3
# The exit status that tells so; companion/cli/update.py knows it too.
TAKEN_BACK=3
SECONDS_TO_PROVE_ITSELF=${COMPANION_PROVING_SECONDS:-10}
READ_A_PAGE='
import sys
from urllib.request import ProxyHandler, build_opener
build_opener(ProxyHandler({})).open(sys.argv[1], timeout=20).read()'

# Leads to the version that an upgrade leaves behind, for as long as the new one is not known to be well. Whoever finds it
# after a power cut takes the upgrade back: companion-take-back.service at the next start.
LEFT_BEHIND=$APP/upgrading
# There while games and settings are put back from the backup: they may be anything meanwhile.
RESTORING=$APP/restoring

switch_to() {
  local new=$1 old
  old=$(current_release)
  if [ "$dry_run" = yes ] && [ "$new" != "$old" ]; then
    put_in_place
    say "would switch: ${old:-nothing} -> $new, with a backup, and back again if it does not come up"
  elif [ "$new" = "$old" ]; then
    put_in_place
    if live; then inside systemctl start companion.service; fi
  elif [ -z "$old" ]; then
    put_in_place
    point_to "$new"
    if live && ! comes_up; then fail "it was installed but does not come up. See: journalctl -u companion"; fi
    say "switched: nothing -> $new"
  else
    upgrade "$old" "$new"
  fi
}

upgrade() {
  local old=$1 new=$2 backup
  if live; then inside systemctl stop companion.service; fi
  backup=$(back_up) || stay_with_it
  say "backup: $backup"
  point "$LEFT_BEHIND" "$old"
  put_in_place
  point_to "$new"
  if ! migrates "$old" "$new" || { live && ! comes_up; }; then roll_back "$new"; fi
  forget "$LEFT_BEHIND"
  say "switched: $old -> $new"
  forget_older_than "$old" "$new"
}

# What the system reads, as this version has it.
put_in_place() {
  install_files "$here"
  inside systemctl --quiet enable companion.service companion-take-back.service companion-update.path
  if live; then
    inside systemctl daemon-reload
    inside systemctl start companion-update.path
  fi
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

stay_with_it() {
  if live; then inside systemctl start companion.service; fi
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
  local new=$1
  say "the new version does not come up: going back to $(readlink "$root$LEFT_BEHIND")"
  if live; then inside systemctl stop companion.service || true; fi
  begin_restoring
  take_back
  if live; then inside systemctl restart companion.service; fi
  forget_release "$root$APP/$new"
  say "the upgrade was taken back; games and settings are as they were. See: journalctl -u companion" >&2
  exit $TAKEN_BACK
}

# An upgrade that was cut off, by the power say. What the old version can read of games and settings stays: somebody may
# have played a move while the new one was proving itself.
take_back_interrupted() {
  [ -L "$root$LEFT_BEHIND" ] || return 0
  if [ "$dry_run" = yes ]; then
    say "would take back: an upgrade that was cut off"
    return
  fi
  # While the system starts it waits for us, and must not be told to stay away.
  if live && ask systemctl --quiet is-active companion.service; then inside systemctl stop companion.service; fi
  [ -e "$root$RESTORING" ] || understands_state "$(readlink "$root$LEFT_BEHIND")" || begin_restoring
  take_back
  say "an upgrade that was cut off has been taken back to $(current_release)"
}

# All of it can be done again by whoever is cut off in the middle.
take_back() {
  local old
  old=$(readlink "$root$LEFT_BEHIND")
  if [ -e "$root$RESTORING" ]; then restore "$(backups | tail -n 1)"; fi
  install_files "$root$APP/$old/source/systemd"
  point_to "$old"
  if live; then inside systemctl daemon-reload; fi
  forget "$LEFT_BEHIND"
}

begin_restoring() {
  : >"$root$RESTORING"
  sync
}

restore() {
  rm -rf "$root${STATE:?}"
  install -d -m 0700 "$root$STATE"
  tar -xzf "$1" -C "$root$STATE"
  sync
  forget "$RESTORING"
}

forget() {
  rm -f "$root$1"
  sync
}

# One step back stays possible by hand; older ones only fill the card.
forget_older_than() {
  local release
  for release in "$root$APP/releases"/*; do
    case $release in "$root$APP/$1" | "$root$APP/$2") ;; *) forget_release "$release" ;; esac
  done
}

# Not complete any more before the first file goes.
forget_release() {
  rm -f "$1/complete"
  sync
  rm -rf "$1"
}
