"""The sets of three that leftover resources make, with the best trades; exact, whatever is left."""

from collections.abc import Iterator

from companion.games.hall.resources import RESOURCES, Goods

SET = 3
TRADED = 4
"""Any so many resources are traded for one."""


def best_sets(left: Goods) -> int:
    """How many sets of three alike can be made.

    Give everything up and buy sets back: one that was there costs its three, one that lacks some costs what is there of
    it and four for each that is missing. Sets of a resource grow dearer one by one, and each is worth the same, so
    buying the cheapest first makes as many as can be.
    """
    budget, sets = left.total, 0
    for cost in sorted(costs(left)):
        if cost > budget:
            break
        budget -= cost
        sets += 1
    return sets


def costs(left: Goods) -> Iterator[int]:
    """What each further set of each resource costs; a set of nothing but traded ones is the dearest."""
    for resource in RESOURCES:
        whole, rest = divmod(left.of(resource), SET)
        yield from [SET] * whole
        yield rest + TRADED * (SET - rest)
    yield from [TRADED * SET] * (left.total // (TRADED * SET))
