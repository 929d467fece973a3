"""Two witnesses: the boulders that explain a picture, and those that were proposed."""

from hardware.boulders.shapes import Square
from hardware.boulders.witness import Proposed, agreed, left_out_of, witnessed
from tests.hardware.boulders.ideal import observation, square

HERE, THERE = square(40, 45), square(110, 45)


def proposed(*several: tuple[Square, float]) -> Proposed:
    seen = observation([HERE, THERE])
    squares = [one._replace(x=one.x + 2, likely=likely) for one, likely in several]
    return Proposed(seen, [one for one in squares if one.likely > 0.25], [one for one in squares if one.likely < 0.25])


def test_where_both_see_the_same_boulders_less_of_what_does_not_fit_counts() -> None:
    weights = agreed([HERE, THERE], proposed((HERE, 0.9), (THERE, 0.9)))
    assert weights.max() == weights.min() < 1


def test_where_a_boulder_was_hardly_proposed_all_counts() -> None:
    weights = agreed([HERE, THERE], proposed((HERE, 0.9), (THERE, 0.1)))
    assert weights[45, 110] == 1
    assert weights[45, 40] < 1


def test_where_a_boulder_was_proposed_and_none_found_all_counts() -> None:
    weights = agreed([HERE], proposed((HERE, 0.9), (THERE, 0.6)))
    assert weights[45, 110] == 1
    assert weights[45, 40] < 1


def test_what_was_surely_proposed_and_is_not_there_is_a_doubt_where_it_would_lie() -> None:
    (doubt,) = left_out_of([HERE], proposed((HERE, 0.9), (THERE, 0.9)))
    assert doubt[0] == (THERE.x + 2, THERE.y)
    assert doubt[1] > 0.2
    assert left_out_of([HERE], proposed((HERE, 0.9), (THERE, 0.5))) == []
    assert left_out_of([HERE, THERE], proposed((HERE, 0.9), (THERE, 0.9))) == []


def test_one_on_others_that_may_be_one_on_the_mat_is_none_that_was_left_out() -> None:
    """Nobody can tell at which height one is that is seen from above; right beside it would be another."""
    above, beside = HERE._replace(x=HERE.x + 1, lifted=True), HERE._replace(x=HERE.x + 9, lifted=True)
    assert left_out_of([HERE], proposed((HERE, 0.9), (above, 0.9))) == []
    assert left_out_of([HERE], proposed((HERE, 0.9), (beside, 0.9))) != []


def test_the_one_that_was_proposed_as_lying_on_others_vouches_for_that_one() -> None:
    above = HERE._replace(x=HERE.x + 2, lifted=True)
    there, below = above._replace(x=HERE.x - 2), HERE._replace(x=HERE.x + 2)
    below, lifted = witnessed([HERE, above], proposed((there, 0.6), (below, 0.9)))
    assert (below.likely, lifted.likely) == (0.9, 0.6)


def test_one_that_is_seen_at_either_height_is_there() -> None:
    above = HERE._replace(lifted=True)
    flat, raised = HERE._replace(x=HERE.x - 2), above._replace(x=HERE.x - 2)
    (found,) = witnessed([HERE], proposed((flat, 0.3), (raised, 0.7)))
    assert found.likely == 0.7


def test_one_that_was_proposed_vouches_for_one_boulder_only() -> None:
    beside = HERE._replace(x=HERE.x + 7)
    likely = [one.likely for one in witnessed([HERE, beside], proposed((HERE, 0.9)))]
    assert sorted(likely) == [0.0, 0.9]
