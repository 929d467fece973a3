"""The score, part by part, for a player or a team; another's pedestal tokens are counted only at the end."""

from companion.games.hall.diggings import halls_in, statue_honour
from companion.games.hall.leftovers import best_sets
from companion.games.hall.moot import levels
from companion.games.hall.purse import on_trolls
from companion.games.hall.resources import Goods
from companion.games.hall.state import Over, Side, State
from companion.rules import Outcome, Standing, Text, say
from companion.rules import Side as OutcomeSide


def leftovers(state: State, side: Side) -> Goods:
    """All that is left, on trolls and in the storage."""
    if state.way == "honour":
        return side.told.left
    return sum((on_trolls(state.moots[seat]) for seat in side.seats), side.storage)


def parts(state: State, side: Side, open_tokens: bool) -> list[tuple[Text, int]]:
    found = [
        (say("Tunnels"), side.honour),
        (say("Coronation"), sum(each.worth for each in state.crowned if each.seat in side.seats)),
    ]
    if open_tokens:
        found.append((say("Pedestal tokens"), sum(side.tokens)))
    return [
        *found,
        (say("Leftover sets"), best_sets(leftovers(state, side))),
        (say("Great halls"), sum(halls(state, side))),
        (say("Statues"), sum(statues(state, side))),
    ]


def halls(state: State, side: Side) -> list[int]:
    """What each great hall is worth now."""
    worth = {hall.name: hall for hall in state.box.halls}
    if state.way == "everything":
        network = state.diggings.network(state.ground, side.seats)
        dedicated = [(part.name, crowned) for part, crowned in halls_in(state.diggings, network)]
    else:
        dedicated = [(name, name in side.told.altars) for name in side.told.halls]
    return [worth[name].high if crowned else worth[name].low for name, crowned in dedicated]


def statues(state: State, side: Side) -> list[int]:
    """What each statue that scores is worth now."""
    if state.way != "everything":
        return [counted.honour for counted in side.told.counted]
    network = state.diggings.network(state.ground, side.seats)
    return [honour for _, honour in statue_honour(state.ground, state.diggings, network)]


def standings(state: State, onlooker: int | None) -> tuple[Standing, ...]:
    over = isinstance(state.now, Over)
    found = []
    for seat in state.all_seats:
        side = state.side(seat)
        seen = over or onlooker in side.seats
        counted = parts(state, side, seen)
        score = sum(honour for _, honour in counted)
        found.append(Standing(seat, score, tuple(counted), at_least=bool(side.tokens) and not seen))
    return tuple(found)


def total(state: State, side: Side) -> int:
    return sum(honour for _, honour in parts(state, side, open_tokens=True))


def recruited_levels(state: State, side: Side) -> int:
    return sum(levels(state.moots[seat]) for seat in side.seats)


def winners(state: State) -> list[Side]:
    """The most honour; of those who tie, whoever recruited the lower levels. Who ties then, wins together."""
    ranks = [(total(state, side), -recruited_levels(state, side)) for side in state.sides]
    return [side for side, rank in zip(state.sides, ranks, strict=True) if rank == max(ranks)]


def outcome(state: State) -> Outcome:
    won = winners(state)
    best = total(state, won[0])
    sides = tuple(OutcomeSide(side.seats, side in won, total(state, side)) for side in state.sides)
    tied = [side for side in state.sides if total(state, side) == best]
    if len(tied) > len(won):
        return Outcome(sides, say("Of those who tie, the lower levels of recruited trolls win."))
    return Outcome(sides, say("The most honour wins."))
