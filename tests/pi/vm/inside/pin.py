"""Runs in the machine with a pin: our driver under gpiozero and lgpio, on a GPIO chip of software that is struck."""

import time
from pathlib import Path

from gpiozero.pins import local

from hardware.hits.gpio import GpioHits
from hardware.hits.settings import HitSettings
from hardware.rig.machine import ThisMachine

A_PI_4 = 0xC03114
PIN = 17
PULL = Path(f"/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{PIN}/pull")
BLOWS, PACE = 5, 0.5


def holder() -> str:
    line = ThisMachine(Path("/tmp"), companion_runs=True).line("/dev/gpiochip0", PIN)
    assert line is not None, "the line cannot be asked"
    return line.holder or "nobody"


def pull(*ways: str) -> None:
    for way in ways:
        PULL.write_text(f"pull-{way}")


def struck(rests: str, away: str) -> int:
    """How many blows are heard of so many, each of which rings."""
    heard: list[float] = []
    sensor = GpioHits(time.monotonic, HitSettings())
    try:
        pull(rests)
        sensor.start(lambda blow: heard.append(blow.time))
        time.sleep(PACE)
        heard.clear()
        for _ in range(BLOWS):
            pull(*[away, rests] * 3)
            time.sleep(PACE)
        assert holder() == "lg", f"the line is held by {holder()} meanwhile"
        assert sensor.health().fine, str(sensor.health())
    finally:
        sensor.close()
    assert len(heard) == BLOWS, f"{len(heard)} of {BLOWS} blows were heard on a pin that rests {rests}"
    return len(heard)


# The board says which one it is where an emulated PC has nothing.
local.get_pi_revision = lambda: A_PI_4
assert holder() == "nobody", holder()
for rests, away in (("down", "up"), ("up", "down")):
    print(f"rig: {rests}: {struck(rests, away)} of {BLOWS} blows", flush=True)
    assert holder() == "nobody", f"the line is still held by {holder()} after the sensor was closed"
print("rig: ended: well")
