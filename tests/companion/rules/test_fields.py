"""What each kind of field takes and how that is said; nothing outside its bounds is taken."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.rules import Dice, Field, Option, Several, Words, say
from tests.players import any_value, corners

AXE, ROPE = Option("axe", say("Axe")), Option("rope", say("Rope"))
HAND = Several("cards", say("Which cards?"), (AXE, AXE, ROPE, Option(7, say("Seven"))), 1, 3)
THROW = Dice("dice", say("What do they show?"), tuple(Option(n, say("{n}", n=n)) for n in range(1, 7)), 3)
NAME = Words("called", say("Its name"), most=12, least=2)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (HAND, ("axe",), "Axe"),
        (HAND, ("axe", "axe", 7), "Axe, Axe, Seven"),
        (HAND, ("rope", 7), "Rope, Seven"),
        (THROW, (1, 1, 6), "1, 1, 6"),
        (THROW, (4, 4, 4), "4, 4, 4"),
        (NAME, "ab", "“ab”"),
        (NAME, "{x} <b>&amp;", "“{x} <b>&amp;”"),
        (NAME, "ᚠ 🪓 Älv", "“ᚠ 🪓 Älv”"),
        (msgspec.structs.replace(HAND, least=0), (), "nothing"),
        (msgspec.structs.replace(NAME, least=0), "", "nothing"),
        (msgspec.structs.replace(THROW, count=0), (), "nothing"),
    ],
)
def test_what_is_within_the_bounds_is_taken_and_said(field: Field, value: Any, words: str) -> None:
    assert field.takes(value)
    assert str(field.in_words(value)) == words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (HAND, ()),
        (HAND, ("axe", "axe", "rope", 7)),
        (HAND, ("axe", "axe", "axe")),
        (HAND, ("rope", "axe")),
        (HAND, ("rope", "rope")),
        (HAND, ("saw",)),
        (HAND, ["axe"]),
        (HAND, "axe"),
        (THROW, (1, 2)),
        (THROW, (1, 2, 3, 4)),
        (THROW, (3, 2, 1)),
        (THROW, (0, 1, 2)),
        (THROW, "123"),
        (NAME, "a"),
        (NAME, "a" * 13),
        (NAME, " ab"),
        (NAME, "ab "),
        (NAME, "a  b"),
        (NAME, "a\tb"),
        (NAME, "a\nb"),
        (NAME, "a\u2028b"),
        (NAME, "a\u00a0b"),
        (NAME, "a\u202eb"),
        (NAME, "a\u200bb"),
        (NAME, "a\x00b"),
        (NAME, "a\ud800b"),
        (NAME, 12),
        (NAME, None),
    ],
)
def test_nothing_else_is_taken(field: Field, value: Any) -> None:
    assert not field.takes(value)


@pytest.mark.parametrize(("field", "lengths"), [(HAND, {1, 2, 3}), (THROW, {3}), (NAME, set(range(2, 13)))])
def test_players_fill_a_field_with_what_it_takes_and_with_all_of_it(field: Field, lengths: set[int]) -> None:
    chance = Random(3)
    values = [*corners(field), *(any_value(field, chance) for _ in range(400))]
    assert all(field.takes(value) for value in values)
    assert {len(value) for value in values} == lengths
