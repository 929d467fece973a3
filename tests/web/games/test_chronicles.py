"""A game whose endings are compared is told with what it was played with, and the best of them on the start page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.past_games import PastGames, Result
from companion.rules import Chronicle, Outcome, Text, say, say_many
from tests.web.fakes import Home
from tests.web.games import toy
from tests.web.games.test_toy import begin
from tests.web.games.toy.game import Cairn, State


class Remembered(Cairn):
    """The more hands it took, the better."""

    chronicles: Text = say("The oldest cairns")

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        about = say_many("{count} builder", "{count} builders", len(state.seats))
        won = bool(outcome.winners)
        return Outcome(outcome.sides, outcome.why, Chronicle(about, (int(won), len(state.laid))))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    toy.register(monkeypatch)
    monkeypatch.setitem(GAMES, "cairn", Remembered("cairn", say("Cairn")))
    home = Home(tmp_path)
    yield home
    home.close()


def build(home: Home, names: tuple[str, ...], *laid: int) -> int:
    begin(home, "cairn", *names)
    for turn, count in enumerate(laid):
        home.play(turn % len(names), do="lay", count=count)
    return home.position.began


def best(home: Home, game: str = "cairn") -> tuple[int, str] | None:
    found = home.phone().get(f"/api/best/{game}").get_json()["best"]
    return found and (found["key"], found["text"])


ASTRID, BOTH = ("Astrid",), ("Astrid", "Bo")


def test_the_list_says_what_a_game_was_played_with(home: Home) -> None:
    key = build(home, BOTH, 2, 2, 2)
    text = home.phone().get(f"/api/games/{key}/result").get_json()["text"]
    assert text == "2 builders. Everyone lost: The cairn fell."


def test_the_best_is_the_one_with_the_highest_rank_and_of_equals_the_first(home: Home) -> None:
    assert best(home) is None
    fell = build(home, ASTRID, 1, 1, 1, 1, 2)
    assert best(home) == (fell, "1 builder. Astrid lost: The cairn fell.")
    stands = build(home, BOTH, 2, 2, 1)
    assert best(home) == (stands, "2 builders. Everyone won: The cairn stands.")
    build(home, ASTRID, 1, 2, 2)
    assert best(home) == (stands, "2 builders. Everyone won: The cairn stands.")
    better = build(home, ASTRID, 1, 1, 1, 1, 1)
    assert best(home) == (better, "1 builder. Astrid won: The cairn stands.")


def test_a_game_that_runs_or_was_broken_off_is_none_of_them(home: Home) -> None:
    build(home, BOTH, 2, 2)
    assert best(home) is None
    home.table.end(home.table.version)
    assert best(home) is None


def test_the_last_one_counts_as_it_was_put_right(home: Home) -> None:
    first = build(home, BOTH, 2, 2, 1)
    last = build(home, ASTRID, 1, 2, 1, 1)
    assert best(home) == (last, "1 builder. Astrid won: The cairn stands.")
    home.table.take_back(3, home.table.version)
    home.play(0, do="lay", count=2)
    assert best(home) == (first, "2 builders. Everyone won: The cairn stands.")


def test_a_game_is_played_again_once_also_after_a_start(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = build(home, BOTH, 2, 2, 1)
    fell = build(home, BOTH, 2, 2, 2)
    build(home, BOTH, 2)
    assert best(home) == (expected, "2 builders. Everyone won: The cairn stands.")
    home.close()
    played: list[str] = []
    found = PastGames.result

    def noted(past_games: PastGames, key: str) -> Result | None:
        played.append(key)
        return found(past_games, key)

    monkeypatch.setattr(PastGames, "result", noted)
    again = Home(tmp_path)
    assert best(again) == (expected, "2 builders. Everyone won: The cairn stands.")
    assert str(fell) not in played
    (tmp_path / "ranks.json").write_bytes(b"{")
    again.close()
    mended = Home(tmp_path)
    assert best(mended) == (expected, "2 builders. Everyone won: The cairn stands.")
    mended.close()


def test_only_a_game_that_was_played_has_its_chronicles_on_the_start_page(home: Home) -> None:
    host = home.host()
    assert "The oldest cairns" not in host.get("/host/start").get_data(as_text=True)
    build(home, BOTH, 2, 2, 1)
    page = host.get("/host/start").get_data(as_text=True)
    assert 'data-best="cairn"' in page
    assert "The oldest cairns" in page


def test_games_that_are_not_compared_have_no_best(home: Home) -> None:
    begin(home, "twigs")
    for turn, count in enumerate((2, 1, 2)):
        home.play(turn % 2, do="lay", count=count)
    assert best(home, "twigs") is None
    assert best(home, "nothing") is None
    assert "data-best" not in home.host().get("/host/start").get_data(as_text=True)
