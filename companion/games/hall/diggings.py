"""What has been dug: gates, tunnels, halls, workshops, statues, pedestals, and whose network is where.

It says what may lie where and what is next to what; whose turn it is and who pays is not its business.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from companion.games.hall.ground import Ground, room, unpacked
from companion.games.hall.resources import Clan
from companion.games.hall.tiles import GreatHall, HasPicture, Tunnel, cells_of, ways
from companion.rules import Cell, Laid, Lying

WorkshopName = Literal[
    "cartwright",
    "charmcrafter",
    "coinpress",
    "metalworks",
    "pickforge",
    "quartermaster",
    "runesmithy",
    "stonegrinder",
    "stonemill",
    "toolforge",
    "wheeljack",
]


class Part(msgspec.Struct, frozen=True):
    """What counts as one tunnel: a gate, a tunnel tile or what sticks out from under a hall, a great hall."""

    kind: Literal["gate", "tunnel", "hall"]
    name: str
    """Of the tile."""
    squares: bytes
    seat: int | None = None
    """Whose gate it is."""
    altar: Cell | None = None

    @property
    def bits(self) -> int:
        return unpacked(self.squares)


class Standing(msgspec.Struct, frozen=True):
    """A statue or a pedestal."""

    clan: Clan
    at: Cell


class Workshop(msgspec.Struct, frozen=True):
    name: WorkshopName
    at: Cell


class Diggings(msgspec.Struct, frozen=True):
    parts: tuple[Part, ...] = ()
    statues: tuple[Standing, ...] = ()
    pedestals: tuple[Standing, ...] = ()
    workshops: tuple[Workshop, ...] = ()

    @property
    def dug(self) -> int:
        """Every square under a tile."""
        return squares_under(self.parts)

    def gates(self, seats: tuple[int, ...]) -> int:
        return sum(part.bits for part in self.parts if part.seat in seats)

    def network(self, ground: Ground, seats: tuple[int, ...]) -> int:
        """All that can be reached from their gates; what nobody reaches is nobody's."""
        return reached(ground, self.parts, seats)

    def part_at(self, ground: Ground, cell: Cell) -> Part | None:
        bit = ground.bit(cell)
        return next((part for part, bits in zip(self.parts, bits_of(self.parts), strict=True) if bits & bit), None)


# The same few tiles are looked at again and again while one turn is played.


@lru_cache(maxsize=256)
def bits_of(parts: tuple[Part, ...]) -> tuple[int, ...]:
    return tuple(part.bits for part in parts)


@lru_cache(maxsize=256)
def squares_under(parts: tuple[Part, ...]) -> int:
    return sum(bits_of(parts))


@lru_cache(maxsize=1024)
def reached(ground: Ground, parts: tuple[Part, ...], seats: tuple[int, ...]) -> int:
    gates = sum(part.bits for part in parts if part.seat in seats)
    return ground.flooded(gates, squares_under(parts))


class Bounds(msgspec.Struct, frozen=True):
    """Where somebody may dig: on `free` squares, at least one of them beside their own network."""

    free: bytes
    touching: bytes


def bounds(ground: Ground, diggings: Diggings, seat: int, opponents: tuple[int, ...]) -> Bounds:
    mine, theirs = diggings.network(ground, (seat,)), diggings.network(ground, opponents)
    free = ground.diggable & ~diggings.dug & ~ground.beside(theirs)
    return Bounds(ground.packed(free), ground.packed(ground.beside(mine) & free))


def tunnel_places(ground: Ground, within: Bounds, tunnel: Tunnel, hammers: int) -> tuple[Lying, ...]:
    """Every legal place of this tunnel, by how it is turned; ways without a place are left out."""
    free, touching = unpacked(within.free), unpacked(within.touching)
    return tuple(places(ground, tunnel, True, free, touching, ground.rubble, hammers))


def hall_places(ground: Ground, diggings: Diggings, seat: int, hall: GreatHall) -> tuple[Lying, ...]:
    """Over tunnels of one's own network only. A hall has a front, so it is turned but not flipped."""
    mine = diggings.network(ground, (seat,))
    bits = zip(diggings.parts, bits_of(diggings.parts), strict=True)
    tunnels = sum(squares & mine for part, squares in bits if part.kind == "tunnel")
    return tuple(places(ground, hall, False, tunnels, tunnels))


