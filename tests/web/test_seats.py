"""A seat belongs to one phone, through restarts and into the next game, until the host gives it away."""

import stat
from pathlib import Path

import pytest

from companion.keys import BadPin, Keys, Unusable
from companion.seating import Seating, Taken
from tests.web.fakes import Home


def test_a_taken_seat_is_refused_by_name(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.phone().sit(0)
    answer = home.phone().post("/api/join", seat=0)
    assert (answer.status, answer.code) == (409, "taken")
    assert answer.text == "Another phone plays Astrid. The host can free the seat."


def test_a_phone_that_picks_another_seat_leaves_its_own(home: Home) -> None:
    home.start("Astrid", "Bo")
    phone = home.phone().sit(0)
    phone.sit(1)
    home.phone().sit(0)
    assert phone.post("/api/no-hit").status == 200


def test_a_restart_keeps_everyone_seated(home: Home) -> None:
    home.start("Astrid", "Bo")
    phone = home.phone().sit(1)
    cookie = phone.client.get_cookie("phone")
    assert cookie is not None
    later = home.again()
    back = later.phone()
    back.client.set_cookie("phone", cookie.value)
    assert back.get("/play").status_code == 200
    assert later.phone().post("/api/join", seat=1).code == "taken"


def test_a_freed_seat_refuses_its_old_phone_in_words(home: Home) -> None:
    home.start("Astrid", "Bo")
    lost, host = home.phone().sit(0), home.host()
    assert host.post("/api/host/free", seat=0).status == 200
    answer = lost.post("/api/no-hit")
    assert (answer.status, answer.code) == (401, "seat_freed")
    assert answer.text == "The host has freed your seat. Pick a seat again."
    assert "The host has freed your seat" in lost.get("/").get_data(as_text=True)
    home.phone().sit(0)
    assert lost.post("/api/join", seat=0).code == "taken"


def test_the_next_game_keeps_phones_by_name(home: Home) -> None:
    home.start("Astrid", "Bo")
    bo = home.phone().sit(1)
    home.start("Bo", "Cleo")
    assert bo.get("/play").status_code == 200
    assert home.phone().post("/api/join", seat=0).code == "taken"
    home.start("Dag", "Cleo")
    assert bo.get("/play").status_code == 302


def test_whoever_has_a_seat_goes_straight_to_it(home: Home) -> None:
    home.start("Astrid", "Bo")
    phone = home.phone().sit(0)
    assert phone.get("/").headers["Location"] == "/play"
    assert phone.get("/?choose").status_code == 200


def test_cookies_are_out_of_a_scripts_reach(home: Home) -> None:
    home.start("Astrid", "Bo")
    response = home.app.test_client().post("/api/join", json={"seat": 0})
    assert {"HttpOnly", "SameSite=Lax"} <= set(response.headers["Set-Cookie"].split("; "))


def test_seating_holds_one_phone_a_seat(tmp_path: Path) -> None:
    seating = Seating(tmp_path / "seating.sqlite")
    seating.take(1, 0, "a")
    with pytest.raises(Taken):
        seating.take(1, 0, "b")
    seating.free(1, 0)
    seating.take(1, 0, "b")
    assert (seating.seat_of(1, "a"), seating.seat_of(1, "b")) == (None, 0)
    assert seating.was_freed(1, "a")
    assert not seating.was_freed(1, "b")
    seating.close()


def test_keys_are_made_once_and_readable_by_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    first = Keys(path)
    first.set_pin("123456")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (Keys(path).signing, Keys(path).pin) == (first.signing, "123456")
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("pin", ["", "123", "12ab", "1234567890123", "١٢٣٤"])
def test_a_pin_has_4_to_12_plain_digits(tmp_path: Path, pin: str) -> None:
    with pytest.raises(BadPin):
        Keys(tmp_path / "keys.json").set_pin(pin)


def test_keys_that_make_no_sense_are_not_silently_replaced(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text("{")
    with pytest.raises(Unusable, match="Move the file aside"):
        Keys(path)
