"""What each reader may be told of the same game: its player, who was given something, the others, the room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.change_signal import ChangeSignal
from companion.discretion import NOT_TOLD, as_read_by, demand_open, known, plain, reason, secretive, shown_to
from companion.journal import Journal
from companion.position import Position
from companion.rules import Illegal, Move, move_in_words, say
from companion.table import Table
from tests.clock import Hand
from tests.players import people
from tests.running_game import position_of
from tests.web.games import hush
from tests.web.games.hush.game import HUSH, MISSED, ROUNDS, Draw, Give, Hide, Lay, Roll, Setup

SIGRUN, SVEN, ASTRID, ROOM = 0, 1, 2, None
READERS = (SIGRUN, SVEN, ASTRID, ROOM)
SECRET = "What do you do with a card? (secret)"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Sigrun gave Sven the 2, Sven laid the 5 face down, Astrid laid the 3 openly."""
    hush.register(monkeypatch)
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal, ChangeSignal(), Hand(1000.0))
    table.start("hush", Setup(people(HUSH, 3), ((1, 2, 3), (4, 5, 6), (3, 4, 5))), 0)
    for seat, card in ((SIGRUN, Give(SVEN, 2)), (SVEN, Hide(5)), (ASTRID, Lay(3))):
        play(table, seat, Roll(4), card, Draw(1))
    play(table, SIGRUN, Roll(6))
    yield table
    journal.close()


def play(table: Table, seat: int, *moves: Move) -> None:
    for move in moves:
        table.play(seat, move, table.version)


def told(position: Position, index: int) -> list[str]:
    """One move in words, as each reader reads it."""
    prompts = HUSH.prompts(position.state_after(index))
    return [str(move_in_words(prompts, as_read_by(position, reader).turns[index].move)) for reader in READERS]


def test_the_sentence_of_a_move_depends_on_who_reads_it(table: Table) -> None:
    position = position_of(table)
    given = "What do you do with a card? Give the 2 to Sven"
    hidden = "What do you do with a card? Lay the 5 face down"
    assert told(position, 1) == [given, given, SECRET, SECRET]
    assert told(position, 4) == [SECRET, hidden, SECRET, SECRET]
    assert told(position, 7) == ["What do you do with a card? Lay the 3 openly"] * 4


def test_a_move_as_plain_values_leaves_out_what_is_hidden(table: Table) -> None:
    position = position_of(table)
    turn = position.turns[1]
    assert plain(known(turn, position, SVEN).move) == {"do": "give", "to": SVEN, "card": 2}
    assert plain(known(turn, position, ROOM).move) == {"do": "give", "to": SVEN}


def test_of_a_private_prompt_others_see_only_the_question(table: Table) -> None:
    (prompt,) = HUSH.prompts(position_of(table).state)
    assert shown_to(prompt, SIGRUN) == shown_to(prompt, ROOM, sits_in={SIGRUN}) == prompt
    for other in (shown_to(prompt, SVEN), shown_to(prompt, ROOM), shown_to(prompt, ROOM, sits_in={SVEN})):
        assert (other.text, other.choices, other.forms) == (prompt.text, (), ())


def test_nobody_learns_from_a_refusal_what_a_private_prompt_offers(table: Table) -> None:
    position = position_of(table)
    words = set()
    for move in (Lay(1), Lay(6), Roll(3)):
        with pytest.raises(Illegal) as refused:
            demand_open(position, position.state, SIGRUN, move)
        words.add(str(refused.value))
    assert len(words) == 1
    demand_open(position, position.state_after(0), SIGRUN, Roll(3))


def test_a_reason_is_told_unless_it_or_its_move_is_secret(table: Table) -> None:
    position, harmless = position_of(table), Illegal("not_now", say("Not now."))
    _, gave, *_ = position.turns
    assert reason(position, gave, harmless).text == NOT_TOLD
    assert reason(position, position.turns[0], harmless) is harmless
    assert reason(position, position.turns[0], Illegal("x", say("It is the 5."), secret=True)).text == NOT_TOLD


def test_when_the_game_is_over_everyone_may_know_everything(table: Table) -> None:
    assert secretive(position_of(table))
    play(table, SIGRUN, Lay(1), Draw(1))
    for turn in range(4, 3 * ROUNDS):
        play(table, turn % 3, Roll(MISSED))
    position = position_of(table)
    assert not secretive(position)
    assert all(as_read_by(position, reader) is position for reader in READERS)
    demand_open(position, position.state_after(1), SIGRUN, Lay(6))
