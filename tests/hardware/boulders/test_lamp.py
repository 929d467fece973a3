import numpy as np
import pytest

from hardware.boulders.lamp import lamp_from

AROUND = np.radians(np.arange(0.0, 180.0, 12.0))
"""The sides that a camera sees face its half of the room."""


def lit_from(lamp: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(0.5 + 0.4 * np.maximum(0.0, np.cos(AROUND - np.radians(lamp))))


@pytest.mark.parametrize("lamp", [0.0, 45.0, 90.0, 150.0])
def test_sides_are_as_light_as_the_lamp_makes_them(lamp: float) -> None:
    found = lamp_from(AROUND, lit_from(lamp))
    assert found is not None
    assert found.ratio(AROUND) == pytest.approx(lit_from(lamp), abs=0.03)


def test_a_few_faces_that_are_no_sides_do_not_move_the_lamp() -> None:
    ratio = lit_from(45.0)
    ratio[[2, 9]] = 1.6
    found = lamp_from(AROUND, ratio)
    assert found is not None
    assert found.ratio(AROUND) == pytest.approx(lit_from(45.0), abs=0.05)


def test_light_that_is_less_simple_is_judged_less_strictly() -> None:
    simple, rough = lit_from(45.0), lit_from(45.0) + np.where(np.arange(len(AROUND)) % 2, 0.1, -0.1)
    strict, mild = lamp_from(AROUND, simple), lamp_from(AROUND, rough)
    assert strict is not None
    assert mild is not None
    assert mild.tolerance > 1.5 * strict.tolerance


def test_a_few_sides_do_not_tell_where_the_lamp_stands() -> None:
    assert lamp_from(AROUND[:5], lit_from(45.0)[:5]) is None
