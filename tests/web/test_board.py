"""Recording a board: checked with every fault, photos taken in safely, and files exported and imported."""

from typing import Any

import cv2
import numpy as np
import pytest

from tests.web.fakes import Answer, Home, Phone


def photo(width: int = 320, height: int = 200) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes())


def send(host: Phone, path: str, data: bytes) -> Answer:
    response = host.client.post(path, data=data, headers=host.headers)
    return Answer(response.status_code, response.get_json())


def draft(host: Phone, **changes: Any) -> dict[str, Any]:
    """The example board as somebody's own."""
    found = host.get("/api/host/board/draft?name=Example%20board").get_json()
    return {**found, "name": "Our table", **changes}


@pytest.fixture
def host(home: Home) -> Phone:
    return home.host()


def test_only_the_host_records(home: Home, host: Phone) -> None:
    stranger = home.phone()
    for page in ("/host/board", "/host/boards"):
        assert 'id="digits"' in stranger.get(page).get_data(as_text=True)
        assert 'id="digits"' not in host.get(page).get_data(as_text=True)
    assert send(stranger, "/api/host/board/photo", photo()).code == "host_only"
    assert send(stranger, "/api/host/boards/import", b"").code == "host_only"
    assert stranger.post("/api/host/board/save", name="x").code == "host_only"


def test_a_recorded_board_is_kept_chosen_and_can_be_gone_on_with(home: Home, host: Phone) -> None:
    name = send(host, "/api/host/board/photo", photo()).body["photo"]
    sent = draft(host, photo=name, aspect=1.6)
    assert host.post("/api/host/board/save", **sent).body == {"name": "Our table"}
    assert home.boards.chosen == "Our table"
    drawing = home.boards.drawing("Our table")
    assert drawing is not None
    assert drawing.photo == name
    again = host.get("/api/host/board/draft?name=Our%20table").get_json()
    assert again == {**sent, "instead_of": "Our table"}
    assert host.post("/api/host/board/save", **again).status == 200


def test_the_photo_is_for_everyone_at_the_table(home: Home, host: Phone) -> None:
    name = send(host, "/api/host/board/photo", photo()).body["photo"]
    host.post("/api/host/board/save", **draft(host, photo=name))
    response = home.phone().get("/board/photo/Our%20table.jpg")
    assert (response.status_code, response.mimetype) == (200, "image/jpeg")
    assert response.data[:3] == b"\xff\xd8\xff"
    assert home.phone().get("/board/photo/Example%20board.jpg").status_code == 404
    assert home.phone().get("/board/photo/nowhere.jpg").status_code == 404


def test_a_draft_photo_is_for_the_host_alone(home: Home, host: Phone) -> None:
    name = send(host, "/api/host/board/photo", photo()).body["photo"]
    assert host.get(f"/host/board/photo/{name}.jpg").mimetype == "image/jpeg"
    assert home.phone().get(f"/host/board/photo/{name}.jpg").mimetype == "text/html"


@pytest.mark.parametrize(
    ("data", "status", "code", "words"),
    [
        (b"Dear diary, this is no photo.", 409, "no_photo", "This file is no photo. Choose a picture (JPEG or PNG)."),
        (photo()[:50], 409, "photo_damaged", "This photo is damaged. Take it again."),
        (b"\xff" * 2_000_001, 413, "too_large", "This photo is larger than 2 MB. Choose a smaller one."),
        (b"", 409, "no_photo", "This file is no photo."),
    ],
)
def test_a_bad_upload_says_what_is_wrong(host: Phone, data: bytes, status: int, code: str, words: str) -> None:
    answer = send(host, "/api/host/board/photo", data)
    assert (answer.status, answer.code) == (status, code)
    assert words in answer.text


def test_another_sites_page_uploads_nothing(host: Phone) -> None:
    host.headers = {"Origin": "http://evil.example"}
    assert send(host, "/api/host/board/photo", photo()).code == "foreign_page"
    assert send(host, "/api/host/boards/import", b"").code == "foreign_page"


