"""Before the first turn: the first state of a set-up and its faults, gates, and the starting trolls."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from companion.games.hall.diggings import Diggings, Part, Standing
from companion.games.hall.examples import CARDS, SPELLS_IN_ALL
from companion.games.hall.honour_only import STARTING
from companion.games.hall.moot import ROWS, STARTERS, TROLLS, Starter, starter
from companion.games.hall.mountain import cell_at, mountain_faults
from companion.games.hall.moves import Draft, PlaceGate, TellStarter
from companion.games.hall.pieces import COLOURS, SEATS
from companion.games.hall.recruiting import free_name
from companion.games.hall.resources import CLANS, Clan, goods
from companion.games.hall.spells import SHOWN
from companion.games.hall.state import (
    HORDE,
    TIERS,
    UNTOLD,
    Acts,
    Deck,
    Drafts,
    DrawsPedestal,
    LaysOutWorkshops,
    OnShow,
    Pending,
    PlacesGate,
    Reveals,
    RevealsSpell,
    SetsStatues,
    Setup,
    Side,
    State,
    TellsStarter,
    Waiting,
    changed,
    replaced,
    stored,
    with_news,
)
from companion.games.hall.words import amounts
from companion.games.hall.workshops import EACH
from companion.rules import Cell, Text, fault_at, say, seating_faults

PEDESTALS_EACH = 6
BIGGEST_TABLE_WITH_ONE_CROWN = 2
TEAM_TABLE = 4
DRAFTED_FROM = STARTERS + 2
"""Everyone has so many starting trolls."""


def setup_faults(setup: Setup) -> list[Text]:
    faults = seating_faults(setup.seats, SEATS, COLOURS)
    if setup.way == "everything":
        faults += mountain_faults(setup.box.mountain)
    if setup.way == "everything" and len(setup.seats) in SEATS and len(setup.seats) not in setup.box.mountain.seated():
        faults.append(fault_at("mountain", say("This side of the board is not for so many players.")))
    if not 0 <= setup.first < len(setup.seats):
        faults.append(fault_at("first", say("The starting player is not at the table.")))
    if setup.teams and len(setup.seats) != TEAM_TABLE:
        faults.append(fault_at("teams", say("Teams are for four players.")))
    return [*faults, *card_faults(setup), *piece_faults(setup)]


def card_faults(setup: Setup) -> list[Text]:
    faults = []
    known = {troll.name for troll in setup.box.trolls}
    if setup.horde and len(setup.horde) != sum(HORDE):
        faults.append(fault_at("horde", say("The horde has {count} trolls.", count=sum(HORDE))))
    faults += [fault_at("horde", say("There is no {name}.", name=name)) for name in setup.horde if name not in known]
    faults += [fault_at("horde", say("{name} is there twice.", name=name)) for name in twice(setup.horde)]
    spells = {spell.name for spell in setup.box.spells}
    if setup.spellbook and len(setup.spellbook) != SHOWN:
        faults.append(fault_at("spellbook", say("The spellbook shows {count} spells.", count=SHOWN)))
    faults += [
        fault_at("spellbook", say("There is no {name}.", name=name)) for name in setup.spellbook if name not in spells
    ]
    faults += [fault_at("spellbook", say("{name} is there twice.", name=name)) for name in twice(setup.spellbook)]
    return faults


def piece_faults(setup: Setup) -> list[Text]:
    faults = []
    count = revealed_workshops(len(setup.seats))
    if setup.workshops and len(setup.workshops) != count:
        faults.append(fault_at("workshops", say("{count} workshops are revealed.", count=count)))
    if any(times > EACH for times in Counter(setup.workshops).values()):
        faults.append(fault_at("workshops", say("There are only {count} of each workshop.", count=EACH)))
    if setup.pedestals and len(setup.pedestals) != HORDE[1]:
        faults.append(fault_at("pedestals", say("{count} pedestals stand in the horde.", count=HORDE[1])))
    if setup.statues and sorted(setup.statues) != sorted(CLANS):
        faults.append(fault_at("statues", say("The statues of the three clans take turns.")))
    if setup.tokens and len(setup.tokens) != TIERS * len(CLANS):
        faults.append(fault_at("tokens", say("{count} tokens lie on the track.", count=TIERS * len(CLANS))))
    return faults


def twice(names: Sequence[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def revealed_workshops(players: int) -> int:
    return 2 * players + 1


def first_state(setup: Setup) -> State:
    players, box = len(setup.seats), setup.box
    trolls = {troll.name: troll for troll in box.trolls}
    horde: list[Waiting | None] = [None] * sum(HORDE)
    for space, name in enumerate(setup.horde):
        horde[space] = Waiting(trolls[name])
    bag = [clan for clan in CLANS for _ in range(PEDESTALS_EACH)]
    for place, clan in enumerate(setup.pedestals if setup.horde else ()):
        bag.remove(clan)
        horde[HORDE[0] + place] = Waiting(trolls[setup.horde[HORDE[0] + place]], pedestal=clan)
    dealt = [sum(trolls[name].level == level for name in setup.horde) for level in CARDS]
    state = State(
        seats=setup.seats,
        box=box,
        sides=tuple(Side(seats) for seats in sides(setup)),
        moots=((None,) * TROLLS,) * players,
        first=setup.first,
        turn=setup.first,
        horde=tuple(horde),
        decks=tuple(Deck(count - gone) for count, gone in zip(CARDS.values(), dealt, strict=True)),
        spellbook=tuple(OnShow(name) for name in setup.spellbook) or (None,) * SHOWN,
        spell_deck=Deck(SPELLS_IN_ALL - len(setup.spellbook)),
        bag=tuple(bag),
        track=setup.tokens or (UNTOLD,) * (TIERS * len(CLANS)),
        tunnels=tuple(tunnel.tiles for tunnel in box.tunnels),
        halls=tuple(hall.name for hall in box.halls),
        workshops=setup.workshops,
        coronations=(3,) if players <= BIGGEST_TABLE_WITH_ONE_CROWN else (5, 3),
        pending=tuple(untold(setup)),
        way=setup.way,
        now=PlacesGate() if setup.way == "everything" else Drafts(),
    )
    if setup.way == "honour":
        return changed(state, moots=(STARTING,) * players, now=Acts())
    return statues_set(state, setup.statues) if setup.statues and setup.way == "everything" else state


def sides(setup: Setup) -> list[tuple[int, ...]]:
    players = len(setup.seats)
    if not setup.teams:
        return [(seat,) for seat in range(players)]
    order = [(setup.first + place) % players for place in range(players)]
    return [(order[0], order[3]), (order[1], order[2])]


def untold(setup: Setup) -> list[Pending]:
    """What of the set-up the table has yet to tell."""
    found: list[Pending] = []
    if setup.way == "honour":
        return found
    if not setup.statues and setup.way == "everything":
        found.append(SetsStatues())
    if not setup.workshops:
        found.append(LaysOutWorkshops())
    if not setup.spellbook:
        found += [RevealsSpell(space) for space in range(SHOWN)]
    found += [TellsStarter()] * (DRAFTED_FROM - len(setup.box.starters))
    if not setup.horde:
        found += [Reveals(space) for space in range(sum(HORDE))]
    elif not setup.pedestals:
        found += [DrawsPedestal(HORDE[0] + place) for place in range(HORDE[1])]
    return found


def statues_set(state: State, clans: Sequence[Clan]) -> State:
    spots = [cell_at(square) for square in state.box.mountain.statues]
    statues = tuple(Standing(clans[place % len(clans)], spot) for place, spot in enumerate(spots))
    return changed(state, diggings=Diggings(statues=statues))


def gate_cells(state: State) -> list[Cell]:
    """The start points that whoever's turn it is may choose."""
    mountain, players = state.box.mountain, len(state.seats)
    taken = {part.seat: next(state.ground.cells(part.bits)) for part in state.diggings.parts}
    gates = set(taken.values())
    marks = (players,) if players > BIGGEST_TABLE_WITH_ONE_CROWN else (3, 4, 5)
    found: list[Cell] = []
    for mark in marks:
        points = mountain.start_cells(mark)
        if gates <= set(points) and len(points) >= players:
            found += [
                point for point in points if point not in gates and lets_partners_meet(state, points, taken, point)
            ]
    return list(dict.fromkeys(found))


