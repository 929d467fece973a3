"""One door: checked, written down, and only then shown."""

import threading
from collections.abc import Callable
from random import Random
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from companion.atomic_files import NoRoom
from companion.games import GAMES
from companion.journal import Journal, Source
from companion.position import Asked, Corrected, Position, Stale, Turn, Turns
from companion.rules import BadSetup, Boulders, Hit, Illegal, Seat, move_in_words
from companion.table import Clash
from tests.companion.conftest import ASTRID, SVEN, TowerTable
from tests.running_game import asked


def hammering(position: Position) -> Any:
    return position.game.view(position.state, None).hammering


def numbers(tower: TowerTable) -> list[int]:
    return [turn.number for turn in tower.position.turns]


def test_who_sits_where_is_settled_before_anyone_is_told_of_a_new_game(tower: TowerTable) -> None:
    told: list[Any] = []
    tower.table.start(
        "tower",
        GAMES["tower"].deal([Seat("Astrid", "brown"), Seat("Sven", "orange")], list),
        0,
        seated=lambda now: told.extend((tower.changes.count, now.began, tower.table.position)),
    )
    assert told == [tower.changes.count - 1, tower.position.began, None], "who looks then sees the game before"


def test_a_refused_move_changes_nothing_and_announces_nothing(tower: TowerTable) -> None:
    tower.gather()
    before, announced = tower.table.position, tower.changes.count
    with pytest.raises(Illegal) as refused:
        tower.play(ASTRID, do="put_back")
    assert refused.value.code == "not_now"
    assert tower.table.position is before
    assert tower.changes.count == announced


def test_a_phone_that_has_not_seen_the_newest_state_plays_nothing(tower: TowerTable) -> None:
    tower.gather()
    seen = tower.table.version
    tower.hit(red=1)
    with pytest.raises(Stale):
        tower.table.play(SVEN, Hit(Boulders(red=1)), seen)
    assert hammering(tower.position).total == 1


def seen(tower: TowerTable, who: int, **move: Any) -> Asked:
    """The question that this seat would answer with the move, as its phone shows it now."""
    position = tower.position
    return msgspec.convert(asked(position, who, position.decode(move)), Asked)


def test_an_answer_counts_although_something_else_happened_since_its_question_was_put(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=2)
    stop, fix = seen(tower, ASTRID, do="stop"), tower.table.version
    tower.table.amend(fix, Hit(Boulders(red=1)), tower.table.version)
    assert tower.table.version > fix
    position = tower.table.play(ASTRID, tower.position.decode({"do": "stop"}), stop)
    assert hammering(position).ending == "stopped"


def test_an_answer_to_a_question_that_is_gone_or_another_by_now_is_stale(tower: TowerTable) -> None:
    tower.gather()
    hit, table = seen(tower, SVEN, do="hit"), tower.table
    tower.hit(red=1)
    stop = seen(tower, ASTRID, do="stop")
    with pytest.raises(Stale):
        table.play(SVEN, Hit(Boulders(red=1)), hit)
    tower.hit(red=1)
    with pytest.raises(Stale):
        table.play(ASTRID, tower.position.decode({"do": "stop"}), stop)
    tower.play(ASTRID, do="stop")
    with pytest.raises(Stale):
        table.play(ASTRID, tower.position.decode({"do": "stop"}), stop)
    assert hammering(tower.position).total == 2


def test_the_same_question_put_anew_is_another_one(tower: TowerTable) -> None:
    """Whether it was answered and asked again, or its answer was taken back."""
    tower.start()
    first = seen(tower, SVEN, do="hammer", seat=SVEN)
    tower.play(ASTRID, do="hammer", seat=ASTRID)
    tower.table.take_back(0, tower.table.version)
    again = seen(tower, SVEN, do="hammer", seat=SVEN)
    assert (again.key, again.since) == (first.key, tower.table.version)
    with pytest.raises(Stale):
        tower.table.play(SVEN, tower.position.decode({"do": "hammer", "seat": SVEN}), first)
    tower.table.play(SVEN, tower.position.decode({"do": "hammer", "seat": SVEN}), again)


