"""Spots on a map, as a field of a form. Nothing here knows why a spot is legal: a game says that."""

from typing import Any

import msgspec

from companion.common.text import Text
from companion.rules.fields import all_said


class Spot(msgspec.Struct, frozen=True):
    """A named spot: `x` to the right and `y` down, both as parts of the map's width."""

    value: int | str
    text: Text
    x: float
    y: float


class Chart(msgspec.Struct, frozen=True):
    """A map as wide as 1: its spots, and which of them a path joins."""

    height: float
    spots: tuple[Spot, ...]
    paths: tuple[tuple[int | str, int | str], ...] = ()


class Spots(msgspec.Struct, frozen=True, tag_field="kind", tag="spots"):
    """From `least` to `most` of the legal spots of a map, in its own order."""

    name: str
    text: Text
    chart: Chart
    legal: tuple[int | str, ...]
    least: int = 1
    most: int = 1

    def takes(self, value: Any) -> bool:
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        following = iter([spot.value for spot in self.chart.spots if spot.value in self.legal])
        return all(each in following for each in value)

    def in_words(self, value: Any) -> Text:
        return all_said(next(spot.text for spot in self.chart.spots if spot.value == each) for each in value)
