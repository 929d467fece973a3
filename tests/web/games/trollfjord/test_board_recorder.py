"""Recording a board: checked with every fault, photos taken in safely, and files exported and imported."""

from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from companion.games.trollfjord.example import example_board
from tests.web.fakes import Answer, Home, Phone, told


def photo(width: int = 320, height: int = 200) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes())


def send(host: Phone, path: str, data: bytes) -> Answer:
    response = host.client.post(path, data=data, headers=host.headers)
    return Answer(response.status_code, response.get_json())


def draft(host: Phone, **changes: Any) -> dict[str, Any]:
    """The example board as somebody's own."""
    found = host.get("/api/host/recorder/trollfjord/boards/draft?name=Example%20board").get_json()
    return {**found, "name": "Our table", **changes}


@pytest.fixture
def host(home: Home) -> Phone:
    return home.host()


def test_only_the_host_records(home: Home, host: Phone) -> None:
    stranger = home.phone()
    for page in ("/host/recorder/trollfjord/boards", "/host/box/trollfjord"):
        assert 'id="digits"' in stranger.get(page).get_data(as_text=True)
        assert 'id="digits"' not in host.get(page).get_data(as_text=True)
    assert send(stranger, "/api/host/recorder/trollfjord/boards/photo", photo()).code == "host_only"
    assert send(stranger, "/api/host/box/trollfjord/import", b"").code == "host_only"
    assert stranger.post("/api/host/recorder/trollfjord/boards/save", name="x").code == "host_only"


def test_a_recorded_board_is_kept_chosen_and_can_be_gone_on_with(home: Home, host: Phone) -> None:
    name = send(host, "/api/host/recorder/trollfjord/boards/photo", photo()).body["photo"]
    sent = draft(host, photo=name, aspect=1.6)
    assert host.post("/api/host/recorder/trollfjord/boards/save", **sent).body == {"name": "Our table"}
    assert home.boards.chosen == "Our table"
    drawing = home.boards.drawing("Our table")
    assert drawing is not None
    assert drawing.photo == name
    again = host.get("/api/host/recorder/trollfjord/boards/draft?name=Our%20table").get_json()
    assert again == {**sent, "instead_of": "Our table"}
    assert host.post("/api/host/recorder/trollfjord/boards/save", **again).status == 200


def test_the_photo_is_for_everyone_at_the_table(home: Home, host: Phone) -> None:
    name = send(host, "/api/host/recorder/trollfjord/boards/photo", photo()).body["photo"]
    host.post("/api/host/recorder/trollfjord/boards/save", **draft(host, photo=name))
    response = home.phone().get(f"/box/trollfjord/boards/{name}.jpg")
    assert (response.status_code, response.mimetype) == (200, "image/jpeg")
    assert response.data[:3] == b"\xff\xd8\xff"
    draft_alone = send(host, "/api/host/recorder/trollfjord/boards/photo", photo(100)).body["photo"]
    for path in (f"trollfjord/boards/{draft_alone}", f"tower/boards/{name}", f"trollfjord/cards/{name}", "x/y/z"):
        assert home.phone().get(f"/box/{path}.jpg").status_code == 404


def test_a_draft_photo_is_for_the_host_alone(home: Home, host: Phone) -> None:
    name = send(host, "/api/host/recorder/trollfjord/boards/photo", photo()).body["photo"]
    assert host.get(f"/host/recorder/trollfjord/boards/photo/{name}.jpg").mimetype == "image/jpeg"
    assert home.phone().get(f"/host/recorder/trollfjord/boards/photo/{name}.jpg").mimetype == "text/html"


@pytest.mark.parametrize(
    ("data", "status", "code", "words"),
    [
        (b"Dear diary, this is no photo.", 409, "no_photo", "This file is no photo. Choose a picture (JPEG or PNG)."),
        (photo()[:50], 409, "photo_damaged", "This photo is damaged. Take it again."),
        (
            b"\xff" * 2_000_001,
            413,
            "too_large",
            "This photo is larger than 2\N{NO-BREAK SPACE}MB. Choose a smaller one.",
        ),
        (b"", 409, "no_photo", "This file is no photo."),
    ],
)
def test_a_bad_upload_says_what_is_wrong(host: Phone, data: bytes, status: int, code: str, words: str) -> None:
    answer = send(host, "/api/host/recorder/trollfjord/boards/photo", data)
    assert (answer.status, answer.code) == (status, code)
    assert words in answer.text


def test_another_sites_page_uploads_nothing(host: Phone) -> None:
    host.headers = {"Origin": "http://evil.example"}
    assert send(host, "/api/host/recorder/trollfjord/boards/photo", photo()).code == "foreign_page"
    assert send(host, "/api/host/box/trollfjord/import", b"").code == "foreign_page"


