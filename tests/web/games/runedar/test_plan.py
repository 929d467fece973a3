"""Every space of a fortress has its place in the drawing, whatever walls and towers its owner recorded."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.runedar.example import FORTRESS
from companion.games.runedar.fortress import WORKSHOPS, Fortress, Tower, Wall, places
from web.games.runedar.plan import COURTYARD_AT, COURTYARD_WIDE, plan

FIRST, LAST = COURTYARD_AT + COURTYARD_WIDE / 2, COURTYARD_AT + 360 - COURTYARD_WIDE / 2


@st.composite
def fortresses(draw: st.DrawFn) -> Fortress:
    walls = draw(st.lists(st.sampled_from(WORKSHOPS), min_size=3, max_size=8))
    joined = st.lists(st.integers(1, len(walls)), min_size=1, max_size=3, unique=True)
    towers = draw(st.lists(joined, min_size=1, max_size=4))
    return Fortress("Any", tuple(map(Wall, walls)), tuple(Tower(tuple(each)) for each in towers))


@given(fortresses())
def test_walls_go_round_in_their_order_and_leave_room_for_the_courtyard(fortress: Fortress) -> None:
    shapes = plan(fortress)
    used = {*places(fortress)} - {each for each in WORKSHOPS if all(each != wall.workshop for wall in fortress.walls)}
    assert {*shapes} == used
    walls = [shapes[f"wall {number}"]["slices"][0] for number in range(1, len(fortress.walls) + 1)]
    assert (walls[0][0], walls[-1][1]) == pytest.approx((FIRST, LAST))
    assert all(one[1] == other[0] for one, other in pairwise(walls))
    for workshop in {wall.workshop for wall in fortress.walls}:
        wide = sum(end - start for start, end in shapes[workshop]["slices"])
        own = sum(
            end - start
            for cut, wall in zip(walls, fortress.walls, strict=True)
            for start, end in [cut]
            if wall.workshop == workshop
        )
        assert wide == pytest.approx(own)


def test_a_tower_stands_where_its_walls_meet() -> None:
    shapes = plan(FORTRESS)
    ends = [shapes[f"wall {number}"]["slices"][0][1] for number in (1, 2, 3)]
    assert [shapes[f"tower {number}"]["at"] for number in (1, 2, 3)] == ends
    assert shapes["tower 1"]["kind"] == "tunnel-tower"


@pytest.mark.parametrize(("walls", "at"), [((1,), FIRST), ((4,), LAST), ((1, 4), COURTYARD_AT), ((1, 3), COURTYARD_AT)])
def test_a_tower_of_one_wall_or_of_distant_ones_stands_towards_the_courtyard(walls: tuple[int, ...], at: float) -> None:
    fortress = Fortress("Any", FORTRESS.walls, (Tower(walls, tunnel=True),))
    assert plan(fortress)["tower 1"]["at"] == pytest.approx(at)
