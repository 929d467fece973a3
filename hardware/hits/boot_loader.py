"""A Pico that was plugged in with BOOTSEL held: a drive that takes one UF2 file; nothing else is touched."""

import os
from importlib.resources import files
from pathlib import Path

from companion.common.health import Health, failing, fine

IDS = {("2e8a", "0003"), ("2e8a", "000f")}  # of the RP2040 and the RP2350
USB = Path("/sys/bus/usb/devices")
MOUNTS = Path("/proc/mounts")
IMAGE = (
    files("firmware") / "companion-pico.uf2"
)  # made by `make pico-uf2`, and brought along by a bundle made after that
KIND = "RPI-RP2"  # what the image is for


def waits() -> bool:
    """Whether such a Pico is plugged in."""
    for product in USB.glob("*/idProduct"):
        try:
            ids = (product.with_name("idVendor").read_text().strip(), product.read_text().strip())
        except OSError:
            continue  # unplugged meanwhile
        if ids in IDS:
            return True
    return False


def drive() -> Path | None:
    """Where its drive is mounted, if it is."""
    for line in MOUNTS.read_text().splitlines():
        place = Path(line.split()[1].replace("\\040", " "))
        try:
            if KIND in (place / "INFO_UF2.TXT").read_text():
                return place
        except (OSError, UnicodeDecodeError):
            continue
    return None


def copy() -> Health:
    """Put the image there; the Pico starts it by itself."""
    place = drive()
    if place is None or not IMAGE.is_file():
        return failing(
            "A Pico waits for its first program, which cannot be put on it from here: copy MicroPython's UF2 file onto "
            "its drive on a laptop, plug it in here, and come back."
        )
    try:
        with (place / "companion-pico.uf2").open("wb") as file:
            file.write(IMAGE.read_bytes())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return failing("The Pico's drive could not be written ({reason}). Plug it in once more.", reason=str(error))
    return fine("The Pico has its program and starts it.")
