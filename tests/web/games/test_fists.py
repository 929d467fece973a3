"""All are asked at once: answers count side by side, stay sealed until all are in, and asides are in nobody's way."""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.position import Asked
from tests.players import dealt
from tests.web.fakes import Answer, Home, Phone
from tests.web.games import fists
from tests.web.games.fists.game import FISTS, Fists

SEATS = 3


class Evening:
    def __init__(self, folder: Path) -> None:
        self.home = Home(folder)
        self.home.table.start("fists", dealt(FISTS, SEATS, Random(1)), 0)
        self.phones = [self.home.phone().sit(seat) for seat in range(SEATS)]

    def view(self, seat: int | None, page: str = "play") -> dict[str, Any]:
        shown: dict[str, Any] = msgspec.json.decode(
            self.home.app.extensions["services"].page_views.show(page, seat, "en")
        )
        return shown

    def question(self, seat: int, key: str = "fist") -> dict[str, Any]:
        (prompt,) = (each for each in self.view(seat)["prompts"] if each["key"].startswith(key))
        found: dict[str, Any] = prompt
        return found

    def tap(self, seat: int, move: dict[str, Any], seen: dict[str, Any], phone: Phone | None = None) -> Answer:
        asked = {name: seen[name] for name in ("key", "since")}
        return (phone or self.phones[seat]).act("/api/play", seat=seat, move=move, seen=asked)

    def hold(self, seat: int, stones: int) -> Answer:
        return self.tap(seat, {"do": "hold", "stones": stones}, self.question(seat))

    def throw(self, seat: int) -> Answer:
        return self.tap(seat, {"do": "throw"}, self.question(seat, "throw"))

    def undo(self, seat: int) -> Answer:
        return self.phones[seat].act("/api/undo", seat=seat, seen=self.view(seat)["undo"])

    @property
    def closed(self) -> dict[int, int]:
        """What is in the fists of those who have closed theirs."""
        return {seat: hold.stones for seat, hold in self.home.position.state.fists.answers}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    fists.register(monkeypatch)
    evening = Evening(tmp_path)
    yield evening
    evening.home.close()


