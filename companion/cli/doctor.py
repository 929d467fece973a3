"""`companion doctor`: what is wrong with this machine for the chosen devices, what mends it, and what to measure."""

import argparse
import sys
from pathlib import Path

from companion.app.settings import FILE, open_settings
from companion.state_lock import in_use
from hardware.rig.doctor import examine, well
from hardware.rig.machine import ThisMachine
from hardware.rig.measures import to_measure


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("doctor", help="check this machine for the chosen devices")
    parser.add_argument("--state", type=Path, required=True, help="the folder that keeps games, keys and settings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit status 1 when something is wrong, with the machine or with the settings."""
    settings = open_settings(arguments.state / FILE)
    findings = examine(settings.values.devices, ThisMachine(arguments.state, in_use(arguments.state)))
    for finding in findings:
        print(finding)
    if looks := to_measure(settings.values.devices):
        print("\nAll is ok and a device is silent? Look at what no program can see:")
        print(*looks, sep="\n")
    if settings.message:
        print(settings.message, file=sys.stderr)
    return 0 if well(findings) and not settings.faults else 1
