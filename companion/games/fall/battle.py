"""A turn of the battle: symbols are covered, an action follows, and what it brings. Only what is legal comes here."""

import msgspec

from companion.games.fall import ancestry
from companion.games.fall.holdings import (
    can_come,
    clan_of,
    controller,
    counts,
    gnome_added,
    is_invaded,
    reserve,
    takeable,
    troll_moved,
    trolls_of,
    with_trolls,
    without_gnomes,
)
from companion.games.fall.moves import Advance, Cover, Influence, Reinforce
from companion.games.fall.state import (
    Acting,
    Advances,
    Boosts,
    Breaches,
    CallsIn,
    Fights,
    Gnome,
    Influences,
    Offered,
    Reinforces,
    Retreats,
    Reveals,
    State,
    TurnsWheel,
    changed,
    gained,
    moved_up,
    replaced,
    voted,
    waits_for,
    with_news,
    with_player,
)
from companion.games.fall.words import clan_name, place_name
from companion.rules import say, say_many

# Covering symbols.


def covered(state: State, move: Cover) -> State:
    """The first action of a turn costs a supply."""
    seat, player = state.turn, state.players[state.turn]
    strong = ancestry.is_strong(player.ancestry, move.cells)
    power = ancestry.printed(player.ancestry, move.cells)
    second = isinstance(state.now, Fights) and state.now.second
    state = with_player(
        state,
        seat,
        ancestry=ancestry.cover(player.ancestry, move.cells),
        supplies=player.supplies - (0 if second else 1),
    )
    state = changed(state, acting=Acting(move.action, not strong, takeable(state, seat)), acted=None)
    match move.action:
        case "advance":
            return waits_for(state, Advances(power))
        case "reinforce":
            return waits_for(state, Reinforces(power))
        case "influence":
            return waits_for(state, Influences(power))
        case "gnome":
            return waits_for(state, TurnsWheel(power))


def can_boost(state: State) -> int:
    """How much strength could still be added: despair to a weak action, supplies to a strong one."""
    match state.acting, state.pending[:1]:
        case Acting(weak=weak), (Advances() | Reinforces() | Influences() | TurnsWheel(),) if not by_wheel(state):
            player = state.players[state.turn]
            return player.despair if weak else player.supplies
    return 0


def by_wheel(state: State) -> bool:
    """Whether this comes of the wheel: its strength is what it is."""
    return state.acting is not None and state.acting.action == "gnome" and not isinstance(state.pending[0], TurnsWheel)


def boosted(state: State) -> State:
    player, first, acting = state.players[state.turn], state.pending[0], state.acting
    assert acting
    assert isinstance(first, Advances | Reinforces | Influences | TurnsWheel)
    spent = {"despair": player.despair - 1} if acting.weak else {"supplies": player.supplies - 1}
    state = with_player(state, state.turn, **spent)
    acting = msgspec.structs.replace(acting, boosted=acting.boosted + 1)
    return changed(state, acting=acting, pending=(type(first)(first.power + 1), *state.pending[1:]))


def action_ended(state: State) -> State:
    """Control that was taken brings a vote of the cavern's clan; then the turn goes on or ends."""
    acting, seat = state.acting, state.turn
    assert acting
    for cavern in acting.takeable:
        if controller(state, cavern) == seat:
            state = control_taken(state, cavern)
    state = changed(state, acting=None)
    if acting.weak and state.now == Fights() and ancestry.weak(state.players[seat].ancestry):
        return changed(state, now=Fights(second=True))
    return turn_ended(state)


def control_taken(state: State, cavern: str) -> State:
    clan = clan_of(state, cavern)
    news = say(
        "{name} takes control of {cavern}: a vote of {clan}.",
        name=state.name(state.turn),
        cavern=place_name(state, cavern),
        clan=clan_name(clan),
    )
    return with_news(voted(state, state.turn, clan), news)


def turn_ended(state: State) -> State:
    """On to the next one clockwise with supplies; without any, the same one is asked no more."""
    seats = len(state.seats)
    order = [(state.turn + step) % seats for step in range(1, seats)]
    following = next((seat for seat in order if state.players[seat].supplies), state.turn)
    return changed(state, turn=following, acted=state.turn, now=Fights())


# Advance.


