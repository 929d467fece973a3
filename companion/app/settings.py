"""The companion's settings: which devices, how each is set up, where the pages are served; it opens no device."""

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


class GameSettings(msgspec.Struct, frozen=True):
    """What the rig may do in a game, where that game offers it."""

    next_by_blow: bool = True
    """A blow on the tower, while it is not in play, plays the next step."""


class CountingSettings(msgspec.Struct, frozen=True):
    keep_corrected: bool = False
    """Pictures that somebody put right by tapping are kept as samples, to teach the colours from."""


class WebSettings(msgspec.Struct, frozen=True):
    host: str = "0.0.0.0"
    port: int = 8000
    sign_in_page: bool = False
    """Phones that join the companion's own Wi-Fi show the page at once, as if to sign in; otherwise they just stay."""

    def __post_init__(self) -> None:
        # Ports below 1024 are opened by the system alone, and it opens this one for us: companion.socket.
        if self.port not in (0, 80) and not 1024 <= self.port <= 65535:
            raise ValueError(f"A port is 80, one of 1024 to 65535, or 0 for any free one, not {self.port}.")


class CompanionSettings(msgspec.Struct, frozen=True):
    """The whole file, table by table."""

    rig: DeviceNames = DeviceNames()
    hits: HitSettings = HitSettings()
    camera: CameraSettings = CameraSettings()
    lights: Layout = Layout()
    counting: CountingSettings = CountingSettings()
    game: GameSettings = GameSettings()
    web: WebSettings = WebSettings()

    @property
    def devices(self) -> RigSettings:
        names = self.rig
        return RigSettings(names.hits, names.camera, names.lights, self.hits, self.lights, self.camera)


def open_settings(path: Path) -> Settings[CompanionSettings]:
    return Settings(path, CompanionSettings)
