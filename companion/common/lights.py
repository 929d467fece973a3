"""What a game says to the lights: a mood and the numbers that go with it; it draws nothing and lights nothing."""

from typing import Literal

import msgspec

Mood = Literal["idle", "turn", "ready", "counting", "warned", "angry", "won", "lost", "danger", "alarm", "wave"]
"""hardware/lights/effects.py has an effect for each.

Any game may say `idle`, `turn`, `danger` (a loss is near), `alarm` (something was lost just now), `wave` (something
comes over everyone), `won` and `lost`; the others are of the Rock Tower.
"""


class PlayerLight(msgspec.Struct, frozen=True):
    """A player as lamps show one."""

    rgb: tuple[int, int, int]
    number: int
    """How many lamps call this player, for those who do not see the colours."""


class Lights(msgspec.Struct, frozen=True):
    """What the status lights should say."""

    mood: Mood = "idle"
    colour: PlayerLight | None = None
    hits_used: int = 0
    hit_limit: int = 0
    boulders: dict[str, int] = {}
    colour_limit: int = 0
    swaps: int = 0
    left: int = 0
    """What is left before all is lost, shown by `danger` and `alarm`; of a supply, by `turn`."""
