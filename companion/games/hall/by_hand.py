"""Everything but the map: the mountain is kept by hand, so what lies there is asked, and no place is judged."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.hall import digging
from companion.games.hall.finishing import CARTS
from companion.games.hall.leftovers import TRADED
from companion.games.hall.magic import can_craft, spend, trades_at
from companion.games.hall.moves import CarryByHand, DedicateByHand, DigByHand, Enter, Establish, NoPedestal
from companion.games.hall.purse import can_spend, owned, tokens
from companion.games.hall.resources import CLANS, MINERALS, RESOURCES, Clan, Mineral, goods
from companion.games.hall.state import (
    STATUES_EACH,
    TIERS,
    UNTOLD,
    Acts,
    Establishes,
    Finishes,
    Pending,
    Raised,
    RaisesPedestal,
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
    with_told,
)
from companion.games.hall.tiles import GreatHall, Tunnel, cells_of, marked_in
from companion.games.hall.words import (
    PEDESTAL_NAMES,
    RESOURCE_NAMES,
    STATUE_NAMES,
    TIER_NAMES,
    WORKSHOP_NAMES,
    amounts,
    called,
)
from companion.rules import Amount, Choice, Field, Form, Option, Pick, Prompt, Several, Steps, say, say_many

SAME_FIND, MOST_FOUND = 2, 6
MOST_SITES = 4
ENTRANCES = 4


class DigSteps(Steps, frozen=True):
    """Which tunnels can be paid depends on the mineral; the rest is what only the table sees."""

    tunnels: tuple[Tunnel, ...]
    """Those that are left."""
    minerals: dict[Mineral, int]
    hammers: int
    workshops: int
    """Those that nobody has established."""
    statues: dict[Clan, int]
    """How many are still buried."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "tunnel" not in filled:
            return Pick("tunnel", say("Which tunnel?"), tuple(self.payable(filled["mineral"])))
        if self.hammers and "rubble" not in filled:
            size = next(tunnel.size for tunnel in self.tunnels if tunnel.name == filled["tunnel"])
            return Amount("rubble", say("Rubble spaces under it"), 0, min(size, self.hammers))
        if "found" not in filled:
            return Several("found", say("What lay buried there?"), self.finds(), 0, MOST_FOUND)
        if self.workshops and "sites" not in filled:
            return Amount("sites", say("Empty workshop sites beside it"), 0, min(self.workshops, MOST_SITES))
        return None

    def payable(self, mineral: Mineral) -> Iterator[Option]:
        for tunnel in self.tunnels:
            if tunnel.size <= self.minerals[mineral]:
                text = say("{tunnel}, {size} squares", tunnel=tunnel.name, size=tunnel.size)
                yield Option(tunnel.name, text)

    def finds(self) -> tuple[Option, ...]:
        resources = [Option(each, RESOURCE_NAMES[each]) for each in RESOURCES for _ in range(SAME_FIND)]
        statues = [
            Option(f"{clan}_statue", STATUE_NAMES[clan])
            for clan in CLANS
            for _ in range(min(SAME_FIND, self.statues[clan]))
        ]
        return (*resources, *statues)


def dig_form(state: State) -> Form | None:
    """How somebody digs now, on whichever mountain; None if no tunnel can be paid."""
    if state.way == "everything":
        return digging.dig_form(state)
    purse = state.purse(state.turn)
    steps = DigSteps(
        tuple(tunnel for tunnel, left in zip(state.box.tunnels, state.tunnels, strict=True) if left),
        {mineral: can_spend(purse, mineral) for mineral in MINERALS},
        can_spend(purse, "hammer"),
        len(state.workshops),
        {clan: STATUES_EACH - unearthed(state).count(clan) for clan in CLANS},
    )
    minerals = tuple(
        Option(mineral, say("{mineral}, {count}", mineral=RESOURCE_NAMES[mineral], count=steps.minerals[mineral]))
        for mineral in MINERALS
        if any(steps.payable(mineral))
    )
    if not minerals:
        return None
    return Form("dig_by_hand", say("Dig a tunnel"), (Pick("mineral", say("Of which mineral?"), minerals),), steps)


def unearthed(state: State) -> list[Clan]:
    return [clan for side in state.sides for clan in side.told.statues]


def dug(state: State, move: DigByHand) -> State:
    """Paid, scored, and all that lay under it is gained or unearthed."""
    seat, index = state.turn, state.side_index(state.turn)
    number = next(number for number, tunnel in enumerate(state.box.tunnels) if tunnel.name == move.tunnel)
    tunnel = state.box.tunnels[number]
    state = spend(state, seat, [move.mineral] * tunnel.size + ["hammer"] * move.rubble)
    state = scored(state, seat, state.box.chart.worth(move.mineral, tunnel.size))
    found = goods(find for find in move.found if find in RESOURCES)
    if found.total:
        state = with_news(stored(state, seat, found), say("Buried there: {goods}.", goods=amounts(found)))
    told = state.sides[index].told
    statues = tuple(clan for clan in CLANS for _ in range(move.found.count(STATUES[clan])))
    state = with_told(state, index, squares=told.squares + tunnel.size, statues=(*told.statues, *statues))
    state = changed(state, tunnels=replaced(state.tunnels, number, state.tunnels[number] - 1))
    asked: list[Pending] = [] if marked_in(tunnel.picture) is None else [RaisesPedestal()]
    return waits_for(state, *asked, *[Establishes()] * move.sites)


