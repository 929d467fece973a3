"""What a game may say to the lights, for the tests."""

from collections.abc import Mapping

import msgspec


class Said(msgspec.Struct, frozen=True):
    mood: str = "idle"
    colour: str | None = None
    hits_used: int = 0
    hit_limit: int = 0
    boulders: Mapping[str, int] = {}
    colour_limit: int = 0
    swaps: int = 0
