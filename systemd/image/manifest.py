"""The manifest that Raspberry Pi Imager is opened with: without it Imager asks for no name, user or Wi-Fi.

`cloudinit-rpi` is how Raspberry Pi OS 13 takes what is set there, from files on the boot partition; Imager offers an
image only for a machine that the same file names.
"""

import base64
import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ICON = Path(__file__).parents[2] / "web" / "static" / "icon.svg"
MACHINES = (
    ("Raspberry Pi Zero 2 W", "pi3-64bit", "inclusive"),
    ("Raspberry Pi 3", "pi3-64bit", "inclusive"),
    ("Raspberry Pi 4", "pi4-64bit", "inclusive"),
    ("Raspberry Pi 5", "pi5-64bit", "exclusive"),
)


def manifest(image: Path, packed: Path, address: str, base: str, when: int) -> str:
    """Of an image and the same image packed."""
    icon = "data:image/svg+xml;base64," + base64.b64encode(ICON.read_bytes()).decode()
    entry = {
        "name": "Trollhammer Companion",
        "description": f"A Raspberry Pi beside the Rock Tower, on {base}",
        "icon": icon,
        "url": address,
        "extract_size": image.stat().st_size,
        "extract_sha256": sha256(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": sha256(packed),
        "release_date": datetime.fromtimestamp(when, UTC).date().isoformat(),
        "init_format": "cloudinit-rpi",
        "devices": sorted({tag for _, tag, _ in MACHINES}),
        "capabilities": [],
    }
    machines = [machine(*each, icon) for each in MACHINES]
    return json.dumps({"imager": {"devices": machines}, "os_list": [entry]}, indent=2) + "\n"


def machine(name: str, tag: str, matching: str, icon: str) -> dict[str, Any]:
    told = {"name": name, "tags": [tag], "icon": icon, "description": name}
    return {**told, "matching_type": matching, "capabilities": []}


def sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
