from collections.abc import Sequence

import numpy as np
import pytest

from companion.common.boulders import COLOURS, Labelled
from companion.common.health import Health
from hardware.boulders.calibration import Calibration
from hardware.boulders.counter import Counter
from hardware.boulders.learn_from_corrections import NOTHING, Sample, learn_from
from hardware.camera.render import Look
from hardware.camera.scene import Cube
from hardware.camera.view import HEIGHT, WIDTH
from tests.hardware.boulders.scenes import photo, scattered, tally

OTHERS = Look(
    paints={
        "red": (0.30, 0.02, 0.14),
        "blue": (0.03, 0.25, 0.30),
        "yellow": (0.35, 0.50, 0.05),
        "white": (0.62, 0.52, 0.40),
    },
)
"""Raspberry, turquoise, lime and natural wood."""


def put_right(colours: list[str], seed: int, swapped: Sequence[str] = ()) -> Sample:
    """As a person leaves a picture who taps the middle of each top; blindly, if colours are swapped."""
    cubes = scattered(colours, np.random.default_rng(seed), 25)
    lens = OTHERS.view.lens()
    tops = lens.project(np.array([[cube.x_mm, cube.y_mm, OTHERS.size_mm] for cube in cubes]))
    named = dict(zip(COLOURS, swapped or COLOURS, strict=True))
    labels = [label(named[cube.colour], *top) for cube, top in zip(cubes, tops, strict=True)]
    return Sample(photo(cubes, look=OTHERS), labels)


def label(colour: str, x: float, y: float) -> Labelled:
    assert colour in COLOURS
    return Labelled(float(x) / WIDTH, float(y) / HEIGHT, colour)  # type: ignore[arg-type]  # as was just asserted


def test_what_was_miscounted_is_counted_right_once_two_pictures_were_put_right() -> None:
    cubes: tuple[Cube, ...] = scattered([*COLOURS] * 4, np.random.default_rng(31), 22)
    picture = photo(cubes, look=OTHERS)
    assert Counter().count(picture).colours != tally(cubes)
    learned = learn_from([put_right([*COLOURS] * 3, seed) for seed in (1, 2)], Calibration())
    assert isinstance(learned, Calibration), learned
    assert Counter(learned).count(picture).colours == tally(cubes)
    for name, samples in Calibration().colours.items():
        assert set(samples) < set(learned.colours[name]), "what it knew stays known"


def test_of_a_colour_that_was_seen_too_seldom_nothing_is_learned() -> None:
    learned = learn_from([put_right(["red"] * 4 + ["blue"] * 2, 3)], Calibration())
    assert isinstance(learned, Calibration), learned
    assert learned.colours["blue"] == Calibration().colours["blue"]
    assert learned.colours["red"] != Calibration().colours["red"]
    assert learn_from([put_right(["red", "blue"], 3)], Calibration()) == NOTHING
    assert learn_from([], Calibration()) == NOTHING


def test_a_picture_without_the_mat_and_taps_beside_it_teach_nothing() -> None:
    bare = Sample(np.full((HEIGHT, WIDTH, 3), 120, np.uint8), [label("red", 9, 9)] * 5)
    assert learn_from([bare], Calibration()) == NOTHING
    beside = Sample(
        put_right(["red"] * 3, 4).image, [label("red", 0, 0), label("red", WIDTH, 0), label("red", 0, HEIGHT)]
    )
    assert learn_from([beside], Calibration()) == NOTHING


def test_one_paint_called_two_colours_is_refused_with_their_names() -> None:
    good = put_right([*COLOURS] * 3, 5)
    wrong = put_right(["blue"] * 8, 7, swapped=("red", "white", "yellow", "blue"))
    refused = learn_from([good, wrong], Calibration())
    assert isinstance(refused, Health), refused
    assert "are called blue and white" in str(refused)


def test_a_finger_that_missed_a_boulder_teaches_nothing_of_the_mat() -> None:
    sample = put_right(["white"] * 8, 8)
    missed = [label("white", 0.5 * WIDTH + 3 * number, 0.93 * HEIGHT) for number in range(3)]
    learned = learn_from([Sample(sample.image, [*sample.pieces, *missed])], Calibration())
    assert learned == learn_from([sample], Calibration())


def test_what_would_count_worse_than_before_is_refused_with_both_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    right = iter([True, True, True, False])
    monkeypatch.setattr(Sample, "counted_right", lambda _sample, _counter: next(right))
    refused = learn_from([put_right([*COLOURS] * 3, seed) for seed in (1, 2)], Calibration())
    assert isinstance(refused, Health), refused
    assert "2 of 2 are counted right as it is, 1 after" in str(refused)
