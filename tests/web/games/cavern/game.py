"""The rules of the pile, with a box beside it: what no rulebook prints is the owner's to record."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from companion.rules import (
    BoxKind,
    Chosen,
    Decision,
    Drawing,
    Preparation,
    Seat,
    Shipped,
    Shuffle,
    Text,
    fault_at,
    say,
)
from tests.web.games.toy.game import Pile

ROWS, COLUMNS = range(3, 7), range(4, 9)


class Mountain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Squares, row by row: how high each is, and which of them are full of rubble."""

    name: str
    tiers: tuple[tuple[str, ...], ...]
    rubble: tuple[tuple[int, int], ...] = ()


class Troll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    level: Annotated[int, msgspec.Meta(ge=1, le=3)]
    clan: Literal["fire", "ice"]
    symbols: Annotated[tuple[Literal["hammer", "cart"], ...], msgspec.Meta(max_length=3)] = ()
    loyal: bool = False
    says: Annotated[str, msgspec.Meta(max_length=20)] = ""


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    waves: tuple[int, int, int]
    honour: dict[Literal["hall", "tunnel"], Annotated[int, msgspec.Meta(ge=0, le=20)]]


def mountain_faults(mountain: Mountain) -> list[Text]:
    faults = []
    if len(mountain.tiers) not in ROWS:
        faults.append(fault_at("squares", say("A mountain has {least} to {most} rows.", least=3, most=6)))
    if not any("heart" in row for row in mountain.tiers):
        faults.append(fault_at("squares", say("The heart of the mountain is missing.")))
    return faults


def troll_faults(troll: Troll) -> list[Text]:
    return [say("A troll of level 3 carries something.")] if troll.level == 3 and not troll.symbols else []


EXAMPLE = Mountain("Example", (("gray", "gray", "gray", "gray"), ("gray", "heart", "gray", "gray"), ("gray",) * 4))

MOUNTAINS: BoxKind[Mountain] = BoxKind(
    name="mountains",
    title=say("Mountains"),
    thing=Mountain,
    shipped=lambda: [Shipped(EXAMPLE, say("Yours looks different."))],
    faults=mountain_faults,
    drawn=lambda mountain: {},  # noqa: ARG005  its squares lie in a grid
    picked=say("Mountain"),
)
TROLLS: BoxKind[Troll] = BoxKind(
    name="trolls",
    title=say("Trolls"),
    thing=Troll,
    shipped=lambda: [Shipped(Troll("Grim", 1, "ice"), say("He is on the cover."), known=True)],
    faults=troll_faults,
    labels={"level": say("Level"), "clan": say("Clan"), "fire": say("Fire"), "ice": say("Ice")},
)
CHARTS: BoxKind[Chart] = BoxKind(
    name="charts",
    title=say("Charts"),
    thing=Chart,
    shipped=lambda: [Shipped(Chart("supplies", (6, 7, 8), {"hall": 3, "tunnel": 1}), say("Look into your box."))],
    labels={"supplies": say("Base supplies"), "waves": say("Waves"), "honour": say("Honour"), "hall": say("Hall")},
    fixed=True,
)


class CavernSetup(msgspec.Struct, frozen=True):
    """Who plays, how much is asked, and copies of what of the box it is played with."""

    seats: tuple[Seat, ...]
    mountain: Mountain
    depth: str
    trolls: tuple[Troll, ...]
    drawing: Drawing | None = None


class CavernPreparation(Preparation):
    decisions = (Decision("depth", say("Depth"), {"all": say("Everything"), "honour": say("Honour only")}),)

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],
        entered: Any,  # noqa: ARG002  nothing is asked
        shuffle: Shuffle | None,  # noqa: ARG002  nothing is dealt
    ) -> CavernSetup:
        (mountain,) = box["mountains"].things
        return CavernSetup(tuple(seats), mountain, decided["depth"], box["trolls"].things, box["mountains"].drawing)

    def again(self, setup: CavernSetup, shuffle: Shuffle) -> CavernSetup:  # noqa: ARG002  nothing is dealt
        return setup


class Cavern(Pile):
    box: tuple[BoxKind[Any], ...] = (MOUNTAINS, TROLLS, CHARTS)
    preparation: Preparation | None = CavernPreparation()
    setup: Any = CavernSetup

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Any:  # noqa: ARG002  nothing is dealt
        return CavernSetup(tuple(seats), EXAMPLE, "all", ())


CAVERN = Cavern("cavern", say("Cavern"))
