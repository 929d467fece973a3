"""`companion replay FILE`: play the record of a game again and print how it stands at the end."""

import argparse
import sys
from pathlib import Path

from companion.record import Unreadable, read, replayed


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="play the record of a game and print the standings")
    parser.add_argument("file", type=Path, help="a record, as downloaded from the host page")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    try:
        record = read(arguments.file.read_bytes())
        game, setup, state = replayed(record)
    except (OSError, Unreadable) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{game.title}: {len(record.moves)} moves")
    for standing in sorted(game.standings(state, None), key=lambda standing: -standing.score):
        least = "at least " if standing.at_least else ""
        print(f"{setup.seats[standing.seat].name}: {least}{standing.score}")
    return 0
