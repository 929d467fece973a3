"""Dice before the camera: the host shows their faces in two photos, and from then on a player lets it read a throw."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.device_setup.dice import DiceSetup
from companion.app.device_setup.learned_dice import LearnedDice
from hardware.camera.dice import SYMBOLS
from hardware.camera.view import View
from tests.games import beacon
from tests.web.fakes import Home, Phone
from tests.web.test_seats import json_view
from tests.web.workshop import Studio, ok

NAMED = dict(zip(SYMBOLS, ("calm", "breeze", "gust"), strict=False))
"""What the simulated dice show for each face of a storm die."""
DICE = 2


@pytest.fixture
def home(tmp_path: Path, studio: Studio, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """Astrid alone, in a storm."""
    beacon.register(monkeypatch)
    home = Home(tmp_path, studio)
    seats = [{"name": "Astrid", "colour": "amber"}]
    ok(home.host().act("/api/host/start", game="beacon", seats=seats, seen=home.table.version))
    home.play(0, do="lay", card=0)
    home.play(0, do="face")
    yield home
    home.close()


def on_the_mat(studio: Studio) -> list[str]:
    """From left to right, as the camera sees them."""
    dice = studio.sim.dice_cup.lying
    tops = View().lens().project(np.array([[die.x_mm, die.y_mm, 16.0] for die in dice]))
    return [NAMED[dice[number].sides[0]] for number in np.argsort(tops[:, 0])]


def photo(host: Phone, studio: Studio) -> Any:
    studio.clock.now += 1
    ok(host.post("/api/host/dice/beacon/look"))
    studio.dice_setup.wait()
    return host.get("/api/host/dice/beacon").get_json()


def field_of(phone: Phone) -> Any:
    return json_view(phone, "/stream?as=play&page=abcdefgh")["prompts"][0]["forms"][0]["fields"][0]


def test_two_photos_teach_the_faces_and_then_a_player_lets_the_camera_read_a_throw(
    home: Home, studio: Studio, tmp_path: Path
) -> None:
    host, phone = home.host(), home.phone().sit(0)
    assert "/host/dice/beacon" in host.get("/host/camera").get_data(as_text=True)
    assert host.get("/host/dice/beacon").status_code == 200
    assert not field_of(phone)["read"]
    assert phone.post("/api/dice", count=DICE).code == "not_learned"
    for number in range(2):
        studio.sim.dice_cup.lay_out(3)
        told = photo(host, studio)
        assert (told["words"], told["photos"], len(told["dice"]), told["ready"]) == (None, number, 3, False)
        assert all(die["picture"].startswith("data:image/png;base64,") for die in told["dice"])
        # What was named in the first photo is proposed in the second.
        assert [die["guess"] for die in told["dice"]] == ([None] * 3 if number == 0 else on_the_mat(studio))
        assert host.get("/api/host/dice/beacon/photo.jpg").data.startswith(b"\xff\xd8")
        told = ok(host.post("/api/host/dice/beacon/keep", faces=on_the_mat(studio)))
    assert (told["photos"], told["ready"], told["dice"]) == (2, True, [])
    assert LearnedDice(tmp_path).of("beacon") is not None
    home.changes.announce()
    assert field_of(phone)["read"]
    for number in range(1, 4):
        studio.sim.dice_cup.throw(DICE, 3)
        studio.clock.now += 1
        read = ok(phone.post("/api/dice", count=DICE))
        assert sorted(read["faces"]) == sorted(on_the_mat(studio))
        assert (read["doubt"], read["picture"]) == (None, number)
        assert phone.get(f"/dice/{number}.jpg").data.startswith(b"\xff\xd8")
    assert ok(phone.post("/api/dice", count=DICE + 1))["doubt"] == "Only 2 of 3 dice are seen on the mat."
    studio.sim.fault("camera_unplugged", True)
    home.changes.announce()
    assert not field_of(phone)["read"]
    studio.sim.fault("camera_unplugged", False)
    assert ok(host.post("/api/host/dice/beacon/forget"))["photos"] == 0
    assert LearnedDice(tmp_path).of("beacon") is None


def test_what_cannot_be_learned_is_refused_in_words_and_changes_nothing(home: Home, studio: Studio) -> None:
    host = home.host()
    assert host.get("/host/dice/tower").status_code == 404
    assert host.post("/api/host/dice/beacon/keep", faces=["calm"]).code == "nothing_learned"
    assert "No dice were found" in photo(host, studio)["words"]["text"]
    studio.sim.dice_cup.lay_out(3)
    photo(host, studio)
    for named in (["calm"], ["calm", "breeze", "hail"], [None, None, None]):
        assert host.post("/api/host/dice/beacon/keep", faces=named).code == "bad_names"
    assert host.get("/api/host/dice/beacon").get_json()["photos"] == 0
    assert ok(host.post("/api/host/dice/beacon/drop"))["dice"] == []
    studio.sim.fault("camera_unplugged", True)
    assert host.post("/api/host/dice/beacon/look").code == "no_picture"


def test_a_spoilt_file_is_told_to_the_host_and_reads_nothing(home: Home, studio: Studio, tmp_path: Path) -> None:
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "beacon.json").write_bytes(b"{")
    studio.dice_setup = DiceSetup(studio.sim.camera, LearnedDice(tmp_path), home.changes.announce)
    told = home.host().get("/api/host/dice/beacon").get_json()
    assert "cannot be read" in told["warning"]["text"]
    assert not told["ready"]
    assert home.phone().sit(0).post("/api/dice", count=DICE).code == "not_learned"


def test_the_simulated_tower_throws_as_many_dice_as_are_asked_for(home: Home, studio: Studio) -> None:
    assert studio.simulated is not None
    thrown: list[tuple[int, ...]] = []
    studio.simulated.throw = lambda dice, kinds: thrown.append((dice, kinds))  # type: ignore[method-assign]
    studio.simulated.lay_out = lambda kinds: thrown.append((kinds,))  # type: ignore[method-assign]
    phone = home.phone()
    assert phone.post("/api/tower/throw").status == 200
    assert phone.post("/api/tower/lay-out-dice").status == 200
    assert thrown == [(DICE, 3), (3,)]
