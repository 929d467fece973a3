"""The faults of a seating that every game would find, all at once."""

import pytest

from companion.hammering.player_colours import PLAYER_COLOURS
from companion.rules import Seat, seating_faults


def faults(*seats: Seat) -> list[str]:
    return [str(fault) for fault in seating_faults(seats, range(2, 5), PLAYER_COLOURS)]


def test_two_names_and_two_colours_are_a_seating() -> None:
    assert faults(Seat("Sven", "orange"), Seat("Olaf", "black")) == []


@pytest.mark.parametrize("count", [0, 1, 5])
def test_too_few_or_too_many_players(count: int) -> None:
    seats = [Seat(f"player {n}", "white") for n in range(count)]
    assert "This game seats 2 to 4 players." in faults(*seats)


@pytest.mark.parametrize("name", ["", "   "])
def test_a_name_of_nothing(name: str) -> None:
    assert faults(Seat(name, "white"), Seat("Olaf", "black")) == ["Every player needs a name."]


def test_a_name_longer_than_a_phone_shows() -> None:
    assert faults(Seat("x" * 20, "white"), Seat("Olaf", "black")) == []
    assert faults(Seat("x" * 21, "white"), Seat("Olaf", "black")) == ["A name has at most 20 letters."]


def test_the_same_name_twice_but_for_blanks() -> None:
    assert faults(Seat("Olaf", "white"), Seat(" Olaf", "black")) == ["Two players are called Olaf."]


def test_every_fault_is_told_at_once() -> None:
    said = faults(Seat("Olaf", "white"), Seat("Olaf", "white"), Seat("", "mauve"))
    assert said == [
        "Every player needs a name.",
        "Two players are called Olaf.",
        "There are no pieces in mauve.",
        "Two players have taken white.",
    ]
