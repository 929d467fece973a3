"""Teaching the camera a table's own boulders."""

from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest

from companion.app.device_setup.table_counter import TableCounter
from hardware.boulders.calibration import Calibration
from hardware.boulders.learn import Learned
from hardware.camera.scene import Cube, Scene
from tests.web.fakes import Phone
from tests.web.workshop import Studio, ok, seen


def teach(watching: Phone, studio: Studio, colour: str | None) -> Any:
    ok(watching.post("/api/host/camera/learn", colour=colour))
    studio.camera_setup.lessons.wait()
    return seen(watching)["now"]["lesson"]


def lay(studio: Studio, *cubes: Cube) -> None:
    studio.sim.camera._scene = lambda _: Scene(cubes)
    studio.look()


REDS = tuple(Cube("red", 60.0 + 35 * number, 80.0, 20.0 * number) for number in range(5))


def test_a_colour_is_learned_confirmed_and_kept_with_its_picture(
    watching: Phone, studio: Studio, tmp_path: Path
) -> None:
    lay(studio, *REDS)
    before = seen(watching)["now"]["learned"]
    lesson = teach(watching, studio, "red")
    assert lesson["words"] is None
    assert lesson["boulders"] == {"red": 5, "blue": 0, "yellow": 0, "white": 0}
    assert lesson["learned"]["colours"]["blue"] == before["colours"]["blue"]
    assert lesson["learned"]["size_mm"] == pytest.approx(10.0, abs=1.0)
    assert watching.get("/api/host/camera/lesson.jpg").data.startswith(b"\xff\xd8")
    assert seen(watching)["now"]["learned"] == before
    ok(watching.post("/api/host/camera/keep"))
    after = seen(watching)["now"]
    assert after["learned"]["own"]
    assert after["learned"]["colours"]["red"] == lesson["learned"]["colours"]["red"]
    assert after["lesson"] is None
    assert TableCounter(tmp_path).boulders.colours["red"] == tuple(lesson["learned"]["colours"]["red"])
    assert watching.get("/api/host/camera/lesson.jpg").data.startswith(b"\xff\xd8")
    studio.look()
    assert seen(watching)["now"]["boulders"]["red"] == 5
    ok(watching.post("/api/host/camera/forget"))
    assert seen(watching)["now"]["learned"] == before
    assert TableCounter(tmp_path).boulders == Calibration()


def test_all_boulders_are_learned_at_once_or_it_is_said_what_is_missing(watching: Phone, studio: Studio) -> None:
    lay(studio, *REDS)
    lesson = teach(watching, studio, None)
    assert lesson["learned"] is None
    assert "recognised: 5 red, 0 blue, 0 yellow, 0 white." in lesson["words"]["text"]
    colours = ("red", "blue", "yellow", "white") * 11
    lay(studio, *(Cube(colour, 35.0 + 19 * (at % 11), 60.0 + 25 * (at // 11)) for at, colour in enumerate(colours)))
    lesson = teach(watching, studio, None)
    assert lesson["words"] is None
    assert lesson["boulders"] == dict.fromkeys(("red", "blue", "yellow", "white"), 11)


def test_a_lesson_that_fails_or_is_dropped_changes_nothing(watching: Phone, studio: Studio) -> None:
    studio.look()
    before = seen(watching)["now"]["learned"]
    assert not teach(watching, studio, "blue")["words"]["fine"]
    assert watching.post("/api/host/camera/keep").code == "nothing_learned"
    ok(watching.post("/api/host/camera/drop"))
    now = seen(watching)["now"]
    assert (now["learned"], now["lesson"]) == (before, None)
    studio.sim.fault("camera_unplugged", on=True)
    assert watching.post("/api/host/camera/learn", colour=None).code == "no_picture"
    assert watching.post("/api/host/camera/learn", colour="green").status == 400


def test_a_camera_that_holds_its_exposure_finds_it_anew(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not seen(watching)["now"]["settles"]
    assert watching.post("/api/host/camera/settle").code == "cannot_settle"
    settled = Mock()
    monkeypatch.setattr(studio.sim.camera, "settle_again", settled, raising=False)
    assert seen(watching)["now"]["settles"]
    ok(watching.post("/api/host/camera/settle"))
    settled.assert_called_once_with()


def test_a_lesson_dropped_while_it_is_under_way_comes_to_nothing(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = Event()
    monkeypatch.setattr(
        "companion.app.device_setup.colour_teaching.learn_all", lambda *_: looking.wait(10) and Calibration()
    )
    studio.look()
    ok(watching.post("/api/host/camera/learn", colour=None))
    lesson = seen(watching)["now"]["lesson"]
    assert (lesson["words"], lesson["learned"]) == (None, None)
    assert watching.post("/api/host/camera/learn", colour="red").code == "looking"
    thread = studio.camera_setup.lessons._thread
    assert thread is not None
    ok(watching.post("/api/host/camera/drop"))
    looking.set()
    thread.join()
    assert seen(watching)["now"]["lesson"] is None
    assert watching.post("/api/host/camera/keep").code == "nothing_learned"


def test_a_lesson_that_would_not_count_its_own_picture_right_is_refused_with_what_it_would_see(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(studio, *REDS)
    grey = Learned("red", ("#757575",), 10.0, len(REDS))  # what the mat is printed in
    monkeypatch.setattr("companion.app.device_setup.colour_teaching.learn_colour", lambda *_: grey)
    before = seen(watching)["now"]["learned"]
    lesson = teach(watching, studio, "red")
    assert "With these colours the camera would see" in lesson["words"]["text"]
    assert watching.post("/api/host/camera/keep").code == "nothing_learned"
    assert seen(watching)["now"]["learned"] == before


def test_the_size_that_is_known_stays_as_long_as_it_explains_the_picture(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(studio, *REDS)
    usual = Calibration()
    larger = Learned("red", usual.colours["red"], usual.size_mm + 1.5, len(REDS))
    monkeypatch.setattr("companion.app.device_setup.colour_teaching.learn_colour", lambda *_: larger)
    assert teach(watching, studio, "red")["learned"]["size_mm"] == usual.size_mm


def test_colours_are_learned_from_pictures_that_were_put_right(watching: Phone, studio: Studio) -> None:
    assert watching.post("/api/host/camera/learn-corrected").code == "none_corrected"
    lay(studio, *REDS)
    number = studio.camera_loop._number
    pieces = [{"x": piece.x, "y": piece.y, "colour": "red"} for piece in studio.pictures.pieces_of(number)]
    assert len(pieces) == len(REDS)
    put_right = {"source": "camera", "number": number, "pieces": pieces}
    assert ok(watching.post("/api/put-right", **put_right))["kept"] is False
    ok(watching.post("/api/host/camera/keep-corrected", on=True))
    assert ok(watching.post("/api/put-right", **put_right))["kept"] is True
    assert seen(watching)["now"]["corrected"] == 1
    ok(watching.post("/api/host/camera/learn-corrected"))
    studio.camera_setup.lessons.wait()
    lesson = seen(watching)["now"]["lesson"]
    assert lesson["words"] is None
    assert lesson["boulders"]["red"] == len(REDS)
    assert set(Calibration().colours["red"]) < set(lesson["learned"]["colours"]["red"])
    ok(watching.post("/api/host/camera/keep"))
    assert seen(watching)["now"]["learned"]["own"]
    ok(watching.post("/api/host/camera/forget-corrected"))
    assert seen(watching)["now"]["corrected"] == 0
