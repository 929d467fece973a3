import cv2
import numpy as np
import pytest

from hardware.boulders import COLOURS, troubles
from hardware.boulders.counter import Counter
from hardware.boulders.mat import MAT_WIDTH
from hardware.camera.render import Look
from hardware.camera.scene import Cube, Light
from hardware.camera.view import View
from hardware.devices import Image
from tests.hardware.boulders.scenes import all_44, photo, scattered, tally


def test_an_empty_mat_is_surely_empty() -> None:
    count = Counter().count(photo(()))
    assert count.trouble is None
    assert count.total == 0
    assert count.sure


def test_all_44_boulders_are_counted_by_colour() -> None:
    cubes = scattered(all_44(), np.random.default_rng(3))
    count = Counter().count(photo(cubes))
    assert count.colours == tally(cubes)
    assert count.sure


def test_each_piece_lies_where_its_cube_is() -> None:
    count = Counter().count(photo((Cube("yellow", 131, 100, 20),)))
    (piece,) = count.pieces
    assert piece.colour == "yellow"
    assert (piece.x, piece.y) == pytest.approx((0.5, 0.5), abs=0.03)
    assert len(piece.outline) == 4


def test_two_boulders_of_one_colour_side_by_side_are_two() -> None:
    for angle in (0, 17, 45, 80):
        turn = np.radians(angle)
        other = Cube("red", 120 + 10 * np.cos(turn), 90 + 10 * np.sin(turn), angle)
        count = Counter().count(photo((Cube("red", 120, 90, angle), other)))
        assert count.colours["red"] == 2, angle


@pytest.mark.parametrize(
    "light",
    [
        Light(cast=(1.0, 0.72, 0.45)),
        Light(cast=(0.7, 0.85, 1.0)),
        Light(brightness=0.25),
        Light(elevation=35, ambient=0.25, slope=0.6),
    ],
    ids=["warm", "cold", "dim", "one-sided"],
)
def test_the_light_in_the_room_does_not_change_the_count(light: Light) -> None:
    cubes = scattered(["red", "blue", "yellow", "white"] * 4, np.random.default_rng(5))
    assert Counter().count(photo(cubes, light)).colours == tally(cubes)


def test_a_dark_picture_says_so() -> None:
    assert Counter().count(photo((), Light(brightness=0.02))).trouble == troubles.DARK


def test_an_overexposed_picture_says_so() -> None:
    assert Counter().count(np.full((720, 1280, 3), 255, np.uint8)).trouble == troubles.BRIGHT


def test_a_table_without_a_mat_says_so() -> None:
    assert Counter().count(np.full((720, 1280, 3), 120, np.uint8)).trouble == troubles.NO_MAT


def test_a_hand_over_the_mat_is_never_counted() -> None:
    trouble = Counter().count(photo(scattered(["red"] * 5, np.random.default_rng(1)), hand=True)).trouble
    assert trouble is not None
    assert troubles.hides_the_mat(trouble)


@pytest.mark.parametrize("shape", [(720, 1280), (720, 1280, 4), (2, 2, 3), (0, 0, 3)])
def test_what_is_no_picture_is_refused_in_words(shape: tuple[int, ...]) -> None:
    assert Counter().count(np.zeros(shape, np.uint8)).trouble == troubles.NO_PICTURE


def test_a_camera_that_was_moved_finds_the_mat_again() -> None:
    counter = Counter()
    cubes = scattered(["blue"] * 6, np.random.default_rng(2))
    picture = photo(cubes)
    assert counter.count(picture).colours["blue"] == 6
    assert counter.count(np.roll(picture, 40, axis=1)).colours["blue"] == 6
    farther = counter.count(photo(cubes, look=Look(view=View(distance=450, tilt=34))))
    assert (farther.colours["blue"], farther.sure) == (6, True)


def test_a_mat_that_was_taken_away_is_missed() -> None:
    counter = Counter()
    assert counter.count(photo(())).trouble is None
    assert counter.count(np.full((720, 1280, 3), 120, np.uint8)).trouble == troubles.NO_MAT


ONE_SIDED = Light(azimuth=90, elevation=30, ambient=0.25, slope=0.6)
"""From the camera's side, low: the sides that are seen are as light as the tops, or lighter."""


def test_a_side_in_the_lamp_s_light_is_no_second_boulder() -> None:
    cubes = tuple(
        Cube(colour, 50 + 50 * column + 20 * row, 50 + 70 * row, 15 * column + 40 * row)
        for column, colour in enumerate(COLOURS)
        for row in range(2)
    )
    count = Counter().count(photo(cubes, ONE_SIDED, look=Look(view=View(tilt=34))))
    assert count.colours == tally(cubes)
    assert count.sure


def test_white_boulders_beside_the_printed_colours_are_counted() -> None:
    cubes = tuple(Cube("white", x, y, y) for x in (16, MAT_WIDTH - 16) for y in (70, 96, 122))
    count = Counter().count(photo(cubes, look=Look(view=View(tilt=30, turn=14, distance=360))))
    assert count.colours["white"] == len(cubes)


def test_more_boulders_of_a_colour_than_there_are_is_never_sure() -> None:
    cubes = scattered(["red"] * 12, np.random.default_rng(6))
    count = Counter().count(photo(cubes))
    assert count.colours["red"] == 12
    assert not count.sure


def with_a_green_cube(picture: Image, side: int = 32) -> Image:
    """As large as a boulder, of a colour that no boulder has."""
    shown = picture.copy()
    shown[340 : 340 + side, 620 : 620 + side] = (70, 150, 60)
    return shown


def test_a_thing_of_unknown_colour_as_large_as_a_boulder_is_asked_about() -> None:
    cubes = tuple(Cube(colour, 40 + 30 * n, 50, 20 * n) for n, colour in enumerate(COLOURS))
    counter, picture = Counter(), photo(cubes)
    assert counter.count(picture).sure
    beside = counter.count(with_a_green_cube(picture))
    assert beside.colours == tally(cubes)
    assert not beside.sure


def test_a_crumb_of_unknown_colour_is_no_doubt() -> None:
    cubes = tuple(Cube(colour, 40 + 30 * n, 50, 20 * n) for n, colour in enumerate(COLOURS))
    assert Counter().count(with_a_green_cube(photo(cubes), side=10)).sure


def test_of_a_boulder_that_shows_but_a_glimpse_at_the_edge_of_the_mat_nobody_is_sure() -> None:
    picture = photo(scattered(["red", "blue", "yellow"] * 2, np.random.default_rng(5)))
    assert Counter().count(picture).sure
    corners = np.array([[x, y, 0.0] for x, y in ((150, -6), (162, -6), (162, 6), (150, 6))])
    outline = np.round(Look().view.lens().project(corners)).astype(np.int32)
    glimpsed = np.asarray(cv2.fillConvexPoly(picture, outline, (200, 205, 210)), np.uint8)
    assert not Counter().count(glimpsed).sure
