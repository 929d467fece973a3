"""One door: checked, written down, and only then shown."""

import threading
from typing import Any

import msgspec
import pytest

from companion.games import GAMES
from companion.rules import Boulders, Hit, Illegal, told
from companion.table import Clash, Position, Stale, Table
from tests.companion.conftest import ASTRID, SVEN, TowerTable


def hammering(position: Position | None) -> Any:
    assert position is not None
    return position.game.view(position.state, None).hammering


def numbers(table: Table) -> list[int]:
    return [turn.number for turn in table.turns()]


def test_a_refused_move_changes_nothing_and_rings_no_bell(tower: TowerTable) -> None:
    tower.gather()
    before, rung = tower.table.position, tower.bell.count
    with pytest.raises(Illegal) as refused:
        tower.play(ASTRID, do="put_back")
    assert refused.value.code == "not_now"
    assert tower.table.position is before
    assert tower.bell.count == rung


def test_a_phone_that_has_not_seen_the_newest_state_plays_nothing(tower: TowerTable) -> None:
    tower.gather()
    seen = tower.table.version
    tower.hit(red=1)
    with pytest.raises(Stale):
        tower.table.play(SVEN, Hit(Boulders(red=1)), seen)
    assert hammering(tower.table.position).total == 1


def test_a_repeated_request_plays_once_even_after_a_restart(tower: TowerTable) -> None:
    tower.gather()
    seen = tower.table.version
    for _ in range(2):
        tower.table.play(ASTRID, Hit(Boulders(red=2)), seen, request="tap-1")
    tower.reopen()
    position = tower.table.play(ASTRID, Hit(Boulders(red=2)), seen, request="tap-1")
    assert hammering(position).total == 2


def test_every_version_is_newer_than_the_one_before_across_games(tower: TowerTable) -> None:
    versions = [0]
    for _ in range(2):
        tower.gather()
        versions.append(tower.table.version)
        versions.append(tower.hit(red=1).version)
        versions.append(tower.table.take_back(2, tower.table.version).version)
        versions.append(tower.table.end(tower.table.version).version)
    assert versions == sorted(set(versions))


def test_the_bell_rings_after_the_move_is_on_the_disk(tower: TowerTable) -> None:
    tower.gather()
    seen_when_rung = []
    heard = tower.bell.count

    def wait() -> None:
        tower.bell.wait(heard, 10)
        seen_when_rung.append(len(tower.journal.last_game()))

    waiting = threading.Thread(target=wait)
    waiting.start()
    rows = len(tower.journal.last_game())
    tower.hit(red=1)
    waiting.join()
    assert seen_when_rung == [rows + 1]


def test_a_restart_finds_the_same_game(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=2, white=1)
    tower.hit()
    tower.table.amend(numbers(tower.table)[4], Hit(Boulders(blue=1)), tower.table.version)
    tower.hit(yellow=2)
    tower.table.take_back(6, tower.table.version)
    position, turns = tower.table.position, tower.table.turns()
    tower.reopen()
    assert tower.table.position == position
    assert tower.table.turns() == turns