STATUES: dict[Clan, Any] = {clan: f"{clan}_statue" for clan in CLANS}


def scored(state: State, seat: int, honour: int) -> State:
    state = with_side(state, seat, honour=state.side(seat).honour + honour)
    return with_news(state, say_many("{name} scores {count}.", "{name} scores {count}.", honour, name=state.name(seat)))


class PedestalSteps(Steps, frozen=True):
    free: dict[Clan, tuple[int, ...]]

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "tier" in filled:
            return None
        tiers = tuple(Option(tier, TIER_NAMES[tier - 1]) for tier in self.free[filled["clan"]])
        return Pick("tier", say("In which tier is the anchor?"), tiers)


def free_tiers(state: State) -> dict[Clan, tuple[int, ...]]:
    """Where a pedestal of each clan that is stored can still be: one of each clan to a tier."""
    mine = state.side(state.turn).pedestals
    free = {
        clan: tuple(tier for tier in range(1, TIERS + 1) if state.track[track_space(clan, tier)] is not None)
        for clan in CLANS
        if clan in mine
    }
    return {clan: tiers for clan, tiers in free.items() if tiers}


def pedestal(state: State) -> Prompt:
    free = free_tiers(state)
    clans = tuple(Option(clan, PEDESTAL_NAMES[clan]) for clan in free)
    form = Form("raise_pedestal", say("Add a pedestal"), (Pick("clan", say("Which one?"), clans),), PedestalSteps(free))
    no = Choice(NoPedestal(), say("No pedestal"))
    return Prompt("pedestal", (state.turn,), say("Add a pedestal to the anchor?"), (no,), (form,))


def pedestal_raised(state: State, clan: Clan, tier: int) -> State:
    seat, index, space = state.turn, state.side_index(state.turn), track_space(clan, tier)
    worth = state.track[space]
    state = with_side(state, seat, pedestals=less(state.side(seat).pedestals, clan))
    state = with_told(state, index, pedestals=(*state.sides[index].told.pedestals, Raised(clan, tier)))
    state = changed(state, track=replaced(state.track, space, None))
    if worth is None or worth == UNTOLD:
        return waits_for(state, TurnsToken())
    return digging.token_taken(state, worth)


def established(state: State, move: Establish) -> State:
    return changed(
        state, established=(*state.established, move.workshop), workshops=less(state.workshops, move.workshop)
    )


def enter_form(state: State, acts: Acts) -> Form | None:
    """Which workshop is used, and how often it can be; none once one was."""
    if acts.workshop:
        return None
    craft, fetch = can_craft(state), bool(tokens(state.moots[state.turn]))
    useful = {"pickforge": craft, "wheeljack": craft, "quartermaster": fetch}
    names = [name for name in dict.fromkeys(state.established) if useful.get(name) or trades_at(state, name)]
    if not names:
        return None
    workshop = Pick("workshop", say("Which workshop?"), tuple(Option(name, WORKSHOP_NAMES[name]) for name in names))
    entrances = Amount("entrances", say("Open entrances"), 1, ENTRANCES)
    return Form("enter", say("Use a workshop"), (workshop, entrances))


def entered(state: State, acts: Acts, move: Enter) -> State:
    return changed(state, now=Acts(acts.cast, acts.masked, move.workshop, move.entrances))


def dedicable(state: State) -> list[GreatHall]:
    """Halls that could lie over the tunnels of whoever's turn it is, as far as their number tells."""
    squares = state.side(state.turn).told.squares
    return [hall for hall in state.box.halls if hall.name in state.halls and len(cells_of(hall.picture)) <= squares]


def dedicated(state: State, move: DedicateByHand) -> State:
    index = state.side_index(state.turn)
    told, hall = state.sides[index].told, next(hall for hall in state.box.halls if hall.name == move.hall)
    squares = told.squares - len(cells_of(hall.picture))
    state = with_told(state, index, squares=squares, halls=(*told.halls, hall.name))
    state = changed(state, halls=less(state.halls, hall.name), now=Finishes(dedicated=True))
    return with_news(state, say("{name} dedicates {hall}.", name=state.name(state.turn), hall=called(hall.name)))


def movable(state: State) -> list[Clan]:
    """Clans whose statues somebody has, and a cart for them."""
    purse, mine = state.purse(state.turn), state.side(state.turn).told.statues
    return [clan for clan in CLANS if clan in mine and can_spend(purse, CARTS[clan])]


def carried(state: State, clan: Clan) -> State:
    return changed(spend(state, state.turn, [CARTS[clan]]), now=Finishes(dedicated=True))


def finishing_choices(state: State, finishes: Finishes) -> list[Choice]:
    halls = [] if finishes.dedicated else dedicable(state)
    found = [
        Choice(
            DedicateByHand(hall.name),
            say("Dedicate {hall}, {low} or {high}", hall=called(hall.name), low=hall.low, high=hall.high),
        )
        for hall in halls
    ]
    carts = movable(state) if state.way == "mapless" else []
    return [*found, *(Choice(CarryByHand(clan), say("Move: {statue}", statue=STATUE_NAMES[clan])) for clan in carts)]


def nothing_to_finish(state: State, finishes: Finishes) -> bool:
    if finishing_choices(state, finishes):
        return False
    if state.way == "honour":
        return True
    side = state.side(state.turn)
    return owned(state.purse(state.turn)).total < TRADED or not (side.told.statues or len(side.seats) > 1)
