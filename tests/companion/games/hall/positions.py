"""Positions in the Hall for tests: a small mountain, and ways to say in squares what lies on it."""

from typing import Any

import msgspec

from companion.games.hall import HALL
from companion.games.hall.diggings import Diggings, Part, Standing, Workshop, WorkshopName
from companion.games.hall.ground import survey
from companion.games.hall.moot import Member, Moot
from companion.games.hall.mountain import Buried, Mountain, Start, cell_at
from companion.games.hall.resources import Clan, Resource, Symbol
from companion.games.hall.state import Acts, Setup, State, changed, replaced, with_side
from companion.games.hall.tiles import cells_of, ways
from companion.rules import Cell, Laid, Move
from tests.players import people

TIERS = (
    "111111111111",
    "122222222221",
    "123333333321",
    "123444444321",
    "123455554321",
    "1234555#4321",
    "123444444321",
    "111111111111",
)
BURIED: tuple[tuple[str, Resource], ...] = (("B3", "iron"), ("C3", "iron"), ("C4", "hammer"))
MOUNTAIN = Mountain(
    "winter",
    TIERS,
    rubble=("E2", "F2", "G2"),
    buried=tuple(Buried(at, resource) for at, resource in BURIED),
    statues=("D3", "J7", "K2"),
    sites=("D5", "H3"),
    starts=tuple(Start(at, players) for players in (4, 5) for at in ("A3", "L1", "L8", "A8", "F8")),
)
GROUND = survey(MOUNTAIN)
EMPTY: Moot = (None,) * 10


def cells(squares: str) -> tuple[Cell, ...]:
    """ "B2 C2" as cells."""
    return tuple(cell_at(square) for square in squares.split())


def part(squares: str, kind: Any = "tunnel", name: str = "", seat: int | None = None, altar: str = "") -> Part:
    return Part(kind, name, GROUND.packed(GROUND.bits(cells(squares))), seat, cell_at(altar) if altar else None)


def gate(square: str, seat: int) -> Part:
    return part(square, "gate", seat=seat)


def standing(clan: Clan, square: str) -> Standing:
    return Standing(clan, cell_at(square))


def workshop(name: WorkshopName, square: str) -> Workshop:
    return Workshop(name, cell_at(square))


def member(*symbols: Symbol, held: str = "", name: str = "", level: int = 0) -> Member:
    """An x for each symbol that something lies on."""
    lying = tuple(place < len(held) and held[place] == "x" for place in range(len(symbols)))
    return Member(name, symbols, lying, level)


def moot(*members: Member) -> Moot:
    return (*members, *EMPTY[len(members) :])


def setup(seats: int, **fields: Any) -> Setup:
    """Dealt in the order of the box, the first player first."""
    dealt = HALL.deal(people(HALL, seats), list)
    told: Setup = msgspec.structs.replace(dealt, **fields)
    return told


def table(seats: int = 2, *parts: Part, teams: bool = False, **fields: Any) -> State:
    """The first turn of the first player on the small mountain, with nothing on any troll."""
    state = HALL.new(setup(seats, teams=teams))
    box = msgspec.structs.replace(state.box, mountain=MOUNTAIN)
    row = moot(*[member("stone", name=f"starter {number}") for number in range(4)])
    diggings = Diggings(parts or (gate("A3", 0), gate("L8", 1)))
    return changed(state, **{"box": box, "now": Acts(), "moots": (row,) * seats, "diggings": diggings, **fields})


def with_moot(state: State, seat: int, *members: Member) -> State:
    return changed(state, moots=replaced(state.moots, seat, moot(*members)))


def owning(state: State, seat: int, **fields: Any) -> State:
    """With other things on this side's card: storage, pedestals, honour, tokens."""
    return with_side(state, seat, **fields)


def laid(state: State, name: str, squares: str) -> Laid:
    """How a tile lies that covers these squares."""
    pictures = {tunnel.name: tunnel.picture for tunnel in state.box.tunnels}
    picture = {**pictures, **{hall.name: hall.picture for hall in state.box.halls}}[name]
    wanted = set(cells(squares))
    corner = Cell(min(column for column, _ in wanted), min(row for _, row in wanted))
    for way in ways(picture, True):
        place = Laid(name, corner, way.turn, way.flipped)
        if set(place.covers(cells_of(picture))) == wanted:
            return place
    raise AssertionError(f"{name} never lies like that")


def played(state: State, *moves: Move, seat: int | None = None) -> State:
    """One move after the other, by whoever's turn it is."""
    for move in moves:
        state = HALL.apply(state, state.turn if seat is None else seat, move)
    return state


def offered(state: State, move: Move) -> bool:
    return any(prompt.offers(move) for prompt in HALL.prompts(state))


def keys(state: State) -> list[str]:
    return [prompt.key for prompt in HALL.prompts(state) if not prompt.aside]
