"""The invasion solver against a second reading of the rulebook that tries every way there is."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest

from companion.games.fall.invasion import clans_from, reach
from companion.games.fall.mountain import CLANS, Cavern, Clan, Mountain, mountain_faults

SEED = 1606
BOARDS = 3000


def random_mountain(chance: Random) -> Mountain:
    """Any number of caverns and doors; dens and halls are in nobody's way."""
    caverns = []
    for clan in CLANS:
        doors = chance.choice((1, 2))
        caverns += [Cavern(f"{clan}-{number}", clan, number < doors) for number in range(chance.randint(doors, 3))]
    names = [cavern.id for cavern in chance.sample(caverns, len(caverns))]
    borders = {(name, chance.choice(names[:place])) for place, name in enumerate(names) if place}
    borders |= {(one, other) for one, other in (chance.sample(names, 2) for _ in range(chance.randint(0, 14)))}
    return Mountain(f"board {chance.random()}", tuple(caverns), (), (), tuple(sorted(borders)))


def every_way(mountain: Mountain, clan: Clan, invaded: set[str]) -> Iterator[tuple[str, ...]]:
    """Every walk without a circle from outside to a cavern without gnomes: the caverns on it, the last one included."""
    near: dict[str, set[str]] = {cavern.id: set() for cavern in mountain.caverns}
    for one, other in mountain.borders:
        near[one].add(other)
        near[other].add(one)
    walks: list[tuple[str, ...]] = [(each.id,) for each in mountain.caverns if each.door and each.clan == clan]
    while walks:
        walk = walks.pop()
        if walk[-1] in invaded:
            walks += [(*walk, step) for step in near[walk[-1]] if step not in walk]
        else:
            yield walk


def targets(mountain: Mountain, clan: Clan, invaded: set[str], trolls: dict[str, int]) -> tuple[set[str], int]:
    """The advice of the rulebook: is there an empty cavern, and which is nearest? One with one troll? With two …"""
    walks = list(every_way(mountain, clan, invaded))
    if not walks:
        return set(), 0
    for number in count():
        lengths = [len(walk) for walk in walks if trolls.get(walk[-1], 0) == number]
        if lengths:
            shortest = min(lengths)
            found = {walk[-1] for walk in walks if trolls.get(walk[-1], 0) == number and len(walk) == shortest}
            return found, shortest
    raise AssertionError


def test_every_invader_goes_where_a_second_reading_sends_it() -> None:
    print(f"seed {SEED}")
    chance, tied, blocked, long = Random(SEED), 0, 0, 0
    for _ in range(BOARDS):
        mountain = random_mountain(chance)
        names = [cavern.id for cavern in mountain.caverns]
        invaded = set(chance.sample(names, chance.randint(0, min(11, len(names)))))
        busy = chance.random()
        trolls = {name: chance.randint(1, 3) for name in names if name not in invaded and chance.random() < busy}
        clan = chance.choice(CLANS)
        found = reach(mountain, clan, invaded, Counter(trolls).__getitem__)
        wanted, length = targets(mountain, clan, invaded, trolls)
        assert {way.to for way in found} == wanted
        for way in found:
            assert len(way.through) + 1 == length
            assert set(way.through) <= invaded
            assert (*way.through, way.to) in set(every_way(mountain, clan, invaded))
        tied += len(wanted) > 1
        blocked += not wanted
        long += length > 2
    assert min(tied, long) > BOARDS // 20
    assert blocked


@pytest.mark.parametrize("clan", CLANS)
def test_who_decides_is_looked_for_down_the_clan_board_and_round_again(clan: Clan) -> None:
    order = clans_from(clan)
    assert order[0] == clan
    assert sorted(order) == sorted(CLANS)
    assert order[1] == CLANS[(CLANS.index(clan) + 1) % 7]


def test_random_mountains_have_nothing_wrong_but_missing_dens_and_halls() -> None:
    chance = Random(SEED)
    for _ in range(50):
        faults = {str(fault).split()[0] for fault in mountain_faults(random_mountain(chance), 2)}
        assert faults == {"dens:", "halls:"}
