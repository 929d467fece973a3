"""The way of the gnomes: where an invader goes from a rally point, and why. Nothing here moves anybody.

It goes through as many invaded caverns as it takes, never into a den, to the cavern with fewest trolls; of those to the
nearest; of those somebody decides.
"""

from collections.abc import Callable, Collection

import msgspec

from companion.games.fall.mountain import CLANS, Clan, Mountain, lay_of


class Way(msgspec.Struct, frozen=True):
    """How one invader comes into the mountain."""

    to: str
    trolls: int
    """That stand there."""
    through: tuple[str, ...]
    """The invaded caverns that it crosses, from the door on."""


def ways_in(mountain: Mountain, clan: Clan, invaded: Collection[str], trolls: Callable[[str], int]) -> list[Way]:
    """Every cavern where an invader could stop, each by a shortest way, nearest first."""
    lay = lay_of(mountain)
    found: list[Way] = []
    edge: dict[str, tuple[str, ...]] = dict.fromkeys(lay.doors[clan], ())
    seen = set(edge)
    while edge:
        further: dict[str, tuple[str, ...]] = {}
        for cavern, through in edge.items():
            if cavern not in invaded:
                found.append(Way(cavern, trolls(cavern), through))
                continue
            for near in lay.beside[cavern]:
                if near in lay.clans and near not in seen:
                    further.setdefault(near, (*through, cavern))
        seen |= set(further)
        edge = further
    return found


def reach(mountain: Mountain, clan: Clan, invaded: Collection[str], trolls: Callable[[str], int]) -> tuple[Way, ...]:
    """The ways of least resistance, all equally easy and near; none where all that can be reached is invaded."""
    ways = ways_in(mountain, clan, invaded, trolls)
    best = min(((way.trolls, len(way.through)) for way in ways), default=None)
    return tuple(way for way in ways if (way.trolls, len(way.through)) == best)


def clans_from(clan: Clan, order: tuple[Clan, ...] = CLANS) -> tuple[Clan, ...]:
    """This clan, then the next ones down the clan board, and round again from its top."""
    place = order.index(clan)
    return (*order[place:], *order[:place])