def test_an_empty_draft_tells_everything_that_is_missing(host: Phone) -> None:
    faults = host.post("/api/host/board/check").body["faults"]
    told = [(fault["step"], fault["text"]) for fault in faults]
    assert ("board", "The board needs a name.") in told
    assert ("regions", "Forest: Every landscape has 2 regions, this one 0.") in told
    assert ("spots", "There are 6 fortress spots, not 0.") in told
    assert ("borders", "The two fjord regions touch.") in told
    assert ("planks", "There are 10 planks, not 0.") in told
    assert ("planks", "Fjord: No placement space has this landscape.") in told
    assert len(told) == 1 + 6 + 1 + 1 + 1 + 6 + 2


def test_faults_name_their_place_as_people_know_it(host: Phone) -> None:
    sent = draft(host)
    del sent["instead_of"]
    sent["spots"][1]["regions"] = ["mountain_1", "glacier_2"]
    sent["planks"][3]["spaces"] = []
    host.headers = {"Accept-Language": "de"}
    assert host.post("/api/host/board/check", **sent).body["faults"] == [
        {"step": "spots", "text": "Festungsplatz 2: An einem Festungsplatz treffen sich drei verschiedene Regionen."},
        {"step": "planks", "text": "Planke 4: Eine Planke hat mindestens ein Feld."},
    ]


def test_a_faulty_board_is_not_saved(home: Home, host: Phone) -> None:
    answer = host.post("/api/host/board/save", **draft(host, spots=[]))
    assert (answer.status, answer.code) == (400, "bad_board")
    assert len(answer.body["faults"]) == 13
    assert home.boards.names == ["Example board"]


def test_a_name_is_taken_once(host: Phone) -> None:
    assert host.post("/api/host/board/save", **draft(host)).status == 200
    answer = host.post("/api/host/board/save", **draft(host))
    assert (answer.status, answer.text) == (409, "Another board is called Our table.")


def test_when_there_are_too_many_boards_the_words_name_one_to_remove(
    host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.boards.MOST", 2)
    for name in ("First", "Second"):
        assert host.post("/api/host/board/save", **draft(host, name=name)).status == 200
    host.headers = {"Accept-Language": "de"}
    answer = host.post("/api/host/board/save", **draft(host, name="Third"))
    assert (answer.status, answer.code) == (409, "too_many_boards")
    assert answer.text.startswith("Hier werden 2 Spielpläne aufgehoben, mehr nicht.")
    assert "Der älteste ist First." in answer.text


def test_a_board_travels_as_a_file(home: Home, host: Phone) -> None:
    host.post("/api/host/board/save", **draft(host))
    file = host.get("/api/host/boards/Our%20table.toml")
    assert "attachment" in file.headers["Content-Disposition"]
    assert host.post("/api/host/boards/remove", name="Our table").status == 200
    answer = send(host, "/api/host/boards/import", file.data)
    assert answer.body["name"] == "Our table"
    assert [board["name"] for board in answer.body["boards"] if board["chosen"]] == ["Our table"]
    assert home.boards.drawing("Our table") is not None


@pytest.mark.parametrize(
    ("data", "code", "faults"),
    [
        (b"\xff\xfe", "no_text", None),
        (b"x" * 200_001, "too_large", None),
        (b"name = ", "bad_board", 1),
        (b'name = "Half"\nregions = 3\n[[planks]]\nid = 4\n', "bad_board", 19),
    ],
)
def test_a_bad_file_is_refused_with_all_its_faults(host: Phone, data: bytes, code: str, faults: int | None) -> None:
    answer = send(host, "/api/host/boards/import", data)
    assert answer.code == code
    assert len(answer.body.get("faults", [])) == (faults or 0), answer.body


def test_a_game_is_played_on_the_recorded_board(home: Home, host: Phone) -> None:
    host.post("/api/host/board/save", **draft(host))
    entered: dict[str, Any] = {"start": [], "planks": [], "fortresses": {}, "treasures": {}}
    seats = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
    sent = {"seats": seats, "board": "Our table", "entered": entered, "deal_rest": True}
    assert host.act("/api/host/set-up", seen=0, **sent).status == 200
    assert home.table.position is not None
    assert home.table.position.setup.board.name == "Our table"


def test_a_broken_file_in_the_folder_is_told_on_the_page(home: Home) -> None:
    (home.folder / "boards" / "old.toml").write_text("name = ", encoding="utf-8")
    again = home.again()
    page = again.host().get("/host/boards").get_data(as_text=True)
    again.close()
    assert "old.toml cannot be used" in page
    assert "This is no TOML" in page
