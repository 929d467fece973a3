"""Learning faces from photos: every die is found and its size told, or it is said why not."""

import numpy as np
import pytest

from companion.common.health import Health
from hardware.dice import lesson, store
from hardware.dice.comparing import Comparison
from hardware.dice.faces import PATCH, Faces, Sample
from hardware.dice.lesson import Lesson, look
from tests.hardware.dice.homes import Home
from tests.hardware.dice.spoilt import three

SEED = 8_100_003


@pytest.fixture(scope="module")
def home() -> Home:
    return Home(SEED)


def test_each_die_is_found_from_left_to_right_and_their_size_with_them(home: Home) -> None:
    photo = home.lesson()[0]
    found = look(photo.image)
    assert isinstance(found, Lesson)
    assert found.size_mm == pytest.approx(home.dice.size_mm, abs=1.5)
    assert len(found.dice) == len(photo.dice)
    assert [die.patch.shape for die in found.dice] == [(PATCH, PATCH, 3)] * 5
    across = [np.mean(die.outline, axis=0)[0] for die in found.dice]
    assert across == sorted(across)


def test_what_is_no_set_of_dice_is_refused_in_words(home: Home) -> None:
    size = home.dice.size_mm
    side_by_side = (home.die(home.faces[0], 100, 90), home.die(home.faces[1], 100 + size, 90))
    assert look(home.photo(()).image) == lesson.NOTHING
    assert look(home.photo(side_by_side).image) == lesson.NOT_DICE
    hidden = look(home.photo(three(home), hand=True).image)
    assert isinstance(hidden, Health)
    assert not hidden.fine


def test_what_was_learned_is_one_file_and_comes_back_from_it() -> None:
    random = np.random.default_rng(3)
    patches = [random.integers(0, 255, (PATCH, PATCH, 3), dtype=np.uint8) for _ in range(2)]
    faces = Faces(15.25, (Sample(1, patches[0]), Sample("crossbow", patches[1])), photos=1)
    again = store.read(store.written(faces))
    assert isinstance(again, Faces)
    assert (again.size_mm, again.photos, again.names) == (15.25, 1, [1, "crossbow"])
    assert (again.samples[1].patch == patches[1]).all()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b'{"size_mm": 99, "photos": 2, "samples": []}',
        b'{"size_mm": 16, "photos": 2, "samples": [{"face": 1, "picture": "?"}]}',
        b'{"size_mm": 16, "photos": 2, "samples": [{"face": 1, "picture": "AAAA"}]}',
    ],
    ids=["empty", "nothing in it", "dice as large as a mug", "no base64", "no picture"],
)
def test_a_spoilt_file_is_no_set_of_dice(data: bytes) -> None:
    found = store.read(data)
    assert isinstance(found, Health)
    assert "cannot be read" in str(found.text)


def test_a_die_in_a_later_photo_is_guessed_by_what_is_known(home: Home) -> None:
    known, _ = home.learned()
    comparison = Comparison(known)
    assert [comparison.nearest(sample.patch) for sample in known.samples] == [sample.face for sample in known.samples]
    assert comparison.nearest(np.zeros((PATCH, PATCH, 3), np.uint8)) is None


def test_a_dark_top_with_nothing_on_it_is_no_face_with_a_small_spot() -> None:
    comparison = Comparison(black_dice())
    bare = np.full((1, PATCH - 4, PATCH - 4, 3), 40, np.uint8)
    assert comparison.strangeness(comparison.fine(bare)) > 0.7
    assert [comparison.nearest(sample.patch) for sample in black_dice().samples] == ["spot", "cross", "bars"]


def test_a_lamps_tint_is_no_difference_between_faces() -> None:
    comparison = Comparison(black_dice())
    for sample in black_dice().samples:
        tinted = (sample.patch * (0.85, 1.0, 1.15)).astype(np.uint8)
        assert comparison.nearest(tinted) == sample.face
        assert comparison.strangeness(comparison.fine(tinted[None, 2:-2, 2:-2])) < 0.02


def black_dice() -> Faces:
    """One face is nearly bare."""
    spot, cross, bars = (np.full((PATCH, PATCH, 3), 40, np.uint8) for _ in range(3))
    spot[14:18, 14:18] = 180
    cross[6:26, 13:19] = cross[13:19, 6:26] = 180
    bars[6:26, 6:12] = bars[6:26, 20:26] = 180
    return Faces(16.0, (Sample("spot", spot), Sample("cross", cross), Sample("bars", bars)))
