import msgspec
import numpy as np
import pytest

from hardware.boulders import troubles
from hardware.boulders.calibration import Calibration
from hardware.boulders.counter import Counter
from hardware.boulders.learn import CLOSE, MIXED, NOTHING, Learned, learn_all, learn_colour, with_learned
from hardware.camera.render import Look
from tests.hardware.boulders.scenes import all_44, photo, scattered, tally

ODD = Look(
    paints={
        "red": (0.30, 0.02, 0.14),
        "blue": (0.03, 0.25, 0.30),
        "yellow": (0.35, 0.50, 0.05),
        "white": (0.62, 0.52, 0.40),
    },
    size_mm=12.0,
)
"""A set with raspberry, turquoise, lime and natural wood, larger than usual."""


def test_other_boulders_are_counted_once_their_colours_and_size_were_learned() -> None:
    learned = []
    for seed, name in enumerate(("red", "blue", "yellow", "white")):
        picture = photo(scattered([name] * 5, np.random.default_rng(seed), 25), look=ODD)
        one = learn_colour(picture, name, Calibration())
        assert isinstance(one, Learned), one
        assert one.size_mm == pytest.approx(12.0, abs=0.5)
        learned.append(one)
    cubes = scattered(["red", "blue", "yellow", "white"] * 5, np.random.default_rng(9), 18)
    counter = Counter(with_learned(Calibration(), learned))
    assert counter.count(photo(cubes, look=ODD)).colours == tally(cubes)


def test_an_empty_mat_teaches_nothing() -> None:
    assert learn_colour(photo(()), "red", Calibration()) == NOTHING


def test_too_few_boulders_teach_nothing() -> None:
    few = learn_colour(photo(scattered(["red"] * 2, np.random.default_rng(1), 30)), "red", Calibration())
    assert few in (NOTHING, CLOSE)


def test_two_colours_at_once_teach_neither() -> None:
    both = photo(scattered(["red", "blue"] * 3, np.random.default_rng(3), 30))
    assert learn_colour(both, "red", Calibration()) == MIXED


def test_without_a_mat_the_trouble_is_said() -> None:
    assert learn_colour(np.full((720, 1280, 3), 120, np.uint8), "red", Calibration()) == troubles.NO_MAT


def test_all_44_at_once_become_their_own_samples() -> None:
    picture = photo(scattered(all_44(), np.random.default_rng(4)))
    learned = learn_all(picture, Calibration())
    assert isinstance(learned, Calibration), learned
    assert learned.colours != Calibration().colours
    assert Counter(learned).count(picture).colours == dict.fromkeys(Calibration().colours, 11)


def test_fewer_than_all_boulders_are_named_by_what_was_seen() -> None:
    answer = learn_all(photo(scattered(["red"] * 4, np.random.default_rng(4))), Calibration())
    assert not isinstance(answer, Calibration)
    assert "4 red" in str(answer)


def test_learning_keeps_what_was_not_taught() -> None:
    calibration = with_learned(Calibration(), [Learned("red", ("#aa0000",), 9.0, 3)])
    assert calibration == msgspec.structs.replace(
        Calibration(), colours={**Calibration().colours, "red": ("#aa0000",)}, size_mm=9.0
    )
