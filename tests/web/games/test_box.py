"""Check your box: any game's boards, cards and charts are recorded, edited, taken along and brought back."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.box import Box
from tests.web.fakes import Answer, Home, Phone
from tests.web.games import cavern
from tests.web.games.cavern.game import EXAMPLE, Chart, Mountain, Troll
from web.payloads import LARGEST
from web.services import Services

GRID: dict[str, Any] = {
    "rows": 3,
    "columns": 4,
    "corners": [[0.1, 0.1], [0.9, 0.2], [0.8, 0.9], [0.2, 0.8]],
    "cells": {"1,1": {"tier": "heart"}, "2,3": {"rubble": "rubble"}, "0,0": {"tier": "gold", "rubble": "rubble"}},
}
BOX = "/api/host/box/cavern"
RECORDER = "/api/host/recorder/cavern/mountains"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    cavern.register(monkeypatch)
    home = Home(tmp_path)
    yield home
    home.close()


@pytest.fixture
def host(home: Home) -> Phone:
    return home.host()


def box(home: Home) -> Box:
    services: Services = home.app.extensions["services"]
    return services.boxes["cavern"]


def photo() -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((60, 80, 3), 90, np.uint8))[1].tobytes())


def send(host: Phone, path: str, data: bytes) -> Answer:
    response = host.client.post(path, data=data, headers=host.headers)
    return Answer(response.status_code, response.get_json())


def thing(answer: Answer, kind: str, name: str) -> dict[str, Any]:
    things = next(each["things"] for each in answer.body["kinds"] if each["name"] == kind)
    found: dict[str, Any] = next(each for each in things if each["name"] == name)
    return found


def save_troll(host: Phone, **values: Any) -> Answer:
    whole = {"level": 2, "clan": "fire", "symbols": ["cart"], "loyal": True, "says": "Ho", **values}
    return host.post(f"{BOX}/trolls/save", name="Snag", values=whole)


def test_a_card_is_entered_field_by_field_and_marked_as_yours(home: Home, host: Phone) -> None:
    answer = save_troll(host)
    assert thing(answer, "trolls", "Snag")["mark"] == "yours"
    assert thing(answer, "trolls", "Grim")["mark"] == "known"
    assert box(home)["trolls"].thing("Snag") == Troll("Snag", 2, "fire", ("cart",), True, "Ho")
    again = home.again()
    assert box(again)["trolls"].thing("Snag") == Troll("Snag", 2, "fire", ("cart",), True, "Ho")
    again.close()


def test_the_page_is_told_how_each_field_is_edited(host: Phone) -> None:
    fields = {
        field["name"]: field for kind in save_troll(host).body["kinds"] for field in kind["fields"] if kind["fields"]
    }
    assert "name" not in fields
    assert (fields["level"]["edit"], fields["level"]["least"], fields["level"]["most"]) == ("number", 1, 3)
    assert fields["clan"]["answers"] == [{"value": "fire", "text": "Fire"}, {"value": "ice", "text": "Ice"}]
    assert (fields["symbols"]["edit"], fields["symbols"]["most"], fields["symbols"]["item"]["edit"]) == (
        "list",
        3,
        "one-of",
    )
    assert (fields["loyal"]["edit"], fields["says"]["longest"]) == ("yes-no", 20)
    assert [item["edit"] for item in fields["waves"]["items"]] == ["number"] * 3
    assert [(each["text"], each["most"]) for each in fields["honour"]["fields"]] == [("Hall", 20), ("tunnel", 20)]
    assert fields["honour"]["blank"] == {"hall": 0, "tunnel": 0}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"level": 4}, "Expected `int` <= 3"),
        ({"clan": "mud"}, "Invalid enum value 'mud'"),
        ({"level": 3, "symbols": []}, "A troll of level 3 carries something."),
        ({"says": "x" * 21}, "length <= 20"),
        ({"height": 3}, "unknown field `height`"),
    ],
)
def test_what_cannot_be_is_told_in_words_and_not_kept(
    home: Home, host: Phone, values: dict[str, Any], words: str
) -> None:
    answer = save_troll(host, **values)
    assert (answer.status, answer.code) == (400, "faults")
    assert words in answer.body["faults"][0]
    assert box(home)["trolls"].thing("Snag") is None


def test_a_chart_of_yours_takes_the_place_of_the_example_until_it_shall_be_as_it_came(home: Home, host: Phone) -> None:
    sent = {"name": "supplies", "values": {"waves": [1, 2, 3], "honour": {"hall": 9, "tunnel": 9}}}
    answer = host.post(f"{BOX}/charts/save", **sent)
    assert thing(answer, "charts", "supplies") | {"mark": "yours", "text": "Base supplies"} == thing(
        answer, "charts", "supplies"
    )
    assert box(home)["charts"].things == (Chart("supplies", (1, 2, 3), {"hall": 9, "tunnel": 9}),)
    assert host.post(f"{BOX}/charts/save", **sent, instead_of="supplies").status == 200
    assert thing(host.post(f"{BOX}/charts/remove", name="supplies"), "charts", "supplies")["mark"] == "example"


def recorded(host: Phone, **changes: Any) -> Answer:
    sent = {"name": "Ours", "layers": {"squares": GRID}, **changes}
    return host.post(f"{RECORDER}/save", **sent)


def test_a_board_of_squares_is_recorded_as_a_grid_over_a_photo_and_can_be_gone_on_with(home: Home, host: Phone) -> None:
    name = send(host, f"{RECORDER}/photo", photo()).body["photo"]
    assert recorded(host, photo=name, aspect=1.333).status == 200
    tiers = (("gold", "gray", "gray", "gray"), ("gray", "heart", "gray", "gray"), ("gray",) * 4)
    assert box(home)["mountains"].thing("Ours") == Mountain("Ours", tiers, ((0, 0), (2, 3)))
    again = host.get(f"{RECORDER}/draft?name=Ours").get_json()
    assert again == {
        "name": "Ours",
        "photo": name,
        "aspect": 1.333,
        "layers": {"squares": GRID},
        "instead_of": "Ours",
    }
    beginning = host.get(f"{RECORDER}/draft?name=Example").get_json()
    assert (beginning["name"], beginning["instead_of"]) == ("", None)
    assert beginning["layers"]["squares"]["cells"] == {"1,1": {"tier": "heart"}}


def test_what_is_missing_in_a_grid_is_told_at_its_step(home: Home, host: Phone) -> None:
    assert host.post(f"{RECORDER}/check").body["faults"] == [
        {"step": "name", "text": "It needs a name."},
        {"step": "squares", "text": "A mountain has 3 to 6 rows."},
        {"step": "squares", "text": "The heart of the mountain is missing."},
    ]
    assert recorded(host, layers={"squares": {**GRID, "cells": {}}}).code == "faults"
    for nonsense in (7, {**GRID, "corners": [[2, 2]] * 4}, {**GRID, "rows": "x"}):
        assert recorded(host, layers={"squares": nonsense}).code == "bad_request"
    assert box(home)["mountains"].names == ["Example"]


def test_a_grid_as_large_as_they_come_is_not_too_much_at_once(host: Phone) -> None:
    cells = {f"{row},{column}": {"tier": "gold", "rubble": "rubble"} for row in range(30) for column in range(30)}
    sent = {"layers": {"squares": {**GRID, "rows": 30, "columns": 30, "cells": cells}}, "name": "Large"}
    assert len(msgspec.json.encode(sent)) > LARGEST
    assert [fault["step"] for fault in host.post(f"{RECORDER}/check", **sent).body["faults"]] == ["squares", "squares"]


def test_what_is_not_drawn_has_no_recorder(host: Phone) -> None:
    for path in (
        "/host/recorder/cavern/trolls",
        "/host/recorder/cavern/nothing",
        "/host/box/tower",
        "/host/box/nowhere",
    ):
        assert host.get(path).status_code == 404


def test_a_whole_box_travels_as_one_file(home: Home, host: Phone, tmp_path: Path) -> None:
    name = send(host, f"{RECORDER}/photo", photo()).body["photo"]
    recorded(host, photo=name)
    save_troll(host)
    host.post(f"{BOX}/charts/save", name="supplies", values={"waves": [1, 2, 3], "honour": {"hall": 9, "tunnel": 9}})
    file = host.get(f"{BOX}/box.zip")
    assert 'filename="cavern-box.zip"' in file.headers["Content-Disposition"]

    (tmp_path / "other").mkdir()
    other = Home(tmp_path / "other")
    there = other.host()
    save_troll(there, level=1)
    answer = send(there, f"{BOX}/import", file.data)
    assert (answer.status, sorted(answer.body["new"]), answer.body["there"]) == (
        200,
        ["Ours", "Snag 2", "supplies"],
        [],
    )
    for kind, each in (("mountains", "Ours"), ("charts", "supplies")):
        assert box(other)[kind].thing(each) == box(home)[kind].thing(each)
    assert box(other)["trolls"].thing("Snag") == Troll("Snag", 1, "fire", ("cart",), True, "Ho"), "nothing is replaced"
    drawing = box(other)["mountains"].drawing("Ours")
    assert drawing is not None
    assert drawing.photo
    assert other.phone().get(f"/box/cavern/mountains/{drawing.photo}.jpg").mimetype == "image/jpeg"
    twice = send(there, f"{BOX}/import", file.data)
    assert (twice.body["new"], sorted(twice.body["there"])) == ([], ["Ours", "Snag", "supplies"])
    other.close()


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


LABEL = b"trollhammer-companion box 1\ncavern\n"
MANY = {f"trolls/a{n}.toml": f'name="{n}"\nlevel=1\nclan="ice"'.encode() for n in range(21)}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK no archive", "no box that can be used"),
        (zipped(box=b"trollhammer-companion box 2\ncavern\n", more=b""), "a newer version made it"),
        (zipped(box=b"trollhammer-companion box 1\ntower\n"), "another game"),
        (zipped(**{"trolls/a.toml": b""}), "something else is in it"),
        (zipped(box=LABEL, **{"../keys.json": b""}), "does not belong there"),
        (zipped(box=LABEL, **{"trolls/../a.toml": b""}), "does not belong there"),
        (zipped(box=LABEL, **{"trolls/a.toml": b"x" * 200_001}), "too large"),
        (zipped(box=LABEL, **{f"trolls/a{n}.toml": b"" for n in range(1001)}), "too much"),
        (zipped(box=LABEL, **MANY), "21 more do not fit"),
    ],
)
def test_a_file_that_is_no_box_is_refused_in_words_and_changes_nothing(
    home: Home, host: Phone, data: bytes, words: str
) -> None:
    answer = send(host, f"{BOX}/import", data)
    assert answer.status == 409
    assert words in answer.text
    assert not (home.folder / "box").exists()


def test_every_fault_of_a_whole_box_is_told_at_once_and_nothing_comes_in(home: Home, host: Phone) -> None:
    files = {
        "trolls/good.toml": b'name = "Good"\nlevel = 1\nclan = "ice"\n',
        "trolls/bad.toml": b'name = "Bad"\nlevel = 9\nclan = "ice"\n',
        "charts/latin.toml": b"\xff",
    }
    answer = send(host, f"{BOX}/import", zipped(box=LABEL, **files))
    assert (answer.status, answer.code) == (400, "faults")
    assert [fault.split(":")[0] for fault in answer.body["faults"]] == ["trolls/bad.toml", "charts/latin.toml"]
    text = b'name="M"\ntiers=[["heart"],["gray"],["gray"]]\n[drawing]\nphoto="0123456789abcdef"\n'
    bad_photo = {"mountains/m.toml": text}
    bad_photo["mountains/0123456789abcdef.jpg"] = b"<html>"
    answer = send(host, f"{BOX}/import", zipped(box=LABEL, **bad_photo))
    assert answer.code == "no_photo"
    assert not (home.folder / "box").exists()


def test_one_thing_from_a_file_finds_its_shelf(home: Home, host: Phone) -> None:
    answer = send(host, f"{BOX}/import", b'name = "Snag"\nlevel = 1\nclan = "ice"\n')
    assert answer.body["new"] == ["Snag"]
    assert box(home)["trolls"].thing("Snag") == Troll("Snag", 1, "ice")
    file = host.get(f"{BOX}/mountains/Example.toml").data.replace(b'"Example"', b'"Copy"')
    assert send(host, f"{BOX}/import", file).body["new"] == ["Copy"]
    assert box(home)["mountains"].thing("Copy") == msgspec.structs.replace(EXAMPLE, name="Copy")
    bad = send(host, f"{BOX}/import", b'name = "Snag"\nlevel = 9\nclan = "ice"\n')
    assert (bad.status, bad.code) == (400, "faults")


def test_what_an_example_stands_in_for_is_told(home: Home, host: Phone) -> None:
    assert str(box(home).lacking) == "Examples, until yours are recorded: Mountains, Base supplies."
    assert recorded(host).status == 200
    assert str(box(home).lacking) == "Examples, until yours are recorded: Base supplies."


def test_only_the_host_opens_the_box(home: Home, host: Phone) -> None:
    host.get("/host/box/cavern")
    stranger = home.phone()
    assert 'id="digits"' in stranger.get("/host/box/cavern").get_data(as_text=True)
    assert save_troll(stranger).code == "host_only"
    assert stranger.get(f"{BOX}/box.zip").status_code == 401


# ---- what is played with


def begin(home: Home, host: Phone, **told: Any) -> Answer:
    seats = [{"name": "Astrid", "colour": "mauve"}, {"name": "Bo", "colour": "gold"}]
    sent = {"seats": seats, "picked": {"mountains": "Ours"}, "decided": {"depth": "honour"}, "entered": {}, **told}
    return host.act("/api/host/set-up/cavern", seen=home.table.version, told=sent, deal_rest=True)


def test_a_game_is_set_up_with_copies_of_what_is_in_the_box_and_never_changes_with_it(home: Home, host: Phone) -> None:
    photo_name = send(host, f"{RECORDER}/photo", photo()).body["photo"]
    recorded(host, photo=photo_name)
    save_troll(host)
    assert begin(home, host).status == 200
    setup = home.position.setup
    assert (setup.mountain, setup.depth) == (box(home)["mountains"].thing("Ours"), "honour")
    assert [troll.name for troll in setup.trolls] == ["Snag", "Grim"]
    assert setup.drawing == box(home)["mountains"].drawing("Ours")

    host.post(f"{BOX}/mountains/remove", name="Ours")
    host.post(f"{BOX}/trolls/remove", name="Snag")
    send(host, f"{RECORDER}/photo", photo())
    again = home.again()
    assert again.position.setup == setup
    assert again.phone().get(f"/box/cavern/mountains/{photo_name}.jpg").status_code == 200, "it is played on"
    again.table.end(again.table.version)
    assert len(again.table.beginnings()) == 1
    again.close()


@pytest.mark.parametrize(
    ("told", "status", "code"),
    [
        ({"picked": {"mountains": "Nowhere"}}, 409, "no_such_thing"),
        ({"picked": {"rivers": "Ours"}}, 404, "no_such_thing"),
        ({"decided": {"depth": "deeper"}}, 400, "bad_request"),
        ({"decided": {"weather": "all"}}, 400, "bad_request"),
        ({"entered": {"planks": []}}, 400, "bad_request"),
        ({"seats": []}, 400, "bad_setup"),
    ],
)
def test_a_set_up_that_makes_no_sense_is_refused(
    home: Home, host: Phone, told: dict[str, Any], status: int, code: str
) -> None:
    recorded(host)
    answer = begin(home, host, **told)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert home.table.position is None


def test_what_nobody_picked_or_decided_is_as_it_was_last_time_or_first_in_the_list(home: Home, host: Phone) -> None:
    recorded(host)
    box(home)["mountains"].choose("Example")
    assert begin(home, host, picked={}, decided={}).status == 200
    assert (home.position.setup.mountain.name, home.position.setup.depth) == ("Example", "all")


def test_a_game_without_preparation_has_no_set_up_of_its_own(host: Phone) -> None:
    assert host.get("/host/set-up/tower").status_code == 404
    assert host.get("/host/set-up/nowhere").status_code == 404
    assert host.get("/host/start/cavern").location == "/host/set-up/cavern"
