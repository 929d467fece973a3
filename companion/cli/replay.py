"""`companion replay FILE`: play the record of a game again and print how it stands at the end."""

import argparse
import sys
from pathlib import Path

from companion.record import Unreadable, read_record, replayed_game
from companion.rules import ending_in_words


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("replay", help="play the record of a game and print how it ended")
    parser.add_argument("file", type=Path, help="a record, as downloaded from the host page")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    try:
        position = replayed_game(read_record(arguments.file.read_bytes()))
    except (OSError, Unreadable) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{position.game.title}: {len(position.turns)} moves")
    for standing in sorted(position.game.standings(position.state, None), key=lambda standing: -standing.score):
        least = "at least " if standing.at_least else ""
        print(f"{position.seats[standing.seat].name}: {least}{standing.score}")
    if outcome := position.game.outcome(position.state):
        print(*ending_in_words(outcome, [seat.name for seat in position.seats]), sep="\n")
    return 0
