"""The siege so far in sentences, for everyone: what each dwarf did, as it shows on the table, and what came of it."""

from collections.abc import Iterator

from companion.games.runedar.dangers import LOST
from companion.games.runedar.digging import TUNNEL
from companion.games.runedar.goods import counted
from companion.games.runedar.moves import Correction, Dig, Hire, Put, Throw, Work
from companion.games.runedar.state import Over, State
from companion.games.runedar.words import FACES, HIRED, place_name
from companion.rules import Move, Text, listed, say, say_many

SHOWN = {face.value: face.text for face in FACES}


def sentences(before: State, seat: int | None, move: Move, after: State) -> list[Text]:
    """One move, and what came of it."""
    return [*act(before, seat, move, after), *came_of(after)]


def came_of(after: State) -> Iterator[Text]:
    yield from after.news
    match after.now:
        case Over(None):
            yield say("The way out is free.")
        case Over(lost=why) if why is not None:
            yield LOST[why]


def act(before: State, seat: int | None, move: Move, after: State) -> Iterator[Text]:
    if seat is None or isinstance(move, Correction):
        return
    name = before.name(seat)
    match move:
        case Throw(dice):
            yield say("{name} throws: {dice}.", name=name, dice=listed([SHOWN[face] for face in dice]))
        case Hire(who):
            yield say("{name} pays gold. {deed}.", name=name, deed=HIRED[who])
        case Dig(_, goblin) if goblin == TUNNEL:
            dug = before.rubble - (after.rubble if after.sections == before.sections else 0)
            yield say_many("{name} digs {count} rubble away.", "{name} digs {count} rubble away.", dug, name=name)
        case Dig():
            yield say("{name} clears rubble for a goblin.", name=name)
        case Work() | Put():
            yield from used(before, name, after)
    if before.dwarves[seat] != after.dwarves[seat]:
        yield say("{name} goes: {place}.", name=name, place=place_name(after.kit.fortress, after.dwarves[seat]))


def used(before: State, name: str, after: State) -> Iterator[Text]:
    """Where a goblin is content, what it was given is back in the workshop already: that tells enough."""
    good = before.in_workshop()
    if good and (count := before.stored(good) - after.stored(good)) > 0:
        yield say("{name} uses {goods}.", name=name, goods=counted(good, count))
