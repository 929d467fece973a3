"""`companion migrate`: brings a state folder to this version and sees whether it can go on with it; it plays nothing.

The installer asks this of a new version before it lets it loose on the games. Nothing else may run on the folder.
"""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.app.settings import FILE, open_settings
from companion.change_signal import ChangeSignal
from companion.journal import Journal
from companion.recovery import JOURNAL, SEATING
from companion.seating import Seating
from companion.state_lock import only_one
from companion.table import Table


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("migrate", help="bring games and seats of an older version to this one")
    parser.add_argument("--state", type=Path, required=True, help="the folder that keeps games, keys and settings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Exit status 1 when this version cannot go on with what is there."""
    try:
        with only_one(arguments.state):
            troubles = list(migrate(arguments.state))
    except OSError as error:
        troubles = [str(error)]
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


def migrate(state: Path) -> Iterator[str]:
    """Open everything once, which brings it to this version; tells what stands in the way."""
    if message := open_settings(state / FILE).message:
        yield message
    try:
        # A folder without games stays without.
        if (state / JOURNAL).exists():
            with closing(Journal(state / JOURNAL)) as journal:
                Table(journal, ChangeSignal(), lambda: 0.0)
        if (state / SEATING).exists():
            Seating(state / SEATING).close()
    except Exception as error:
        # Whatever it is, the version that runs now can perhaps do better.
        yield f"The games in {state} cannot be used by this version: {error}"