def test_an_empty_draft_tells_everything_that_is_missing(host: Phone) -> None:
    faults = host.post("/api/host/recorder/trollfjord/boards/check").body["faults"]
    told = [(fault["step"], fault["text"]) for fault in faults]
    assert ("name", "It needs a name.") in told
    assert ("regions", "Forest: Every landscape has 2 regions, this one 0.") in told
    assert ("spots", "There are 6 fortress spots, not 0.") in told
    assert ("borders", "The two fjord regions touch.") in told
    assert ("planks", "There are 10 planks, not 0.") in told
    assert ("planks", "Fjord: No placement space has this landscape.") in told
    assert len(told) == 1 + 6 + 1 + 1 + 1 + 6 + 2


def test_faults_name_their_place_as_people_know_it(host: Phone) -> None:
    sent = draft(host)
    del sent["instead_of"]
    sent["layers"]["spots"][1]["regions"] = ["mountain_1", "glacier_2"]
    sent["layers"]["planks"][3]["spaces"] = []
    host.headers = {"Accept-Language": "de"}
    assert host.post("/api/host/recorder/trollfjord/boards/check", **sent).body["faults"] == [
        {"step": "spots", "text": "Festungsplatz 2: An einem Festungsplatz treffen sich drei verschiedene Regionen."},
        {"step": "planks", "text": "Planke 4: Eine Planke hat mindestens ein Feld."},
    ]


def test_a_faulty_board_is_not_saved(home: Home, host: Phone) -> None:
    sent = draft(host)
    sent["layers"]["spots"] = []
    answer = host.post("/api/host/recorder/trollfjord/boards/save", **sent)
    assert (answer.status, answer.code) == (400, "faults")
    assert answer.body["faults"] == [{"step": "spots", "text": "There are 6 fortress spots, not 0."}]
    assert home.boards.names == ["Example board"]


def test_a_name_is_taken_once(host: Phone) -> None:
    assert host.post("/api/host/recorder/trollfjord/boards/save", **draft(host)).status == 200
    answer = host.post("/api/host/recorder/trollfjord/boards/save", **draft(host))
    assert (answer.status, answer.text) == (409, "Another one is called Our table already.")


def test_when_there_are_too_many_boards_the_words_name_one_to_remove(home: Home, host: Phone) -> None:
    for name in ("First", *(f"Another {number}" for number in range(2, 21))):
        home.boards.keep(msgspec.structs.replace(example_board(), name=name))
    host.headers = {"Accept-Language": "de"}
    answer = host.post("/api/host/recorder/trollfjord/boards/save", **draft(host, name="Third"))
    assert (answer.status, answer.code) == (409, "too_many")
    assert answer.text.startswith("Hier werden 20 davon aufgehoben, mehr nicht.")
    assert "Am ältesten ist First." in answer.text


def test_a_board_travels_as_a_file(home: Home, host: Phone) -> None:
    host.post("/api/host/recorder/trollfjord/boards/save", **draft(host))
    file = host.get("/api/host/box/trollfjord/boards/Our%20table.toml")
    assert "attachment" in file.headers["Content-Disposition"]
    assert host.post("/api/host/box/trollfjord/boards/remove", name="Our table").status == 200
    answer = send(host, "/api/host/box/trollfjord/import", file.data)
    assert answer.body["new"] == ["Our table"]
    (boards,) = answer.body["kinds"]
    assert [board["name"] for board in boards["things"] if board["chosen"]] == ["Our table"]
    assert home.boards.drawing("Our table") is not None


@pytest.mark.parametrize(
    ("data", "code", "faults"),
    [
        (b"\xff\xfe", "no_text", None),
        (b"x" * 200_001, "too_large", None),
        (b"name = ", "faults", 1),
        (b'name = "Half"\nregions = 3\n[[planks]]\nid = 4\n', "faults", 19),
    ],
)
def test_a_bad_file_is_refused_with_all_its_faults(host: Phone, data: bytes, code: str, faults: int | None) -> None:
    answer = send(host, "/api/host/box/trollfjord/import", data)
    assert answer.code == code
    assert len(answer.body.get("faults", [])) == (faults or 0), answer.body


def test_a_game_is_played_on_the_recorded_board(home: Home, host: Phone) -> None:
    host.post("/api/host/recorder/trollfjord/boards/save", **draft(host))
    seats = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
    sent = {"told": told(seats, "Our table"), "deal_rest": True}
    assert host.act("/api/host/set-up/trollfjord", seen=0, **sent).status == 200
    assert home.position.setup.board.name == "Our table"


def test_a_broken_file_in_the_folder_is_told_on_the_page(home: Home) -> None:
    home.boards.folder.mkdir(parents=True)
    (home.boards.folder / "old.toml").write_text("name = ", encoding="utf-8")
    again = home.again()
    host = again.host()
    page = host.get("/host/box/trollfjord").get_data(as_text=True)
    answer = host.post("/api/host/box/trollfjord/boards/forget", name="old.toml.damaged")
    assert [kind["unreadable"] for kind in answer.body["kinds"]] == [{}]
    again.close()
    assert "old.toml.damaged" in page
    assert "This is no TOML" in page
