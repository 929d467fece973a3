"""A player's taps: played once, shown at once, put right in two taps, taken back while nobody went on."""

import msgspec
import pytest

from companion.common.boulders import Labelled
from companion.referee import Question, Status
from companion.rules import Boulders, Hammering, say
from tests.web.fakes import Home


@pytest.fixture
def hammering(home: Home) -> Home:
    home.start("Astrid", "Bo", "Cleo")
    home.hammer()
    return home


def bout(home: Home) -> Hammering:
    found = home.position.game.view(home.position.state, None).hammering
    assert isinstance(found, Hammering)
    return found


def test_a_tap_is_answered_with_what_the_page_shows_next(hammering: Home) -> None:
    phone = hammering.phone().sit(0)
    move = {"do": "hit", "boulders": {"red": 2, "white": 1}}
    answer = phone.act("/api/play", seat=0, move=move, seen=hammering.asked(0, **move))
    assert answer.status == 200
    assert answer.body["view"]["hammering"]["total"] == 3
    assert answer.body["view"]["hammering"]["event"] == "3 boulders fell."


def test_whoever_is_asked_about_is_spoken_to_and_alone_waited_for(home: Home) -> None:
    """Anyone may answer: there may be fewer phones than players."""
    home.start("Astrid", "Bo")
    home.play(1, do="hammer", seat=0)
    show = home.app.extensions["services"].page_views.show
    to_astrid, to_bo = (msgspec.json.decode(show("play", seat, "en")) for seat in (0, 1))
    assert to_astrid["prompts"][0]["text"] == "How many trolls do you have at the fortress?"
    assert to_bo["prompts"][0]["text"] == "How many trolls does Astrid have at the fortress?"
    assert [seat["acting"] for seat in to_bo["seats"]] == [True, False]


