"""What boulders on others may hide: where there is room for one more of which hardly anything would show."""

import math

import cv2
import numpy as np
import pytest

from hardware.boulders.hiding import hiding
from hardware.boulders.mat import CUBE_SIZE
from hardware.boulders.plane import MARGIN, SCALE
from hardware.boulders.shapes import Square, Sweep

SIZE = CUBE_SIZE * SCALE
HERE = Square(200, 150, 0, 1, 1.0)
OTHER = 2
"""Another colour than that of `HERE`."""


def steep(_x: float, _y: float) -> Sweep:
    """The camera looks down from nearly above: sides are short."""
    return 0.0, -0.15 * SIZE


def aslant(_x: float, _y: float) -> Sweep:
    """Sides are as long as tops."""
    return 0.0, SIZE


def upon(below: Square, right: float = 0.0, down: float = 0.0) -> Square:
    """One that lies on that one seen from nearly above, so much aside, in boulders."""
    return below._replace(x=below.x + right * SIZE, y=below.y + (down + 0.15) * SIZE, label=OTHER, lifted=True)


def test_where_nothing_lies_on_others_nothing_is_hidden() -> None:
    assert hiding([HERE, HERE._replace(x=HERE.x + SIZE)], [], aslant, SIZE) == []


def test_seen_from_above_one_on_another_hides_but_that_one() -> None:
    """Of which hardly anything is seen, so its colour is a guess."""
    assert hiding([HERE, upon(HERE)], [], steep, SIZE) == [HERE]
    aside = upon(HERE, 0.4)
    assert hiding([HERE, aside], [], steep, SIZE) == []


def test_seen_aslant_another_finds_room_behind_it() -> None:
    above = HERE._replace(y=HERE.y - SIZE, lifted=True, label=OTHER)
    assert hiding([HERE, above], [], aslant, SIZE) == [above]


def test_where_the_room_behind_is_taken_nothing_is_hidden() -> None:
    above = HERE._replace(y=HERE.y - SIZE, lifted=True, label=OTHER)
    behind = HERE._replace(y=HERE.y - 1.4 * SIZE)
    assert hiding([HERE, above, behind], [], aslant, SIZE) == []


def test_beyond_the_edge_of_the_mat_nothing_that_counts_is_hidden() -> None:
    at_the_edge = HERE._replace(y=(MARGIN + 0.6 * CUBE_SIZE) * SCALE)
    above = at_the_edge._replace(y=at_the_edge.y - SIZE, lifted=True, label=OTHER)
    assert hiding([at_the_edge, above], [], aslant, SIZE) == []


def test_one_that_lies_on_nothing_hides_what_bears_it() -> None:
    above = upon(HERE)
    assert hiding([above], [], steep, SIZE) == [above]


def test_one_that_lies_on_others_of_its_colour_alone_may_be_a_part_of_one_that_leans() -> None:
    above = upon(HERE, 0.4)
    one, another = above._replace(label=HERE.label), HERE._replace(x=HERE.x + 1.1 * SIZE)
    assert hiding([HERE, one], [], steep, SIZE) == [one]
    assert hiding([HERE, another, one], [], steep, SIZE) == [one]
    assert hiding([HERE, another._replace(label=OTHER), one], [], steep, SIZE) == []
    assert hiding([HERE, above], [], steep, SIZE) == []


def test_one_that_may_lie_on_another_may_hide_it() -> None:
    """Seen from above, a boulder on another is but a little larger, and all of what bears it is hidden."""
    likely, unlikely = (HERE._replace(x=HERE.x + 2, lifted=True, likely=likely) for likely in (0.6, 0.1))
    assert [(one.x, one.y) for one in hiding([HERE], [likely], steep, SIZE)] == [(HERE.x, HERE.y)]
    assert hiding([HERE], [unlikely], steep, SIZE) == []
    assert hiding([HERE, upon(HERE, 0.25)], [upon(HERE, 0.25)._replace(likely=0.9)], steep, SIZE) == [HERE]
    elsewhere = likely._replace(x=HERE.x + SIZE)
    assert hiding([HERE], [elsewhere], steep, SIZE) == []


def test_where_others_lie_on_others_one_more_is_sooner_held_for_such_a_one() -> None:
    perhaps = HERE._replace(x=HERE.x + 2, lifted=True, likely=0.4)
    below = HERE._replace(x=HERE.x + 4 * SIZE)
    pile = [below, upon(below, 0.4)]
    assert hiding([HERE], [perhaps], steep, SIZE) == []
    assert hiding([HERE, *pile], [], steep, SIZE) == []
    assert [(one.x, one.y) for one in hiding([HERE, *pile], [perhaps], steep, SIZE)] == [(HERE.x, HERE.y)]


@pytest.mark.parametrize("seed", range(12))
def test_room_is_found_where_trying_every_place_finds_it(seed: int) -> None:
    random = np.random.default_rng([seed, 31])
    long, way = random.uniform(0.1, 1.2) * SIZE, random.uniform(0, 2 * np.pi)
    sweep = (float(long * math.cos(way)), float(long * math.sin(way)))
    above = HERE._replace(angle=float(random.uniform(0, 90)), lifted=True, label=OTHER)
    squares = [above]
    for _ in range(30):
        right, down = random.uniform(-2.2, 2.2, 2) * SIZE
        one = Square(above.x + right, above.y + down, float(random.uniform(0, 90)), 1, 1.0)
        if all(other.lifted or math.hypot(one.x - other.x, one.y - other.y) > 1.3 * SIZE for other in squares):
            squares.append(one)
    found = above in hiding(squares, [], lambda _x, _y: sweep, SIZE)
    # As much as pixels and turns are rough.
    if _room_by_trying(squares, above, sweep, narrow=0.96, shown=0.25):
        assert found, f"seed {seed}"
    if not _room_by_trying(squares, above, sweep, narrow=0.88, shown=0.45):
        assert not found, f"seed {seed}"


def _room_by_trying(squares: list[Square], above: Square, sweep: Sweep, narrow: float, shown: float) -> bool:
    below = [one.corners(narrow * SIZE).astype(np.float32) for one in squares if not one.lifted]
    cover = above.whole(1.1 * SIZE, sweep).astype(np.float32)
    for right in np.arange(-2, 2.01, 0.1) * SIZE:
        for down in np.arange(-2, 2.01, 0.1) * SIZE:
            for turn in range(0, 90, 15):
                one = Square(above.x + right, above.y + down, turn, 1, 1.0).corners(narrow * SIZE).astype(np.float32)
                hidden, _ = cv2.intersectConvexConvex(one, cover)
                if hidden > (1 - shown) * (narrow * SIZE) ** 2 and not any(
                    cv2.intersectConvexConvex(one, other)[0] > 0 for other in below
                ):
                    return True
    return False
