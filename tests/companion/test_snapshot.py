"""A game opened by its snapshot is the very game that was played; a snapshot that does not fit is passed over."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion import journal, snapshot
from companion.change_signal import ChangeSignal
from companion.games import GAMES
from companion.journal import Journal
from companion.recovery import JOURNAL
from companion.rules import Boulders, Hit, Illegal
from companion.snapshot import FILE, Snapshots, reopened
from companion.table import Table, position_after
from companion.taking_back import own_last
from tests.companion.conftest import TowerTable
from tests.players import answer, dealt
from tests.web.games.fists.game import FISTS


@pytest.mark.parametrize("name", [*GAMES, "fists"])
def test_a_game_with_much_taken_back_opens_as_it_was_left(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "WORTH", 5)
    monkeypatch.setitem(GAMES, "fists", FISTS)
    book, chance, game = Journal(tmp_path / JOURNAL), Random(4), GAMES[name]
    book._database.execute("PRAGMA synchronous=OFF")
    table = Table(book, ChangeSignal(), lambda: 0.0)
    snapshots = Snapshots(table, tmp_path)
    table.start(name, dealt(game, game.seats[0], chance), 0)
    used = 0
    for _ in range(150):
        position = table.position
        assert position is not None
        own = own_last(position, chance.randrange(game.seats[0]))
        if own is not None and chance.random() < 0.25:
            turn = position.turns[own]
            assert turn.seat is not None
            table.undo(turn.seat, turn.number)
        elif position.turns and chance.random() < 0.25:
            table.take_back(chance.randrange(max(0, len(position.turns) - 6), len(position.turns)), table.version)
        elif position.prompts:
            prompt = chance.choice(position.prompts)
            table.play(prompt.seats[0], answer(game, prompt, chance), table.version)
        snapshots.step()
        if (tmp_path / FILE).exists():
            used += 1
            assert reopened(book) == table.position
    assert used > 50
    book.close()


EMPTY = b'{"version":2,"chain":"","ended":false,"since":{},"turns":[]}'


@pytest.mark.parametrize("harm", [b"", b"{}", b"rubbish", EMPTY])
def test_a_snapshot_that_does_not_fit_is_passed_over(tower: TowerTable, tmp_path: Path, harm: bytes) -> None:
    tower.gather()
    (tmp_path / FILE).write_bytes(harm)
    assert reopened(tower.journal) == tower.position


def test_a_snapshot_of_another_line_is_passed_over(tower: TowerTable, tmp_path: Path) -> None:
    tower.gather()
    chain = tower.journal.chain
    (tmp_path / FILE).write_bytes(msgspec.json.encode(snapshot.taken(tower.position, chain[::-1])))
    tower.hit(red=1)
    assert reopened(tower.journal) == tower.position == position_after(tower.journal.last_game())


def test_a_phone_that_taps_in_a_loop_is_stopped_and_the_others_play_on(
    tower: TowerTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "MOST_OF_A_PHONE", 6)
    tower.start()
    for number in range(3):
        tower.play(0, f"prankster:{number}", do="hammer", seat=0)
        tower.table.take_back(0, tower.table.version, f"prankster:{number} back", source="phone")
    with pytest.raises(Illegal, match="6 times"):
        tower.play(0, "prankster:again", do="hammer", seat=0)
    tower.reopen()
    with pytest.raises(Illegal, match="6 times"):
        tower.play(0, "prankster:after a restart", do="hammer", seat=0)
    tower.play(1, "another:tap", do="hammer", seat=1)
    tower.start()
    tower.play(0, "prankster:in the next game", do="hammer", seat=0)


def test_who_put_a_move_right_is_still_known(
    tower: TowerTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "WORTH", 1)
    tower.gather()
    number = tower.hit(red=2).version
    tower.table.amend(number, Hit(Boulders(red=3)), tower.table.version, source="phone", by=1)
    Snapshots(tower.table, tmp_path).step()
    monkeypatch.setattr(snapshot, "followed", None)
    assert reopened(tower.journal) == tower.position