def test_a_repeated_tap_plays_once(hammering: Home) -> None:
    phone = hammering.phone().sit(0)
    tap = {"seat": 0, "move": {"do": "hit", "boulders": {"red": 1}}, "seen": hammering.asked(0)}
    answers = [phone.post("/api/play", **tap, request="the-same-tap") for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert len(bout(hammering).hits) == 1


def test_two_phones_may_use_the_same_request_id(hammering: Home) -> None:
    for seat in (0, 1):
        move = {"do": "hit", "boulders": {"red": 1}}
        answer = (
            hammering.phone()
            .sit(seat)
            .post("/api/play", seat=seat, move=move, seen=hammering.asked(seat, **move), request="same-on-both")
        )
        assert answer.status == 200
    assert len(bout(hammering).hits) == 2


def test_a_late_tap_gets_the_fresh_view(hammering: Home) -> None:
    phone = hammering.phone().sit(0)
    seen = hammering.asked(0, do="hit")
    hammering.play(0, do="hit", boulders={"blue": 2})
    answer = phone.act("/api/play", seat=0, move={"do": "hit", "boulders": {"red": 1}}, seen=seen)
    assert answer.code == "stale"
    assert answer.body["view"]["version"] == hammering.table.version
    assert answer.body["view"]["hammering"]["total"] == 2


def test_a_page_from_before_questions_had_keys_gets_the_fresh_view_and_plays_nothing(hammering: Home) -> None:
    """It names the version it saw, whether that is the newest or not."""
    phone, version = hammering.phone().sit(0), hammering.table.version
    for seen in (version, version - 1):
        answer = phone.act("/api/play", seat=0, move={"do": "hit", "boulders": {"red": 1}}, seen=seen)
        assert (answer.status, answer.code) == (409, "stale")
        assert answer.body["view"]["prompts"][0]["key"] == "hit 1"
    assert hammering.table.version == version


def test_anyone_seated_may_put_a_hit_right(hammering: Home) -> None:
    hammering.play(0, do="hit", boulders={"red": 4})
    number = hammering.table.version
    hammering.play(0, do="hit", boulders={"blue": 1})
    move = {"do": "hit", "boulders": {"red": 2}}
    cleo = hammering.phone().sit(2)
    answer = cleo.act("/api/fix", number=number, move=move, seen=hammering.table.version)
    assert answer.status == 200
    assert [hit["total"] for hit in answer.body["view"]["hammering"]["hits"]] == [2, 1]
    assert bout(hammering).boulders == Boulders(red=2, blue=1)


def test_a_fix_that_a_later_hit_contradicts_is_refused_in_words(hammering: Home) -> None:
    hammering.play(0, do="hit", boulders={"red": 4})
    number = hammering.table.version
    hammering.play(0, do="hit", boulders={"blue": 1})
    move = {"do": "hit", "boulders": {"red": 5}}
    answer = hammering.phone().sit(0).act("/api/fix", number=number, move=move, seen=hammering.table.version)
    assert (answer.status, answer.code) == (409, "clash")
    assert answer.text == (
        "Then move 6 would no longer be possible: Hit: 1 blue. The hammering is over: this hit does not count."
    )


def test_a_hit_of_an_earlier_hammering_is_the_hosts_to_change(hammering: Home) -> None:
    hammering.play(0, do="hit", boulders={"red": 1})
    number = hammering.table.version
    hammering.play(0, do="stop")
    hammering.play(0, do="put_back")
    answer = (
        hammering.phone()
        .sit(0)
        .act("/api/fix", number=number, move={"do": "hit", "boulders": {}}, seen=hammering.table.version)
    )
    assert answer.code == "not_on_view"


def test_your_own_last_tap_can_be_taken_back(hammering: Home) -> None:
    phone = hammering.phone().sit(0)
    move = {"do": "hit", "boulders": {"red": 1}}
    assert phone.act("/api/play", seat=0, move=move, seen=hammering.asked(0, **move)).body["view"]["undo"]
    answer = phone.act("/api/undo", seat=0, seen=hammering.table.version)
    assert answer.status == 200
    assert bout(hammering).hits == ()


def test_a_hit_from_the_tower_is_nobodys_to_take_back(hammering: Home) -> None:
    hammering.table.play(0, hammering.position.decode({"do": "hit"}), hammering.table.version, source="sensor")
    phone = hammering.phone().sit(0)
    assert phone.act("/api/undo", seat=0, seen=hammering.table.version).code == "not_yours_to_undo"


def test_no_hit_is_told_to_the_rig(hammering: Home) -> None:
    assert hammering.phone().sit(2).post("/api/no-hit").status == 200
    assert hammering.rig.said_no_hit == 1


def test_the_rigs_question_comes_with_its_guess_and_picture(hammering: Home) -> None:
    words = say("Not sure. How many boulders fell?")
    hammering.rig.status = Status("asking", words, Question(words, Boulders(red=2), 7))
    hammering.changes.announce()
    phone = hammering.phone("de").sit(0)
    view = phone.post("/api/join", seat=0).body["view"]
    assert view["status"]["question"] == {
        "text": "Nicht sicher. Wie viele Brocken sind gefallen?",
        "guess": {"red": 2, "blue": 0, "yellow": 0, "white": 0},
        "picture": 7,
        "pieces": hammering.rig.pictures.pieces_of(7),
    }
    assert phone.get("/picture/7.jpg").data == b"\xff\xd8kept"
    assert phone.get("/picture/8.jpg").status_code == 404
    assert hammering.phone().get("/picture/7.jpg").status_code == 401


def test_a_seat_sees_only_its_own_prompts(hammering: Home) -> None:
    hammering.play(0, do="hit", boulders={"red": 1})
    asked = {
        seat: [prompt["text"] for prompt in hammering.phone().post("/api/join", seat=seat).body["view"]["prompts"]]
        for seat in (0, 1)
    }
    assert asked == {0: ["Hit again, or stop?", "Hit the tower."], 1: ["Hit the tower."]}


def test_without_a_seat_the_play_page_leads_to_the_seats(hammering: Home) -> None:
    response = hammering.phone().get("/play")
    assert (response.status_code, response.headers["Location"]) == (302, "/")


# ---- counted with a phone


def test_a_photo_is_counted_for_whoever_sits_and_for_the_host_and_nothing_is_played(hammering: Home) -> None:
    phone, version = hammering.phone().sit(1), hammering.table.version
    counted = phone.send("/api/photo", b"\xff\xd8a photo")
    assert (counted.status, counted.body["photo"], len(counted.body["pieces"])) == (200, 3, 2)
    assert phone.get("/photo/3.jpg").data == b"\xff\xd8taken"
    assert phone.get("/photo/4.jpg").status_code == 404
    assert hammering.host().send("/api/photo", b"\xff\xd8a photo").status == 200
    assert hammering.phone().send("/api/photo", b"\xff\xd8a photo").status == 401
    assert hammering.table.version == version


def test_a_photo_that_is_none_or_too_large_is_refused_in_words(hammering: Home) -> None:
    phone = hammering.phone("de").sit(1)
    assert phone.send("/api/photo", b"text").text == "Diese Datei ist kein Foto. Wähle ein Bild (JPEG oder PNG)."
    assert phone.send("/api/photo", bytes(1024 * 1024 + 1)).status == 413


def test_a_picture_put_right_goes_to_the_rig_as_it_was_left(hammering: Home) -> None:
    phone = hammering.phone().sit(1)
    piece = {"x": 0.5, "y": 0.25, "colour": "blue"}
    answer = phone.post("/api/put-right", source="phone", number=3, pieces=[piece])
    assert answer.body["kept"] is False
    assert hammering.rig.pictures.right == [("phone", 3, [Labelled(0.5, 0.25, "blue")])]
    for bad in (piece | {"x": 1.5}, piece | {"colour": "green"}, {"x": 0.5}, piece | {"size": 3}):
        assert phone.post("/api/put-right", source="phone", number=3, pieces=[bad]).status == 400
    assert phone.post("/api/put-right", source="phone", number=3, pieces=[piece] * 101).status == 400
    assert len(hammering.rig.pictures.right) == 1
