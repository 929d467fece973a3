"""Hit sensors, chosen by name; one is never put in place of another that is missing."""

import random

from hardware.devices import Clock, HitSensor
from hardware.hits.none import NoHits
from hardware.hits.settings import HitSettings
from hardware.hits.sim import SimHits

__all__ = ["SENSORS", "HitSettings", "open_sensor"]

SENSORS = ("sim", "none")


def open_sensor(name: str, settings: HitSettings, clock: Clock, rng: random.Random) -> HitSensor:
    match name:
        case "sim":
            return SimHits(clock, rng, settings)
        case "none":
            return NoHits()
        case _:
            raise ValueError(f"There is no hit sensor called {name!r}; choose one of: {', '.join(SENSORS)}.")