def test_take_back_goes_all_the_way_to_the_first_state(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    states = [tower.table.position.game.new(tower.table.position.setup)]  # type: ignore[union-attr]
    states += [turn.after for turn in tower.table.turns()]
    for keep in reversed(range(len(states) - 1)):
        assert tower.table.take_back(keep, tower.table.version).state == states[keep]
    with pytest.raises(Illegal) as refused:
        tower.table.take_back(0, tower.table.version)
    assert refused.value.code == "nothing_to_take_back"


def test_an_amended_hit_changes_what_came_of_it(tower: TowerTable) -> None:
    tower.gather(trolls=3, comrade_trolls=2)
    tower.hit(red=3)
    position = tower.hit(red=3)
    assert hammering(position).ending == "colour_limit"
    assert hammering(position).gifts_needed == 1
    position = tower.table.amend(numbers(tower.table)[-1], Hit(Boulders(red=2)), tower.table.version)
    assert hammering(position).ending is None
    assert hammering(position).total == 5


def test_an_amendment_that_breaks_a_later_move_says_which_and_changes_nothing(tower: TowerTable) -> None:
    tower.gather(trolls=3, comrade_trolls=2)
    tower.hit(red=3)
    tower.hit(blue=1)
    tower.play(ASTRID, do="stop")
    before = tower.table.position
    with pytest.raises(Clash) as clash:
        tower.table.amend(numbers(tower.table)[4], Hit(Boulders(red=6)), tower.table.version)
    assert clash.value.index == 5
    assert clash.value.turn.move == Hit(Boulders(blue=1))
    assert clash.value.before == tower.table.turns()[4].after
    assert clash.value.illegal.code == "hammering_over"
    assert tower.table.position is before


def test_the_host_may_let_the_later_moves_go(tower: TowerTable) -> None:
    tower.gather(trolls=3, comrade_trolls=2)
    tower.hit(red=3)
    tower.hit(blue=1)
    tower.play(ASTRID, do="stop")
    number = numbers(tower.table)[4]
    position = tower.table.amend(number, Hit(Boulders(red=6)), tower.table.version, drop_later=True)
    assert hammering(position).gifts_needed == 1
    assert position.moves == 5
    tower.reopen()
    assert tower.table.position == position


def test_an_amendment_that_is_itself_against_the_rules_is_refused(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    tower.hit(red=1)
    with pytest.raises(Illegal) as refused:
        tower.table.amend(numbers(tower.table)[5], Hit(Boulders(red=11)), tower.table.version)
    assert refused.value.code == "too_many_boulders"


def test_a_move_that_was_taken_back_cannot_be_amended(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    number = numbers(tower.table)[-1]
    tower.table.take_back(4, tower.table.version)
    with pytest.raises(Illegal) as refused:
        tower.table.amend(number, Hit(), tower.table.version)
    assert refused.value.code == "no_such_move"


def test_nothing_is_played_in_a_game_that_ended(tower: TowerTable) -> None:
    tower.gather()
    tower.table.end(tower.table.version)
    for attempt in (lambda: tower.hit(red=1), lambda: tower.table.take_back(0, tower.table.version)):
        with pytest.raises(Illegal) as refused:
            attempt()
        assert refused.value.code == "no_game"


def test_two_phones_that_tap_at_once_play_one_move(tower: TowerTable) -> None:
    tower.gather(trolls=9)
    outcomes: list[str] = []
    for _ in range(5):
        seen = tower.table.version
        together = threading.Barrier(4)

        def tap(seen: int = seen, together: threading.Barrier = together) -> None:
            together.wait()
            try:
                tower.table.play(SVEN, Hit(Boulders(white=1)), seen)
                outcomes.append("played")
            except Stale:
                outcomes.append("stale")

        phones = [threading.Thread(target=tap) for _ in range(4)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
    assert outcomes.count("played") == 5
    assert hammering(tower.table.position).total == 5


def test_words_for_every_move_come_from_what_was_asked(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=2, white=1)
    tower.hit()
    tower.play(SVEN, do="stop")
    position = tower.table.position
    assert position is not None
    turns = tower.table.turns()
    states = [position.game.new(position.setup), *(turn.after for turn in turns)]
    assert [str(told(position.game.prompts(state), turn.move)) for state, turn in zip(states, turns, strict=False)] == [
        "Who hammers? Astrid",
        "How many trolls does Astrid have at the fortress? 3",
        "Who hammers with Astrid as a comrade? Sven",
        "How many trolls does Sven have at the fortress? 2",
        "Hit: 2 red, 1 white",
        "Hit: nothing fell",
        "Hit again, or stop? Stop hammering",
    ]


def test_a_move_late_in_a_game_writes_no_more_than_an_early_one(tower: TowerTable) -> None:
    """A move is one row, whatever came before."""
    tower.gather(trolls=9)
    for _ in range(4):
        rows = len(tower.journal.last_game())
        tower.hit(white=1)
        assert len(tower.journal.last_game()) == rows + 1


def test_moves_survive_the_journal_exactly() -> None:
    moves = GAMES["tower"].moves
    for move in ({"do": "hit", "boulders": {"red": 2}}, {"do": "trolls", "count": 3}, {"do": "alone"}):
        value = msgspec.convert(move, moves)
        assert msgspec.convert(msgspec.to_builtins(value), moves) == value
