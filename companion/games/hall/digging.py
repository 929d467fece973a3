"""Step 2 of a turn, the tunnels: minerals, rubble, what lay buried, pedestals and workshops."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.games.hall.diggings import (
    Bounds,
    Diggings,
    Standing,
    Workshop,
    bounds,
    covered,
    tunnel_places,
    with_tunnel,
)
from companion.games.hall.ground import buried_at, survey
from companion.games.hall.magic import spend
from companion.games.hall.map_grid import map_grid
from companion.games.hall.mountain import Mountain
from companion.games.hall.moves import AddPedestal, Dig, Establish
from companion.games.hall.purse import can_spend
from companion.games.hall.resources import CLANS, MINERALS, Clan, Goods, Mineral
from companion.games.hall.state import (
    UNTOLD,
    AddsPedestal,
    DigsBySpell,
    Establishes,
    Finishes,
    Pending,
    State,
    TurnsToken,
    changed,
    less,
    replaced,
    stored,
    track_space,
    waits_for,
    with_news,
    with_side,
)
from companion.games.hall.tiles import Tunnel, marks
from companion.games.hall.words import RESOURCE_NAMES, amounts
from companion.rules import Cell, Field, Form, Option, Pick, Places, Seat, Shape, Steps, say, say_many


class DigSteps(Steps, frozen=True):
    """Which tunnels can be paid depends on the mineral, and where they fit on the hammers."""

    mountain: Mountain
    diggings: Diggings
    seats: tuple[Seat, ...]
    within: Bounds
    tunnels: tuple[Tunnel, ...]
    """Those that are left."""
    minerals: dict[Mineral, int]
    hammers: int

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "tunnel" in filled:
            return None
        grid = map_grid(self.mountain, self.diggings, self.seats)
        return Places("tunnel", say("Where is the tunnel?"), grid, tuple(self.shapes(filled["mineral"])))

    def shapes(self, mineral: Mineral) -> Iterator[Shape]:
        ground = survey(self.mountain)
        for tunnel in self.tunnels:
            if tunnel.size <= self.minerals[mineral]:
                ways = tunnel_places(ground, self.within, tunnel, self.hammers)
                if ways:
                    text = say("{tunnel}, {size} squares", tunnel=tunnel.name, size=tunnel.size)
                    yield Shape(tunnel.name, text, ways)

    def possible(self, mineral: Mineral) -> bool:
        return next(self.shapes(mineral), None) is not None


def dig_steps(state: State) -> DigSteps:
    seat, purse = state.turn, state.purse(state.turn)
    return DigSteps(
        state.box.mountain,
        state.diggings,
        state.seats,
        bounds(state.ground, state.diggings, seat, state.opponents(seat)),
        tuple(tunnel for tunnel, left in zip(state.box.tunnels, state.tunnels, strict=True) if left),
        {mineral: can_spend(purse, mineral) for mineral in MINERALS},
        can_spend(purse, "hammer"),
    )


def dig_form(state: State) -> Form | None:
    """How somebody digs now; None if no tunnel can be paid and placed."""
    steps = dig_steps(state)
    minerals = tuple(
        Option(mineral, say("{mineral}, {count}", mineral=RESOURCE_NAMES[mineral], count=steps.minerals[mineral]))
        for mineral in MINERALS
        if steps.possible(mineral)
    )
    if not minerals:
        return None
    return Form("dig", say("Dig a tunnel"), (Pick("mineral", say("Of which mineral?"), minerals),), steps)


def dug(state: State, move: Dig) -> State:
    """Paid, scored, and all that lay under it is gained or unearthed."""
    seat, ground = state.turn, state.ground
    number = next(number for number, tunnel in enumerate(state.box.tunnels) if tunnel.name == move.tunnel.shape)
    tunnel = state.box.tunnels[number]
    cells = covered(tunnel, move.tunnel)
    bits = ground.bits(cells)
    hammers = (bits & ground.rubble).bit_count()
    state = spend(state, seat, [move.mineral] * tunnel.size + ["hammer"] * hammers)
    honour = state.box.chart.worth(move.mineral, tunnel.size)
    state = with_side(state, seat, honour=state.side(seat).honour + honour)
    state = with_news(
        state, say_many("{name} scores {count}.", "{name} scores {count}.", honour, name=state.name(seat))
    )
    found = sum((buried_at(state.box.mountain).get(cell, Goods()) for cell in cells), Goods())
    if found.total:
        state = with_news(stored(state, seat, found), say("Buried there: {goods}.", goods=amounts(found)))
    state = changed(
        state,
        diggings=with_tunnel(ground, state.diggings, tunnel.name, cells),
        tunnels=replaced(state.tunnels, number, state.tunnels[number] - 1),
    )
    asked: list[Pending] = []
    if anchors := marks(tunnel, move.tunnel, flips=True):
        asked.append(AddsPedestal(anchors))
    asked += [Establishes(site) for site in empty_sites(state, bits)]
    return waits_for(state, *asked)


def empty_sites(state: State, bits: int) -> list[Cell]:
    """Workshop sites beside these squares where none stands yet."""
    ground = state.ground
    taken = ground.bits(workshop.at for workshop in state.diggings.workshops)
    return list(ground.cells(ground.beside(bits) & ground.sites & ~taken))


def dug_in_turn(state: State, move: Dig) -> State:
    return dug(changed(state, now=Finishes()), move)


def dug_by_spell(state: State, move: Dig) -> State:
    assert isinstance(state.pending[0], DigsBySpell)
    return dug(changed(state, pending=state.pending[1:]), move)


def pedestal_places(state: State, anchors: tuple[Cell, ...]) -> list[tuple[Clan, Cell]]:
    """One of each clan to a tier, whoever placed it, and also if a hall has covered it since."""
    mine = state.side(state.turn).pedestals
    return [
        (clan, anchor)
        for anchor in anchors
        for clan in CLANS
        if clan in mine and state.track[track_space(clan, state.ground.tier(anchor))] is not None
    ]


def pedestal_added(state: State, move: AddPedestal) -> State:
    """With it comes the token of its clan and tier, face down."""
    seat = state.turn
    space = track_space(move.clan, state.ground.tier(move.at))
    worth = state.track[space]
    diggings = msgspec.structs.replace(
        state.diggings, pedestals=(*state.diggings.pedestals, Standing(move.clan, move.at))
    )
    state = changed(state, diggings=diggings, track=replaced(state.track, space, None))
    state = with_side(state, seat, pedestals=less(state.side(seat).pedestals, move.clan))
    if worth is None or worth == UNTOLD:
        return waits_for(state, TurnsToken())
    return token_taken(state, worth)


def token_taken(state: State, worth: int) -> State:
    return with_side(state, state.turn, tokens=(*state.side(state.turn).tokens, worth))


def established(state: State, move: Establish) -> State:
    assert move.at is not None, "on a mountain that is kept here"
    workshops = (*state.diggings.workshops, Workshop(move.workshop, move.at))
    diggings = msgspec.structs.replace(state.diggings, workshops=workshops)
    return changed(state, diggings=diggings, workshops=less(state.workshops, move.workshop))
