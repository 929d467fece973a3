"""A place at the table, its colour, and the faults of a seating that every game would find."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from companion.common.lights import PlayerLight
from companion.common.text import Text, say
from companion.rules.player_colour import PlayerColour

LONGEST_NAME = 20


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name and the colour of their pieces."""

    name: str
    colour: str


def colour_of(seat: Seat, colours: Sequence[PlayerColour]) -> PlayerColour:
    return next(colour for colour in colours if colour.name == seat.colour)


def light_of(seat: Seat, colours: Sequence[PlayerColour]) -> PlayerLight:
    colour = colour_of(seat, colours)
    red, green, blue = bytes.fromhex((colour.lamp or colour.rgb).removeprefix("#"))
    return PlayerLight((red, green, blue), 1 + colours.index(colour))


def seating_faults(seats: Sequence[Seat], allowed: range, colours: Sequence[PlayerColour]) -> list[Text]:
    faults = []
    if len(seats) not in allowed:
        faults.append(say("This game seats {least} to {most} players.", least=allowed[0], most=allowed[-1]))
    names = [seat.name.strip() for seat in seats]
    if not all(names):
        faults.append(say("Every player needs a name."))
    if any(len(name) > LONGEST_NAME for name in names):
        faults.append(say("A name has at most {most} letters.", most=LONGEST_NAME))
    faults += [say("Two players are called {name}.", name=name) for name in twice(filter(None, names))]
    texts = {colour.name: colour.text for colour in colours}
    unknown = {seat.colour for seat in seats} - set(texts)
    faults += [say("There are no pieces in {colour}.", colour=colour) for colour in sorted(unknown)]
    taken = [seat.colour for seat in seats if seat.colour in texts]
    faults += [say("Two players have taken {colour}.", colour=texts[colour]) for colour in twice(taken)]
    return faults


def twice(things: Iterable[str]) -> list[str]:
    return [thing for thing, times in Counter(things).items() if times > 1]
