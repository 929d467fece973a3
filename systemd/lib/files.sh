# shellcheck shell=bash
# Files of our own, each written down so that --uninstall takes away just those; and blocks in files of others.

RECORD=$APP/installed

record() { grep -qxF "$1" "$root$RECORD" 2>/dev/null || printf '%s\n' "$1" >>"$root$RECORD"; }

folder() {
  local path=$1
  [ -d "$root$path" ] && return
  folder "$(dirname "$path")"
  mkdir -m 0755 "$root$path"
  # The first folder of all is where the record itself lies.
  case $path in "$APP" | /opt) ;; *) record "$path/" ;; esac
}

# put MODE PATH: the file at PATH becomes what comes in; all or nothing, whenever the power goes. The name of what is only
# half there begins with a dot, so that neither systemd nor NetworkManager takes it for one of theirs.
put() {
  local mode=$1 path=$2 content half
  content=$(mktemp)
  cat >"$content"
  if [ "$dry_run" = no ]; then
    folder "$(dirname "$path")"
    record "$path"
  fi
  if cmp -s "$content" "$root$path"; then
    say "as it should be: $path"
  elif [ "$dry_run" = yes ]; then
    say "would write: $path"
  else
    half=$root$(dirname "$path")/.$(basename "$path").companion-new
    install -m "$mode" "$content" "$half"
    sync "$half"
    mv "$half" "$root$path"
    say "written: $path"
  fi
  rm -f "$content"
}

# link PATH TARGET
link() {
  if [ "$(readlink "$root$1" 2>/dev/null)" = "$2" ]; then
    say "as it should be: $1"
  elif [ "$dry_run" = yes ]; then
    say "would write: $1"
  else
    folder "$(dirname "$1")"
    ln -sfn "$2" "$root$1"
    record "$1"
    say "written: $1"
  fi
}

without_block() { sed '/^# companion: begin/,/^# companion: end/d' "$1"; }

# replace PATH: the file at PATH, which is not ours alone, becomes what comes in; all or nothing.
replace() {
  local path=$root$1 new
  new=$(mktemp)
  cat >"$new"
  if cmp -s "$new" "$path"; then
    say "as it should be: $1"
  elif [ "$dry_run" = yes ]; then
    say "would change: $1"
  else
    cp "$new" "$path.companion-new"
    chmod --reference="$path" "$path.companion-new" 2>/dev/null || true # a boot partition knows no modes
    sync "$path.companion-new"
    mv "$path.companion-new" "$path"
    say "changed: $1"
  fi
  rm -f "$new"
}
