"""The tower alone: naming who hammers, the hits, the result, and the list of past hammerings."""

from typing import Any

import pytest

from companion.games import GAMES
from companion.games.tower.moves import BringTrolls, GoAlone, JoinAsComrade, PutBack, TakeHammer
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Boulders, Hit, Illegal, Move
from tests.players import PEOPLE

TOWER = GAMES["tower"]
SIGRUN, SVEN, ASTRID, OLAF = range(4)


def after(*moves: tuple[int, Move]) -> Any:
    state = TOWER.new(TOWER.setup(PEOPLE))
    for seat, move in moves:
        state = TOWER.apply(state, seat, move)
    return state


PAIR = (
    (SVEN, TakeHammer(SVEN)),
    (SVEN, BringTrolls(4)),
    (ASTRID, JoinAsComrade(ASTRID)),
    (ASTRID, BringTrolls(2)),
)
ALONE = ((OLAF, TakeHammer(OLAF)), (OLAF, BringTrolls(4)), (OLAF, GoAlone()))


def panel(state: Any, title: str) -> list[str]:
    panels = {str(panel.title): [str(line) for line in panel.lines] for panel in TOWER.view(state, None).panels}
    return panels.get(title, [])


def test_trolls_of_both_make_the_limits() -> None:
    armed = TOWER.armed(after(*PAIR))
    assert armed
    assert (armed.hammerer, armed.comrade, armed.hit_limit, armed.colour_limit) == (SVEN, ASTRID, 6, 6)


def test_alone_only_ones_own_trolls_count() -> None:
    armed = TOWER.armed(after(*ALONE))
    assert armed
    assert (armed.comrade, armed.hit_limit) == (None, 4)


def test_nobody_is_their_own_comrade() -> None:
    with pytest.raises(Illegal):
        TOWER.apply(after(*PAIR[:2]), SVEN, JoinAsComrade(SVEN))


@pytest.mark.parametrize("trolls", [1, 11])
def test_trolls_are_2_to_10(trolls: int) -> None:
    with pytest.raises(Illegal):
        TOWER.apply(after(*PAIR[:1]), SVEN, BringTrolls(trolls))


def test_only_the_hammerer_stops() -> None:
    state = after(*PAIR, (SIGRUN, Hit(Boulders(white=1))))
    with pytest.raises(Illegal) as refusal:
        TOWER.apply(state, ASTRID, Stop())
    assert refusal.value.code == "not_yours"
    TOWER.apply(state, SVEN, Stop())


def test_anyone_may_enter_a_hit_for_the_hammerer() -> None:
    state = after(*PAIR, (OLAF, Hit(Boulders(white=1))))
    hammering = TOWER.view(state, None).hammering
    assert hammering is not None
    assert hammering.hits[0].seat == SVEN


def test_the_result_says_total_gifts_and_who_collects_first() -> None:
    state = after(*PAIR, (SVEN, Hit(Boulders(red=7, yellow=8, white=2))))
    assert panel(state, "Result") == ["17 boulders in 1 hit", "3 gifts calm the spirit", "Sven collects first"]


def test_the_result_says_who_may_keep_hammering() -> None:
    state = after(*PAIR, (SVEN, Hit(Boulders(red=3))), (SVEN, Stop()))
    assert panel(state, "Result")[1:] == ["Sven collects first", "Astrid may keep hammering"]
    armed = TOWER.armed(TOWER.apply(state, ASTRID, KeepOn()))
    assert armed is not None
    assert armed.hammerer == ASTRID


def test_a_hit_after_the_end_is_refused_loudly() -> None:
    state = after(*ALONE, *[(OLAF, Hit(Boulders(white=1)))] * 4)
    with pytest.raises(Illegal) as refusal:
        TOWER.apply(state, OLAF, Hit(Boulders()))
    assert refusal.value.code == "hit_limit"


def test_past_hammerings_are_listed_newest_first_with_both_names() -> None:
    first = (*PAIR, (SVEN, Hit(Boulders(red=3))), (SVEN, Stop()), (ASTRID, KeepOn()), (ASTRID, Hit(Boulders(red=5))))
    state = after(*first, (OLAF, PutBack()), *ALONE, (OLAF, Hit(Boulders(blue=1))), (OLAF, Stop()), (OLAF, PutBack()))
    assert panel(state, "Past hammerings") == [
        "Olaf alone: 1 boulder in 1 hit",
        "Astrid with Sven: 8 boulders in 2 hits, over the colour limit by 2",
    ]


def test_standings_count_what_fell_by_each_hand() -> None:
    state = after(*PAIR, (SVEN, Hit(Boulders(red=3))), (SVEN, Hit()), (ASTRID, Hit(Boulders(blue=2))))
    assert [standing.score for standing in TOWER.standings(state, None)] == [0, 3, 2, 0]


@pytest.mark.parametrize(
    ("moves", "seat", "code"),
    [
        (PAIR, ASTRID, "not_hammering"),
        (PAIR, SVEN, "hit_first"),
        ((*PAIR, *[(SVEN, Hit(Boulders(white=1)))] * 6), ASTRID, "hit_limit"),
        ((*PAIR, (SVEN, Hit(Boulders(red=7)))), ASTRID, "colour_limit"),
    ],
)
def test_explain_says_why_not(moves: tuple[tuple[int, Move], ...], seat: int, code: str) -> None:
    assert [reason.code for reason in TOWER.explain(after(*moves), seat)] == [code]


def test_who_kept_on_was_not_alone_even_if_the_other_never_struck() -> None:
    """Sven's empty hit gives Astrid the hammer; she stops at once, and Sven keeps on."""
    state = after(*PAIR, (SVEN, Hit(Boulders())), (ASTRID, Stop()), (SVEN, KeepOn()), (SVEN, Hit(Boulders(red=1))))
    state = TOWER.apply(TOWER.apply(state, SVEN, Stop()), SVEN, PutBack())
    assert panel(state, "Past hammerings") == ["Sven with Astrid: 1 boulder in 2 hits"]
