"""Where tunnels and halls may lie, held against an oracle that tries every square one by one."""

from collections.abc import Iterable
from random import Random

import pytest

from companion.games.hall.diggings import (
    Diggings,
    Part,
    Standing,
    bounds,
    carried_to,
    covered,
    hall_places,
    tunnel_places,
    with_hall,
)
from companion.games.hall.examples import HALLS, TUNNELS, mountain
from companion.games.hall.ground import Ground, survey
from companion.games.hall.mountain import HEART, NOTHING, Mountain, cell_at, mountain_faults
from companion.games.hall.tiles import GreatHall, Tunnel, cells_of, marks
from companion.rules import Cell, Laid, Lying, turned
from tests.companion.games.hall.mountains import random_diggings, random_mountain

SEATS = (2, 3, 5)


def beside(cell: Cell) -> set[Cell]:
    return {Cell(cell.column + across, cell.row + down) for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def walked(start: Iterable[Cell], dug: set[Cell]) -> set[Cell]:
    """Square by square from a gate."""
    reached, waiting = set(start), list(start)
    while waiting:
        for cell in beside(waiting.pop()) & dug - reached:
            reached.add(cell)
            waiting.append(cell)
    return reached


def squares(ground: Ground, part: Part) -> set[Cell]:
    return set(ground.cells(part.bits))


class Oracle:
    def __init__(self, told: Mountain, diggings: Diggings, seat: int, friends: tuple[int, ...] = ()) -> None:
        ground = survey(told)
        self.mountain, self.diggings = told, diggings
        self.dug = {cell for part in diggings.parts for cell in squares(ground, part)}
        gates = {part.seat: squares(ground, part) for part in diggings.parts if part.seat is not None}
        self.mine = walked(gates[seat], self.dug)
        others = [cells for other, cells in gates.items() if other not in (seat, *friends)]
        self.theirs = {cell for cells in others for cell in walked(cells, self.dug)}
        self.tunnels = {
            cell for part in diggings.parts if part.kind == "tunnel" for cell in squares(ground, part)
        } & self.mine
        self.sites = {cell_at(site) for site in told.sites}
        self.rubble = {cell_at(square) for square in told.rubble}

    def kind(self, cell: Cell) -> str:
        inside = 0 <= cell.row < len(self.mountain.tiers) and 0 <= cell.column < self.mountain.columns
        return self.mountain.tiers[cell.row][cell.column] if inside else NOTHING

    def may_dig(self, cells: tuple[Cell, ...], hammers: int) -> bool:
        around = {other for cell in cells for other in beside(cell)}
        return (
            all(self.kind(cell) not in (NOTHING, HEART) for cell in cells)
            and not set(cells) & (self.dug | self.sites)
            and bool(around & self.mine)
            and not around & self.theirs
            and sum(cell in self.rubble for cell in cells) <= hammers
        )

    def may_cover(self, cells: tuple[Cell, ...]) -> bool:
        return set(cells) <= self.tunnels

    def every_place(self, tile: Tunnel | GreatHall, flips: bool) -> Iterable[frozenset[Cell]]:
        for flipped in (False, True)[: 1 + flips]:
            for turn in range(4):
                for row in range(-4, len(self.mountain.tiers) + 4):
                    for column in range(-4, self.mountain.columns + 4):
                        cells = turned(cells_of(tile.picture), turn, flipped)
                        yield frozenset(Cell(column + cell.column, row + cell.row) for cell in cells)


def covering(ground: Ground, tile: Tunnel | GreatHall, ways: tuple[Lying, ...]) -> list[frozenset[Cell]]:
    return [
        frozenset(covered(tile, Laid(tile.name, at, way.turn, way.flipped)))
        for way in ways
        for at in ground.cells(int.from_bytes(way.legal, "little"))
    ]


@pytest.mark.parametrize("seats", SEATS)
def test_a_tunnel_may_lie_exactly_where_every_rule_lets_it(seats: int) -> None:
    found = 0
    for seed in range(8):
        chance = Random(seed)
        told = random_mountain(chance)
        ground, diggings = random_diggings(told, seats, chance)
        seat, hammers, tunnel = chance.randrange(seats), chance.choice((0, 1, 2, 5)), chance.choice(TUNNELS)
        friends = ((seat + 1) % seats,) if seats > 3 and seed % 2 else ()
        opponents = tuple(other for other in range(seats) if other not in (seat, *friends))
        places = covering(
            ground, tunnel, tunnel_places(ground, bounds(ground, diggings, seat, opponents), tunnel, hammers)
        )
        oracle = Oracle(told, diggings, seat, friends)
        legal = {cells for cells in oracle.every_place(tunnel, flips=True) if oracle.may_dig(tuple(cells), hammers)}
        assert len(places) == len(set(places)), "no place is offered twice"
        assert set(places) == legal
        found += len(legal)
    assert found > 20


def test_a_hall_may_lie_exactly_over_tunnels_of_ones_own() -> None:
    found = 0
    for seed in range(12):
        chance = Random(seed)
        told = random_mountain(chance)
        ground, diggings = random_diggings(told, 2, chance)
        hall = chance.choice((HALLS[1], HALLS[4]))
        places = covering(ground, hall, hall_places(ground, diggings, 0, hall))
        oracle = Oracle(told, diggings, 0)
        assert set(places) == {
            cells for cells in oracle.every_place(hall, flips=False) if oracle.may_cover(tuple(cells))
        }
        found += len(places)
        if places:
            over(ground, diggings, hall, chance.choice(places))
    assert found > 10


def over(ground: Ground, diggings: Diggings, hall: GreatHall, cells: frozenset[Cell]) -> None:
    """The squares stay dug, what sticks out hangs together, and no hall lies on another."""
    after = with_hall(ground, diggings, hall.name, tuple(cells), min(cells))
    assert after.dug == diggings.dug
    assert sum(part.bits for part in after.parts) == after.dug, "no two parts share a square"
    assert all(len(list(ground.pieces(part.bits))) == 1 for part in after.parts)
    assert not {*covering(ground, hall, hall_places(ground, after, 0, hall))} & {cells}


def test_a_cart_takes_a_statue_within_its_tunnel_or_into_one_beside_it() -> None:
    compared = 0
    for seed in range(30):
        chance = Random(seed)
        told = random_mountain(chance)
        ground, diggings = random_diggings(told, 2, chance)
        mine = Oracle(told, diggings, 0).mine
        parts = [squares(ground, part) for part in diggings.parts]
        taken = {statue.at for statue in diggings.statues}
        for statue in diggings.statues:
            here = next((part for part in parts if statue.at in part), set())
            near = [part for part in parts if any(beside(cell) & here for cell in part)]
            legal = (here.union(*near) - taken) if statue.at in mine else set()
            assert set(ground.cells(carried_to(ground, diggings, ground.bits(mine), statue.at))) == legal
            compared += bool(legal)
    assert compared > 5


def test_a_statue_that_nobody_has_unearthed_stays_where_it_is() -> None:
    ground = survey(mountain("winter"))
    diggings = Diggings((Part("gate", "", ground.packed(1 << 40), 0),), (Standing("ice", Cell(3, 3)),))
    assert carried_to(ground, diggings, diggings.network(ground, (0,)), Cell(3, 3)) == 0


def test_an_anchor_may_be_wherever_the_tile_can_be_turned_to_have_it() -> None:
    domino = Tunnel("I2", ("ox",), 10)
    assert marks(domino, Laid("I2", Cell(4, 4)), flips=True) == (Cell(4, 4), Cell(5, 4))
    corner = Tunnel("V3", ("xo", "x."), 12)
    assert marks(corner, Laid("V3", Cell(0, 0)), flips=True) == (Cell(1, 0), Cell(0, 1))
    assert marks(corner, Laid("V3", Cell(0, 0)), flips=False) == (Cell(1, 0),)
    assert marks(Tunnel("L5", ("xxxx", "x..."), 5), Laid("L5", Cell(0, 0)), flips=True) == ()


@pytest.mark.parametrize("side", ["winter", "autumn"])
def test_the_examples_honour_what_the_rulebook_says(side: str) -> None:
    told = mountain("winter" if side == "winter" else "autumn")
    assert mountain_faults(told) == []
    players = 5 if side == "winter" else 3
    assert len(told.sites) > 2 * players + 1, "there are more sites than workshops"
    assert set("12345#") <= {*"".join(told.tiers)}
    assert {*told.rubble} & {buried.at for buried in told.buried}, "some resources are harder to get to"
    assert sum(tunnel.tiles for tunnel in TUNNELS) == 52


def test_a_mountain_with_faults_is_told_all_of_them() -> None:
    told = Mountain("winter", ("1111", "12", "19.1", "1111"), rubble=("A1", "A1", "Z9"), sites=("A1",))
    said = " ".join(map(str, mountain_faults(told)))
    for fault in (
        "equally long",
        "no tier 9",
        "heart",
        "A1 is there twice",
        "Z9 is no square",
        "lies in A1",
        "marked 5",
    ):
        assert fault in said