def advanced(state: State, move: Advance) -> State:
    """Where nobody says which trolls, all that could be meant are alike."""
    seat, (to,) = state.turn, move.to
    trolls = move.trolls or tuple(can_come(state, seat, to)[: max(1, move.count)])
    for troll in trolls:
        state = troll_moved(state, seat, troll, to)
    news = say_many(
        "{name} advances to {cavern} with {count} troll.",
        "{name} advances to {cavern} with {count} trolls.",
        len(trolls),
        name=state.name(seat),
        cavern=place_name(state, to),
    )
    state = with_news(state, news)
    return waits_for(state, Reveals(to)) if is_invaded(state, to) else state


def attacked(state: State, cavern: str, strengths: tuple[int, ...]) -> State:
    seat, force = state.turn, sum(strengths)
    trolls = counts(state, cavern)[seat]
    if trolls < force:
        news = say(
            "{name} is driven back: {trolls} against {force}.", name=state.name(seat), trolls=trolls, force=force
        )
        return waits_for(with_news(seen_by_all(state, cavern, strengths), news), Retreats(cavern))
    news = say(
        "{name} beats gnomes of strength {force} in {cavern}: {force} honour.",
        name=state.name(seat),
        force=force,
        cavern=place_name(state, cavern),
    )
    state = gained(with_news(state, news), seat, "gnomes", force)
    state = control_taken(without_gnomes(state, cavern), cavern)
    state = changed(state, beside_wheel=(*state.beside_wheel, *strengths))
    return wheel_pushed(state, len(strengths))


def seen_by_all(state: State, cavern: str, strengths: tuple[int, ...]) -> State:
    """The tokens that were turned over stay where they are, and everyone knows them."""
    shown = tuple(Gnome(tuple((seat, strength) for seat in state.everyone)) for strength in strengths)
    return changed(state, gnomes={**state.gnomes, cavern: shown})


def wheel_pushed(state: State, spaces: int) -> State:
    """By beaten gnomes: no space is resolved, and of the wires only that of the breach."""
    wires = [wire for wire in wires_crossed(state, spaces) if isinstance(wire, Breaches)]
    state = changed(state, wheel=(state.wheel + spaces) % len(state.numbers.wheel))
    return waits_for(state, *wires)


def wires_crossed(state: State, spaces: int) -> list[Boosts | Breaches]:
    """In the order in which the wheel token crosses them."""
    numbers = state.numbers
    found: list[Boosts | Breaches] = []
    for step in range(spaces):
        leaving = (state.wheel + step) % len(numbers.wheel) + 1
        if leaving == numbers.boost_wire:
            found.append(Boosts())
        if leaving == numbers.breach_wire:
            found.append(Breaches())
    return found


def retreated(state: State, cavern: str, den: str) -> State:
    """All trolls go home, and a lone gnome digs in."""
    for troll in trolls_of(state, state.turn, (cavern,)):
        state = troll_moved(state, state.turn, troll, den)
    return gnome_added(state, cavern) if len(state.gnomes[cavern]) == 1 else state


# Reinforcements.


def reinforced(state: State, power: int, move: Reinforce) -> State:
    """From the reserve; what is left of the strength when it is empty calls trolls from anywhere."""
    seat, (to,) = state.turn, move.to
    count = min(power, reserve(state, seat))
    state = with_trolls(state, to, seat, count)
    news = say_many(
        "{name} adds {count} troll in {cavern}.",
        "{name} adds {count} trolls in {cavern}.",
        count,
        name=state.name(seat),
        cavern=place_name(state, to),
    )
    state = with_news(state, news) if count else state
    left = power - count
    return waits_for(state, CallsIn(to, left)) if left and not reserve(state, seat) else state


def called_in(state: State, asked: CallsIn, troll: str) -> State:
    state = troll_moved(state, state.turn, troll, asked.place)
    return waits_for(state, CallsIn(asked.place, asked.left - 1)) if asked.left > 1 else state


# Influence.


def influenced(state: State, power: int, move: Influence) -> State:
    """Whoever is the first with a champion gets one more."""
    place = next(at for at, each in enumerate(state.offer) if each.champion == move.champion)
    offered = state.offer[place]
    by = power if offered.discs else power + 1
    discs = moved_up(offered.discs, state.turn, by)
    news = say(
        "{name} has influence {influence} with {champion}.",
        name=state.name(state.turn),
        influence=dict(discs)[state.turn],
        champion=move.champion,
    )
    state = changed(state, offer=replaced(state.offer, place, Offered(offered.champion, discs)))
    return with_news(state, news)
