"""What is printed on boards, tiles and tokens besides the map, on one chart to check against the box."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from companion.games.fall.mountain import CLANS, Clan
from companion.rules import Text, fault_at, say

WAVES = 3
MOST_WHEEL = 24
GNOMES = 30
STRENGTHS = (1, 2, 3)
ToldStrength = Literal["weak..", "medium", "strong"]
TOLD_STRENGTHS: dict[int, ToldStrength] = {1: "weak..", 2: "medium", 3: "strong"}
GNOMES_EACH = GNOMES // len(STRENGTHS)
TROLLS = 25
BASES = 5
"""Champions that a player can have on the mountain."""
HALL_TOKENS_EACH = 4
FIRST, MORE, INVADED = 6, 2, 1
"""Honour in a domain: for the first cavern, for each other one, and lost for each invaded one."""
BREACH = 2
"""The fewest gnomes of a breach; one more for each two beside the wheel."""
RALLY_STEPS = 2
ONE_MORE = 1
"""In the first offer: a champion more than players."""

Effect = Literal["reinforce", "influence", "honour", "trolls"]
EFFECTS: dict[Effect, Text] = {
    "reinforce": say("Reinforcements"),
    "influence": say("Influence"),
    "honour": say("Gain honour"),
    "trolls": say("Move trolls"),
}

Small = Annotated[int, msgspec.Meta(ge=0, le=60)]
Space = Annotated[int, msgspec.Meta(ge=1, le=MOST_WHEEL)]


class VoteTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Honour for the most votes of a clan, the second most, the third most."""

    first: Small
    second: Small
    third: Small

    @property
    def places(self) -> tuple[int, int, int]:
        return self.first, self.second, self.third

    def __str__(self) -> str:
        return f"{self.first} / {self.second} / {self.third}"


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Literal["numbers"]
    supplies: tuple[Small, Small, Small]
    """Base supplies of each wave."""
    invaders: tuple[Space, Space, Space]
    """Gnomes at each gate, by wave."""
    first_fallen: tuple[Small, Small, Small]
    fallen: Small
    """For every later troll."""
    halls: tuple[Small, Small, Small]
    """The values of the great hall tokens, four of each."""
    votes: Annotated[tuple[VoteTile, ...], msgspec.Meta(min_length=7, max_length=7)]
    clans: tuple[Clan, ...]
    """From the top of the clan board to its bottom."""
    wheel: Annotated[tuple[Effect, ...], msgspec.Meta(min_length=2, max_length=MOST_WHEEL)]
    """The spaces of the gnome wheel, clockwise from the star."""
    boost_wire: Space
    """The trip wire of the honour boost: it lies right behind this space, counted from the star."""
    breach_wire: Space
    boosts: Annotated[tuple[Small, ...], msgspec.Meta(min_length=1, max_length=MOST_WHEEL)]
    """The boost track from the star on."""

    def boost(self, place: int) -> int:
        return self.boosts[min(place, len(self.boosts) - 1)]


def numbers_faults(numbers: Numbers) -> list[Text]:
    return [fault_at(part, fault) for part, fault in faults(numbers)]


def faults(numbers: Numbers) -> Iterator[tuple[str, Text]]:
    if sorted(numbers.clans) != sorted(CLANS):
        yield "clans", say("Each of the seven clans is on the clan board once.")
    for name in ("boost_wire", "breach_wire"):
        if getattr(numbers, name) > len(numbers.wheel):
            yield name, say("The wheel has only {count} spaces.", count=len(numbers.wheel))
    if numbers.boost_wire == numbers.breach_wire:
        yield "breach_wire", say("The two trip wires lie behind different spaces.")


def gates_in_row(players: int) -> int:
    return max(3, players)
