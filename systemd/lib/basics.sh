# shellcheck shell=bash
# What every step stands on: saying things, and doing them inside the system that is worked on.

say() { printf '%s\n' "$*"; }
fail() {
  printf 'systemd/install: %s\n' "$*" >&2
  exit 1
}

# Runs a command inside the system that is worked on; in a dry run only says so.
inside() {
  if [ "$dry_run" = yes ]; then
    say "would run: $*"
  elif [ -n "$root" ]; then
    chroot "$root" "$@"
  else
    "$@"
  fi
}

# The same for questions, which change nothing and so are asked in a dry run too.
ask() { if [ -n "$root" ]; then chroot "$root" "$@"; else "$@"; fi; }

# Whether systemd runs the system that is worked on.
live() { [ -d "$root/run/systemd/system" ]; }
