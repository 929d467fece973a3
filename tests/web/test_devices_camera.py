"""The camera's page: what is seen, and the landing place."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.device_setup.table_counter import TableCounter
from companion.referee import Question, Status
from companion.rules import Boulders, say
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Piece
from hardware.camera.scene import Cube, Light, Scene
from tests.hardware.boulders.spoilt import SPOILT, on_the_mat
from tests.web.fakes import Phone
from tests.web.workshop import Studio, ok, seen


def test_the_camera_page_tells_what_lies_there(watching: Phone, studio: Studio) -> None:
    assert seen(watching)["now"]["kind"] is None
    studio.spill(3)
    now = seen(watching)["now"]
    assert now["kind"] == "counted"
    assert now["boulders"] == studio.sim.tower.on_mat()
    assert now["hints"][0] == {"fine": True, "text": "The mat is found."}
    assert len(now["pieces"]) == 3
    assert {*now["pieces"][0], "outline"} == {*Piece.__struct_fields__}
    assert now["learned"]["colours"]["red"]
    assert tuple(now["learned"]) == (*Calibration.__struct_fields__, "own")
    assert watching.get("/api/host/camera/picture.jpg").data.startswith(b"\xff\xd8")


def test_a_picture_that_cannot_be_counted_is_explained(watching: Phone, studio: Studio) -> None:
    studio.sim.fault("picture_dark", on=True)
    studio.look()
    now = seen(watching)["now"]
    assert now["boulders"] is None
    assert now["words"] == {"fine": False, "text": "The picture is too dark: switch on a light."}
    assert now["hints"] == [now["words"]]
    studio.sim.fault("camera_unplugged", on=True)
    studio.look(0.2)
    assert watching.get("/api/host/camera/picture.jpg").status_code == 404


@pytest.mark.parametrize("how", SPOILT)
def test_each_bad_picture_is_said_in_its_own_words_on_the_page_and_gives_no_number(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    spoil, words = SPOILT[how]
    picture = spoil(on_the_mat())
    monkeypatch.setattr(studio.sim.camera, "_exposed", lambda _: picture)
    studio.look()
    now = seen(watching)["now"]
    assert (now["boulders"], now["pieces"], now["words"]["fine"]) == (None, [], False)
    assert re.search(words, now["words"]["text"]), now["words"]["text"]


def test_a_mat_that_lies_upside_down_is_counted_and_said(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned = np.asarray(cv2.rotate(on_the_mat(), cv2.ROTATE_180), np.uint8)
    monkeypatch.setattr(studio.sim.camera, "_exposed", lambda _: turned)
    studio.look()
    now = seen(watching)["now"]
    assert now["boulders"] == dict.fromkeys(("red", "blue", "yellow", "white"), 3)
    assert "The mat is seen from the tower's side." in [hint["text"] for hint in now["hints"]]


def test_a_light_in_which_the_colours_no_longer_fit_is_said_on_the_page(watching: Phone, studio: Studio) -> None:
    cubes = tuple(Cube(colour, 60.0 + 30 * at, 80.0) for at, colour in enumerate(("red", "blue", "yellow", "white")))
    studio.sim.camera._scene = lambda _: Scene(cubes)
    studio.look()
    assert seen(watching)["now"]["sure"]
    assert not seen(watching)["now"]["relearn"]
    studio.sim.camera._scene = lambda _: Scene(cubes, light=Light(cast=(1.5, 0.0, 0.0)))
    studio.look()
    now = seen(watching)["now"]
    assert now["boulders"] is None
    assert now["words"]["text"].startswith(
        "The light has changed, and the colours no longer fit: switch on white light"
    )
    assert now["relearn"]


def test_the_last_counts_are_kept_with_pictures_and_what_came_of_them(watching: Phone, studio: Studio) -> None:
    studio.look()
    studio.spill(2)
    newest, older = seen(watching)["history"]
    assert newest["boulders"] == studio.sim.tower.on_mat()
    assert sum(older["boulders"].values()) == 0
    assert (
        watching.get(f"/api/host/camera/{newest['number']}.jpg").data
        != watching.get(f"/api/host/camera/{older['number']}.jpg").data
    )
    question = say("Not sure. How many boulders fell?")
    status = Status("asking", question, Question(question, Boulders(), newest["number"]))
    studio.camera_setup.judged(newest["number"], None, status)
    assert seen(watching)["history"][0]["asked"] == "Not sure. How many boulders fell?"
    studio.camera_setup.judged(newest["number"], Boulders(red=2), Status("armed"))
    assert seen(watching)["history"][0]["played"]["red"] == 2


def test_a_mat_that_lies_still_is_listed_once_and_again_after_a_hit(watching: Phone, studio: Studio) -> None:
    studio.look(20.0)
    (only,) = seen(watching)["history"]
    studio.camera_setup.judged(only["number"], Boulders(), Status("armed"))
    studio.look(20.0)
    newest, judged = seen(watching)["history"]
    assert newest["played"] is None
    assert judged["played"] == dict.fromkeys(("red", "blue", "yellow", "white"), 0)


def test_a_picture_that_is_no_longer_kept_is_told(watching: Phone) -> None:
    answer = watching.get("/api/host/camera/5.jpg")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "gone")


FIELD = [[0.25, 0.15], [0.75, 0.15], [0.9, 0.9], [0.1, 0.9]]


def test_without_a_mat_it_is_counted_between_four_corners(watching: Phone, studio: Studio, tmp_path: Path) -> None:
    crossed = [FIELD[0], FIELD[2], FIELD[1], FIELD[3]]
    ok(watching.post("/api/host/camera/lay-out", corners=crossed))
    assert [list(corner) for corner in TableCounter(tmp_path).place] == FIELD
    assert seen(watching)["now"]["place"] == FIELD
    assert seen(watching)["now"]["hints"] == []
    ok(watching.post("/api/host/camera/use-mat"))
    assert seen(watching)["now"]["place"] == []
    studio.spill(2)
    assert seen(watching)["now"]["hints"][0]["fine"]


@pytest.mark.parametrize(
    ("corners", "status", "code"),
    [
        (FIELD[:3], 400, "bad_request"),
        ([*FIELD, [0.5, 0.5]], 400, "bad_request"),
        ([[0.1, 0.1], [1.2, 0.1], [0.9, 0.9], [0.1, 0.9]], 400, "bad_request"),
        ([[0.5, 0.5]] * 4, 409, "bad_corners"),
        ([[0.1, 0.1], [0.4, 0.4], [0.6, 0.6], [0.9, 0.9]], 409, "bad_corners"),
    ],
)
def test_corners_that_enclose_nothing_are_refused(
    watching: Phone, corners: list[list[float]], status: int, code: str
) -> None:
    answer = watching.post("/api/host/camera/lay-out", corners=corners)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert seen(watching)["now"]["place"] == []


@pytest.mark.parametrize(("paper", "width"), [("a4", 297), ("letter", 279.4)])
def test_the_mat_is_there_to_print_in_the_hosts_language(watching: Phone, paper: str, width: float) -> None:
    watching.get("/language/de")
    answer = watching.get(f"/host/mat-{paper}.svg")
    assert answer.mimetype == "image/svg+xml"
    assert f'width="{width}' in answer.get_data(as_text=True)
    assert "Put the tower here" not in answer.get_data(as_text=True)


def test_a_damaged_file_costs_what_was_taught_but_not_the_evening(
    watching: Phone, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ok(watching.post("/api/host/camera/lay-out", corners=FIELD))
    assert TableCounter(tmp_path).place
    (tmp_path / "landing-place.json").write_bytes(b"[[0.1")
    (tmp_path / "boulders.toml").write_text('size_mm = 10\n[colours]\ngreen = ["#00ff00"]\n', encoding="utf-8")
    counter = TableCounter(tmp_path)
    assert (counter.place, counter.boulders) == ((), Calibration())
    assert counter.warning is not None
    assert "needs samples of red, blue, yellow, white" in str(counter.warning)
    assert "cannot be read" in caplog.text
