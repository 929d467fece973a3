"""Ancestries as the rulebook explains them, page by page, and groups against an oracle that tries every part."""

import random
from itertools import chain, combinations

import pytest

from companion.games.fall.ancestry import (
    GRID,
    START,
    TAKEN,
    Ancestry,
    ancients_honour,
    cover,
    despair,
    is_strong,
    lay,
    passed,
    printed,
    room,
    started,
    supplies,
    uncovered,
    weak,
)
from companion.games.fall.ancestry_forms import cover_forms
from companion.games.fall.cards import ACTIONS, Card, Quadrant, card_faults
from companion.games.fall.example_cards import ANCESTRY_CARDS, STARTING_CARDS
from companion.rules import Cell, Illegal
from tests.companion.games.fall.ancestries import (
    ancestry_of,
    at,
    card_of,
    cells_at,
    groups,
    quadrant_of,
    random_ancestry,
    strongest,
)

BRIDGES = ancestry_of("R A I2 .", "R A W N", "I A R .", "S I2 N .")
"""The three steps of the examples beside "symbols covered and groups"."""


class TestDevelopment:
    def test_example_of_three_cards(self) -> None:
        """Four cards in hand, then three, then two: one is added each time, and the last one is put away."""
        hands: tuple[tuple[str, ...], ...] = (
            ("a1", "a2", "a3", "a4"),
            ("b1", "b2", "b3", "b4"),
            ("c1", "c2", "c3", "c4"),
        )
        mine = started(card_of("A . / . G"))
        for each, (card, place) in enumerate(
            [("W A / A .", at(1, 1)), ("I I2 / N S", at(1, -1)), (". R / R G", at(-1, 1))]
        ):
            assert {len(hand) for hand in hands} == {TAKEN[each]}
            mine = lay(mine, card_of(card), place)
            hands = passed(tuple(hand[1:] for hand in hands), wave=1)
        assert len(mine.laid) == 4
        shown = {cell: quadrant.symbol for cell, quadrant in mine.quadrants.items()}
        assert shown[at(1, 0)] == "ancients"  # of the second card, over the starting card
        assert shown[at(0, 1)] == "reinforce"  # of the third
        assert shown[at(1, 1)] == "wild"  # of the first: the third covers only the quadrant beside it
        assert [len(hand) for hand in hands] == [1, 1, 1]

    def test_hands_go_clockwise_in_waves_one_and_three_and_the_other_way_in_two(self) -> None:
        hands = (("a",), ("b",), ("c",))
        assert passed(hands, 1) == passed(hands, 3) == (("c",), ("a",), ("b",))
        assert passed(hands, 2) == (("b",), ("c",), ("a",))

    @pytest.mark.parametrize(
        ("place", "code", "words"),
        [
            (at(2, 0), "covers_nothing", "A card covers at least one quadrant of your ancestry."),
            (at(1, 1), "over_ancients", "Ancients are never covered by a card."),
        ],
    )
    def test_refused_beside_a_starting_card(self, place: Cell, code: str, words: str) -> None:
        with pytest.raises(Illegal, match=words) as refused:
            lay(started(card_of("A A / A N")), card_of("A A / A A"), place)
        assert (refused.value.code, refused.value.secret) == (code, True)

    def test_never_a_seventh_column_or_row(self) -> None:
        wide = ancestry_of("A A A A A A", "A A A A A A")
        lay(wide, card_of("A A / A A"), at(4, 1))
        for place in (at(-1, 0), at(5, 0)):
            with pytest.raises(Illegal, match="a seventh column"):
                lay(wide, card_of("A A / A A"), place)
        high = ancestry_of(*["A A"] * 6)
        for place in (at(0, -1), at(0, 5)):
            with pytest.raises(Illegal, match="a seventh row"):
                lay(high, card_of("A A / A A"), place)

    def test_grows_to_every_side_of_the_starting_card(self) -> None:
        assert len(list(GRID.cells(room(started(card_of("A A / A A")))))) == 9
        for step in (-1, 1):
            grown = started(card_of("A A / A A"))
            for each in range(1, 5):
                grown = lay(grown, card_of("A A / A A"), at(step * each, step * each))
            assert len({cell.column for cell in grown.quadrants}) == 6

    def test_impossible_card_in_words(self) -> None:
        assert not card_faults(card_of("A2 . / N S"))
        numbered = Card("one", Quadrant("ancients", 2), *[Quadrant("empty")] * 3)
        assert [str(fault) for fault in card_faults(numbered)] == ["top_left: There is no number beside Ancients."]
        assert [str(fault) for fault in card_faults(card_of(". . / . ."))] == ["A card shows at least one symbol."]


