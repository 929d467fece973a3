"""A player's own last answer is taken back alone, decided under the table's lock; nobody else's ever goes with it."""

import threading
from collections.abc import Callable

import pytest

from companion.position import Stale
from companion.rules import Boulders, Hit, Illegal
from companion.taking_back import own_last
from tests.companion.conftest import ASTRID, SVEN, TowerTable


def refused(tower: TowerTable, seat: int, number: int) -> str:
    before = tower.table.position
    with pytest.raises(Illegal) as refusal:
        tower.table.undo(seat, number)
    assert tower.table.position is before
    return refusal.value.code


def test_the_last_tap_is_taken_back_and_after_a_restart_too(tower: TowerTable) -> None:
    tower.gather()
    before = tower.position
    number = tower.hit(red=1).version
    position = tower.table.undo(ASTRID, number)
    assert (position.state, len(position.turns)) == (before.state, len(before.turns))
    tower.reopen()
    assert tower.position == position


def test_one_tap_after_the_other_goes_back_to_the_first_state(tower: TowerTable) -> None:
    tower.start()
    first = tower.position.state
    tower.play(ASTRID, do="hammer", seat=ASTRID)
    tower.play(ASTRID, do="trolls", count=3)
    for _ in range(2):
        tower.table.undo(ASTRID, tower.position.turns[-1].number)
    assert (tower.position.state, len(tower.position.turns)) == (first, 0)


def test_what_others_went_on_from_stays(tower: TowerTable) -> None:
    tower.gather()
    number = tower.hit(red=1).version
    tower.play(SVEN, do="hit", boulders={"blue": 1})
    assert own_last(tower.position, ASTRID) is None
    assert refused(tower, ASTRID, number) == "not_yours_to_undo"


def test_another_ones_answer_is_never_taken_back(tower: TowerTable) -> None:
    tower.gather()
    number = tower.play(SVEN, do="hit", boulders={"blue": 1}).version
    assert refused(tower, ASTRID, number) == "not_yours_to_undo"


def test_an_answer_that_is_gone_or_not_there_yet_is_stale(tower: TowerTable) -> None:
    tower.gather()
    number = tower.hit(red=1).version
    tower.table.undo(ASTRID, number)
    for gone in (number, tower.table.version + 1):
        with pytest.raises(Stale):
            tower.table.undo(ASTRID, gone)


def test_a_repeated_request_takes_back_once(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    number = tower.hit(red=1).version
    for _ in range(2):
        position = tower.table.undo(ASTRID, number, "the same tap")
    assert len(position.turns) == 5


def test_a_hit_of_the_tower_is_nobodys_tap(tower: TowerTable) -> None:
    tower.gather()
    by_hand = tower.hit(red=1).version
    tower.table.play(ASTRID, Hit(Boulders(blue=1)), tower.table.version, source="sensor")
    for number in (by_hand, tower.table.version):
        assert refused(tower, ASTRID, number) == "not_yours_to_undo"


def test_nothing_is_taken_back_in_a_game_that_ended(tower: TowerTable) -> None:
    tower.gather()
    number = tower.hit(red=1).version
    tower.table.end(tower.table.version)
    assert own_last(tower.position, ASTRID) is None
    assert refused(tower, ASTRID, number) == "no_game"


class Turnstile:
    """The table's lock; before the first one takes it, somebody else slips in."""

    def __init__(self, slip_in: Callable[[], object]) -> None:
        self._lock = threading.Lock()
        self._slip_in: Callable[[], object] | None = slip_in

    def __enter__(self) -> None:
        slip_in, self._slip_in = self._slip_in, None
        if slip_in:
            slip_in()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_a_move_that_slips_in_before_the_lock_is_not_taken_back(
    tower: TowerTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    tower.gather()
    number = tower.hit(red=1).version
    for wanted in (number, number + 1):
        with monkeypatch.context() as patched:
            slip_in = Turnstile(lambda: tower.play(SVEN, do="hit", boulders={"blue": 1}))
            patched.setattr(tower.table, "_lock", slip_in)
            with pytest.raises(Illegal):
                tower.table.undo(ASTRID, wanted)
    assert [turn.seat for turn in tower.position.turns[4:]] == [ASTRID, SVEN, SVEN]
