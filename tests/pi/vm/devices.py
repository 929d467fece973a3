"""What is plugged into the virtual machine while the companion runs, and how the companion says it fares."""

from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import page_answers
from tests.pi.vm.unit import UNIT

SETTINGS = "/var/lib/companion/settings.toml"
NOTICED = 240.0
"""Seconds until a device that came or went is noticed, on an emulated processor."""


def wire(machine: Machine, device: str, driver: str) -> None:
    """The settings name this driver from now on, and the companion has started with it."""
    machine.run("sed", "-i", f's/^{device} = .*/{device} = "{driver}"/', SETTINGS)
    machine.run("systemctl", "restart", UNIT, seconds=200)
    page_answers(machine)


def says(machine: Machine, words: str) -> str:
    """What `systemctl status` shows of the companion, once that holds these words."""
    return machine.until(*STATUS, holds=words, seconds=NOTICED)


def well(machine: Machine) -> str:
    """It no longer plays without a device."""
    ask = " ".join(STATUS)
    return machine.until("sh", "-c", f"{ask} | grep -v 'Playing without'", seconds=NOTICED)


STATUS = ("systemctl", "show", "--property=StatusText", "--value", UNIT)
