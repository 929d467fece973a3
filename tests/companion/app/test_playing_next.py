"""A blow outside the hammering, from the sensor through the conductor to the table and back on the phone."""

from collections.abc import Iterator

import pytest

from companion.atomic_files import NoRoom
from companion.five_hits import HITS, WINDOW
from companion.games import GAMES
from companion.journal import Journal
from companion.next_by_blow import CALM
from hardware.devices import Blow
from tests.companion.app.test_conducting import Conducted
from tests.companion.conftest import TowerTable
from tests.players import people
from tests.running_game import position_of
from tests.web.games import toy
from tests.web.games.toy.game import CAIRN, TWIGS
from web.page_views import undoable


class Struck:
    """A table with a game that no hammering interrupts, and a clock that is past the five hits of a start."""

    def __init__(self, tower: TowerTable, game: str) -> None:
        self.table = tower.table
        self.game = GAMES[game]
        seats = people(self.game, 2)
        self.table.start(game, self.game.deal(seats, list), self.table.version)
        self.conducted = Conducted(tower)
        self.conducted.step()
        self.wait(WINDOW + CALM)

    def wait(self, seconds: float) -> None:
        self.conducted.clock.now += seconds
        self.conducted.step()

    def blow(self) -> None:
        now = self.conducted.clock.now
        self.conducted.step(lambda: self.conducted.conductor._hear(Blow(now, 0.5, 0.01)))

    @property
    def moves(self) -> int:
        return len(position_of(self.table).turns)

    @property
    def words(self) -> str:
        return self.conducted.words


@pytest.fixture
def struck(tower: TowerTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[Struck]:
    toy.register(monkeypatch)
    struck = Struck(tower, CAIRN.name)
    yield struck
    struck.conducted.rig.close()


def test_a_blow_plays_what_the_game_offers_for_it_as_the_sensors_move(struck: Struck) -> None:
    struck.blow()
    (turn,) = position_of(struck.table).turns
    assert (turn.seat, turn.move.count, turn.source) == (0, 1, "sensor")  # type: ignore[attr-defined]
    assert struck.words == "By a blow: One"
    struck.wait(CALM)
    struck.blow()
    assert [turn.seat for turn in position_of(struck.table).turns] == [0, 1]


def test_drumming_and_a_blow_right_after_a_tap_do_not_count(struck: Struck) -> None:
    for _ in range(5):
        struck.blow()
        struck.wait(CALM / 2)
    assert struck.moves == 1
    assert struck.words == "That blow does not count. Wait a moment and hit again."
    struck.wait(CALM)
    struck.table.play(1, CAIRN.prompts(position_of(struck.table).state)[0].choices[0].move, struck.table.version)
    struck.wait(CALM / 2)
    struck.blow()
    assert struck.moves == 2


def test_a_tap_at_the_very_moment_wins(struck: Struck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(struck.conducted.conductor, "_follow", lambda: None)
    struck.table.play(0, CAIRN.prompts(position_of(struck.table).state)[0].choices[1].move, struck.table.version)
    struck.blow()
    assert struck.moves == 1


def test_a_full_card_plays_nothing_and_stops_nothing(struck: Struck, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise NoRoom

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "write", full)
        struck.blow()
    assert struck.moves == 0
    struck.wait(CALM)
    struck.blow()
    assert struck.moves == 1


def test_whoever_was_asked_may_take_the_blow_back_and_nobody_else(struck: Struck) -> None:
    struck.blow()
    position = position_of(struck.table)
    assert undoable(position, 0)
    assert not undoable(position, 1)


def test_it_can_be_switched_off(struck: Struck) -> None:
    conductor = struck.conducted.conductor
    assert conductor.hears_next
    conductor.hits_setup.play_next_by_blow(False)
    assert not conductor.hears_next
    struck.blow()
    assert struck.moves == 0
    assert struck.words == "The tower is not in play: that blow does not count."


def test_five_hits_at_the_start_choose_a_pin_and_play_nothing(
    tower: TowerTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.register(monkeypatch)
    struck = Struck(tower, CAIRN.name)
    asked: list[bool] = []
    struck.conducted.conductor.on_five_hits(lambda: asked.append(True))
    struck.wait(0.0)
    for _ in range(HITS):
        struck.wait(WINDOW / HITS - 0.1)
        struck.blow()
    assert asked == [True]
    assert struck.moves == 0
    struck.conducted.rig.close()


def test_a_game_that_does_not_ask_for_it_is_never_played_by_a_blow(
    tower: TowerTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.register(monkeypatch)
    struck = Struck(tower, TWIGS.name)
    struck.blow()
    assert struck.moves == 0
    struck.conducted.rig.close()


def test_a_game_that_has_ended_is_not_played_on(struck: Struck) -> None:
    struck.table.end(struck.table.version)
    struck.wait(CALM)
    struck.blow()
    assert struck.moves == 0
