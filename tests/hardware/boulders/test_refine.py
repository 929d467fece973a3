import cv2
import numpy as np
import pytest

from hardware.boulders.compare import Observation
from hardware.boulders.counter import SURE_OF_A_HEAP
from hardware.boulders.refine import Propose, refined
from hardware.boulders.shapes import Square
from hardware.boulders.witness import Proposed
from tests.hardware.boulders.ideal import TOP, observation, square

PAIR = [square(70, 45, 15), square(70.0 - 5.2, 45.0 + 19.4, 15)]


def roughly(seen: Observation, truth: list[Square]) -> Propose:
    """Proposes what is there, a little beside it, and a side that may be a boulder but is none."""
    beside = [one._replace(x=one.x + 1.5, y=one.y - 1.5, angle=one.angle + 4, likely=0.9) for one in truth]
    return lambda: Proposed(seen, beside, [square(62, 76, 15)._replace(likely=0.1)])


@pytest.mark.parametrize(
    "guessed",
    [
        [square(67, 55, 15)],
        PAIR[:1],
        PAIR[1:],
        [*PAIR, square(62, 75, 15)],
        [square(70, 55), square(63, 70), square(70, 40)],
        [],
    ],
    ids=["one across both", "only the far one", "only the near one", "a side too many", "all astray", "none"],
)
def test_two_boulders_in_touch_are_found_whatever_was_found_before(guessed: list[Square]) -> None:
    seen = observation(PAIR)
    result = refined(seen, guessed, roughly(seen, PAIR))
    assert len(result.squares) == 2
    assert result.misfit < 0.1
    for found, truth in zip(sorted(result.squares, key=lambda s: s.y), PAIR, strict=True):
        assert (found.x, found.y) == pytest.approx((truth.x, truth.y), abs=4)


def test_what_fits_is_left_as_it_is() -> None:
    result = refined(observation(PAIR), PAIR)
    assert [s[:4] for s in result.squares] == [s[:4] for s in PAIR]


def test_what_no_boulder_explains_stays_a_misfit() -> None:
    seen = observation(PAIR)
    seen.labels[10:24, 100:150] = 2
    assert refined(seen, PAIR).misfit > 1 - SURE_OF_A_HEAP


def test_two_tops_nearer_than_a_boulder_is_wide_do_not_fit() -> None:
    truth = [square(70, 50)]
    overlapping = [square(70, 46), square(70, 60)]
    seen = observation(truth, side=TOP)
    (found,) = refined(seen, overlapping, roughly(seen, truth)).squares
    assert (found.x, found.y) == pytest.approx((70, 50), abs=2)


def test_a_boulder_told_off_the_mat_is_none() -> None:
    truth = [square(70, 50)]
    seen = observation(truth)
    seen.known[:40] = False
    (found,) = refined(seen, [*truth, square(70, 24)]).squares
    assert (found.x, found.y) == pytest.approx((70, 50), abs=2)


def test_a_boulder_in_front_that_passes_for_a_side_is_a_doubt() -> None:
    lone = [square(70, 45)]
    assert refined(observation(lone), lone).misfit < 0.1
    assert refined(observation(lone, side=TOP), lone).misfit > 0.2


def test_three_tops_told_in_a_row_become_the_two_boulders_with_light_sides_that_are_there() -> None:
    truth = [square(70, 40, 5), square(66, 70, 25)]
    guessed = [square(70, 40, 5), square(69, 58, 25), square(64, 79, 25)]
    seen = observation(truth, side=134)
    assert len(refined(seen, guessed, roughly(seen, truth)).squares) == len(truth)


def test_thin_rims_that_add_up_to_half_a_boulder_are_a_doubt() -> None:
    truth = [square(30, 25), square(110, 25), square(30, 80), square(110, 80)]
    seen = observation(truth)
    assert refined(seen, truth).misfit < 0.1
    one, top = seen.labels[60:, 80:], seen.tops[60:, 80:]
    wider = cv2.dilate(one, np.ones((5, 5), np.uint8))
    top[one == 0] = wider[one == 0]
    one[:] = wider
    assert refined(seen, truth).misfit > 0.15
