import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.count import add_parser, run
from companion.common.health import Health
from hardware.boulders.bare_table.count_pieces import count_on_bare_table
from hardware.boulders.calibration import Calibration
from hardware.boulders.photos import count_photo, read_colours, read_photo
from hardware.devices import Image
from tests.hardware.boulders.scenes import photo, scattered, tally
from tests.hardware.boulders.spoilt import SPOILT, on_the_mat
from tests.needs import shared_data


def counters_on_wood() -> Image:
    """Round counters on a wooden table, two of them touching, one cut off by the picture's edge."""
    down, right = np.mgrid[0:480, 0:640].astype(np.float32)
    wood = np.stack([70 + 0 * right, 110 + 8 * np.sin(down / 9), 160 + 8 * np.sin(down / 9)], axis=-1)
    picture = np.clip(wood * (0.8 + 0.3 * right[..., None] / 640), 0, 255).astype(np.uint8)
    for x, y, colour in ((90, 90, (40, 30, 190)), (230, 120, (40, 30, 190)), (400, 200, (180, 80, 30))):
        cv2.circle(picture, (x, y), 28, colour, -1, cv2.LINE_AA)
    for x, y, colour in ((300, 350, (235, 235, 235)), (354, 352, (180, 80, 30)), (560, 478, (40, 30, 190))):
        cv2.circle(picture, (x, y), 28, colour, -1, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def test_whole_pieces_on_a_bare_table_are_counted_by_colour() -> None:
    count = count_photo(counters_on_wood(), Calibration())
    assert count.colours == {"red": 2, "blue": 2, "yellow": 0, "white": 1}


def test_a_photo_with_the_mat_is_counted_on_the_mat() -> None:
    cubes = scattered(["red", "blue", "yellow", "white"] * 3, np.random.default_rng(2))
    count = count_photo(photo(cubes), Calibration())
    assert count.colours == tally(cubes)
    assert count.sure


def test_an_empty_table_is_not_surely_empty() -> None:
    assert not count_photo(np.full((480, 640, 3), 120, np.uint8), Calibration()).sure


def test_only_what_lies_between_the_tapped_corners_counts() -> None:
    """The upper half of the table, the corners tapped crosswise apart from the edge."""
    upper = ((0.05, 0.05), (0.95, 0.05), (0.95, 0.6), (0.05, 0.6))
    count = count_on_bare_table(counters_on_wood(), Calibration(), upper)
    assert count.colours == {"red": 2, "blue": 1, "yellow": 0, "white": 0}
    places = np.array(sorted((round(piece.x * 640), round(piece.y * 480)) for piece in count.pieces))
    assert places == pytest.approx(np.array([(90, 90), (230, 120), (400, 200)]), abs=4)


def test_a_landing_place_may_lie_on_another_ground_than_the_table() -> None:
    picture = np.full((480, 640, 3), (60, 90, 130), np.uint8)
    picture[100:380, 180:460] = (90, 120, 60)
    for x, y in ((240, 160), (330, 200), (400, 320)):
        cv2.circle(picture, (x, y), 20, (40, 30, 190), -1, cv2.LINE_AA)
    cv2.circle(picture, (80, 240), 20, (40, 30, 190), -1, cv2.LINE_AA)
    place = ((0.3, 0.23), (0.7, 0.23), (0.7, 0.77), (0.3, 0.77))
    assert count_on_bare_table(picture, Calibration(), place).colours["red"] == 3


@pytest.mark.parametrize("how", SPOILT)
def test_each_bad_picture_of_the_mat_is_said_in_its_own_words_and_gives_no_number(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, words = SPOILT[how]
    path = tmp_path / "bad.png"
    cv2.imwrite(str(path), spoil(on_the_mat()))
    assert command(str(path), "--json") == 1
    (answer,) = json.loads(capsys.readouterr().out)
    assert re.search(words, answer["trouble"]), answer["trouble"]
    assert (answer["total"], answer["sure"], answer["pieces"]) == (0, False, [])


def test_a_mat_that_lies_upside_down_is_counted_all_the_same() -> None:
    turned = np.asarray(cv2.rotate(on_the_mat(), cv2.ROTATE_180), np.uint8)
    count = count_photo(turned, Calibration())
    assert count.sure
    assert count.colours == dict.fromkeys(("red", "blue", "yellow", "white"), 3)


def test_the_real_sweets_are_counted_exactly() -> None:
    colours: dict[str, tuple[str, ...]] = {
        "red": ("#e60000",),
        "green": ("#00ff40",),
        "blue": ("#3c8cf8",),
        "orange": ("#fa4b00",),
        "brown": ("#2f0811",),
    }
    image = read_photo(shared_data("photos", "smarties.png"))
    assert not isinstance(image, Health)
    count = count_photo(image, Calibration(colours))
    assert count.colours == {"red": 4, "green": 2, "blue": 3, "orange": 2, "brown": 1}


def spoilt_photos(folder: Path) -> list[Path]:
    done, data = cv2.imencode(".jpg", counters_on_wood())
    assert done
    (folder / "cut.jpg").write_bytes(data.tobytes()[: len(data) // 2])
    (folder / "text.jpg").write_text("This is not a picture.")
    (folder / "empty.png").write_bytes(b"")
    (folder / "folder").mkdir()
    return [folder / name for name in ("cut.jpg", "text.jpg", "empty.png", "folder", "missing.jpg")]


def test_each_spoilt_photo_has_its_own_words(tmp_path: Path) -> None:
    answers = [read_photo(path) for path in spoilt_photos(tmp_path)]
    assert all(isinstance(answer, Health) for answer in answers)
    assert len({answer.text.sentence for answer in answers if isinstance(answer, Health)}) == len(answers)


@pytest.mark.parametrize("text", ["", "[colours]", "[colours]\nred = 3", "[colours]\nred = ['red']", "colours = ["])
def test_a_spoilt_colours_file_is_said_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "colours.toml"
    path.write_text(text)
    answer = read_colours(path)
    assert isinstance(answer, Health)
    assert str(path) in str(answer)


def command(*words: str) -> int:
    import argparse

    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    return run(parser.parse_args(["count", *words]))


def test_the_command_prints_json_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, drawn, colours = tmp_path / "table.png", tmp_path / "out.png", tmp_path / "colours.toml"
    cv2.imwrite(str(picture), counters_on_wood())
    colours.write_text('[colours]\ncherry = ["#be1e28"]\nsea = "#1e50b4"\nchalk = ["#ebebeb"]\n')
    assert command(str(picture), "--colours", str(colours), "--json", "--annotate", str(drawn)) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["photo"] == str(picture)
    assert answer["colours"] == {"cherry": 2, "sea": 2, "chalk": 1}
    assert answer["total"] == 5
    assert len(answer["pieces"]) == 5
    assert isinstance(answer["sure"], bool)
    assert drawn.exists()


def test_the_command_goes_on_past_a_spoilt_photo_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), counters_on_wood())
    assert command(str(tmp_path / "missing.jpg"), str(picture)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "There is no file" in lines[0]
    assert "2 red" in lines[1]
