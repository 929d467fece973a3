"""A card's content as a file: a small partition to boot from, and the system's, which is the last and can grow."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
FIRST = 8192
"""The sector at which cards like to begin."""

SYSTEM_FOLDERS = ("dev", "proc")
"""What programs that are run inside expect."""

BOOT = "boot/firmware"
IDENTITY = "cafe1977"
"""Of the card, and of the two file systems: the same for every build."""
UUID = "6b0c3b5e-3f0a-4d7b-9a51-0d5e7a0f1977"


class Partition(NamedTuple):
    start: int
    size: int
    """Both in bytes."""


def run(*words: str | Path, given: str | None = None) -> str:
    return subprocess.run(words, input=given, capture_output=True, text=True, check=True).stdout


def partitions(image: Path) -> list[Partition]:
    told = json.loads(run("sfdisk", "--json", image))["partitiontable"]["partitions"]
    return [Partition(each["start"] * SECTOR, each["size"] * SECTOR) for each in told]


def make(image: Path, boot_size: int, system_size: int, root: Path) -> None:
    """From a folder."""
    boot, system = boot_size // SECTOR, -(-system_size // SECTOR)
    with image.open("wb") as file:
        file.truncate((FIRST + boot + system) * SECTOR)
    plan = f"label: dos\nlabel-id: 0x{IDENTITY}\nstart={FIRST}, size={boot}, type=c\nstart={FIRST + boot}, type=83\n"
    run("sfdisk", "--quiet", image, given=plan)
    with attached(image, 0) as device:
        run("mkfs.vfat", "-F", "32", "-n", "bootfs", "-i", IDENTITY, device)
    write_boot_files(image, (root / BOOT).iterdir())
    empty(root / BOOT)
    with attached(image, 1) as device:
        run(
            "mke2fs",
            "-q",
            "-F",
            "-t",
            "ext4",
            "-L",
            "rootfs",
            "-U",
            UUID,
            "-E",
            f"hash_seed={UUID}",
            "-d",
            root,
            device,
        )


def grow(image: Path, room: int) -> None:
    """The file, the last partition and the file system in it."""
    with image.open("r+b") as file:
        file.truncate(image.stat().st_size + room)
    last = len(partitions(image))
    run("sfdisk", "--quiet", "--no-reread", "-N", str(last), image, given=", +\n")
    with attached(image, last - 1) as device:
        run("e2fsck", "-f", "-p", device)
        run("resize2fs", device)


@contextmanager
def attached(image: Path, number: int) -> Iterator[str]:
    """One partition as a device."""
    start, size = partitions(image)[number]
    words = ("losetup", "--find", "--show", "--offset", str(start), "--sizelimit", str(size), str(image))
    device = run(*words).strip()
    try:
        yield device
    finally:
        run("losetup", "--detach", device)


@contextmanager
def mounted(image: Path, root: Path) -> Iterator[Path]:
    """The whole system, as it sees itself when it runs."""
    root.mkdir()
    with ExitStack() as stack:
        mount(stack, root, stack.enter_context(attached(image, 1)))
        # What is free at the end becomes nothing in the file, and packs well.
        stack.callback(run, "fstrim", root)
        stack.enter_context(boot_files(image, root / BOOT))
        for name in SYSTEM_FOLDERS:
            mount(stack, root / name, "--rbind", f"/{name}")
        yield root


@contextmanager
def boot_files(image: Path, folder: Path) -> Iterator[None]:
    """What is on the boot partition, and back onto it: not every kernel can mount one."""
    folder.mkdir(parents=True, exist_ok=True)
    run("mcopy", "-s", "-i", boot_place(image), "::*", folder)
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    try:
        yield
        changed = [path for path in folder.iterdir() if path.is_file() and before.get(path) != path.read_bytes()]
        write_boot_files(image, changed)
    finally:
        empty(folder)


def write_boot_files(image: Path, files: Iterable[Path]) -> None:
    """Onto the boot partition, as Raspberry Pi Imager does it too."""
    for file in files:
        run("mcopy", "-o", "-i", boot_place(image), file, f"::{file.name}")


def boot_place(image: Path) -> str:
    return f"{image}@@{partitions(image)[0].start}"


def empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def mount(stack: ExitStack, at: Path, *what: str) -> None:
    run("mount", *what, at)
    stack.callback(run, "umount", "--recursive", at)
    run("mount", "--make-rslave", at)
