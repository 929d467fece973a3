"""Where the parts of a mountain are drawn when nobody has drawn them: domains around the volcano, doors outside."""

from collections.abc import Iterable
from functools import cache
from math import cos, hypot, pi, sin

from companion.games.fall.mountain import CLANS, Mountain, lay_of, names_of
from companion.rules import Chart, Drawing, Place, Spot

MIDDLE = 0.5
OUTER, INNER = 0.4, 0.16
"""How far from the middle the caverns with a door are, and the innermost ones."""
RALLY = 0.48
CLEAR = (0.105, 0.09, 0.075, 0.06)
"""What a den or a hall keeps from the middle of anything else, if it can; else less."""
STEPS = 250
CRATER, EDGE = 0.12, 0.46
"""Nothing lies nearer to the middle, or farther away."""


@cache
def plan(mountain: Mountain) -> Drawing:
    """Layers: caverns, dens, halls, and the rally points by their clan."""
    caverns = caverns_placed(mountain)
    rally = {clan: around(sector(mountain, clan), RALLY) for clan in mountain.rally}
    taken = [*caverns.values(), *rally.values()]
    dens = {den.id: beside(caverns, den.beside, taken, 1) for den in mountain.dens}
    halls = {hall.id: beside(caverns, hall.beside, taken, -1) for hall in mountain.halls}
    return Drawing({"caverns": caverns, "dens": dens, "halls": halls, "rally": rally})


def sector(mountain: Mountain, clan: str) -> float:
    """The middle of a domain, clockwise from the top, as a part of the whole turn."""
    return mountain.rally.index(clan) / len(CLANS)


def around(turn: float, distance: float) -> Place:
    return MIDDLE + distance * sin(2 * pi * turn), MIDDLE - distance * cos(2 * pi * turn)


def caverns_placed(mountain: Mountain) -> dict[str, Place]:
    """By how many caverns of its own domain a cavern is away from a door."""
    lay, found = lay_of(mountain), dict[str, Place]()
    for clan, domain in lay.domains.items():
        rows, seen = [list(lay.doors[clan])], set(lay.doors[clan])
        while rows[-1]:
            near = [place for place in domain if place not in seen and set(lay.beside[place]) & set(rows[-1])]
            seen |= set(near)
            rows.append(near)
        rows[-1] = [place for place in domain if place not in seen]
        rows = [row for row in rows if row]
        step = (OUTER - INNER) / max(2, len(rows) - 1)
        for depth, row in enumerate(rows):
            for number, place in enumerate(row):
                aside = ((number + 0.5) / len(row) - 0.5) / len(CLANS)
                found[place] = around(sector(mountain, clan) + aside, OUTER - depth * step)
    return {cavern.id: found[cavern.id] for cavern in mountain.caverns}


def beside(caverns: dict[str, Place], names: Iterable[str], taken: list[Place], way: int) -> Place:
    """Between these caverns, moved round the mountain until it lies on nothing else."""
    near = [caverns[name] for name in names]
    x, y = sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)
    ways = ((clear, step) for clear in CLEAR for step in range(STEPS))
    places = (
        ((x + 0.001 * step * cos(way * step * 2.4), y + 0.001 * step * sin(way * step * 2.4)), clear)
        for clear, step in ways
    )
    place = next((place for place, clear in places if is_free(place, clear, taken)), (x, y))
    taken.append(place)
    return place


def is_free(place: Place, clear: float, taken: list[Place]) -> bool:
    far = hypot(place[0] - MIDDLE, place[1] - MIDDLE)
    return CRATER <= far <= EDGE and all(hypot(place[0] - x, place[1] - y) >= clear for x, y in taken)


@cache
def chart_of(mountain: Mountain) -> Chart:
    """Caverns and dens as spots that can be tapped on any page, with the ways between them."""
    places, names = plan(mountain).places, names_of(mountain)
    spots = {**places["caverns"], **places["dens"]}
    near = lay_of(mountain).beside
    paths = [(one, other) for one in near for other in near[one] if one < other]
    return Chart(1.0, tuple(Spot(name, names[name], x, y) for name, (x, y) in spots.items()), tuple(paths))
