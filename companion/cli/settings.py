"""`companion settings`: all that can be set, what is in force and where it came from; it never changes anything."""

import argparse
import sys
from pathlib import Path

from companion.app.settings import FILE, open_settings


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("settings", help="print the settings in force and where each came from")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--state", type=Path, help="the folder that keeps games, keys and settings")
    which.add_argument("--file", type=Path, help="a settings file of its own")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit status 1 when the file has faults, whatever is used in its place."""
    settings = open_settings(arguments.file or arguments.state / FILE)
    print("\n".join(settings.lines()))
    if settings.message:
        print(settings.message, file=sys.stderr)
    return 1 if settings.faults else 0
