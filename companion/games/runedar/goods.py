"""Wood, leather and metal, counted."""

from typing import Annotated, Literal

import msgspec

from companion.games.runedar.fortress import Workshop
from companion.rules import Text, say_many

Good = Literal["wood", "leather", "metal"]
GOODS: tuple[Good, ...] = ("wood", "leather", "metal")
EACH = 10
"""So many of each are in the box."""

FOUND_IN: dict[str, Good] = {"joinery": "wood", "tannery": "leather", "foundry": "metal"}
KEPT_IN: dict[Good, Workshop] = {"wood": "joinery", "leather": "tannery", "metal": "foundry"}

Count = Annotated[int, msgspec.Meta(ge=0, le=EACH)]


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wood: Count = 0
    leather: Count = 0
    metal: Count = 0

    def of(self, good: Good) -> int:
        count: int = getattr(self, good)
        return count

    @property
    def total(self) -> int:
        return self.wood + self.leather + self.metal

    def plus(self, other: "Goods") -> "Goods":
        return Goods(self.wood + other.wood, self.leather + other.leather, self.metal + other.metal)

    def less(self, other: "Goods") -> "Goods":
        return Goods(self.wood - other.wood, self.leather - other.leather, self.metal - other.metal)

    def one_more(self, good: Good) -> "Goods":
        return msgspec.structs.replace(self, **{good: self.of(good) + 1})


NOTHING = Goods()


def counted(good: Good, count: int) -> Text:
    match good:
        case "wood":
            return say_many("{count} wood", "{count} wood", count)
        case "leather":
            return say_many("{count} leather", "{count} leather", count)
        case "metal":
            return say_many("{count} metal", "{count} metal", count)


def goods_parts(goods: Goods) -> list[Text]:
    return [counted(good, goods.of(good)) for good in GOODS if goods.of(good)]
