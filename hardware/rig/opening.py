"""Opens a rig from the names in the settings; a name that is not known is refused, never replaced."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from random import Random
from typing import TypeVar

import msgspec

from hardware.devices import Camera, Clock, Strip
from hardware.hits import HitSettings, open_sensor
from hardware.lights.layout import Layout
from hardware.lights.neo import neopixel_strip
from hardware.lights.none import NoStrip
from hardware.lights.sim import SimStrip
from hardware.lights.spi import spi_strip
from hardware.rig.none import NoCamera
from hardware.rig.rig import Rig
from hardware.rig.sim import SimRig

D = TypeVar("D")


class RigSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which devices, by name, and how each is set up."""

    hits: str = "none"
    camera: str = "none"
    lights: str = "none"
    sensor: HitSettings = HitSettings()
    strip: Layout = Layout()


CAMERAS: Mapping[str, Callable[[RigSettings, Clock], Camera]] = {
    "none": lambda _settings, _clock: NoCamera(),
}
LIGHTS: Mapping[str, Callable[[Layout, Clock], Strip]] = {
    "spi": spi_strip,
    "neopixel": neopixel_strip,
    "sim": SimStrip,
    "none": lambda _layout, _clock: NoStrip(),
}


def open_rig(settings: RigSettings, clock: Clock, rng: Random) -> Rig:
    """Open every device, or none: what was opened before one failed is closed again."""
    simulated = (settings.hits == "sim", settings.camera == "sim")
    if any(simulated) and not all(simulated):
        raise ValueError("The simulated sensor and camera share one tower: choose sim for both or for neither.")
    with ExitStack() as opened:
        lights = _named("lights", settings.lights, LIGHTS)(settings.strip, clock)
        opened.callback(lights.close)
        if all(simulated):
            rig: Rig = SimRig(clock, rng, lights, settings.sensor)
        else:
            hits = open_sensor(settings.hits, settings.sensor, clock, rng)
            opened.callback(hits.close)
            rig = Rig(hits, _named("cameras", settings.camera, CAMERAS)(settings, clock), lights)
        opened.pop_all()
    return rig


def _named(kind: str, name: str, table: Mapping[str, D]) -> D:
    if name not in table:
        raise ValueError(f"There are no {kind} called {name!r}: choose one of {', '.join(sorted({*table, 'sim'}))}.")
    return table[name]
