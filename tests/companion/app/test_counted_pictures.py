"""Pictures that are tapped right: a phone's own, without any rig, and what is kept of them."""

from pathlib import Path

import numpy as np
import pytest

from companion.app.device_setup import corrected_pictures
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.counted_pictures import KEPT, CountedPictures
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.common.boulders import Labelled
from companion.rules import Illegal
from hardware.boulders.watcher import Watcher
from hardware.camera.jpeg import jpeg
from hardware.camera.none import NoCamera
from hardware.rig.camera_loop import CameraLoop
from tests.clock import Hand
from tests.hardware.boulders.scenes import photo, scattered, tally

RED = Labelled(0.5, 0.5, "red")


@pytest.fixture
def corrected(tmp_path: Path) -> CorrectedPictures:
    return CorrectedPictures(tmp_path)


@pytest.fixture
def pictures(tmp_path: Path, corrected: CorrectedPictures) -> CountedPictures:
    """At a table without any camera."""
    clock, counter = Hand(), TableCounter(tmp_path)
    camera_loop = CameraLoop(NoCamera(), Watcher(counter), lambda *_: None, clock)
    return CountedPictures(camera_loop, counter, corrected, open_settings(tmp_path / FILE))


@pytest.fixture(scope="module")
def cubes() -> tuple[bytes, dict[str, int]]:
    fallen = scattered(["red", "red", "blue", "white"], np.random.default_rng(12), 30)
    return jpeg(photo(fallen)), tally(fallen)


def test_a_phones_photo_is_counted_and_can_be_looked_at(
    pictures: CountedPictures, cubes: tuple[bytes, dict[str, int]]
) -> None:
    taken, truth = cubes
    counted = pictures.count(taken)
    colours = [piece.colour for piece in counted.pieces]
    assert {colour: colours.count(colour) for colour in truth} == truth
    assert counted.sure
    assert all(0 <= x <= 1 and 0 <= y <= 1 for piece in counted.pieces for x, y in (*piece.outline, (piece.x, piece.y)))
    shown = pictures.picture_of("phone", counted.photo)
    assert shown is not None
    assert shown.startswith(b"\xff\xd8")
    assert pictures.picture_of("camera", counted.photo) is None


def test_what_cannot_be_counted_is_said_and_nothing_of_it_is_kept(pictures: CountedPictures) -> None:
    for bad, code in ((b"GIF89a", "no_photo"), (b"\xff\xd8\xff rubbish", "photo_damaged")):
        with pytest.raises(Illegal) as refused:
            pictures.count(bad)
        assert refused.value.code == code
    with pytest.raises(Illegal, match="dark"):
        pictures.count(jpeg(np.zeros((480, 640, 3), np.uint8)))
    assert pictures.picture_of("phone", 1) is None


def test_two_photos_at_once_wait_for_each_other_in_words(
    pictures: CountedPictures, cubes: tuple[bytes, dict[str, int]]
) -> None:
    with pictures._one_at_a_time, pytest.raises(Illegal, match="Another photo is being counted"):
        pictures.count(cubes[0])
    assert pictures.count(cubes[0]).photo == 1


def test_only_the_last_photos_stay_in_memory(
    pictures: CountedPictures, cubes: tuple[bytes, dict[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.device_setup.counted_pictures.kept", lambda data: data)
    numbers = [pictures.count(cubes[0]).photo for _ in range(KEPT + 1)]
    assert pictures.picture_of("phone", numbers[0]) is None
    assert all(pictures.picture_of("phone", number) for number in numbers[1:])


def test_what_was_put_right_is_kept_only_if_the_owner_wishes_and_as_it_was_left_last(
    pictures: CountedPictures, corrected: CorrectedPictures, cubes: tuple[bytes, dict[str, int]], tmp_path: Path
) -> None:
    number = pictures.count(cubes[0]).photo
    assert not pictures.keeps
    assert not pictures.put_right("phone", number, [RED])
    assert corrected.number == 0
    pictures.keep(on=True)
    assert open_settings(tmp_path / FILE).values.counting.keep_corrected, "also after a restart"
    assert pictures.put_right("phone", number, [RED])
    assert pictures.put_right("phone", number, [RED, RED])
    (sample,) = corrected.samples()
    assert sample.pieces == [RED, RED]
    assert sample.image.shape == (720, 1280, 3)
    assert not pictures.put_right("phone", 99, [RED]), "which nobody took"
    assert not pictures.put_right("camera", number, [RED])


def test_few_are_kept_the_newest_and_what_is_damaged_is_passed_over(
    corrected: CorrectedPictures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corrected_pictures, "KEPT", 3)
    shades = [jpeg(np.full((20, 30, 3), shade, np.uint8)) for shade in (40, 80, 120, 160)]
    for shade in shades:
        corrected.keep(shade, [RED])
    assert corrected.number == 3
    assert [round(sample.image.mean(), -1) for sample in corrected.samples()] == [80, 120, 160]
    labels = sorted((tmp_path / "corrected").glob("*.json"))
    labels[0].write_bytes(b'[{"x":7}]')
    labels[1].with_suffix(".jpg").write_bytes(b"\xff\xd8\xff rubbish")
    assert len(corrected.samples()) == 1
    corrected.forget()
    assert (corrected.number, list((tmp_path / "corrected").iterdir())) == (0, [])
