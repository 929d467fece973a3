"""How the machine is, as the host's page shows it: version, room, warmth, power; what it does not tell is left out."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules import Text, say
from companion.updates import this_version

if TYPE_CHECKING:
    from hardware.rig.machine import Machine

WARMTH = "/sys/class/thermal/thermal_zone0/temp"


def machine_facts(state: Path) -> list[Text]:
    from hardware.rig.machine import ThisMachine

    return list(facts(ThisMachine(state, companion_runs=True)))


def facts(machine: "Machine") -> Iterator[Text]:
    yield say("Version {version}", version=this_version())
    yield say("{megabytes} MB free on the card", megabytes=machine.free() // 10**6)
    warmth = machine.read(WARMTH).strip()
    if re.fullmatch(r"-?\d+", warmth):
        yield say("{degrees} °C", degrees=round(int(warmth) / 1000))
    told = re.search(r"throttled=0x([0-9a-fA-F]+)", machine.run("vcgencmd", "get_throttled") or "")
    if told:
        yield power(int(told[1], 16))


def power(bits: int) -> Text:
    """What the firmware says of its power supply, now and since the start."""
    if bits & 0x1:
        return say("The power is too weak right now.")
    if bits & 0x10000:
        return say("The power was too weak at some time since the start.")
    return say("The power is strong enough.")
