"""The host behind the PIN: begins, ends, puts right, gives seats away, plays for the absent."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from companion.record import read_record, replayed_game
from tests.web.fakes import Home, Phone, told


def test_the_first_host_chooses_the_pin(home: Home) -> None:
    phone = home.phone()
    assert "Choose a PIN" in phone.get("/host").get_data(as_text=True)
    answer = phone.post("/api/host/pin", pin="12")
    assert (answer.status, answer.text) == (400, "A PIN has 6 to 12 digits.")
    assert phone.post("/api/host/pin", pin="246800").status == 200
    assert home.keys.pin == "246800"
    assert "Start a game" in phone.get("/host").get_data(as_text=True)


def test_a_wrong_pin_stays_outside(home: Home) -> None:
    home.host()
    phone = home.phone()
    assert phone.post("/api/host/pin", pin="0000").code == "wrong_pin"
    assert phone.post("/api/host/free", seat=0).code == "host_only"
    assert phone.get("/stream?as=host&page=abcdefgh").status_code == 401


def test_guessing_the_pin_is_slowed_down_in_words(home: Home) -> None:
    home.host()
    phone = home.phone()
    assert [phone.post("/api/host/pin", pin="0000").status for _ in range(6)] == [403] * 5 + [429]
    home.clock.now += 12.5
    answer = phone.post("/api/host/pin", pin="471100")
    assert (answer.status, answer.text) == (429, "Too many wrong PINs. Try again in 18 seconds.")
    home.clock.now += 18
    assert phone.post("/api/host/pin", pin="471100").status == 200


def test_all_who_guess_share_one_budget_whose_pauses_grow_and_outlive_a_restart(home: Home) -> None:
    home.host()
    for number in range(5):
        guessing = home.app.test_client()
        answer = guessing.post(
            "/api/host/pin", json={"pin": "000000"}, environ_base={"REMOTE_ADDR": f"10.0.0.{number}"}
        )
        assert answer.status_code == 403
    assert home.phone().post("/api/host/pin", pin="471100").status == 429, "wherever the next one comes from"
    again = home.again()
    assert again.phone().post("/api/host/pin", pin="471100").text.endswith("in 30 seconds.")
    for pause in (30, 60, 120, 240, 480, 900, 900):
        again.clock.now += pause - 1
        assert again.phone().post("/api/host/pin", pin="000000").status == 429, pause
        again.clock.now += 1
        assert again.phone().post("/api/host/pin", pin="000000").status == 403, pause
    again.clock.now += 900
    assert again.phone().post("/api/host/pin", pin="471100").status == 200
    assert again.phone().post("/api/host/pin", pin="000000").status == 403, "and all is forgiven"
    again.close()


def test_many_guesses_at_once_are_no_free_tries(home: Home) -> None:
    home.host()
    with ThreadPoolExecutor(8) as crowd:
        heard = list(crowd.map(lambda _: home.phone().post("/api/host/pin", pin="000000").status, range(40)))
    assert heard.count(403) == 5


def test_whoever_chooses_a_new_pin_starts_with_a_clean_slate(home: Home) -> None:
    host = home.host()
    for _ in range(6):
        home.phone().post("/api/host/pin", pin="000000")
    assert host.post("/api/host/new-pin", pin="987600").status == 200, "a host is not asked for the PIN"
    assert home.phone().post("/api/host/pin", pin="987600").status == 200


def test_a_pin_from_before_still_holds_and_a_new_one_has_six_digits(home: Home) -> None:
    home.keys._secrets = msgspec.structs.replace(home.keys._secrets, pin="4711", host="a stamp")
    host = home.phone()
    assert host.post("/api/host/pin", pin="4711").status == 200
    answer = host.post("/api/host/new-pin", pin="12345")
    assert (answer.status, answer.text) == (400, "A PIN has 6 to 12 digits.")


def test_a_new_pin_signs_out_whoever_knew_the_old_one(home: Home) -> None:
    host, other = home.host(), home.host()
    assert host.post("/api/host/new-pin", pin="987600").status == 200
    assert host.post("/api/host/new-pin", pin="987600").status == 200
    assert other.post("/api/host/free", seat=0).code == "host_only"


def test_start_play_and_end(home: Home) -> None:
    home.start("Astrid", "Bo")
    host = home.host()
    assert host.act("/api/host/end", seen=home.table.version).body["view"]["ended"]
    assert home.phone().post("/api/join", seat=0).code == "no_game"


def test_a_game_started_twice_by_a_nervous_finger_starts_once(home: Home) -> None:
    host = home.host()
    seats = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
    start = {"game": "tower", "seats": seats, "seen": 0, "request": "nervous-finger"}
    assert host.post("/api/host/start", **start).status == 200
    version = home.table.version
    assert host.post("/api/host/start", **start).status == 200
    assert home.table.version == version


@pytest.fixture
def hammered(home: Home) -> Home:
    home.start("Astrid", "Bo")
    home.hammer()
    home.play(0, do="hit", boulders={"red": 4})
    home.play(0, do="hit", boulders={"blue": 1})
    return home


def test_moves_are_listed_in_words_newest_first(hammered: Home) -> None:
    view = hammered.host().post("/api/host/pin", pin="471100").body["view"]
    assert [move["text"] for move in view["moves"]] == [
        "Hit: 1 blue",
        "Hit: 4 red",
        "How many trolls does Bo have at the fortress? 2",
        "Who hammers with Astrid as a comrade? Bo",
        "How many trolls does Astrid have at the fortress? 2",
        "Who hammers? Astrid",
    ]


def test_take_back_returns_to_an_earlier_move(hammered: Home) -> None:
    answer = hammered.host().act("/api/host/take-back", keep=4, seen=hammered.table.version)
    assert answer.body["view"]["hammering"]["total"] == 0


def test_an_amendment_that_breaks_a_later_move_asks_first(hammered: Home) -> None:
    host = hammered.host()
    number = hammered.position.turns[4].number
    move = {"do": "hit", "boulders": {"red": 6}}
    answer = host.act("/api/host/amend", number=number, move=move, seen=hammered.table.version)
    assert (answer.status, answer.code, answer.body["index"]) == (409, "clash", 5)
    assert "Hit: 1 blue" in answer.text
    answer = host.act("/api/host/amend", number=number, move=move, drop_later=True, seen=hammered.table.version)
    bout = answer.body["view"]["hammering"]
    assert (bout["ending"], bout["gifts_needed"], len(bout["hits"])) == ("colour_limit", 2, 1)


def test_the_words_of_moves_follow_an_amendment(hammered: Home) -> None:
    host = hammered.host()
    host.post("/api/host/pin", pin="471100")
    number = hammered.position.turns[4].number
    move = {"do": "hit", "boulders": {"yellow": 1}}
    view = host.act("/api/host/amend", number=number, move=move, seen=hammered.table.version).body["view"]
    assert [line["text"] for line in view["moves"]][:2] == ["Hit: 1 blue", "Hit: 1 yellow"]


def test_the_host_plays_for_who_has_no_phone(hammered: Home) -> None:
    seen = hammered.asked(0, do="stop")
    answer = hammered.host().act("/api/host/play-for", seat=0, move={"do": "stop"}, seen=seen)
    assert answer.body["view"]["hammering"]["ending"] == "stopped"
    answer = hammered.host().act("/api/host/play-for", seat=7, move={"do": "stop"}, seen=seen)
    assert answer.code == "no_such_seat"


def test_the_record_plays_again(hammered: Home) -> None:
    response = hammered.host().get("/api/host/record")
    assert "attachment" in response.headers["Content-Disposition"]
    state = replayed_game(read_record(response.data)).state
    assert msgspec.json.encode(state) == msgspec.json.encode(hammered.position.state)
    assert hammered.phone().get("/api/host/record").status_code == 401


def test_devices_tell_how_they_are(home: Home) -> None:
    view = home.host().post("/api/host/pin", pin="471100").body["view"]
    assert view["health"] == {
        "hits": {"fine": True, "text": "Ready: hit the tower"},
        "camera": {"fine": False, "text": "Pick a seat first."},
    }


def trollfjord(home: Home) -> Phone:
    """A game of Trollfjord in which Bo has moved a lord and placed trolls."""
    host = home.host()
    seats = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
    sent = {"told": told(seats), "deal_rest": True, "seen": 0}
    assert host.act("/api/host/set-up/trollfjord", **sent).status == 200
    home.play(1, do="lord", to="place", free=3)
    home.play(1, do="place", region="swamp_1", trolls=2)
    return host


def test_what_was_asked_can_be_answered_anew(home: Home) -> None:
    host = trollfjord(home)
    number = home.position.turns[1].number
    asked = host.get(f"/api/host/move?number={number}").get_json()
    assert asked["move"] == {"do": "place", "region": "swamp_1", "trolls": 2}
    assert asked["prompts"][0]["text"] == "Place up to 3 trolls?"
    other = asked["prompts"][0]["choices"][1]["move"]
    assert host.act("/api/host/amend", number=number, move=other, seen=home.table.version).status == 200
    assert msgspec.to_builtins(home.position.turns[1].move) == other
    assert host.get("/api/host/move?number=1").get_json()["code"] == "no_such_move"
    assert home.phone().get(f"/api/host/move?number={number}").status_code == 401


def test_nothing_is_offered_to_be_set_right_where_there_is_no_board(home: Home) -> None:
    def correctable() -> bool:
        view = msgspec.json.decode(home.app.extensions["services"].page_views.show("host", None, "en"))
        return bool(view["correctable"])

    trollfjord(home)
    assert correctable()
    home.table.end(home.table.version)
    home.start("Astrid", "Bo")
    assert not correctable()


def test_the_host_sets_right_what_the_game_lets_be_set_right(home: Home) -> None:
    host = trollfjord(home)
    told = host.get("/api/host/corrections").get_json()
    assert told["version"] == home.table.version
    forms = ["set_trolls", "move_trolls", "set_lord", "set_treasure", "set_belt", "set_gift", "swap_fortresses"]
    assert [form["do"] for form in told["forms"]] == forms
    move = {"do": "set_trolls", "player": 0, "region": "fjord_1", "trolls": 3}
    assert host.act("/api/host/correct", move=move, seen=home.table.version).status == 200
    turn = home.position.turns[-1]
    assert (turn.seat, turn.source) == (None, "host")
    again = host.get(f"/api/host/move?number={turn.number}").get_json()
    assert (again["prompts"], again["move"]) == ([], move)
    assert "set_trolls" in [form["do"] for form in again["forms"]]
    answer = host.act("/api/host/correct", move={**move, "trolls": 9, "player": 1}, seen=home.table.version)
    assert (answer.status, answer.text) == (409, "Bo has only 10 trolls in all.")
    answer = host.act("/api/host/correct", move=move, seen=1)
    assert (answer.status, answer.code) == (409, "stale")
    assert home.phone().act("/api/host/correct", move=move, seen=1).code == "host_only"
    assert home.phone().get("/api/host/corrections").status_code == 401


def test_players_cannot_play_what_only_the_host_sets_right(home: Home) -> None:
    trollfjord(home)
    move = {"do": "set_trolls", "player": 0, "region": "fjord_1", "trolls": 3}
    answer = home.phone().sit(0).act("/api/play", seat=0, move=move, seen=home.asked(0))
    assert answer.code == "host_only"
