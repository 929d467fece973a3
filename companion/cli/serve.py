"""`companion serve`: the words of the command that runs table, pages and devices; what it runs is `companion.app`."""

import argparse
from pathlib import Path

from companion.app.start import run as run_companion
from companion.app.start_plan import RIGS, Wanted


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("serve", help="run the table and its pages")
    parser.add_argument("--state", type=Path, required=True, help="the folder that keeps games, keys and settings")
    parser.add_argument("--rig", choices=sorted(RIGS), help="devices to use instead of those in the settings")
    parser.add_argument("--host", help="the address to listen on instead of the one in the settings")
    parser.add_argument("--port", type=int, help="the port to listen on, 0 for any free one")
    parser.add_argument("--show-pin", action="store_true", help="print the host's PIN, and make one if there is none")
    parser.add_argument("--seed", type=int, help="make the simulated tower repeat itself")
    parser.add_argument(
        "--pin-by-hits", action="store_true", help="let five hits on the simulated tower ask for a new PIN, too"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    wished = vars(arguments)
    return run_companion(Wanted(**{name: wished[name] for name in Wanted._fields}))
