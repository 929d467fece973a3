"""How a real camera is set up, and which one is meant where nobody said; it opens none."""

from pathlib import Path

import msgspec

BY_ID = Path("/dev/v4l/by-id")
FIRST = "/dev/video0"


class CameraSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    device: str = ""
    """For usb, its path under /dev/v4l/by-id; empty: the first one there is."""
    file: str = ""
    """For replay, a folder of pictures or a video."""


def usb_path(settings: CameraSettings, by_id: Path = BY_ID) -> str:
    """Named by maker and number where possible: /dev/video numbers change when a cable moves."""
    if settings.device:
        return settings.device
    # A camera has further entries for its metadata; pictures come from the first.
    return next((str(path) for path in sorted(by_id.glob("*-video-index0"))), FIRST)
