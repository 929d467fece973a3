"""The image that `make image` builds, of Debian's packages in place of Raspberry Pi's: built twice, written to, booted.

What Raspberry Pi Imager would write onto its boot partition is written there; nothing else is changed, and the machine
is looked at from outside alone: its first page over the network, its name on the console.
"""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from systemd.image import disk
from tests.pi import Needs, part
from tests.pi.vm.bundle import PROJECT, project_key
from tests.pi.vm.image import cached
from tests.pi.vm.machine import CLOCK, until

PROGRAMS = ("mmdebstrap", "mkfs.vfat", "mcopy", "sfdisk", "fstrim", "debugfs", "qemu-system-x86_64")
NAME = "companion-amd64"
BOOTING = 3600.0
HOSTNAME = "rocktower"
FROM_IMAGER = {
    "meta-data": "instance-id: rpi-imager-1763424000000\n",
    "user-data": f"#cloud-config\nhostname: {HOSTNAME}\nmanage_etc_hosts: true\ntimezone: Europe/Oslo\n",
    "network-config": "network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n      optional: true\n",
}
"""The files that Imager writes for Raspberry Pi OS 13, with some of what can be set there."""

COMMAND_LINE = "root=/dev/vda2 rw console=ttyS0 net.ifnames=0"


@part(
    "image twice",
    proves="the same project makes an image with the same contents: every package and every file, by its sum",
    cannot="that Raspberry Pi OS, which is not built here but taken as it is published, fits on the same way",
)
def twice(folder: Path) -> str:
    first = (built() / f"{NAME}.contents").read_text()
    build(folder / "again")
    second = (folder / "again" / f"{NAME}.contents").read_text()
    differing = [line for line in unified_diff(first.splitlines(), second.splitlines(), n=0) if line[0] in "+-"]
    assert first == second, f"{len(differing)} lines differ: {'; '.join(differing[:12])}"
    return f"{len(first.splitlines())} lines of contents, the same both times"


@part(
    "image boots",
    proves="the built image boots under its own kernel, takes what Imager wrote onto it, and shows its first page",
    cannot="how a Pi's own firmware and kernel start it; that Imager reads the manifest",
)
def boots(folder: Path) -> str:
    image = written(built(), folder)
    with running(image, folder) as (port, console):
        page = first_page(port)
        assert "<main" in page, page[:300]
        named = awaited(console, r"^(\S+) login:")
    assert named == HOSTNAME, f"it is called {named}"
    return f"its first page answered, and it is called {named}, as Imager was told"


def built() -> Path:
    lacking = [program for program in PROGRAMS if shutil.which(program) is None]
    if lacking:
        raise Needs(" ".join(lacking))
    if os.geteuid() != 0:
        raise Needs("root, to build an image")
    return cached("image", project_key(), build)


def build(folder: Path) -> None:
    """As `make image` does it, but not packed."""
    words = [sys.executable, "-m", "systemd.image", str(folder), "--debian", "amd64", "--unpacked"]
    done = subprocess.run(["nice", *words], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-300:]} {done.stderr[-600:]}"


def written(source: Path, folder: Path) -> Path:
    """A card of its own, and on it what Imager leaves there."""
    image = folder / "card.img"
    subprocess.run(["cp", "--sparse=always", source / f"{NAME}.img", image], check=True)
    for name, content in FROM_IMAGER.items():
        (folder / name).write_text(content)
    disk.write_boot_files(image, [folder / name for name in FROM_IMAGER])
    return image


@contextlib.contextmanager
def running(image: Path, folder: Path) -> Iterator[tuple[int, Path]]:
    """The port at which its port 8000 is found, and what its console says."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    console = folder / "console"
    words = ["setpriv", "--pdeathsig", "KILL", "nice", "qemu-system-x86_64", "-accel", "tcg", *CLOCK, "-cpu", "Nehalem"]
    words += ["-m", "1024", "-nodefaults", "-display", "none", "-rtc", "base=utc", "-no-reboot"]
    words += ["-kernel", str(taken(image, folder, "vmlinuz")), "-initrd", str(taken(image, folder, "initrd.img"))]
    words += ["-append", COMMAND_LINE, "-drive", f"file={image},if=virtio,format=raw"]
    words += ["-nic", f"user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:{port}-:8000"]
    words += ["-device", "virtio-rng-pci", "-serial", f"file:{console}"]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    try:
        yield port, console
    finally:
        process.kill()
        process.wait()


def taken(image: Path, folder: Path, name: str) -> Path:
    """A file out of /boot: a PC's loader would do it, and the image has none."""
    system = f"{image}?offset={disk.partitions(image)[1].start}"
    there = subprocess.run(["debugfs", "-R", "ls -p /boot", system], capture_output=True, text=True, check=True).stdout
    (found,) = re.findall(rf"/({re.escape(name)}-[^/]+)/", there)
    subprocess.run(["debugfs", "-R", f"dump /boot/{found} {folder / name}", system], capture_output=True, check=True)
    return folder / name


def first_page(port: int) -> str:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in until(BOOTING):
        with contextlib.suppress(OSError):
            return str(opener.open(f"http://127.0.0.1:{port}/", timeout=60).read().decode())
    raise AssertionError(f"no page after {BOOTING:.0f} s")


def awaited(console: Path, pattern: str) -> str:
    for _ in until(BOOTING):
        if found := re.search(pattern, console.read_text(errors="replace"), re.MULTILINE):
            return found[1]
    raise AssertionError(f"the console never said so: {console.read_text(errors='replace')[-600:]}")
