"""What the pages tell of a siege: each move in sentences, and to each reader who is meant."""

from companion.games.runedar import RUNEDAR
from companion.games.runedar.moves import Attack, Dig, Go, Put, SetGold, Throw, Work
from companion.games.runedar.state import Over, State, changed
from companion.rules import Move
from tests.companion.games.runedar.positions import HATCHET, PICKAXE, SIGRUN, SVEN, after, siege
from web.games.runedar.story import sentences


def told(state: State, move: Move, seat: int | None = SIGRUN) -> list[str]:
    return [str(each) for each in sentences(state, seat, move, RUNEDAR.apply(state, seat, move))]


def test_walking_digging_and_using_are_told_with_what_came_of_them() -> None:
    assert told(siege(PICKAXE), Go("tannery")) == ["Sigrun goes: Tannery."]
    assert told(siege(PICKAXE, place="courtyard"), Dig(PICKAXE)) == ["Sigrun digs 1 rubble away."]
    last = siege(PICKAXE, place="courtyard", rubble=1)
    assert told(last, Dig(PICKAXE)) == [
        "Sigrun digs 1 rubble away.",
        "A tunnel section is cleared. Two goblins wait behind it.",
    ]
    work = siege(HATCHET, place="joinery")
    puts = [*told(work, Work(HATCHET)), *told(after(work, Work(HATCHET)), Put("space", 1))]
    assert puts == ["Sigrun uses 1 wood."]


def test_a_throw_is_told_with_its_dice() -> None:
    fight = after(siege(PICKAXE, place="foundry", orcs={"foundry": 2}), Attack("foundry"))
    assert told(fight, Throw(("two",))) == ["Sigrun throws: 2 hits.", "1 orc is beaten."]


def test_a_correction_says_nothing_of_a_dwarf_and_the_end_says_why() -> None:
    assert told(siege(PICKAXE), SetGold(3), None) == []
    over = changed(siege(PICKAXE), now=Over("gold"))
    assert [str(each) for each in sentences(over, None, SetGold(0), over)] == ["All the gold is gone."]


def test_the_headline_speaks_to_its_reader() -> None:
    state = siege(PICKAXE)
    said = [str(RUNEDAR.view(state, reader).headline) for reader in (SIGRUN, SVEN, None)]
    assert said == ["Your turn", "Sigrun defends Runedar", "Sigrun defends Runedar"]
