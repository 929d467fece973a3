"""A place at the table, and the faults of a seating that every game would find."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from companion.rules.text import Text, say

LONGEST_NAME = 20

PLAYER_COLOURS = {
    "white": say("white"),
    "orange": say("orange"),
    "brown": say("brown"),
    "black": say("black"),
}


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name and the colour of their pieces."""

    name: str
    colour: str


def seating_faults(seats: Sequence[Seat], allowed: range, colours: Sequence[str]) -> list[Text]:
    faults = []
    if len(seats) not in allowed:
        faults.append(say("This game seats {least} to {most} players.", least=allowed[0], most=allowed[-1]))
    names = [seat.name.strip() for seat in seats]
    if not all(names):
        faults.append(say("Every player needs a name."))
    if any(len(name) > LONGEST_NAME for name in names):
        faults.append(say("A name has at most {most} letters.", most=LONGEST_NAME))
    faults += [say("Two players are called {name}.", name=name) for name in twice(filter(None, names))]
    unknown = {seat.colour for seat in seats} - set(colours)
    faults += [say("There are no pieces in {colour}.", colour=colour) for colour in sorted(unknown)]
    taken = [seat.colour for seat in seats if seat.colour in colours]
    faults += [say("Two players have taken {colour}.", colour=PLAYER_COLOURS[colour]) for colour in twice(taken)]
    return faults


def twice(things: Iterable[str]) -> list[str]:
    return [thing for thing, times in Counter(things).items() if times > 1]
