"""The game so far in sentences, for everyone: what happened, but no treasure's value that could be forgotten again."""

from collections.abc import Iterator

from companion.games.trollfjord.clearing import lies_in
from companion.games.trollfjord.moves import (
    AskComrade,
    BringTrolls,
    CarryOff,
    Clear,
    Collect,
    Correction,
    Declare,
    Draw,
    FartherBack,
    Finish,
    Forgo,
    Give,
    GiveNoMore,
    GoAlone,
    HoldBack,
    Join,
    LeaveEmpty,
    Lift,
    MoveLord,
    Place,
    PutDown,
    Rest,
    StayOut,
    StepUp,
    TakeGiftBack,
    TakeHammer,
    Wander,
)
from companion.games.trollfjord.state import Hammers, Over, State, Wanders
from companion.games.trollfjord.tailwind import wander_from
from companion.games.trollfjord.walkway import landscape, next_free
from companion.games.trollfjord.words import BELT, LANDSCAPE_NAMES
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Hit, Move, Text, say, say_many
from companion.rules.hammering import counted


def sentences(before: State, seat: int | None, move: Move, after: State) -> list[Text]:
    """One move, and what came of it."""
    return [*act(before, seat, move), *came_of(move, after)]


def came_of(move: Move, after: State) -> Iterator[Text]:
    # The value drawn was on the table for all to see, but nobody's sack must be read from the story later.
    drawn = lies_in(after.land.names[0], 0).sentence if isinstance(move, Draw) else None
    yield from (line for line in after.news if line.sentence != drawn)
    if isinstance(after.now, Over):
        yield say("The game is over.")


def act(state: State, seat: int | None, move: Move) -> Iterator[Text]:
    if seat is None or isinstance(move, Correction):
        return
    name, land = state.name(seat), state.land
    match move:
        case MoveLord(to, free):
            yield lord(state, name, to, free)
        case Place(region, trolls):
            yield say_many(
                "{name} places {count} troll in {region}.",
                "{name} places {count} trolls in {region}.",
                trolls,
                name=name,
                region=land.names[land.regions.index(region)],
            )
        case Wander(region):
            assert isinstance(state.now, Wanders)
            here = wander_from(state, state.now)
            assert here is not None
            there = land.names[land.regions.index(region)]
            yield say("{name} wanders from {here} to {there}.", name=name, here=land.names[here], there=there)
        case Declare(fortress):
            number = BELT[land.numbers[land.spots.index(fortress)]]
            yield say("{name} wants to hammer at fortress {number}.", name=name, number=number)
        case Join():
            yield say("{name} joins as a comrade.", name=name)
        case StayOut():
            yield say("{name} stays out.", name=name)
        case TakeHammer():
            yield say("{name} takes the hammer.", name=name)
        case Hit(boulders):
            yield say("{name} hits: {boulders}.", name=state.name(striker(state)), boulders=counted(boulders))
        case Stop():
            yield say("{name} stops hammering.", name=name)
        case KeepOn():
            yield say("{name} keeps hammering alone.", name=name)
        case Give(gift):
            yield say("{name} gives the gift worth {gift}.", name=name, gift=gift)
        case TakeGiftBack(gift):
            yield say("{name} takes the gift worth {gift} back.", name=name, gift=gift)
        case HoldBack() | GiveNoMore():
            yield say("{name} gives no more.", name=name)
        case StepUp(hammerer):
            yield say("{name} takes the hammer.", name=state.name(hammerer))
        case AskComrade(comrade):
            yield say("{name} joins as a comrade.", name=state.name(comrade))
        case FartherBack(winner):
            yield say("{name}'s troll lord is farther back.", name=state.name(winner))
        case Draw():
            yield say("{name} turns a treasure over.", name=name)
        case BringTrolls() | GoAlone() | CarryOff() | Finish():
            return
        case Forgo() | Lift() | PutDown() | Rest() | Collect() | LeaveEmpty() | Clear():
            # What came of it says enough.
            return


def lord(state: State, name: str, to: str, free: int) -> Text:
    placing, _ = next_free(state, state.turn)
    if to == "wander":
        return say_many(
            "{name}'s troll lord goes to a wander space: {count} step.",
            "{name}'s troll lord goes to a wander space: up to {count} steps.",
            free,
            name=name,
        )
    place = LANDSCAPE_NAMES[landscape(state, placing[free - 1])]
    return say("{name}'s troll lord goes to {landscape}.", name=name, landscape=place)


def doer(before: State, seat: int | None, move: Move) -> int | None:
    """The seat that a move's sentences are about."""
    match move:
        case Hit():
            return striker(before)
        case StepUp(named) | AskComrade(named) | FartherBack(named):
            return named
    return seat


def striker(state: State) -> int:
    """Whoever holds the hammer, whoever's phone it was entered on."""
    assert isinstance(state.now, Hammers)
    return state.now.site.bout.hammerer
