"""What the host sets right on the mountain: statues, tunnels, workshops; by the same rules as who digs there."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.hall.diggings import Diggings, Part, Workshop, bounds, carried, tunnel_places, with_tunnel
from companion.games.hall.diggings import covered as squares_covered
from companion.games.hall.map_grid import map_grid
from companion.games.hall.mountain import cell_at
from companion.games.hall.moves import SetStatue, SetTunnel, SetWorkshop, TakeUp
from companion.games.hall.state import State, changed, replaced
from companion.games.hall.tiles import SIZES
from companion.games.hall.words import STATUE_NAMES, WORKSHOP_NAMES
from companion.games.hall.workshops import WORKSHOPS
from companion.rules import (
    Cells,
    Field,
    Form,
    Illegal,
    Option,
    Pick,
    Places,
    Shape,
    Steps,
    Text,
    say,
)

NOTHING = ""


class TunnelSteps(Steps, frozen=True):
    places: tuple[Places | None, ...]
    """For each player."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        return None if "tunnel" in filled else self.places[filled["player"]]


def forms(state: State) -> list[Form]:
    grid = map_grid(state.box.mountain, state.diggings, state.seats)
    ground, diggings = state.ground, state.diggings
    found = []
    standing = ground.bits(statue.at for statue in diggings.statues)
    statues = tuple(
        Option(str(statue.at), say("{statue} in {square}", statue=STATUE_NAMES[statue.clan], square=str(statue.at)))
        for statue in diggings.statues
    )
    if statues:
        free = (ground.diggable | diggings.dug) & ~standing
        to = Cells("to", say("Where to?"), grid, ground.packed(free))
        found.append(Form("set_statue", say("A statue"), (Pick("statue", say("Which statue?"), statues), to)))
    places = tuple(tunnels(state, seat) for seat in state.all_seats)
    players = tuple(Option(seat, say("{name}", name=state.name(seat))) for seat in state.all_seats if places[seat])
    if players:
        whose = (Pick("player", say("Whose?"), players),)
        found.append(Form("set_tunnel", say("A tunnel that was dug"), whose, TunnelSteps(places)))
    if dug := [part for part in diggings.parts if part.kind == "tunnel"]:
        options = tuple(Option(square_of(state, part), tile_text(state, part)) for part in dug)
        found.append(Form("take_up", say("A tunnel that was not dug"), (Pick("at", say("Which one?"), options),)))
    if sites := state.box.mountain.sites:
        where = tuple(Option(site, say("{square}", square=site)) for site in sites)
        what = (Option(NOTHING, say("Nothing")), *(Option(name, WORKSHOP_NAMES[name]) for name in WORKSHOPS))
        fields = (Pick("at", say("Which site?"), where), Pick("workshop", say("Which workshop?"), what))
        found.append(Form("set_workshop", say("A workshop"), fields))
    return found


def tunnels(state: State, seat: int) -> Places | None:
    """Everywhere a tunnel may lie that somebody could have dug with hammers enough."""
    within = bounds(state.ground, state.diggings, seat, state.opponents(seat))
    shapes = []
    for tunnel, left in zip(state.box.tunnels, state.tunnels, strict=True):
        if left and (ways := tunnel_places(state.ground, within, tunnel, SIZES[-1])):
            text = say("{tunnel}, {size} squares", tunnel=tunnel.name, size=tunnel.size)
            shapes.append(Shape(tunnel.name, text, ways))
    grid = map_grid(state.box.mountain, state.diggings, state.seats)
    return Places("tunnel", say("Where is the tunnel?"), grid, tuple(shapes)) if shapes else None


def square_of(state: State, part: Part) -> str:
    return str(next(state.ground.cells(part.bits)))


def tile_text(state: State, part: Part) -> Text:
    return say("{tunnel} in {square}", tunnel=part.name, square=square_of(state, part))


def corrected(state: State, move: SetStatue | SetTunnel | TakeUp | SetWorkshop) -> State:
    match move:
        case SetStatue(statue, (to,)):
            return changed(state, diggings=carried(state.diggings, cell_at(statue), to))
        case SetTunnel(_, laid):
            number = next(n for n, tunnel in enumerate(state.box.tunnels) if tunnel.name == laid.shape)
            tunnel = state.box.tunnels[number]
            diggings = with_tunnel(state.ground, state.diggings, tunnel.name, squares_covered(tunnel, laid))
            return changed(state, diggings=diggings, tunnels=replaced(state.tunnels, number, state.tunnels[number] - 1))
        case TakeUp(at):
            return taken_up(state, at)
        case SetWorkshop(at, workshop):
            return with_workshop(state, at, workshop)
    raise AssertionError(move)


def taken_up(state: State, at: str) -> State:
    ground, diggings = state.ground, state.diggings
    part = next(part for part in diggings.parts if part.kind == "tunnel" and square_of(state, part) == at)
    number = next((n for n, tunnel in enumerate(state.box.tunnels) if tunnel.name == part.name), None)
    if number is None or part.bits.bit_count() != state.box.tunnels[number].size:
        raise Illegal("under_a_hall", say("A great hall lies on a part of it."))
    if any(ground.bit(pedestal.at) & part.bits for pedestal in diggings.pedestals):
        raise Illegal("pedestal_on_it", say("A pedestal stands on it."))
    without: Diggings = msgspec.structs.replace(
        diggings, parts=tuple(other for other in diggings.parts if other is not part)
    )
    moved = [statue for statue in diggings.statues if ground.bit(statue.at) & part.bits]
    if any(str(statue.at) not in state.box.mountain.statues for statue in moved):
        raise Illegal("statue_on_it", say("A statue stands on it. Put that right first."))
    return changed(state, diggings=without, tunnels=replaced(state.tunnels, number, state.tunnels[number] + 1))


def with_workshop(state: State, at: str, workshop: str) -> State:
    """What stood there is in the supply again; what stands there now comes from it."""
    standing = next((each for each in state.diggings.workshops if each.at == cell_at(at)), None)
    supply = [*state.workshops, *([standing.name] if standing else [])]
    left = tuple(each for each in state.diggings.workshops if each is not standing)
    if workshop == NOTHING:
        if standing is None:
            raise Illegal("no_workshop", say("No workshop stands there."))
        diggings = msgspec.structs.replace(state.diggings, workshops=left)
        return changed(state, diggings=diggings, workshops=tuple(supply))
    name = next((each for each in supply if each == workshop), None)
    if name is None:
        raise Illegal("not_in_supply", say("It is not in the supply."))
    supply.remove(name)
    diggings = msgspec.structs.replace(state.diggings, workshops=(*left, Workshop(name, cell_at(at))))
    return changed(state, diggings=diggings, workshops=tuple(supply))
