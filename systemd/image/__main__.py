"""`make image`: the companion on Raspberry Pi OS Lite as a file that Raspberry Pi Imager writes onto a card.

    sudo .venv/bin/python -m systemd.image FOLDER [--base FILE.img.xz] [--url ADDRESS] [--debian PROCESSOR] [--unpacked]

FOLDER gets the image, what is in it (`….contents`), and the manifest that Imager is opened with. The base is fetched
unless it is given, and must be the one whose sum is pinned in base.py. ADDRESS is where you put the image for others;
without it the manifest leads to the file here. With --debian the same is made of Debian's own packages: it has no
loader, and is what the tests boot. With --unpacked the image is left as it is, without a manifest.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from systemd.image import base, disk
from systemd.image.contents import listed
from systemd.image.manifest import manifest

PROJECT = Path(__file__).parents[2]
ROOM = 700 * 2**20
"""More than a version of the companion takes; on its first start a card grows to its own size anyway."""

PROGRAMS = ("losetup", "sfdisk", "e2fsck", "resize2fs", "fstrim", "mcopy", "xz", "ssh-keygen")
BUNDLE = "companion.tar.gz"
FOR_DEBIAN = ("mmdebstrap", "mkfs.vfat", "mke2fs")
EMULATED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(
        prog="systemd.image", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("folder", type=Path)
    asked.add_argument("--base", type=Path)
    asked.add_argument("--url", default="")
    asked.add_argument("--debian", choices=("amd64", "arm64"))
    asked.add_argument("--unpacked", action="store_true")
    wanted = asked.parse_args(words)
    architecture = wanted.debian or "arm64"
    if missing := lacking(architecture, (*PROGRAMS, *(FOR_DEBIAN if wanted.debian else ()))):
        print(
            f"This machine lacks what it takes to build an image: {', '.join(missing)}. Nothing was made.",
            file=sys.stderr,
        )
        return 2
    folder = wanted.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = str(when())
    image = folder / f"companion-{wanted.debian or 'pi'}.img"
    try:
        told = base.debian(wanted.debian, image) if wanted.debian else base.published(wanted.base, folder, image)
    except base.Refused as reason:
        print(reason, file=sys.stderr)
        return 1
    put_on(image, told, architecture)
    print(f"{image}: the companion on {told}", flush=True)
    if wanted.unpacked:
        return 0
    packed = pack(image)
    entry = manifest(image, packed, wanted.url or packed.as_uri(), told, when())
    packed.with_name(f"{image.stem}.rpi-imager-manifest").write_text(entry, encoding="utf-8")
    image.unlink()
    print(f"{packed}: open {image.stem}.rpi-imager-manifest with Raspberry Pi Imager 2.0.6 or newer")
    return 0


def when() -> int:
    """The project's own time, so that the same project makes the same image on any day."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    # Root may not look into the maker's project unless it says so.
    words = ["git", "-c", f"safe.directory={PROJECT}", "log", "-1", "--format=%ct"]
    told = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=False)
    return int(told.stdout or datetime.now(UTC).timestamp())


def lacking(architecture: str, programs: Iterable[str]) -> list[str]:
    missing = [program for program in programs if shutil.which(program) is None]
    if architecture == "arm64" and platform.machine() != "aarch64" and not EMULATED.exists():
        missing.append("qemu-user-static, known to the kernel")
    return missing + ([] if os.geteuid() == 0 else ["root's rights, to mount it"])


def put_on(image: Path, told: str, architecture: str) -> None:
    """The companion onto a base, by its own installer, as onto a card in this computer."""
    with tempfile.TemporaryDirectory(dir=image.parent) as scratch:
        bundle = packed_bundle(Path(scratch), architecture)
        disk.grow(image, ROOM)
        with disk.mounted(image, Path(scratch) / "root") as root:
            subprocess.run([bundle / "systemd/install", "--root", root], check=True)
            image.with_suffix(".contents").write_text(listed(root, told), encoding="utf-8")


def packed_bundle(scratch: Path, architecture: str) -> Path:
    with tempfile.TemporaryDirectory() as folder:
        packing = pack_as_maker(Path(folder), architecture)
        subprocess.run(packing, check=True, stdout=subprocess.DEVNULL)
        unpack(Path(folder) / BUNDLE, scratch)
    return scratch / "companion"


def pack_as_maker(folder: Path, architecture: str) -> list[str]:
    """The words that do it for whoever said sudo: it is that one's key that signs a bundle, not root's."""
    words = [
        sys.executable,
        "-B",
        str(PROJECT / "systemd/bundle"),
        str(folder / BUNDLE),
        f"{base.SUITE}-{architecture}",
    ]
    if maker := os.environ.get("SUDO_USER"):
        shutil.chown(folder, maker)
        return ["sudo", "-H", "-u", maker, "--", *words]
    return words


def unpack(file: Path, scratch: Path) -> None:
    with tarfile.open(file) as inside:
        inside.extractall(scratch, filter="fully_trusted")


def pack(image: Path) -> Path:
    subprocess.run(["xz", "--keep", "--force", "--threads=0", image], check=True)
    return image.with_name(f"{image.name}.xz")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
