"""Reading throws: right in homes that were not seen before, and never sure of what nobody could be sure of."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from hardware.camera.dice import SYMBOLS
from hardware.camera.render import Painter
from hardware.camera.scene import Die, Light, Scene
from hardware.dice.faces import Faces
from hardware.dice.overlay import draw
from hardware.dice.reader import Reader
from tests.hardware.dice.homes import Home
from tests.hardware.dice.spoilt import SPOILT, Spoilt

WOOD = 8_100_003
BLACK, SMALL_BLACK, PALE = 7_900_001, 7_900_004, 7_900_030
"""One pip is all that is on one of the black ones' faces."""


@cache
def visited(seed: int) -> tuple[Home, Faces]:
    home = Home(seed)
    return home, home.learned()[0]


def test_throws_are_read_exactly_whether_apart_or_touching() -> None:
    home, known = visited(WOOD)
    reader, sure = Reader(known), 0
    for number in range(4):
        throw = home.throw(touching=number % 2 == 0)
        read = reader.read(throw.image, len(throw.dice))
        assert Counter(read.faces) == throw.truth(), f"throw {number}: {read.doubt}"
        sure += read.sure
    assert sure >= 3


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_nobody_is_sure_of_a_throw_that_cannot_be_read(spoil: Callable[[Home], Spoilt]) -> None:
    home, known = visited(WOOD)
    throw, thrown = spoil(home)
    read = Reader(known).read(throw.image, thrown)
    assert read.doubt is not None
    assert not read.doubt.fine


def test_a_shadow_is_no_black_die_with_a_single_pip() -> None:
    home, known = visited(BLACK)
    reader = Reader(known)
    for x, y, angle in ((90, 90, 10), (110, 130, 70)):
        alone = home.photo((home.die("face 4", x, y, angle),))
        assert reader.read(alone.image, 1).faces == ("face 4",)


def test_beside_black_dice_no_shadow_takes_their_place() -> None:
    home, known = visited(SMALL_BLACK)
    two = home.photo((home.die("face 2", 220, 69, 276), home.die("face 4", 241, 166, 266)), light=("one-sided", LOW))
    assert sorted(Reader(known).read(two.image, 2).faces) == ["face 2", "face 4"]


LOW = Light(brightness=0.98, azimuth=38.5, elevation=24.7, ambient=0.2, slope=0.47, tower=0.26)


def test_what_is_drawn_on_a_die_and_a_marker_under_it_may_tear_its_outline() -> None:
    home, known = visited(PALE)
    on_a_marker = home.photo((home.die("face 4", 18.6, 167.5, 309),), light=("cold", COLD))
    assert Reader(known).read(on_a_marker.image, 1).faces == ("face 4",)


COLD = Light(brightness=0.68, cast=(0.67, 0.81, 1.0), azimuth=48.3, elevation=49.0, ambient=0.4, slope=0.18)


def test_an_empty_mat_and_the_number_of_dice_are_told_in_words() -> None:
    home, known = visited(WOOD)
    reader = Reader(known)
    face = home.faces[0]
    two = home.photo((home.die(face, 90, 90), home.die(face, 150, 100)))
    assert said(reader, home.photo(()).image, 3) == "No dice are seen on the mat."
    assert said(reader, two.image, 3) == "Only 2 of 3 dice are seen on the mat."
    assert said(reader, two.image, 1) == "2 dice are seen on the mat, but 1 were thrown."
    assert said(reader, np.zeros_like(two.image), 2) == "The picture is too dark: switch on a light."


def said(reader: Reader, image: "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]", thrown: int) -> str:
    doubt = reader.read(image, thrown).doubt
    assert doubt is not None
    return str(doubt.text)


def test_a_face_that_was_never_shown_is_not_taken_for_another() -> None:
    home, known = visited(WOOD)
    missing = home.faces[-1]
    fewer = Faces(known.size_mm, tuple(sample for sample in known.samples if sample.face != missing))
    throw = home.photo((home.die(missing, 90, 90, 20), home.die(home.faces[0], 160, 100, 70)))
    read = Reader(fewer).read(throw.image, 2)
    assert not read.sure


def test_each_die_is_outlined_where_it_lies_with_a_cross_where_it_is_not_clear() -> None:
    home, known = visited(WOOD)
    throw = home.photo((home.die(home.faces[0], 90, 90, 20),))
    read = Reader(known).read(throw.image, 1)
    middle = np.mean(read.dice[0].outline, axis=0) * (1280, 720)
    top = home.look.view.lens().project(np.array([[90.0, 90.0, home.dice.size_mm]]))[0]
    assert np.hypot(*(middle - top)) < 8
    assert (draw(throw.image, read) != throw.image).any()


def test_the_simulated_rigs_own_dice_differ_from_each_other() -> None:
    painter = Painter()
    pictures = [painter.paint(Scene(dice=(Die((name, *SYMBOLS[:5]), 131, 96),))) for name in SYMBOLS]
    for number, picture in enumerate(pictures):
        for other in pictures[number + 1 :]:
            assert (np.abs(picture.astype(int) - other) > 40).any()
