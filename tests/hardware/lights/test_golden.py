from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.common.lights import Lights
from hardware.devices import Pixel
from hardware.lights.effects import MOODS, pixels
from hardware.lights.layout import Layout, current
from hardware.lights.sim import SimStrip
from tests.hardware.lights.people import ORANGE
from tests.hardware.lights.sheet import COUNTS, MOMENTS, lamps, load, read


@pytest.mark.parametrize("count", COUNTS)
def test_every_moment_looks_as_in_its_golden_picture(count: int) -> None:
    golden = read(load(count), count)
    assert list(golden) == [moment.name for moment in MOMENTS]
    wrong = [moment.name for moment in MOMENTS if lamps(moment, count) != golden[moment.name]]
    assert not wrong, "draw them anew with: python -m tests.hardware.lights.sheet, and look at them"


def test_the_golden_pictures_show_every_mood() -> None:
    assert {moment.said.mood for moment in MOMENTS} == set(MOODS)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("limit", [100.0, 500.0, 2000.0])
def test_the_current_limit_holds_for_every_golden_moment(count: int, limit: float) -> None:
    strip = SimStrip(Layout(count=count, brightness=1.0, limit_ma=limit))
    for moment in MOMENTS:
        strip.show(lamps(moment, count))
        assert current(strip.sent) <= limit, moment.name


def _grey(picture: list[Pixel]) -> NDArray[np.float64]:
    return np.asarray(np.array(picture) @ np.array([0.2126, 0.7152, 0.0722]), np.float64)


@pytest.mark.parametrize("count", COUNTS)
def test_moods_are_told_apart_without_seeing_colour(count: int) -> None:
    """Three seconds of each mood in grey: somewhere, sometime, any two must differ by a good step of brightness."""
    said = {mood: Lights(mood, ORANGE, 2, 5, {"red": 4, "blue": 1}, 5, 0) for mood in MOODS}
    films = {mood: np.array([_grey(pixels(word, count, at / 10)) for at in range(30)]) for mood, word in said.items()}
    for one, other in combinations(films, 2):
        assert np.abs(films[one] - films[other]).max() > 40, (one, other)
