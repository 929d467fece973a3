"""What of the Hall's box its owner records: both sides of the board, tiles, charts, cards. Examples stand in for it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from companion.games.hall import examples
from companion.games.hall.moot import Starter, Troll
from companion.games.hall.mountain import Mountain, mountain_faults
from companion.games.hall.spells import PRINTED, Spell, spell_faults
from companion.games.hall.tiles import GreatHall, HonourChart, Tunnel, hall_faults, tunnel_faults
from companion.games.hall.words import CLAN_NAMES, RESOURCE_NAMES, called
from companion.rules import BoxKind, Shipped, Text, say

EXAMPLE = say("Look into your box, and record what is there.")
PARTLY = say("Its name is in the rulebook; shape and numbers are examples.")
Worth = Annotated[int, msgspec.Meta(ge=0, le=9)]


class TokenChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the pedestal point tokens are worth: one number is there three times, three others four times."""

    name: Literal["tokens"]
    three_times: Worth
    four_times: tuple[Worth, Worth, Worth]

    def values(self) -> list[int]:
        return [self.three_times] * 3 + [worth for worth in self.four_times for _ in range(4)]


SYMBOL_LABELS: Mapping[str, Text] = {
    **{name: text for name, text in RESOURCE_NAMES.items() if name != "wild_cart"},
    **CLAN_NAMES,
    "symbols": say("Symbols"),
    "once": say("Once, at the beginning"),
    "level": say("Level"),
    "clan": say("Clan"),
}

MOUNTAINS: BoxKind[Mountain] = BoxKind(
    name="mountains",
    title=say("The two sides of the board"),
    thing=Mountain,
    shipped=lambda: [Shipped(examples.mountain("winter"), EXAMPLE), Shipped(examples.mountain("autumn"), EXAMPLE)],
    faults=mountain_faults,
    labels={
        **RESOURCE_NAMES,
        "winter": say("Winter"),
        "autumn": say("Autumn"),
        "tiers": say("Tiers, row by row"),
        "rubble": say("Rubble"),
        "buried": say("Buried resources"),
        "statues": say("Statue spots, clockwise"),
        "sites": say("Workshop sites"),
        "starts": say("Start points, clockwise"),
        "at": say("Square"),
        "players": say("Number on it"),
        "resource": say("Resource"),
    },
    drawn=lambda mountain: {},  # noqa: ARG005  its squares lie in a grid
    fixed=True,
)
TUNNELS: BoxKind[Tunnel] = BoxKind(
    name="tunnels",
    title=say("Tunnels"),
    thing=Tunnel,
    shipped=lambda: [Shipped(tunnel, EXAMPLE) for tunnel in examples.TUNNELS],
    faults=tunnel_faults,
    labels={
        **{tunnel.name: say("Tunnel {name}", name=tunnel.name) for tunnel in examples.TUNNELS},
        "picture": say("Picture: x a square, o the anchor, . none"),
        "tiles": say("How many there are"),
    },
    fixed=True,
)
HALLS: BoxKind[GreatHall] = BoxKind(
    name="halls",
    title=say("Great halls"),
    thing=GreatHall,
    shipped=lambda: [Shipped(hall, PARTLY) for hall in examples.HALLS],
    faults=hall_faults,
    labels={
        "picture": say("Picture: x a square, o the altar, . none"),
        "low": say("Smaller number"),
        "high": say("Larger number"),
        **{hall.name: called(hall.name) for hall in examples.HALLS},
    },
    fixed=True,
)
CHARTS: BoxKind[HonourChart] = BoxKind(
    name="charts",
    title=say("Tunnel score chart"),
    thing=HonourChart,
    shipped=lambda: [Shipped(examples.CHART, say("Check your mat: size 2, 3, 4 and 5."))],
    labels={**RESOURCE_NAMES, "tunnels": say("Tunnel score chart")},
    fixed=True,
)
TOKENS: BoxKind[TokenChart] = BoxKind(
    name="tokens",
    title=say("Pedestal point tokens"),
    thing=TokenChart,
    shipped=lambda: [Shipped(TokenChart("tokens", 1, (2, 3, 4)), EXAMPLE)],
    labels={
        "tokens": say("Pedestal point tokens"),
        "three_times": say("The number that is there three times"),
        "four_times": say("Those that are there four times"),
    },
    fixed=True,
)
TROLLS: BoxKind[Troll] = BoxKind(
    name="trolls",
    title=say("Trolls"),
    thing=Troll,
    shipped=lambda: [Shipped(troll, EXAMPLE) for troll in examples.trolls()],
    labels=SYMBOL_LABELS,
    told=lambda state: state.box.trolls,
    most=80,
)
STARTERS: BoxKind[Starter] = BoxKind(
    name="starters",
    title=say("Starting trolls"),
    thing=Starter,
    shipped=lambda: [Shipped(card, EXAMPLE) for card in examples.starters()],
    told=lambda state: state.box.starters,
    labels=SYMBOL_LABELS,
)
SPELLS: BoxKind[Spell] = BoxKind(
    name="spells",
    title=say("Spells"),
    thing=Spell,
    shipped=lambda: [
        *(Shipped(spell, say("In the rulebook."), known=True) for spell in PRINTED),
        *(Shipped(spell, EXAMPLE) for spell in examples.SPELLS),
    ],
    faults=spell_faults,
    told=lambda state: state.box.spells,
    labels={
        **RESOURCE_NAMES,
        "effect": say("What it does"),
        "lots": say("Lots to choose from"),
        "says": say("What is on the card"),
        "mask": say("Bribe with anything"),
        "dig": say("Dig at once"),
        "ascend": say("Level 3 for level 2"),
        "words": say("As it says"),
    },
)
KINDS: tuple[BoxKind[Any], ...] = (MOUNTAINS, TUNNELS, HALLS, CHARTS, TOKENS, TROLLS, STARTERS, SPELLS)
