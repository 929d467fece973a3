"""Boulders as the rules count them."""

from companion.rules import COLOURS, Boulders
from companion.rules.hammering import counted


def test_there_is_a_field_for_every_colour_in_their_order() -> None:
    assert Boulders.__struct_fields__ == COLOURS


def test_boulders_are_added_and_taken_away_colour_by_colour() -> None:
    some, more = Boulders(red=5, blue=3, white=1), Boulders(red=2, blue=3, yellow=4)
    assert some + more == Boulders(red=7, blue=6, yellow=4, white=1)
    assert some - Boulders(red=2, blue=3) == Boulders(red=3, white=1)
    assert (some + more).total == 18


def test_only_what_fell_is_told() -> None:
    assert str(counted(Boulders(red=2, white=1))) == "2 red, 1 white"
    assert str(counted(Boulders())) == "nothing fell"