def test_a_question_is_as_old_after_a_restart_as_before(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    tower.table.amend(tower.table.version, Hit(Boulders(blue=1)), tower.table.version)
    stop = seen(tower, ASTRID, do="stop")
    tower.reopen()
    tower.table.play(ASTRID, tower.position.decode({"do": "stop"}), stop)


def test_an_answer_answers_the_question_it_names_and_no_other(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    with pytest.raises(Illegal) as refused:
        tower.table.play(ASTRID, tower.position.decode({"do": "stop"}), seen(tower, ASTRID, do="hit"))
    assert refused.value.code == "not_now"
    with pytest.raises(Illegal) as refused:
        tower.table.play(SVEN, tower.position.decode({"do": "stop"}), seen(tower, ASTRID, do="stop"))
    assert refused.value.code == "not_yours"
    with pytest.raises(Stale):
        tower.table.play(ASTRID, tower.position.decode({"do": "stop"}), Asked("no such question", 1))


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


def test_a_change_is_announced_after_the_move_is_on_the_disk(tower: TowerTable) -> None:
    tower.gather()
    seen_when_announced = []
    heard = tower.changes.count

    def wait() -> None:
        tower.changes.wait(heard, 10)
        seen_when_announced.append(len(tower.journal.last_game()))

    waiting = threading.Thread(target=wait)
    waiting.start()
    rows = len(tower.journal.last_game())
    tower.hit(red=1)
    waiting.join()
    assert seen_when_announced == [rows + 1]
    assert tower.changes.count == heard + 1


def test_a_set_up_with_faults_is_refused_and_not_written_down(tower: TowerTable) -> None:
    tower.gather()
    before, rows = tower.table.position, len(tower.journal.last_game())
    alone = GAMES["tower"].deal([Seat("Astrid", "brown")], list)
    with pytest.raises(BadSetup):
        tower.table.start("tower", alone, tower.table.version)
    assert tower.table.position is before
    tower.reopen()
    assert tower.table.position == before
    assert len(tower.journal.last_game()) == rows


def test_a_move_that_the_game_cannot_go_on_from_is_not_written_down(
    tower: TowerTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    tower.gather()
    before, rows = tower.table.position, len(tower.journal.last_game())

    def no_questions(_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(GAMES["tower"], "prompts", no_questions)
        with pytest.raises(ZeroDivisionError):
            tower.hit(red=1)
    assert (tower.table.position, len(tower.journal.last_game())) == (before, rows)
    tower.reopen()
    assert tower.table.position == before


def test_a_move_that_the_card_did_not_take_leaves_no_trace(tower: TowerTable, monkeypatch: pytest.MonkeyPatch) -> None:
    tower.gather()
    before = tower.table.position
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "write", Mock(side_effect=NoRoom))
        with pytest.raises(NoRoom):
            tower.hit(red=1)
    assert tower.table.position is before
    tower.hit(white=2)
    assert [turn.move for turn in tower.position.turns[4:]] == [Hit(Boulders(white=2))]


def test_moves_that_somebody_looks_at_stay_as_they_were(tower: TowerTable) -> None:
    tower.gather()
    seen = tower.position.turns
    count = len(seen)
    tower.hit(red=1)
    tower.table.take_back(0, tower.table.version)
    assert len(seen) == count


def test_a_restart_finds_the_same_game(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=2, white=1)
    tower.hit()
    tower.table.amend(numbers(tower)[4], Hit(Boulders(blue=1)), tower.table.version)
    tower.hit(yellow=2)
    tower.table.take_back(6, tower.table.version)
    position = tower.table.position
    tower.reopen()
    assert tower.table.position == position


def test_a_position_keeps_its_moves_whatever_is_played_taken_back_or_amended_later(tower: TowerTable) -> None:
    tower.gather()
    held = [tower.hit(red=1), tower.hit(white=2)]
    held.append(tower.table.take_back(5, tower.table.version))
    held.append(tower.hit(yellow=3))
    held.append(tower.table.amend(held[0].version, Hit(Boulders(blue=1)), tower.table.version))
    held.append(tower.hit(red=2))
    hits = [[turn.move for turn in position.turns[4:]] for position in held]
    red, white = Hit(Boulders(red=1)), Hit(Boulders(white=2))
    yellow, blue = Hit(Boulders(yellow=3)), Hit(Boulders(blue=1))
    assert hits == [[red], [red, white], [red], [red, yellow], [blue, yellow], [blue, yellow, Hit(Boulders(red=2))]]
    assert all(position.state == position.turns[-1].after for position in held)


def test_one_more_move_copies_none_of_those_before(tower: TowerTable) -> None:
    tower.gather()
    before, after = tower.hit(red=1).turns, tower.hit(white=1).turns
    assert after._shared is before._shared
    assert (len(before), len(after)) == (5, 6)


@pytest.mark.parametrize("seed", range(20))
def test_turns_are_a_sequence_that_never_changes(seed: int) -> None:
    """However lines branch off, each is what a tuple of its own would be."""
    chance = Random(seed)
    lines: list[tuple[Turns, tuple[Turn, ...]]] = [(Turns([], 0), ())]
    for number in range(60):
        turns, expected = chance.choice(lines[-4:])
        if chance.random() < 0.7:
            turn = Turn(number, ASTRID, Hit(), "phone", 0.0, None)
            lines.append((turns.followed_by(turn), (*expected, turn)))
        else:
            keep = chance.randint(0, len(expected) + 1)
            lines.append((turns.first(keep), expected[:keep]))
    for turns, expected in lines:
        assert (tuple(turns), tuple(reversed(turns)), len(turns)) == (expected, expected[::-1], len(expected))
        assert all(turns[place] == expected[place] for place in range(-len(expected), len(expected)))
        assert tuple(turns[1:-1]) == expected[1:-1]
        with pytest.raises(IndexError):
            turns[len(expected)]
    assert all((one[0] == other[0]) == (one[1] == other[1]) for one in lines for other in lines)


def test_a_past_moment_of_a_game_has_the_moves_and_the_state_of_then(tower: TowerTable) -> None:
    tower.gather()
    early = tower.hit(red=1)
    late = tower.hit(white=1)
    assert (late.back_at(5).turns, late.back_at(5).state) == (early.turns, early.state)
    assert late.back_at(0).state == late.state_after(0) == late.game.new(late.setup)
    assert not late.back_at(0).turns


def test_take_back_goes_all_the_way_to_the_first_state(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    states = [tower.position.game.new(tower.position.setup)]
    states += [turn.after for turn in tower.position.turns]
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
    position = tower.table.amend(numbers(tower)[-1], Hit(Boulders(red=2)), tower.table.version)
    assert hammering(position).ending is None
    assert hammering(position).total == 5


def test_an_amendment_that_breaks_a_later_move_says_which_and_changes_nothing(tower: TowerTable) -> None:
    tower.gather(trolls=3, comrade_trolls=2)
    tower.hit(red=3)
    tower.hit(blue=1)
    tower.play(ASTRID, do="stop")
    before = tower.table.position
    with pytest.raises(Clash) as clash:
        tower.table.amend(numbers(tower)[4], Hit(Boulders(red=6)), tower.table.version)
    assert clash.value.index == 5
    assert clash.value.turn.move == Hit(Boulders(blue=1))
    assert clash.value.before == tower.position.turns[4].after
    assert clash.value.illegal.code == "hammering_over"
    assert tower.table.position is before


def test_the_host_may_let_the_later_moves_go(tower: TowerTable) -> None:
    tower.gather(trolls=3, comrade_trolls=2)
    tower.hit(red=3)
    tower.hit(blue=1)
    tower.play(ASTRID, do="stop")
    number = numbers(tower)[4]
    position = tower.table.amend(number, Hit(Boulders(red=6)), tower.table.version, drop_later=True)
    assert hammering(position).gifts_needed == 1
    assert len(position.turns) == 5
    tower.reopen()
    assert tower.table.position == position


def test_an_amendment_that_is_itself_against_the_rules_is_refused(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    tower.hit(red=1)
    with pytest.raises(Illegal) as refused:
        tower.table.amend(numbers(tower)[5], Hit(Boulders(red=11)), tower.table.version)
    assert refused.value.code == "too_many_boulders"


def test_a_move_that_was_taken_back_cannot_be_amended(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    number = numbers(tower)[-1]
    tower.table.take_back(4, tower.table.version)
    with pytest.raises(Illegal) as refused:
        tower.table.amend(number, Hit(), tower.table.version)
    assert refused.value.code == "no_such_move"


def test_nothing_is_played_in_a_game_that_ended(tower: TowerTable) -> None:
    tower.gather()
    tower.table.end(tower.table.version)
    attempts: list[Callable[[], Position]] = [
        lambda: tower.hit(red=1),
        lambda: tower.table.take_back(0, tower.table.version),
    ]
    for attempt in attempts:
        with pytest.raises(Illegal) as refused:
            attempt()
        assert refused.value.code == "no_game"


def test_two_phones_that_tap_at_once_play_one_move(tower: TowerTable) -> None:
    tower.gather(trolls=9)
    outcomes: list[str] = []
    for _ in range(5):
        by_hand = seen(tower, SVEN, do="hit")
        together = threading.Barrier(4)

        def tap(by_hand: Asked = by_hand, together: threading.Barrier = together) -> None:
            together.wait()
            try:
                tower.table.play(SVEN, Hit(Boulders(white=1)), by_hand)
                outcomes.append("played")
            except Stale:
                outcomes.append("stale")

        phones = [threading.Thread(target=tap) for _ in range(4)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
    assert outcomes.count("played") == 5
    assert hammering(tower.position).total == 5


def test_words_for_every_move_come_from_what_was_asked(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=2, white=1)
    tower.hit()
    tower.play(SVEN, do="stop")
    position, turns = tower.position, tower.position.turns
    states = [position.game.new(position.setup), *(turn.after for turn in turns)]
    assert [
        str(move_in_words(position.game.prompts(state), turn.move)) for state, turn in zip(states, turns, strict=False)
    ] == [
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


def test_an_ended_game_goes_on_where_it_stood_also_after_a_restart(tower: TowerTable) -> None:
    tower.gather()
    tower.hit(red=1)
    before = tower.position
    tower.table.end(tower.table.version)
    with pytest.raises(Illegal, match="No game is running"):
        tower.hit(red=1)
    tower.reopen()
    tower.table.resume(tower.table.version)
    for _ in range(2):
        position = tower.position
        assert (position.ended, position.turns[:], position.state) == (False, before.turns[:], before.state)
        assert position.prompts == before.prompts
        tower.reopen()
    assert tower.hit(red=1).turns[-1].number == before.version + 3


def test_only_the_newest_game_is_resumed_and_only_if_it_was_ended(tower: TowerTable) -> None:
    with pytest.raises(Illegal, match="No game was ended that could go on"):
        tower.table.resume(0)
    tower.start()
    with pytest.raises(Illegal, match="No game was ended that could go on"):
        tower.table.resume(tower.table.version)
    ended = tower.table.end(tower.table.version).version
    began = tower.start().began
    with pytest.raises(Stale):
        tower.table.resume(ended)
    assert tower.position.began == began


def test_an_amended_move_is_signed_and_remembers_what_it_was(tower: TowerTable) -> None:
    tower.gather()
    number = tower.hit(red=2).version

    def amend(red: int, by: int | None, source: Source) -> Corrected | None:
        tower.table.amend(number, Hit(Boulders(red=red)), tower.table.version, source=source, by=by)
        tower.hit(blue=1)
        signed = [turn.corrected for turn in tower.position.turns]
        assert signed.count(None) >= len(signed) - 1, "nothing else is"
        tower.reopen()
        assert [turn.corrected for turn in tower.position.turns] == signed
        tower.table.take_back(5, tower.table.version)
        return tower.position.turns[-1].corrected

    was = Hit(Boulders(red=2))
    assert amend(1, SVEN, "phone") == Corrected(was, SVEN, "phone")
    assert amend(3, None, "host") == Corrected(was, None, "host")
    assert amend(2, SVEN, "phone") is None