class TestSupplies:
    def test_example_of_six_and_one_and_one_despair(self) -> None:
        assert supplies(ancestry_of("A S", "W G"), base=6) == 7
        assert despair(7) == 1

    def test_never_more_than_eight(self) -> None:
        assert supplies(ancestry_of("W S", "S G"), base=5) == 7
        assert supplies(ancestry_of("W S", "S G"), base=7) == 8
        assert despair(8) == 0


class TestActions:
    def test_example_of_two_weak_actions_with_despair(self) -> None:
        mine = ancestry_of("G A2 R .", "N W I G")
        assert weak(mine) == cells_at((0, 0), (2, 0), (1, 1), (2, 1), (3, 1))
        first, second = cells_at((0, 0)), cells_at((3, 1))
        assert groups(mine, first) == ("gnome",)
        assert (printed(mine, first), is_strong(mine, first)) == (1, False)
        mine = cover(mine, first)
        offered = [form for form in cover_forms(mine, second=True) if form.fields[0].takes(second)]
        assert [form.do for form in offered] == ["cover_gnome"]
        assert not any(form.fields[0].takes(cells_at((1, 0))) for form in cover_forms(mine, second=True))

    def test_wild_is_any_action_and_nothing_else_is_covered(self) -> None:
        mine = ancestry_of("W S", "N .")
        assert groups(mine, cells_at((0, 0))) == ACTIONS
        for nothing in ((1, 0), (0, 1), (1, 1), (5, 5)):
            assert groups(mine, cells_at(nothing)) == ()
        assert groups(cover(mine, cells_at((0, 0))), cells_at((0, 0))) == ()

    def test_first_example_of_bridges_three_advances_without_the_wild_one(self) -> None:
        best = strongest(BRIDGES, "advance")
        assert printed(BRIDGES, best) == 4
        three = cells_at((1, 0), (1, 1), (1, 2))
        assert set(three) < set(best)
        assert groups(BRIDGES, three) == ("advance",)
        assert (printed(BRIDGES, three), is_strong(BRIDGES, three)) == (3, True)

    def test_second_example_of_bridges_reinforcements_of_four(self) -> None:
        assert printed(BRIDGES, strongest(BRIDGES, "reinforce")) == 2
        after = cover(BRIDGES, cells_at((1, 0), (1, 1), (1, 2)))
        group = strongest(after, "reinforce")
        assert group == cells_at((0, 0), (0, 1), (2, 1), (2, 2))
        assert printed(after, group) == 4

    def test_third_example_of_bridges_influence_of_five(self) -> None:
        after = cover(BRIDGES, cells_at((1, 0), (1, 1), (1, 2)))
        after = cover(after, strongest(after, "reinforce"))
        group = strongest(after, "influence")
        assert len(group) == 3
        assert printed(after, group) == 5
        assert cover(after, group).open == {}
        assert uncovered(after) == BRIDGES

    def test_not_adjacent_across_a_corner(self) -> None:
        assert groups(ancestry_of("A .", ". A"), cells_at((0, 0), (1, 1))) == ()

    def test_a_wild_symbol_is_of_one_kind_at_a_time(self) -> None:
        mine = ancestry_of("A W", ". G")
        assert groups(mine, cells_at((1, 0), (0, 0))) == ("advance",)
        assert groups(mine, cells_at((1, 0), (1, 1))) == ("gnome",)
        assert groups(mine, cells_at((0, 0), (1, 0), (1, 1))) == ()

    def test_symbol_of_a_champion_touches_all_but_is_no_bridge(self) -> None:
        mine = Ancestry(ancestry_of("A . A2 .", ". N . .").laid, (), (quadrant_of("A"),))
        champion = Cell(0, START.row + 6)
        assert printed(mine, strongest(mine, "advance")) == 4
        assert champion in strongest(mine, "advance")
        covered = cover(mine, [champion])
        assert groups(covered, cells_at((0, 0), (2, 0))) == ()


