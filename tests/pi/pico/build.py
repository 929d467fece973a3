"""Builds MicroPython for the Pico from Debian's packages of its sources, as it is or with our program frozen in.

`make pico-uf2` leaves one UF2 file beside the firmware that makes a Pico a hit sensor. Nothing is fetched but through
apt, from the mirror that this machine uses; what was built is kept in `build/pico`.
"""

import hashlib
import shutil
import struct
import subprocess
from pathlib import Path

from hardware.hits.flashing import program
from tests.pi import Needs

PROJECT = Path(__file__).parents[3]
HOME = PROJECT / "build" / "pico"
SUITE = "trixie"  # the first Debian with all of them
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
PACKAGES = ("pico-sdk-source", "tinyusb-source")
SOURCES = ("micropython", "mbedtls")
TOOLS = ("apt-get", "dpkg-deb", "cmake", "ninja", "cc", "arm-none-eabi-gcc")
FLASH = 0x10000000
FAMILY = 0xE48BFF56  # RP2040
PAYLOAD = 256


def micropython(*, frozen: bool = False) -> Path:
    """The image of MicroPython; frozen: with our program in it."""
    files = program() if frozen else {}
    made_of = hashlib.sha256(b"".join(files.values())).hexdigest()[:12] if frozen else "plain"
    image = HOME / made_of / "firmware.bin"
    if not image.exists():
        image.parent.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (image.parent / name).write_bytes(content)
        manifest = image.parent / "manifest.py"
        manifest.write_text('freeze("$(PORT_DIR)/modules")\n' + "".join(f'freeze(".", "{name}")\n' for name in files))
        _build(_sources(), image.parent, manifest)
    return image


def uf2(image: bytes) -> bytes:
    """The image as the Pico's boot loader takes it: blocks that each say where they belong."""
    pieces = [image[start : start + PAYLOAD] for start in range(0, len(image), PAYLOAD)]
    blocks = []
    for number, piece in enumerate(pieces):
        numbers = (0x2000, FLASH + number * PAYLOAD, PAYLOAD, number, len(pieces), FAMILY)
        head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, *numbers)
        blocks.append(head + piece.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    return b"".join(blocks)


def _sources() -> Path:
    """MicroPython's sources with those it is built with in their places."""
    lacking = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lacking:
        raise Needs(f"{', '.join(lacking)} to build MicroPython for the Pico")
    place = HOME / "micropython"
    if not (place / "mpy-cross" / "build" / "mpy-cross").exists():
        unpacked = _unpacked(_fetched())
        shutil.rmtree(place, ignore_errors=True)
        shutil.move(unpacked["micropython"], place)
        for name in ("pico-sdk", "tinyusb", "mbedtls"):
            shutil.rmtree(place / "lib" / name)
            shutil.move(unpacked[name], place / "lib" / name)
        (place / "lib" / "micropython-lib" / "README.md").touch()  # asked for, and nothing of it is used
        _run(["make", "-C", str(place / "mpy-cross")])
    return place


def _fetched() -> Path:
    folder = HOME / "fetched"
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("lists/partial", "cache/archives/partial", "files"):
        (folder / name).mkdir(parents=True)
    for name in ("status", "empty"):
        (folder / name).touch()
    told = _run(["apt-get", "indextargets", "--format", "$(REPO_URI)"]).split()
    mirrors = [uri for uri in told if uri.rstrip("/").endswith("/debian")]
    if not mirrors:
        raise Needs("a Debian mirror among apt's sources, for MicroPython's")
    lines = [f"{kind} [signed-by={KEYRING}] {mirrors[0]} {SUITE} main\n" for kind in ("deb", "deb-src")]
    (folder / "sources.list").write_text("".join(lines))
    places = {
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": folder / "empty",
        "Dir::State::lists": folder / "lists",
        "Dir::State::status": folder / "status",
        "Dir::Cache": folder / "cache",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "--quiet", *(f"--option={name}={value}" for name, value in places.items())]
    _run([*apt, "update"])
    _run([*apt, "download", *PACKAGES], folder / "files")
    _run([*apt, "source", "--download-only", *SOURCES], folder / "files")
    return folder / "files"


def _unpacked(files: Path) -> dict[str, Path]:
    for package in files.glob("*.deb"):
        _run(["dpkg-deb", "--extract", str(package), str(files)])
    for archive in files.glob("*.orig.tar.*"):
        _run(["tar", "--extract", "--file", str(archive)], files)
    installed = files / "usr" / "src"
    return {
        "micropython": next(files.glob("micropython-*/")),
        "mbedtls": next(files.glob("mbedtls-*/")),
        "pico-sdk": next(installed.glob("pico-sdk*/")),
        "tinyusb": next(installed.glob("tinyusb*/")),
    }


def _build(sources: Path, folder: Path, manifest: Path) -> None:
    settings = {
        "MICROPY_BOARD": "RPI_PICO",
        "MICROPY_FROZEN_MANIFEST": manifest,
        "PICO_NO_PICOTOOL": "1",
        "CMAKE_BUILD_TYPE": "MinSizeRel",
    }
    given = [f"-D{name}={value}" for name, value in settings.items()]
    _run(["cmake", "-G", "Ninja", "-S", str(sources / "ports" / "rp2"), "-B", str(folder), *given])
    _run(["nice", "ninja", "-C", str(folder)])


def _run(command: list[str], folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Needs(f"{command[0]} to succeed: {(done.stderr or done.stdout).strip()[-200:]}")
    return done.stdout


def main() -> None:
    target = PROJECT / "firmware" / "companion-pico.uf2"
    target.write_bytes(uf2(micropython(frozen=True).read_bytes()))
    print(f"{target.relative_to(PROJECT)}: hold BOOTSEL while plugging the Pico in, and copy it onto the drive.")


if __name__ == "__main__":
    main()
