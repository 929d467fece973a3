import numpy as np
import pytest

from hardware.boulders.compare import Hypothesis, Lighting
from hardware.boulders.lamp import Lamp
from hardware.boulders.shapes import Square
from tests.hardware.boulders.ideal import SIDE, SIZE, TOP, observation, square

PAIR = [square(60, 50, 15), square(60.0 - 5.2, 50.0 + 19.4, 15)]
"""One behind the other, in touch."""

ANY_LAMP = Lamp(direction=0.0, base=1.0, lit=0.0, tolerance=0.1)


def misfit(guessed: list[Square], truth: list[Square]) -> float:
    """In tops."""
    return float(Hypothesis(observation(truth), guessed).misfit.sum()) / SIZE**2


@pytest.mark.parametrize("truth", [[], [square(60, 50, 30)], PAIR, [*PAIR, square(100, 60, 0, 2)]])
def test_what_lies_there_explains_all_that_is_seen(truth: list[Square]) -> None:
    assert misfit(truth, truth) < 0.02


def test_a_boulder_that_was_missed_does_not_fit() -> None:
    assert misfit(PAIR[:1], PAIR) > 0.5


def test_a_boulder_that_is_not_there_does_not_fit() -> None:
    assert misfit([*PAIR, square(110, 50)], PAIR) > 0.5


def test_a_boulder_of_another_colour_does_not_fit() -> None:
    assert misfit([square(60, 50, 15, 2)], [square(60, 50, 15, 1)]) > 0.5


def test_a_square_across_an_edge_between_two_faces_does_not_fit() -> None:
    assert misfit([square(60, 56)], [square(60, 50)]) > 0.1


def test_two_boulders_never_share_a_place() -> None:
    seen = observation([square(60, 50)])
    assert Hypothesis(seen, [square(60, 50), square(60, 50)]).cost > Hypothesis(seen, [square(60, 50)]).cost + 0.9


def test_a_boulder_that_would_lie_off_the_mat_costs_what_is_not_seen_of_it() -> None:
    seen = observation([square(60, 50)])
    seen.known[:, 110:] = False
    free = Hypothesis(seen, [square(60, 50)])
    astray = Hypothesis(seen, [square(60, 50), square(117, 50)])
    assert free.off_mat.tolist() == [0.0]
    assert astray.off_mat[1] == pytest.approx(0.95, abs=0.05)
    assert astray.cost > free.cost + 0.8


@pytest.mark.parametrize(("beside", "falls"), [(0.0, False), (0.4, False), (0.8, True), (3.0, True)])
def test_one_on_others_that_would_fall_down_must_explain_more(beside: float, falls: bool) -> None:
    seen = observation([])
    right, down = seen.sweep_at(0, 0)
    above = square(60 - right + beside * SIZE, 50 - down)._replace(lifted=True)
    guess, level = (Hypothesis(seen, [square(60, 50), one]) for one in (above, above._replace(lifted=False)))
    assert (guess.cost - guess.unfit > level.cost - level.unfit + 0.1) == falls


def test_a_side_that_is_lighter_than_the_lamp_can_make_it_does_not_fit() -> None:
    seen = observation([square(60, 50)], side=TOP)
    ratio = SIDE / TOP
    fitting = Hypothesis(seen, [square(60, 50)]).misfit.sum()
    seen.lighting = Lighting(np.zeros(256), Lamp(direction=0.0, base=ratio, lit=0.0, tolerance=0.1))
    assert Hypothesis(seen, [square(60, 50)]).misfit.sum() > fitting + 0.2 * SIZE**2


@pytest.mark.parametrize(("side", "lamp", "doubt"), [(TOP, None, True), (SIDE, None, False), (TOP, ANY_LAMP, False)])
def test_a_side_as_light_as_its_top_is_a_doubt_while_no_lamp_is_known(
    side: int, lamp: Lamp | None, doubt: bool
) -> None:
    seen = observation([square(60, 50)], side=side)
    seen.lighting = Lighting(np.zeros(256), lamp)
    (area,) = Hypothesis(seen, [square(60, 50)]).lit_sides.tolist()
    assert area > 0.2 if doubt else area == 0


def test_a_top_that_is_lighter_than_its_paint_does_not_fit() -> None:
    seen = observation([square(60, 50)])
    levels = np.zeros(256)
    levels[1] = SIDE
    fitting = Hypothesis(seen, [square(60, 50)]).misfit.sum()
    seen.lighting = Lighting(levels, None)
    assert Hypothesis(seen, [square(60, 50)]).misfit.sum() > fitting + 0.3 * SIZE**2


def test_the_light_is_learned_from_the_boulders() -> None:
    squares = [square(22 + 38 * n, y, 10 * n + 5) for n in range(4) for y in (25, 75)]
    lighting = Hypothesis(observation(squares), squares).lighting()
    assert lighting.tops[1] == pytest.approx(TOP, abs=3)
    assert lighting.lamp is not None
    assert lighting.lamp.ratio(np.radians(np.array([80.0, 100.0]))) == pytest.approx(SIDE / TOP, abs=0.05)
