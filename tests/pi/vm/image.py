"""A Debian 13 with its own kernel as a disk that boots; made once, kept in the cache folder, never changed by a run."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.pi import Needs

SUITE = "trixie"
PACKAGES = (
    # What Raspberry Pi OS Lite brings and the companion leans on.
    *("systemd-sysv", "libpam-systemd", "udev", "dbus", "polkitd", "network-manager", "wpasupplicant", "dnsmasq-base"),
    *("nftables", "iw", "rfkill", "wireless-regdb", "iproute2", "python3-venv", "procps", "kmod", "ca-certificates"),
    "openssh-client",
    *("linux-image-amd64", "initramfs-tools"),
    # What plays a Pico and a phone, and asks for pages.
    *("micropython", "curl", "udhcpc"),
)
PROGRAMS = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mke2fs")
SMALL_INITRD = (
    'mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"',
    'echo MODULES=list > "$1/etc/initramfs-tools/conf.d/rig"',
    'printf "virtio_pci\nvirtio_blk\next4\n" > "$1/usr/share/initramfs-tools/modules.d/rig"',
)
"""Unpacking drivers for every machine there is takes an emulated processor a quarter of the boot."""

DISK_SIZE = 6 * 2**30
PORT = "rig"
AGENT = Path(__file__).with_name("inside") / "agent.py"

UNIT = f"""\
[Unit]
Description=Does what the rig outside asks for

[Service]
ExecStart=/usr/bin/python3 /usr/local/lib/rig-agent.py /dev/virtio-ports/{PORT}
Restart=always
OOMScoreAdjust=-900

[Install]
WantedBy=multi-user.target
"""


class Disk(NamedTuple):
    kernel: Path
    initrd: Path
    image: Path


def cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "trollhammer-companion" / "pi"


def demand_programs() -> None:
    lacking = [program for program in PROGRAMS if shutil.which(program) is None]
    if lacking:
        raise Needs(" ".join(lacking))
    if os.geteuid() != 0:
        raise Needs("root, to build a Debian")


def cached(name: str, key: str, build: Callable[[Path], None]) -> Path:
    """What `build` makes, once for each key; what was made for another key goes."""
    path = cache() / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    if not path.exists():
        cache().mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"unfinished-{path.name}")
        remove(unfinished)
        build(unfinished)
        for older in cache().glob(f"{name}-*"):
            remove(older)
        unfinished.rename(path)
    return path


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def mirror() -> str:
    """Where this machine's own apt gets Debian from."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    found = [line for line in told.stdout.split() if "security" not in line]
    if not found:
        raise Needs("a Debian whose apt knows a mirror")
    return found[0]


def root() -> Path:
    return cached("root", repr((PACKAGES, SMALL_INITRD)), build_root)


def build_root(folder: Path) -> None:
    words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
    words += [f"--essential-hook={line}" for line in SMALL_INITRD]
    words += [SUITE, str(folder), mirror()]
    subprocess.run(["nice", *words], check=True)


def disk(name: str, key: str, fill: Callable[[Path], None]) -> Disk:
    """One that boots, with what `fill` puts on it beside Debian; made anew for another key."""
    demand_programs()
    system = root()
    image = cached(f"{name}-disk", system.name + UNIT + program() + key, lambda path: build_disk(system, fill, path))
    (kernel,) = (system / "boot").glob("vmlinuz-*")
    (initrd,) = (system / "boot").glob("initrd.img-*")
    return Disk(kernel, initrd, image)


def program() -> str:
    return AGENT.read_text(encoding="utf-8")


def build_disk(system: Path, fill: Callable[[Path], None], image: Path) -> None:
    with tempfile.TemporaryDirectory(dir=cache()) as scratch:
        own, raw = Path(scratch) / "root", Path(scratch) / "raw"
        subprocess.run(["cp", "--archive", "--reflink=auto", system, own], check=True)
        settle_in(own)
        fill(own)
        with raw.open("wb") as file:
            file.truncate(DISK_SIZE)
        subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-d", own, raw], check=True)
        subprocess.run(["qemu-img", "convert", "-O", "qcow2", raw, image], check=True)


def settle_in(system: Path) -> None:
    """What tells this Debian from a bare one: a name, its disk, and somebody who does what the rig asks."""
    (system / "etc/hostname").write_text("pi\n")
    (system / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 pi\n")
    (system / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
    (system / "usr/local/lib/rig-agent.py").write_text(program())
    (system / "etc/systemd/system/rig-agent.service").write_text(UNIT)
    subprocess.run(["systemctl", "--quiet", f"--root={system}", "enable", "rig-agent.service"], check=True)
