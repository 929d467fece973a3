"""Opens a rig from the names in the settings; a name that is not known is refused, never replaced.

A driver is loaded when it is opened: the lights shall be lit long before what a camera needs is there.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec

from hardware.camera.none import NoCamera
from hardware.camera.settings import CameraSettings, usb_path
from hardware.devices import Camera, Clock, HitSensor, Strip
from hardware.hits import SENSORS, HitSettings, open_sensor
from hardware.lights.layout import Layout
from hardware.lights.neopixel import neopixel_strip
from hardware.lights.none import NoStrip
from hardware.lights.sim import SimStrip
from hardware.lights.spi import spi_strip
from hardware.lights.wled import WledStrip
from hardware.rig.retried_device import RetriedCamera, RetriedHits
from hardware.rig.rig import Rig

D = TypeVar("D")


class RigSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which devices, by name, and how each is set up."""

    hits: str = "none"
    camera: str = "none"
    lights: str = "none"
    sensor: HitSettings = HitSettings()
    strip: Layout = Layout()
    eye: CameraSettings = CameraSettings()


def _usb(settings: CameraSettings, clock: Clock) -> Camera:
    from hardware.camera.usb import open_usb

    return open_usb(usb_path(settings), clock)


def _csi(_settings: CameraSettings, clock: Clock) -> Camera:
    from hardware.camera.csi import open_csi

    return open_csi(clock)


def _replay(settings: CameraSettings, clock: Clock) -> Camera:
    from hardware.camera.replay import Replay

    return Replay(Path(settings.file), clock)


CAMERAS: Mapping[str, Callable[[CameraSettings, Clock], Camera]] = {
    "usb": _usb,
    "csi": _csi,
    "replay": _replay,
    "none": lambda _settings, _clock: NoCamera(),
}
LIGHTS: Mapping[str, Callable[[Layout, Clock], Strip]] = {
    "spi": spi_strip,
    "neopixel": neopixel_strip,
    "wled": WledStrip,
    "sim": SimStrip,
    "none": lambda _layout, _clock: NoStrip(),
}


def open_lights(settings: RigSettings, clock: Clock) -> Strip:
    return _named("lights", settings.lights, LIGHTS)(settings.strip, clock)


def open_rig(settings: RigSettings, clock: Clock, rng: Random, lights: Strip | None = None) -> Rig:
    """Open every device; one that is missing comes late, a name that is not known opens none.

    Lights that are lit already belong to the rig from here on; otherwise they are opened too.
    """
    simulated = (settings.hits == "sim", settings.camera == "sim")
    if any(simulated) and not all(simulated):
        raise ValueError("The simulated sensor and camera share one tower: choose sim for both or for neither.")
    with ExitStack() as opened:
        if lights is None:
            lights = open_lights(settings, clock)
            opened.callback(lights.close)
        if all(simulated):
            rig = _simulated(settings, clock, rng, lights)
        else:
            hits = _sensor(settings, clock, rng)
            opened.callback(hits.close)
            rig = Rig(hits, _camera(settings, clock), lights)
        opened.pop_all()
    return rig


def _simulated(settings: RigSettings, clock: Clock, rng: Random, lights: Strip) -> Rig:
    from hardware.rig.sim import SimRig

    return SimRig(clock, rng, lights, settings.sensor)


def _sensor(settings: RigSettings, clock: Clock, rng: Random) -> HitSensor:
    _named("hit sensors", settings.hits, dict.fromkeys(SENSORS))

    def open_it() -> HitSensor:
        return open_sensor(settings.hits, settings.sensor, clock, rng)

    try:
        return open_it()
    except Exception as failure:  # whatever its library raises: the late device tells it and tries again
        return RetriedHits(settings.hits, open_it, failure, clock)


def _camera(settings: RigSettings, clock: Clock) -> Camera:
    opener = _named("cameras", settings.camera, CAMERAS)
    try:
        return opener(settings.eye, clock)
    except Exception as failure:  # as above
        return RetriedCamera(settings.camera, lambda: opener(settings.eye, clock), failure, clock)


def _named(kind: str, name: str, table: Mapping[str, D]) -> D:
    if name not in table:
        raise ValueError(f"There are no {kind} called {name!r}: choose one of {', '.join(sorted({*table, 'sim'}))}.")
    return table[name]
