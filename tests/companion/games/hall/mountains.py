"""Random mountains, dug at random, for tests."""

from random import Random

from companion.games.hall.diggings import Diggings, Part, Standing, bounds, covered, tunnel_places, with_tunnel
from companion.games.hall.examples import TUNNELS
from companion.games.hall.ground import Ground, survey
from companion.games.hall.mountain import Mountain
from companion.games.hall.resources import CLANS
from companion.rules import Cell, Laid


def random_mountain(chance: Random) -> Mountain:
    columns, rows = chance.randint(8, 13), chance.randint(8, 13)
    heart = Cell(chance.randrange(columns), chance.randrange(rows))
    tiers = [["." if chance.random() < 0.05 else chance.choice("12345") for _ in range(columns)] for _ in range(rows)]
    tiers[heart.row][heart.column] = "#"
    squares = [
        str(Cell(column, row)) for row in range(rows) for column in range(columns) if tiers[row][column] in "12345"
    ]
    chance.shuffle(squares)
    return Mountain(
        "winter",
        tuple("".join(line) for line in tiers),
        rubble=tuple(squares[5 : 5 + len(squares) // 4]),
        sites=tuple(squares[:5]),
    )


def random_diggings(mountain: Mountain, seats: int, chance: Random) -> tuple[Ground, Diggings]:
    """Gates anywhere apart from each other, tunnels one after the other, and now and then one that nobody reaches."""
    ground = survey(mountain)
    free = list(ground.cells(ground.diggable))
    gates: list[Cell] = []
    while len(gates) < seats:
        cell = chance.choice(free)
        if all(abs(cell.column - gate.column) + abs(cell.row - gate.row) > 1 for gate in gates):
            gates.append(cell)
    parts = tuple(Part("gate", "", ground.packed(ground.bit(cell)), seat) for seat, cell in enumerate(gates))
    diggings = Diggings(parts)
    for turn in range(chance.randint(0, 4 * seats)):
        diggings = dug_on(ground, diggings, turn % seats, seats, chance)
    if chance.random() < 0.3:
        lost = chance.choice(diggings.parts)
        if lost.seat is None:
            diggings = Diggings(tuple(part for part in diggings.parts if part is not lost))
    standing = chance.sample(free, 5)
    statues = tuple(Standing(chance.choice(CLANS), cell) for cell in standing)
    return ground, Diggings(diggings.parts, statues)


def dug_on(ground: Ground, diggings: Diggings, seat: int, seats: int, chance: Random) -> Diggings:
    opponents = tuple(other for other in range(seats) if other != seat)
    tunnel = chance.choice(TUNNELS)
    ways = tunnel_places(ground, bounds(ground, diggings, seat, opponents), tunnel, 5)
    if not ways:
        return diggings
    way = chance.choice(ways)
    at = chance.choice(list(ground.cells(int.from_bytes(way.legal, "little"))))
    cells = covered(tunnel, Laid(tunnel.name, at, way.turn, way.flipped))
    return with_tunnel(ground, diggings, tunnel.name, cells)