def test_example_of_seven_ancients() -> None:
    assert ancients_honour(ancestry_of("N N N N", "N N N A")) == 17
    assert ancients_honour(ancestry_of("N A", "A A")) == 0
    assert ancients_honour(ancestry_of(*["N N N N"] * 4)) == 30


class Oracle:
    """Groups by the definition alone: two symbols are adjacent, or a chain of cubes leads from one to the other."""

    def __init__(self, ancestry: Ancestry) -> None:
        self.ancestry = ancestry
        self.cubes = {cell for cell in ancestry.covered if cell.row <= START.row + 5}

    def beside(self, one: Cell, other: Cell) -> bool:
        borrowed = START.row + 6
        if one.row == borrowed or other.row == borrowed:
            return True
        return abs(one.column - other.column) + abs(one.row - other.row) == 1

    def bridged(self, one: Cell, other: Cell) -> bool:
        if self.beside(one, other):
            return True
        if START.row + 6 in (one.row, other.row):
            return False
        return any(self.chain(cube, other, {cube}) for cube in self.cubes if self.beside(one, cube))

    def chain(self, cube: Cell, goal: Cell, seen: set[Cell]) -> bool:
        if self.beside(cube, goal):
            return True
        for following in self.cubes - seen:
            if self.beside(cube, following):
                seen.add(following)
                if self.chain(following, goal, seen):
                    return True
        return False

    def is_group(self, cells: tuple[Cell, ...], pairs: dict[frozenset[Cell], bool]) -> bool:
        names = {cell: cell for cell in cells}
        for one, other in combinations(cells, 2):
            if pairs[frozenset((one, other))]:
                old, new = names[one], names[other]
                names = {cell: new if name == old else name for cell, name in names.items()}
        return len(set(names.values())) == 1

    def parts(self, cells: tuple[Cell, ...]) -> dict[tuple[Cell, ...], bool]:
        """Every part of these, and whether it is one group."""
        pairs = {frozenset(pair): self.bridged(*pair) for pair in combinations(cells, 2)}
        every = chain.from_iterable(combinations(cells, size) for size in range(1, len(cells) + 1))
        return {part: self.is_group(part, pairs) for part in every}


@pytest.mark.parametrize("seed", range(30))
def test_groups_are_those_that_an_oracle_finds(seed: int) -> None:
    chance = random.Random(seed)
    mine = random_ancestry(chance, cards=chance.randrange(1, 7))
    for action in ACTIONS:
        able = tuple(sorted(cell for cell, quadrant in mine.open.items() if quadrant.symbol in (action, "wild")))[:7]
        found = Oracle(mine).parts(able)
        for part, is_group in found.items():
            assert (action in groups(mine, part)) == is_group, (seed, action, part)


class TestExampleCards:
    def test_seventy_two_and_five_without_fault(self) -> None:
        assert len({card.name for card in ANCESTRY_CARDS}) == len(ANCESTRY_CARDS) == 72
        assert len({card.quadrants for card in ANCESTRY_CARDS}) == 72
        assert len(STARTING_CARDS) == 5
        assert not [fault for card in (*ANCESTRY_CARDS, *STARTING_CARDS) for fault in card_faults(card)]
