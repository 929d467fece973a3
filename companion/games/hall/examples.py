"""What stands in for what no rulebook prints, until the owner records it; the one place here that opens files.

Known: 52 tunnels of eight shapes, one of them ten times, one twelve times, the others five times each, sizes 2 to 5,
the largest without an anchor; six great halls by name, The Trove worth 6 or 15, and one that is worth 0 without a
statue; 21, 17 and 17 trolls by level; six starting trolls a colour; 17 spells, of which four are printed; 15 tokens.
"""

import tomllib
from functools import cache
from importlib.resources import files
from itertools import cycle, islice

import msgspec

from companion.games.hall.moot import Starter, Troll, TrollClan
from companion.games.hall.mountain import Mountain, Side
from companion.games.hall.resources import Resource, Symbol
from companion.games.hall.spells import PRINTED, Spell
from companion.games.hall.tiles import GreatHall, HonourChart, Tunnel

TUNNELS = (
    Tunnel("I2", ("ox",), 10),
    Tunnel("V3", ("xo", "x."), 12),
    Tunnel("I3", ("xox",), 5),
    Tunnel("L4", ("xxo", "x.."), 5),
    Tunnel("S4", ("xo.", ".xx"), 5),
    Tunnel("T4", ("xox", ".x."), 5),
    Tunnel("L5", ("xxxx", "x..."), 5),
    Tunnel("W5", ("xx.", ".xx", "..x"), 5),
)
CHART = HonourChart("tunnels", stone=(0, 3, 4, 5), iron=(0, 4, 6, 8), heartstone=(0, 5, 8, 11))
"""The only numbers that fit the text; certain are stone, four squares, and all of two squares."""

TROVE = GreatHall("The Trove", ("xxx", "xox"), 6, 15)
HALLS = (
    TROVE,
    GreatHall("Shaman's Chamber", ("xx", "xo"), 3, 10),
    GreatHall("Spring", ("xox", "xx."), 4, 12),
    GreatHall("Chasm", ("x.x", "xox"), 0, 15),
    GreatHall("Stonecutter", ("xoxx",), 2, 10),
    GreatHall("Great Forge", ("xxx", "xo.", "xx."), 8, 18),
)
TOKENS: tuple[int, ...] = (1,) * 3 + (2,) * 4 + (3,) * 4 + (4,) * 4
CARDS = {1: 21, 2: 17, 3: 17}
"""How many trolls there are of each level."""
SPELLS_IN_ALL = 17

PATTERNS: dict[int, tuple[str, ...]] = {
    1: ("stone stone", "iron coin", "coin", "heartstone", "cart stone", "rune coin", "hammer"),
    2: ("stone stone cart", "iron iron coin", "heartstone iron", "coin coin rune", "cart cart", "hammer stone stone"),
    3: ("iron iron iron rune cart", "heartstone heartstone coin", "cart cart hammer", "stone stone stone iron coin"),
}
CLANS: tuple[TrollClan, ...] = ("fire", "ice", "moon", "mud")
CLAN_CARTS: dict[TrollClan, Symbol] = {"fire": "fire_cart", "ice": "ice_cart", "moon": "moon_cart", "mud": "cart"}


@cache
def mountain(side: Side) -> Mountain:
    text = files(__package__).joinpath(f"{side}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Mountain)


@cache
def trolls() -> tuple[Troll, ...]:
    return tuple(troll for level, count in CARDS.items() for troll in trolls_of(level, count))


def trolls_of(level: int, count: int) -> list[Troll]:
    clans, patterns = cycle(CLANS), cycle(PATTERNS[level])
    return [
        Troll(f"{level}-{number:02}", level, clan, carts_of(clan, pattern))
        for number, clan, pattern in islice(zip(range(1, count + 1), clans, patterns, strict=False), count)
    ]


def carts_of(clan: TrollClan, pattern: str) -> tuple[Symbol, ...]:
    symbols: tuple[Symbol, ...] = msgspec.convert(pattern.split(), tuple[Symbol, ...])
    return tuple(CLAN_CARTS[clan] if symbol == "cart" else symbol for symbol in symbols)


def starters() -> tuple[Starter, ...]:
    cards: tuple[tuple[Symbol, tuple[Resource, ...]], ...] = (
        ("stone", ("stone", "stone")),
        ("iron", ("iron", "coin")),
        ("heartstone", ("stone",)),
        ("coin", ("coin", "coin")),
        ("cart", ("iron", "iron")),
        ("rune", ("rune", "stone")),
    )
    return tuple(Starter(f"0-{number:02}", (symbol,), once) for number, (symbol, once) in enumerate(cards, 1))


SPELLS = tuple(Spell(f"Spell {number}", "words") for number in range(len(PRINTED) + 1, SPELLS_IN_ALL + 1))
"""They say what they say: the table carries them out."""
