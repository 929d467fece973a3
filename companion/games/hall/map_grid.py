"""The mountain and all that lies on it as a grid that any page can draw."""

from functools import cache

from companion.games.hall.diggings import Diggings
from companion.games.hall.ground import buried_at, survey
from companion.games.hall.mountain import Mountain
from companion.games.hall.pieces import COLOURS
from companion.games.hall.resources import CLANS, RESOURCES, Resource
from companion.games.hall.words import PEDESTAL_NAMES, RESOURCE_NAMES, STATUE_NAMES, WORKSHOP_NAMES
from companion.rules import Grid, Layer, Seat, colour_of, say

MARKS: dict[Resource, str] = {
    "stone": "s",
    "iron": "i",
    "heartstone": "h",
    "cart": "c",
    "hammer": "T",
    "rune": "r",
    "coin": "$",
}
"""What is buried, by a letter."""


@cache
def lying(mountain: Mountain, resource: Resource) -> int:
    """Where it was buried."""
    return survey(mountain).bits(cell for cell, buried in buried_at(mountain).items() if buried.of(resource))


def map_grid(mountain: Mountain, diggings: Diggings, seats: tuple[Seat, ...]) -> Grid:
    ground = survey(mountain)
    dug = diggings.dug
    layers = [
        Layer(say("{name}'s network", name=seat.name), ground.packed(network), colour=colour_of(seat, COLOURS))
        for number, seat in enumerate(seats)
        if (network := diggings.network(ground, (number,)))
    ]
    named = [
        (say("Heart of the mountain"), ground.heart, "♥"),
        (say("Workshop site"), ground.sites & ~ground.bits(workshop.at for workshop in diggings.workshops), "W"),
        (say("Rubble"), ground.rubble & ~dug, "×"),
    ]
    for workshop in diggings.workshops:
        named.append((WORKSHOP_NAMES[workshop.name], ground.bit(workshop.at), workshop.name[:2].title()))
    for resource in RESOURCES:
        named.append((RESOURCE_NAMES[resource], lying(mountain, resource) & ~dug, MARKS[resource]))
    for clan in CLANS:
        pedestals = ground.bits(each.at for each in diggings.pedestals if each.clan == clan)
        statues = ground.bits(each.at for each in diggings.statues if each.clan == clan)
        named.append((PEDESTAL_NAMES[clan], pedestals, f"{clan[0].upper()}_"))
        named.append((STATUE_NAMES[clan], statues, clan[0].upper()))
    layers += [Layer(text, ground.packed(bits), mark) for text, bits, mark in named if bits]
    return Grid(ground.columns, ground.rows, tuple(layers))
