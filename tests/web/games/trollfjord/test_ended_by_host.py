"""The host ends a game that has not come to its end: it is scored as it stands, for everyone and for later."""

from companion.games.trollfjord.moves import Collect
from companion.record import read_record, replayed_game
from tests.web.fakes import Home, Phone
from tests.web.games.trollfjord.test_pages import GAME, begin, state, view


def end(home: Home, host: Phone) -> None:
    assert host.act("/api/host/end", seen=home.table.version).status == 200


def play_some(home: Home) -> None:
    """Until somebody has collected a treasure of their choice."""
    for seat, move in begin(home):
        home.table.play(seat, move, home.table.version)
        if isinstance(move, Collect):
            return


def winners(home: Home) -> tuple[int, ...]:
    outcome = GAME.outcome(state(home))
    assert outcome is not None
    return outcome.winners


def test_outcome_and_final_score_are_shown(home: Home) -> None:
    play_some(home)
    began = home.table.version
    end(home, home.host())
    shown = view(home, 0)
    winner = shown["scene"]["ending"]["winner"]
    assert (shown["over"], shown["ended"], winners(home)) == (True, True, (winner,))
    assert not any(standing["at_least"] for standing in shown["standings"])
    assert shown["headline"] == f"{state(home).name(winner)} wins with {shown['standings'][winner]['score']}"
    assert shown["scene"]["story"][0]["text"] == "The game is over."
    assert shown["scene"]["story"][1]["text"] == "The host ended the game: it is scored as it stands."
    assert home.table.version == began + 1


def test_it_is_the_same_after_a_restart_among_past_games_and_in_the_record(home: Home) -> None:
    play_some(home)
    end(home, home.host())
    position = home.table.position
    assert position is not None
    again = home.again()
    assert again.table.position == position
    name = position.state.name(winners(home)[0])
    result = again.phone().get(f"/api/games/{position.began}/result").get_json()["text"]
    assert result.startswith(f"{name} won with")
    record = read_record(again.phone().get(f"/api/games/{position.began}/record.json").get_data())
    assert replayed_game(record).state == position.state


def test_a_game_without_a_treasure_is_just_over(home: Home) -> None:
    begin(home)
    end(home, home.host())
    shown = view(home, 0)
    assert (shown["ended"], shown["scene"]["ending"], GAME.outcome(state(home))) == (True, None, None)


def test_a_resumed_game_is_as_it_was_before_it_was_scored(home: Home) -> None:
    play_some(home)
    before, host = home.position, home.host()
    end(home, host)
    assert host.act("/api/host/resume", seen=home.table.version).body["view"]["ended"] is False
    shown = view(home, 0)
    assert (shown["over"], shown["ended"], shown["scene"]["ending"]) == (False, False, None)
    for table in (home, again := home.again()):
        position = table.position
        assert (position.turns[:], position.state, position.prompts) == (before.turns[:], before.state, before.prompts)
    end(again, again.host())
    assert winners(again), "and it can be ended again"


def test_again_begins_with_the_same_people_and_board_dealt_anew(home: Home) -> None:
    play_some(home)
    before, host, phone = home.position, home.host(), home.phone().sit(1)
    refused = host.act("/api/host/again", seen=home.table.version)
    assert (refused.status, refused.code) == (409, "still_running")
    end(home, host)
    assert host.act("/api/host/again", seen=before.version).code == "stale"
    assert home.phone().act("/api/host/again", seen=home.table.version).code == "host_only"
    assert host.act("/api/host/again", seen=home.table.version).status == 200
    now = home.position
    assert (now.seats, now.setup.board, now.turns[:]) == (before.seats, before.setup.board, [])
    assert now.began > before.began
    assert now.setup.treasures != before.setup.treasures
    assert phone.get("/play").status_code == 200, "whoever sat there sits there"