def places(
    ground: Ground, tile: HasPicture, flips: bool, free: int, touching: int, rubble: int = 0, hammers: int = 0
) -> Iterator[Lying]:
    for way in ways(tile.picture, flips):
        legal = room(way.cells, ground.columns, ground.rows, free, touching, rubble, min(hammers, len(way.cells)))
        if legal:
            yield Lying(way.turn, way.flipped, way.cells, ground.packed(legal))


def covered(tile: HasPicture, laid: Laid) -> tuple[Cell, ...]:
    return laid.covers(cells_of(tile.picture))


def with_tunnel(ground: Ground, diggings: Diggings, name: str, cells: tuple[Cell, ...]) -> Diggings:
    part = Part("tunnel", name, ground.packed(ground.bits(cells)))
    return msgspec.structs.replace(diggings, parts=(*diggings.parts, part))


def with_hall(ground: Ground, diggings: Diggings, name: str, cells: tuple[Cell, ...], altar: Cell) -> Diggings:
    """Pedestals under it are gone; what sticks out from under it are tunnels of their own."""
    over = ground.bits(cells)
    parts: list[Part] = []
    for part in diggings.parts:
        if not part.bits & over:
            parts.append(part)
            continue
        for piece in ground.pieces(part.bits & ~over):
            parts.append(msgspec.structs.replace(part, squares=ground.packed(piece)))
    pedestals = tuple(pedestal for pedestal in diggings.pedestals if not ground.bit(pedestal.at) & over)
    hall = Part("hall", name, ground.packed(over), altar=altar)
    return msgspec.structs.replace(diggings, parts=(*parts, hall), pedestals=pedestals)


def carried_to(ground: Ground, diggings: Diggings, network: int, statue: Cell) -> int:
    """Where one cart takes this statue: within its tunnel or into one beside it, where no other statue stands."""
    here = diggings.part_at(ground, statue)
    if here is None or not here.bits & network:
        return 0
    beside = ground.beside(here.bits) & network
    found = here.bits | sum(squares for squares in bits_of(diggings.parts) if squares & beside)
    return found & ~ground.bits(standing.at for standing in diggings.statues)


def movable(ground: Ground, diggings: Diggings, network: int) -> list[Standing]:
    """Statues in this network that have somewhere to go."""
    return [
        statue
        for statue in diggings.statues
        if ground.bit(statue.at) & network and carried_to(ground, diggings, network, statue.at)
    ]


def carried(diggings: Diggings, start: Cell, to: Cell) -> Diggings:
    statues = tuple(
        msgspec.structs.replace(statue, at=to) if statue.at == start else statue for statue in diggings.statues
    )
    return msgspec.structs.replace(diggings, statues=statues)


def entrances(ground: Ground, diggings: Diggings, workshop: Workshop, seats: tuple[int, ...]) -> int:
    """How many of its sides touch anybody's network."""
    networks = diggings.network(ground, seats)
    return (ground.beside(ground.bit(workshop.at)) & networks).bit_count()


def statue_honour(ground: Ground, diggings: Diggings, network: int) -> list[tuple[Standing, int]]:
    """The statue that scores in each tunnel of the network, the best there, and what it is worth; none in halls."""
    pedestals = {pedestal.at: pedestal.clan for pedestal in diggings.pedestals}
    best: dict[bytes, tuple[Standing, int]] = {}
    for statue in diggings.statues:
        part = diggings.part_at(ground, statue.at) if ground.bit(statue.at) & network else None
        if part is None or part.kind == "hall":
            continue
        worth = 2 * ground.tier(statue.at) * (1 + (pedestals.get(statue.at) == statue.clan))
        if part.squares not in best or worth > best[part.squares][1]:
            best[part.squares] = (statue, worth)
    return list(best.values())


def halls_in(diggings: Diggings, network: int) -> list[tuple[Part, bool]]:
    """Each great hall of the network, and whether a statue stands on its altar."""
    standing = {statue.at for statue in diggings.statues}
    return [(part, part.altar in standing) for part in diggings.parts if part.kind == "hall" and part.bits & network]