def test_phones_that_answer_at_the_same_moment_all_count(evening: Evening) -> None:
    table, together = evening.home.table, threading.Barrier(SEATS - 1)
    seen = [msgspec.convert({key: evening.question(seat)[key] for key in ("key", "since")}, Asked) for seat in range(2)]

    def answer(seat: int) -> None:
        together.wait()
        table.play(seat, evening.home.position.decode({"do": "hold", "stones": seat + 1}), seen[seat])

    phones = [threading.Thread(target=answer, args=(seat,)) for seat in range(2)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert evening.closed == {0: 1, 1: 2}


def test_an_answer_tapped_before_another_one_came_counts_and_so_does_an_aside(evening: Evening) -> None:
    mine, throw = evening.question(0), evening.question(2, "throw")
    assert evening.hold(1, 3).status == 200
    assert evening.throw(1).status == 200
    assert evening.tap(0, {"do": "hold", "stones": 1}, mine).status == 200
    assert evening.tap(2, {"do": "throw"}, throw).status == 200
    assert evening.closed == {0: 1, 1: 3}
    assert evening.home.position.state.heap == 2


def test_a_double_tap_on_an_aside_is_done_once(evening: Evening) -> None:
    throw = evening.question(0, "throw")
    assert [evening.tap(0, {"do": "throw"}, throw).status for _ in range(2)] == [200, 409]
    assert evening.home.position.state.heap == 1


def test_nobody_waits_for_an_aside(evening: Evening) -> None:
    for seat in (0, 1):
        evening.hold(seat, 1)
    for reader in range(SEATS):
        view = evening.view(reader)
        assert view["waiting"] == "Waiting for Astrid"
        assert [seat["acting"] for seat in view["seats"]] == [False, False, True]
        assert [each["aside"] for each in view["prompts"]] == [False, True]


def test_the_own_answer_is_shown_and_can_be_changed_until_all_are_in(evening: Evening) -> None:
    assert evening.question(0)["given"] is None
    first = evening.hold(0, 2).body["view"]["prompts"][0]
    assert first["given"] == {"move": {"do": "hold", "stones": 2}, "text": "2"}
    evening.hold(1, 1)
    assert evening.tap(0, {"do": "hold", "stones": 3}, first).status == 200
    assert evening.closed == {0: 3, 1: 1}
    evening.hold(2, 0)
    assert evening.home.position.state.opened == (3, 1, 0)
    late = evening.tap(0, {"do": "hold", "stones": 1}, first)
    assert (late.status, late.code) == (409, "stale")
    assert evening.closed == {}


def test_the_next_round_is_another_question_even_if_its_key_is_the_same(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever forgets to number the rounds must not be answered twice with one tap."""

    def unnumbered(state: Any) -> Any:
        return tuple(
            msgspec.structs.replace(prompt, key=prompt.key.replace(f"fist {state.round}", "fist"))
            for prompt in Fists.prompts(FISTS, state)
        )

    monkeypatch.setattr(FISTS, "prompts", unnumbered)
    evening.throw(0)
    seen = [evening.question(seat) for seat in range(SEATS)]
    for seat in (0, 1, 2):
        evening.hold(seat, seat)
    for seat in range(SEATS):
        assert evening.question(seat)["since"] > seen[seat]["since"]
        assert evening.tap(seat, {"do": "hold", "stones": 1}, seen[seat]).code == "stale"


def test_nobody_else_is_told_a_sealed_answer_before_all_are_in_and_then_everyone_is(evening: Evening) -> None:
    evening.hold(0, 2)
    host = evening.home.host()
    number = evening.home.position.turns[0].number
    told = host.get(f"/api/host/move?number={number}").get_json()
    assert told["move"] == {"do": "hold"}
    assert evening.view(None, "host")["moves"][0]["text"] == "How many stones do you hide? (secret)"
    assert all(each["given"] is None for reader in (1, 2) for each in evening.view(reader)["prompts"])
    assert all(each["given"] is None for each in evening.view(None, "host")["prompts"])
    for seat in (1, 2):
        evening.hold(seat, 0)
    moves = [line["text"] for line in evening.view(None, "host")["moves"]]
    assert moves[-1] == "How many stones do you hide? 2"
    assert host.get(f"/api/host/move?number={number}").get_json()["move"] == {"do": "hold", "stones": 2}


def test_the_host_changes_no_sealed_answer_and_may_take_it_back(evening: Evening) -> None:
    evening.hold(0, 2)
    host, version = evening.home.host(), evening.home.table.version
    move = {"do": "hold", "stones": 1}
    answer = host.act("/api/host/amend", number=version, move=move, seen=version)
    assert (answer.status, answer.text) == (409, "That answer is sealed until all are in. It can be taken back.")
    assert host.act("/api/host/take-back", keep=0, seen=version).status == 200
    assert evening.closed == {}


def test_the_own_answer_is_taken_back_after_others_answered_and_theirs_stand(evening: Evening) -> None:
    evening.hold(0, 2)
    evening.hold(1, 3)
    evening.throw(2)
    assert evening.undo(0).status == 200
    assert evening.closed == {1: 3}
    assert evening.home.position.state.heap == 1
    position = evening.home.position
    evening.home = evening.home.again()
    assert evening.home.position == position


def test_a_replaced_answer_is_taken_back_step_by_step(evening: Evening) -> None:
    evening.hold(0, 2)
    evening.hold(0, 3)
    evening.hold(1, 1)
    for closed in ({0: 2, 1: 1}, {1: 1}):
        assert evening.undo(0).status == 200
        assert evening.closed == closed
    assert evening.view(0)["undo"] is None


def test_whoever_has_seen_the_others_answers_takes_back_none(evening: Evening) -> None:
    for seat in range(SEATS):
        evening.hold(seat, seat)
    turns = evening.home.position.turns
    for seat in range(SEATS):
        assert evening.view(seat)["undo"] is None
        answer = evening.phones[seat].act("/api/undo", seat=seat, seen=turns[seat].number)
        assert answer.code == "not_yours_to_undo"


def test_an_aside_is_taken_back_though_others_answered_since(evening: Evening) -> None:
    evening.throw(0)
    for seat in (1, 2):
        evening.hold(seat, 1)
    assert evening.undo(0).status == 200
    assert evening.home.position.state.heap == 0
    assert evening.closed == {1: 1, 2: 1}