def lets_partners_meet(state: State, points: tuple[Cell, ...], taken: dict[int | None, Cell], point: Cell) -> bool:
    """Whether every team can still have its gates beside each other, clockwise."""
    if all(len(side.seats) == 1 for side in state.sides):
        return True
    placed = {**taken, state.turn: point}
    free = [each for each in points if each not in placed.values()]
    return can_complete(state, points, placed, free)


def can_complete(state: State, points: tuple[Cell, ...], placed: dict[int | None, Cell], free: list[Cell]) -> bool:
    missing = [seat for seat in state.all_seats if seat not in placed]
    if not missing:
        return all(are_neighbours(points, *(placed[seat] for seat in side.seats)) for side in state.sides)
    return any(
        can_complete(state, points, {**placed, missing[0]: each}, [other for other in free if other != each])
        for each in free
    )


def are_neighbours(points: tuple[Cell, ...], one: Cell, other: Cell) -> bool:
    apart = abs(points.index(one) - points.index(other))
    return apart in (1, len(points) - 1)


def gate_placed(state: State, move: PlaceGate) -> State:
    part = Part("gate", "", state.ground.packed(state.ground.bits(move.at)), state.turn)
    diggings = Diggings((*state.diggings.parts, part), state.diggings.statues)
    state = changed(state, diggings=diggings, turn=(state.turn + 1) % len(state.seats))
    return changed(state, now=Drafts()) if state.turn == state.first else state


def brings_hand(state: State, seat: int) -> bool:
    """All but the first gain what the troll in their hand brings; teams do not."""
    return len(state.sides) == len(state.seats) and state.place_in_order(seat) > 0


def brings_unseen(state: State, seat: int) -> bool:
    """The fourth and the fifth gain what the last troll brings, too."""
    return brings_hand(state, seat) and state.place_in_order(seat) >= ROWS[1]


def starter_told(state: State, move: TellStarter) -> State:
    known = state.box.starters
    card = Starter(free_name(0, [each.name for each in known]), move.symbols, move.once)
    return changed(state, box=msgspec.structs.replace(state.box, starters=(*known, card)))


def undrafted(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in state.all_seats if state.moots[seat][0] is None)


def drafted(state: State, seat: int, move: Draft) -> State:
    cards: dict[str, Starter] = {card.name: card for card in state.box.starters}
    row = (move.first, move.second, move.third, move.fourth)
    moot = (*(starter(cards[name]) for name in row), *(None,) * (TROLLS - STARTERS))
    bringing = [*row]
    if brings_hand(state, seat):
        bringing.append(move.hand)
    if brings_unseen(state, seat):
        # The box may hold more than six kinds: the one that was left is the first that nobody named.
        bringing.append(next(name for name in cards if name not in bringing))
    gained = goods(resource for name in bringing for resource in cards[name].once)
    state = stored(changed(state, moots=replaced(state.moots, seat, moot)), seat, gained)
    state = with_news(state, say("{name} begins with {goods}.", name=state.name(seat), goods=amounts(gained)))
    return state if undrafted(state) else changed(state, now=Acts())
