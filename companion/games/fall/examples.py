"""Stands in for what the rulebook does not print, until the owner records it; the one place here that opens files."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from companion.games.fall.cards import ACTIONS, Quadrant
from companion.games.fall.champions import RENEGADE, Banner, Champion, Pack
from companion.games.fall.mountain import CLANS, Mountain, mountain_of
from companion.games.fall.numbers import Numbers, VoteTile

Side = Literal["front", "back"]


def side_for(players: int) -> Side:
    """The front is for four and five, the back for two and three."""
    return "front" if players > 3 else "back"


@cache
def mountain(side: Side) -> Mountain:
    text = files(__package__).joinpath(f"{side}.toml").read_text(encoding="utf-8")
    return mountain_of(tomllib.loads(text))[0]


NUMBERS = Numbers(
    "numbers",
    supplies=(6, 5, 4),
    invaders=(2, 3, 4),
    first_fallen=(3, 4, 5),
    fallen=2,
    halls=(4, 8, 12),
    votes=(
        VoteTile(9, 5, 3),
        VoteTile(6, 3, 1),
        VoteTile(7, 4, 2),
        VoteTile(8, 4, 2),
        VoteTile(8, 5, 2),
        VoteTile(10, 5, 3),
        VoteTile(10, 6, 3),
    ),
    clans=CLANS,
    wheel=("honour", "reinforce", "influence", "trolls") * 2,
    boost_wire=4,
    breach_wire=8,
    boosts=(0, 1, 2, 3, 5, 7),
)
"""Known: supplies in wave I, invaders in waves I and II, first fallen in wave II, later ones, two halls, a tile."""

IMBOLG = Champion(
    "Imbolg",
    "I/II",
    "ice",
    3,
    "A",
    lines=(2, 4, 6),
    claws=2,
    ability="Before or after your action, move Imbolg to an adjacent cavern that an opponent dominates, "
    "and one of their trolls away from there.",
)
"""Clan, votes and ability are in the rulebook; his lines are not."""
NAMED = ("Okkag", "Crym", "Sigddan")
"""Those of the rulebook's example of influence."""
PACK_SIZES: dict[Pack, int] = {"0": 12, "I/II": 22, "III": 10}


@cache
def champions() -> tuple[Champion, ...]:
    """As many as there are in the box: 44. Most have no name but their number."""
    found = []
    for pack, size in PACK_SIZES.items():
        names = [*NAMED] if pack == "I/II" else []
        names += [f"{pack.replace('/', '-')} {number:02}" for number in range(1, size + 1)]
        ready = [IMBOLG] if pack == "I/II" else []
        found += [*ready, *(champion(pack, at, name) for at, name in enumerate(names[: size - len(ready)]))]
    return tuple(found)


def champion(pack: Pack, at: int, name: str) -> Champion:
    """A plain one of its pack; here and there with claws, a symbol, or something to do at the end of a wave."""
    banner: Banner = RENEGADE if at % 8 == 7 else CLANS[at % len(CLANS)]
    return Champion(
        name,
        pack,
        banner,
        1 if pack == "0" else 2 + at % 2,
        letter=chr(ord("B") + at) if at % 2 == 0 else "",
        lines=() if pack == "0" else (2, 4, 6),
        at_once=at % 6 == 4,
        each_wave=at % 6 == 1,
        claws=1 if at % 6 == 3 else 0,
        symbols=(Quadrant(ACTIONS[at % len(ACTIONS)]),) if at % 6 == 5 else (),
    )
