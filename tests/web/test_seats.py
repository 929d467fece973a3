"""A seat belongs to one phone, through restarts and into the next game, until the host gives it away."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from companion.keys import BadPin, Keys, Unusable
from companion.seating import Kept, Seating, Taken
from tests.web.fakes import Home, Phone


def test_a_taken_seat_is_refused_by_name(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.phone().sit(0)
    answer = home.phone().post("/api/join", seat=0)
    assert (answer.status, answer.code) == (409, "taken")
    assert answer.text == "Astrid plays on another phone. Enter the seat’s code, or ask the host."


def test_a_phone_that_picks_another_seat_leaves_its_own(home: Home) -> None:
    home.start("Astrid", "Bo")
    phone = home.phone().sit(0)
    phone.sit(1)
    home.phone().sit(0)
    assert phone.post("/api/no-hit").status == 200


def test_a_seat_that_was_tapped_by_mistake_is_free_again(home: Home) -> None:
    home.start("Astrid", "Bo")
    hasty = home.phone().sit(0)
    hasty.sit(1)
    home.phone().sit(0)


def test_a_seat_that_played_and_was_left_needs_its_code(home: Home) -> None:
    home.start("Astrid", "Bo", "Cleo")
    home.play(0, do="hammer", seat=0)
    astrid = home.phone().sit(0)
    astrid.sit(2)
    assert home.phone().post("/api/join", seat=0).code == "kept"
    shown = json_view(home.phone(), "/stream?as=play&page=abcdefgh")
    assert [(seat["held"], seat["kept"]) for seat in shown["seats"]] == [(False, True), (False, False), (True, True)]


def json_view(phone: Phone, path: str) -> Any:
    response = phone.get(path)
    first = next(iter(response.response))
    response.close()
    return json.loads(first.split(b"data: ", 1)[1])


def test_its_code_moves_a_player_to_another_phone_and_the_room_is_told(home: Home) -> None:
    home.start("Astrid", "Bo")
    old = home.phone().sit(0)
    code = json_view(old, "/stream?as=play&page=abcdefgh")["code"]
    assert len(code) == 4
    assert home.phone().post("/api/join", seat=0, code="x" + code).code == "wrong_code"
    new = home.phone().sit(0, code=code)
    assert new.get("/play").status_code == 200
    assert old.post("/api/no-hit").code == "seat_freed"
    room = json_view(home.phone(), "/stream?as=table&page=abcdefgh")
    assert room["arrival"]["text"] == "Astrid plays on another phone now."
    assert "code" not in room


def test_codes_are_shown_to_their_own_seat_and_to_the_host_alone(home: Home) -> None:
    home.start("Astrid", "Bo")
    host, astrid, bo = home.host(), home.phone().sit(0), home.phone().sit(1)
    codes = home.seating.codes(home.position.began)
    shown = json_view(host, "/stream?as=host&page=abcdefgh")
    assert shown["codes"] == {"0": codes[0], "1": codes[1]}
    home.seating._codes = {key: code * 5 for key, code in home.seating._codes.items()}
    home.seating.changes += 1
    home.changes.announce()
    for phone, page, seen in ((astrid, "play", codes[0]), (bo, "play", codes[1]), (home.phone(), "play", None)):
        said = json.dumps(json_view(phone, f"/stream?as={page}&page=abcdefgh"))
        assert [code for code in codes.values() if code * 5 in said] == ([seen] if seen else [])


def test_guessing_a_code_is_slowed_down(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.phone().sit(0)
    wrong = [home.phone().post("/api/join", seat=0, code="nope").status for _ in range(6)]
    assert wrong == [403] * 5 + [429]
    right = home.seating.codes(home.position.began)[0]
    answer = home.phone().post("/api/join", seat=0, code=right)
    assert (answer.status, answer.text) == (429, "Too many wrong codes. Try again in 30 seconds.")
    home.phone().sit(1)


def test_the_host_lets_somebody_in_with_one_tap(home: Home) -> None:
    home.start("Astrid", "Bo")
    lost, host, new, other = home.phone().sit(0), home.host(), home.phone(), home.phone()
    wish, another = new.post("/api/ask", seat=0).body, other.post("/api/ask", seat=0).body
    asking = json_view(host, "/stream?as=host&page=abcdefgh")["asking"]
    assert asking == [{"number": wish["number"], "seat": 0}, {"number": another["number"], "seat": 0}]
    assert new.post("/api/join", seat=0, leave=wish["leave"]).code == "taken", "not before the host says so"
    assert host.post("/api/host/let-in", number=wish["number"]).status == 200
    assert json_view(new, "/stream?as=play&page=abcdefgh")["let_in"] == [wish["number"]]
    assert other.post("/api/join", seat=0, leave=another["leave"]).code == "taken"
    assert new.post("/api/join", seat=1, leave=wish["leave"]).status == 200, "an empty seat needs none"
    assert new.post("/api/join", seat=0, leave=wish["leave"]).status == 200
    assert lost.post("/api/no-hit").code == "seat_freed"
    assert other.post("/api/join", seat=0, leave=wish["leave"]).code == "taken", "and it counts once"
    assert host.post("/api/host/turn-away", number=another["number"]).status == 200
    assert host.post("/api/host/let-in", number=another["number"]).code == "no_wish"


def test_who_asks_for_ever_fills_no_list(home: Home) -> None:
    home.start("Astrid", "Bo")
    home.phone().sit(0)

    def ask(address: str) -> int:
        sent = home.app.test_client().post("/api/ask", json={"seat": 0}, environ_base={"REMOTE_ADDR": address})
        return sent.status_code

    newcomers = home.app.extensions["services"].newcomers
    assert [ask("10.0.0.66") for _ in range(20)] == [200] * 20
    assert len(newcomers.waiting(home.position.began)) == 2
    assert [ask(f"10.0.0.{number}") for number in range(10)] == [200] * 6 + [429] * 4
    home.clock.now += 601
    assert ask("10.0.0.9") == 200
    assert len(newcomers.waiting(home.position.began)) == 1


def test_a_cookie_that_somebody_planted_is_not_kept(home: Home) -> None:
    """Whoever knows the cookie of the phone before it sits down must not see its seat after."""
    home.start("Astrid", "Bo")
    home.play(0, do="hammer", seat=0)
    eva = home.phone().sit(1)
    planted = eva.cookie("phone").value
    victim = home.phone()
    victim.client.set_cookie("phone", planted)
    victim.sit(0)
    assert victim.cookie("phone").value != planted
    assert eva.post("/api/no-hit").code in ("no_seat", "seat_freed")
    assert victim.post("/api/no-hit").status == 200


def test_who_lost_the_answer_asks_again_and_sits_there(home: Home) -> None:
    home.start("Astrid", "Bo")
    phone, again = home.phone(), home.phone()
    assert phone.post("/api/join", seat=0, request="the-same-tap").status == 200
    assert again.post("/api/join", seat=0, request="the-same-tap").status == 200
    assert again.post("/api/no-hit").status == 200
    assert home.app.extensions["services"].newcomers.arrival.number == 1
    assert home.phone().post("/api/join", seat=0, request="another-tap").code == "taken"


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
    assert home.phone().post("/api/join", seat=0).code == "kept", "nobody else just takes it"
    home.phone().sit(0, code=home.seating.codes(home.position.began)[0])
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
    with pytest.raises(Kept):
        seating.take(1, 0, "b")
    seating.give(1, 0, "b")
    assert (seating.seat_of(1, "a"), seating.seat_of(1, "b")) == (None, 0)
    assert seating.was_freed(1, "a")
    assert not seating.was_freed(1, "b")
    seating.close()


def test_seats_of_games_long_past_are_forgotten(tmp_path: Path) -> None:
    seating = Seating(tmp_path / "seating.sqlite")
    for seat, phone in enumerate(("a", "b", "c")):
        seating.take(1, seat, phone)
    seating.free(1, 2)
    seating.carry(1, 2, {0: 1, 1: 0})
    assert (seating.seat_of(2, "a"), seating.seat_of(2, "b"), seating.seat_of(2, "c")) == (1, 0, None)
    assert seating.held(1) == {0, 1}, "a phone may still show the game that ended"
    seating.carry(2, 5, {})
    assert not seating.held(1)
    assert not seating.was_freed(1, "c")
    assert seating.held(2) == {0, 1}
    seating.close()


def test_whoever_sat_down_before_the_seats_were_carried_over_keeps_the_seat(tmp_path: Path) -> None:
    seating = Seating(tmp_path / "seating.sqlite")
    seating.take(1, 0, "a")
    seating.take(1, 1, "b")
    seating.take(2, 0, "faster")
    seating.carry(1, 2, {0: 0, 1: 1})
    assert (seating.seat_of(2, "a"), seating.seat_of(2, "b"), seating.seat_of(2, "faster")) == (None, 1, 0)
    seating.close()


def test_keys_are_made_once_and_readable_by_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    first = Keys(path)
    first.set_pin("123456")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (Keys(path).signing, Keys(path).pin) == (first.signing, "123456")
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("pin", ["", "12345", "12ab56", "1234567890123", "١٢٣٤٥٦"])
def test_a_pin_has_6_to_12_plain_digits(tmp_path: Path, pin: str) -> None:
    with pytest.raises(BadPin):
        Keys(tmp_path / "keys.json").set_pin(pin)


def test_keys_that_make_no_sense_are_not_silently_replaced(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text("{")
    with pytest.raises(Unusable, match="Move the file aside"):
        Keys(path)
