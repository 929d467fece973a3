"""Two hundred moves that are nonsense, against the rules or not that player's to make: each refused with its code.

`refused.txt` lists them under the situation in which they are tried: the seat, or host, the move as a phone would send
it, and the code. What cannot even be read as a move is malformed.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from companion.games.trollfjord.moves import Collect, Declare, Forgo, Join, Lift, MoveLord, StayOut, TakeHammer
from companion.games.trollfjord.state import ChoosesFortress, Over, State
from companion.hammering.moves import Stop
from companion.rules import Boulders, Illegal
from tests.companion.games.trollfjord.positions import (
    ASTRID,
    GAME,
    OLAF,
    SIGRUN,
    SVEN,
    after,
    at,
    hits,
    position,
    white,
)

TROLLS = {
    SVEN: {"mountain_1": 2, "forest_1": 2, "tundra_2": 1},
    ASTRID: {"mountain_1": 1, "forest_1": 1},
    SIGRUN: {"mountain_1": 3},
}


def lord() -> State:
    """Sven's lord is last."""
    return position({SVEN: 0, ASTRID: 20, OLAF: 30, SIGRUN: 41}, TROLLS)


def placing() -> State:
    """Sven may place two trolls in a swamp."""
    return after(lord(), (SVEN, MoveLord("place", 2)))


def wandering() -> State:
    return after(lord(), (SVEN, MoveLord("wander", 2)))


def lifted() -> State:
    return after(wandering(), (SVEN, Lift("tundra_2")))


def tailwind() -> State:
    """Astrid may place one troll."""
    return after(placing(), (SVEN, Forgo()))


def fortress() -> State:
    return at(lord(), ChoosesFortress())


def comrade() -> State:
    return after(fortress(), (SVEN, Declare("north")))


def alone() -> State:
    """Nobody joins; Sven decides."""
    return after(comrade(), (ASTRID, StayOut()))


def tower() -> State:
    """Sven and Astrid, before the first hit."""
    return after(comrade(), (ASTRID, Join()), (SVEN, TakeHammer()))


def hammering() -> State:
    return after(tower(), *hits(SVEN, white(9)))


def angry() -> State:
    """One boulder over the limit of six."""
    return after(tower(), *hits(SVEN, Boulders(red=7, white=10)))


def collecting() -> State:
    """Twenty boulders in the last hit allowed: Sven may take the 10 or the 18."""
    return after(tower(), *hits(SVEN, *[white(1)] * 5, Boulders(red=5, blue=5, yellow=5)))


def keeping_on() -> State:
    """Sven took the 10 and stopped; Astrid may keep on."""
    return after(tower(), *hits(SVEN, white(11)), (SVEN, Stop()), (SVEN, Collect("forest_1")))


def clearing() -> State:
    """Nobody collected; Sven clears first."""
    return after(alone(), (SVEN, TakeHammer()), *hits(SVEN, white(1)), (SVEN, Stop()))


def drawing() -> State:
    """The forest waits for a treasure."""
    return after(alone(), (SVEN, TakeHammer()), *hits(SVEN, white(10)), (SVEN, Stop()), (SVEN, Collect("forest_1")))


def over() -> State:
    return at(lord(), Over())


SITUATIONS: dict[str, Callable[[], State]] = {
    made.__name__: made
    for made in (
        lord,
        placing,
        wandering,
        lifted,
        tailwind,
        fortress,
        comrade,
        alone,
        tower,
        hammering,
        angry,
        collecting,
        keeping_on,
        clearing,
        drawing,
        over,
    )
}


class Refused(NamedTuple):
    situation: str
    seat: int | None
    move: str
    code: str


def listed() -> Iterator[Refused]:
    situation = ""
    for line in Path(__file__).with_name("refused.txt").read_text(encoding="utf-8").splitlines():
        match line.split(" | "):
            case [""]:
                pass
            case [title]:
                situation = title.removesuffix(":")
            case [who, move, code]:
                seat = None if who == "host" else ("Sigrun", "Sven", "Astrid", "Olaf").index(who)
                yield Refused(situation, seat, move, code)


ALL = list(listed())


def code(state: State, refused: Refused) -> str:
    try:
        move = msgspec.json.decode(refused.move, type=GAME.moves)
    except msgspec.DecodeError:
        return "malformed"
    with pytest.raises(Illegal) as refusal:
        GAME.apply(state, refused.seat, move)
    assert str(refusal.value.text)
    return refusal.value.code


@pytest.mark.parametrize("refused", ALL, ids=[f"{one.situation}: {one.move}" for one in ALL])
def test_it_is_refused_with_its_code_and_changes_nothing(refused: Refused) -> None:
    state = SITUATIONS[refused.situation]()
    before = msgspec.json.encode(state)
    assert code(state, refused) == refused.code
    assert msgspec.json.encode(state) == before


def test_there_are_two_hundred_of_them_in_every_situation() -> None:
    assert len(set(ALL)) >= 200
    assert {one.situation for one in ALL} == set(SITUATIONS)
