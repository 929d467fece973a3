"""Hit sensors, chosen by name; one is never put in place of another that is missing."""

import random

from hardware.devices import Clock, HitSensor
from hardware.hits.none import NoHits
from hardware.hits.settings import HitSettings
from hardware.hits.tunable import Tunable

__all__ = ["SENSORS", "HitSettings", "Tunable", "open_sensor"]

SENSORS = ("sim", "gpio", "pico", "wav", "none")


def open_sensor(name: str, settings: HitSettings, clock: Clock, rng: random.Random) -> HitSensor:
    """A driver is loaded only when asked for: a laptop has no pins, and a real sensor needs no numpy."""
    match name:
        case "sim":
            from hardware.hits.sim import SimHits

            return SimHits(clock, rng, settings)
        case "gpio":
            from hardware.hits.gpio import GpioHits

            return GpioHits(clock, settings)
        case "pico":
            from hardware.hits.pico import PicoHits

            return PicoHits(clock, settings)
        case "wav":
            from hardware.hits.wav import WavHits

            return WavHits(clock, settings)
        case "none":
            return NoHits()
        case _:
            raise ValueError(f"There is no hit sensor called {name!r}; choose one of: {', '.join(SENSORS)}.")
