"""`companion settings`: all that can be set, what is in force and where it came from; it never changes anything."""

import argparse
import sys
from pathlib import Path

import msgspec

from companion.settings import Settings
from hardware.camera.settings import CameraSettings
from hardware.hits import SENSORS, HitSettings
from hardware.lights.layout import Layout
from hardware.rig.opening import CAMERAS, LIGHTS, RigSettings

FILE = "settings.toml"


class DeviceNames(msgspec.Struct, frozen=True):
    """Which devices; the simulated ones only where they are asked for by name."""

    hits: str = "none"
    camera: str = "none"
    lights: str = "none"

    def __post_init__(self) -> None:
        choices = {"hits": SENSORS, "camera": {*CAMERAS, "sim"}, "lights": LIGHTS}
        for kind, names in choices.items():
            if getattr(self, kind) not in names:
                raise ValueError(f"One of {', '.join(sorted(names))}, not {getattr(self, kind)}.")
        if (self.hits == "sim") != (self.camera == "sim"):
            raise ValueError("The simulated sensor and camera share one tower: choose sim for both or for neither.")


class WebSettings(msgspec.Struct, frozen=True):
    host: str = "0.0.0.0"
    port: int = 8000

    def __post_init__(self) -> None:
        if not 0 <= self.port <= 65535:
            raise ValueError(f"A port is one of 1 to 65535, or 0 for any free one, not {self.port}.")


class CompanionSettings(msgspec.Struct, frozen=True):
    """The whole file, table by table."""

    rig: DeviceNames = DeviceNames()
    hits: HitSettings = HitSettings()
    camera: CameraSettings = CameraSettings()
    lights: Layout = Layout()
    web: WebSettings = WebSettings()

    @property
    def devices(self) -> RigSettings:
        names = self.rig
        return RigSettings(names.hits, names.camera, names.lights, self.hits, self.lights, self.camera)


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("settings", help="print the settings in force and where each came from")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--state", type=Path, help="the folder that keeps games, keys and settings")
    which.add_argument("--file", type=Path, help="a settings file of its own")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit status 1 when the file has faults, whatever is used in its place."""
    settings = opened(arguments.file or arguments.state / FILE)
    print("\n".join(settings.lines()))
    if settings.message:
        print(settings.message, file=sys.stderr)
    return 1 if settings.faults else 0


def opened(path: Path) -> Settings[CompanionSettings]:
    return Settings(path, CompanionSettings)
