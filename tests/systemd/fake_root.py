"""A system that is only files: enough of one for the installer, whose commands inside it are played by a script."""

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

SYSTEMD = Path(__file__).parents[2] / "systemd"


EVERYTHING = ("--with-access-point", "--country", "NO", "--mdns-name", "tower")
"""Options for all that can be installed."""


def load_bundle() -> ModuleType:
    """The program that packs bundles, which has no ending."""
    loader = importlib.machinery.SourceFileLoader("bundle", str(SYSTEMD / "bundle"))
    spec = importlib.util.spec_from_loader("bundle", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


PLAYED = r"""#!/usr/bin/env bash
# chroot DIR COMMAND...: plays COMMAND on the files below DIR and writes down that it was called.
set -euo pipefail
root=$1
shift
echo "$*" >>"$PLAYED_CALLS"
companion() {
  mkdir -p "$(dirname "$1")"
  printf '#!/bin/sh\n' >"$1"
  chmod +x "$1"
}
case "$*" in
  "uname -m") echo "${PLAYED_MACHINE% *}" ;;
  "dpkg --print-architecture") echo "${PLAYED_MACHINE#* }" ;;
  dpkg-query*) if [ -e "$root/packages-missing" ]; then exit 1; else echo ii; fi ;;
  "getent passwd "*) grep "^$3:" "$root/etc/passwd" ;;
  "getent group "*) grep "^$3:" "$root/etc/group" ;;
  useradd*) echo "companion:x:990:990::/var/lib/companion:/usr/sbin/nologin" >>"$root/etc/passwd" ;;
  "userdel companion") sed -i '/^companion:/d' "$root/etc/passwd" ;;
  "apt-cache show "*) ! grep -qx "$3" "$root/not-in-the-archive" 2>/dev/null ;;
  "timedatectl show --property=NTP --value") if [ -e "$root/clock" ]; then echo yes; fi ;;
  "timedatectl show --property=NTPSynchronized --value") cat "$root/clock"; echo yes >"$root/clock" ;;
  "python3 -m venv"*) companion "$root${*: -1}/bin/companion" ;;
  "systemctl --quiet enable "*)
    mkdir -p "$root/etc/systemd/system/wants"
    for unit in "${@:4}"; do ln -sf "../$unit" "$root/etc/systemd/system/wants/$unit"; done
    ;;
  "systemctl --quiet disable "*) rm -f "$root/etc/systemd/system/wants/${*: -1}" ;;
  "systemctl restart companion.service")
    if [ "$(readlink "$root/opt/companion/current")" != "$(cat "$root/only-this-one-starts" 2>/dev/null ||
      readlink "$root/opt/companion/current")" ]; then
      echo broken >"$root/var/lib/companion/half-migrated"
      exit 1
    fi
    ;;
  "systemctl show"*) cat "$root/restarts" 2>/dev/null || echo 0 ;;
  "runuser -u companion -- "*" migrate "*)
    if [ -e "$root/nobody-migrates" ]; then exit 1; fi
    case "$*" in *"$(cat "$root/only-this-one-migrates" 2>/dev/null)/"*) ;; *) exit 1 ;; esac
    ;;
  *"/venv/bin/companion settings "*) cat "$root/settings-in-force" 2>/dev/null ;;
  *"/venv/bin/python -c "*"http"*) [ ! -e "$root/pages-are-silent" ] ;;
esac
"""

CONFIG_TXT = """\
# For more options see the documentation.
dtparam=audio=on

[cm4]
otg_mode=1

[all]
"""


def project(folder: Path, version: str) -> Path:
    """The installer of a project that is small and stays as it is while others work on the real one."""
    for part in ("companion", "hardware", "web", "firmware"):
        (folder / part).mkdir(parents=True)
        (folder / part / "part.py").touch()
    for file in ("pyproject.toml", "LICENSE"):
        (folder / file).touch()
    (folder / "README.md").write_text(version)
    shutil.copytree(SYSTEMD, folder / "systemd")
    return folder / "systemd" / "install"


class FakeRoot:
    def __init__(self, folder: Path, model: str = "Raspberry Pi 4 Model B Rev 1.4", codename: str = "bookworm") -> None:
        self.path = folder / "root"
        self.script = project(folder / "project", "first")
        self.calls = folder / "calls"
        self.calls.touch()
        tools = folder / "tools"
        tools.mkdir()
        self.tool("chroot", PLAYED)
        # Nobody cuts the power here, and a real one waits for everybody else's files too.
        self.tool("sync", "exit 0")
        self.environ = {
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "PLAYED_CALLS": str(self.calls),
            "COMPANION_PROVING_SECONDS": "0",
            "PLAYED_MACHINE": "aarch64 arm64",
        }
        self.write("etc/os-release", f"ID=debian\nVERSION_CODENAME={codename}\n")
        self.write("etc/passwd", "root:x:0:0:root:/root:/bin/bash\n")
        self.write("etc/group", "root:x:0:\ngpio:x:986:\nspi:x:985:\nvideo:x:44:\ndialout:x:20:\n")
        self.write("etc/avahi/avahi-daemon.conf", "[server]\n#host-name=foo\nuse-ipv4=yes\n")
        for program in ("usr/bin/raspi-config", "usr/sbin/dnsmasq"):
            self.write(program, "").chmod(0o755)
        self.write("boot/firmware/config.txt", CONFIG_TXT)
        for empty in (
            "etc/NetworkManager/system-connections",
            "etc/systemd/system/wants",
            "opt",
            "var/lib",
            "var/backups",
        ):
            (self.path / empty).mkdir(parents=True)
        if model:
            self.write("proc/device-tree/model", model + "\0")

    def write(self, path: str, content: str) -> Path:
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
        return file

    def read(self, path: str) -> str:
        return (self.path / path).read_text()

    def tool(self, name: str, script: str) -> None:
        """From now on this script is what the installer finds under that name."""
        file = self.calls.parent / "tools" / name
        file.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def play(self, line: str, other: str) -> None:
        """From now on a command inside is played in another way."""
        file = self.calls.parent / "tools" / "chroot"
        assert line in file.read_text()
        file.write_text(file.read_text().replace(line, other))

    def live(self) -> None:
        """From now on systemd runs here."""
        (self.path / "run/systemd/system").mkdir(parents=True)

    def install(
        self, *options: str, status: int = 0, script: Path | None = None, machine: str = "aarch64 arm64"
    ) -> str:
        done = subprocess.run(
            [script or self.script, "--root", self.path, *options],
            env={**self.environ, "PLAYED_MACHINE": machine},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def called(self, beginning: str) -> list[str]:
        return [call for call in self.calls.read_text().splitlines() if call.startswith(beginning)]

    def files(self) -> dict[str, tuple[int, str]]:
        """Every file, folder and link with its mode and content."""
        return {
            str(path.relative_to(self.path)): (path.lstat().st_mode, _content(path)) for path in self.path.rglob("*")
        }


def _content(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    return path.read_bytes().hex() if path.is_file() else ""
