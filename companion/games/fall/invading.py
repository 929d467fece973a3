"""Invasions and breaches, gnome by gnome: where each goes, who falls, and what that brings."""

import msgspec

from companion.games.fall.holdings import (
    counts,
    gnome_added,
    gnomes_in_reserve,
    token_moved,
    trolls_at,
    with_trolls,
)
from companion.games.fall.invasion import Way, clans_from, reach
from companion.games.fall.mountain import Clan
from companion.games.fall.numbers import BREACH, RALLY_STEPS
from companion.games.fall.state import (
    Arrival,
    DrawsFallen,
    Gate,
    Invades,
    PicksFallen,
    Shelters,
    State,
    changed,
    gained,
    ranked,
    replaced,
    waits_for,
    with_news,
)
from companion.games.fall.words import clan_name, place_name
from companion.rules import Text, say, say_many


def going_on(state: State) -> bool:
    return any(isinstance(each, Invades) for each in state.pending)


def reached(state: State, clan: Clan) -> tuple[Way, ...]:
    """Where the next invader from this rally point may go."""
    return reach(state.mountain, clan, state.gnomes.keys(), lambda cavern: trolls_at(state, cavern))


def decider(state: State, invades: Invades) -> int:
    """Of a tie: in a breach whoever's turn it is; else the most votes of this clan, or of the next one down."""
    if invades.breach:
        return state.turn
    for clan in clans_from(invades.clan, state.numbers.clans):
        if discs := state.votes.get(clan):
            return ranked(discs)[0][0]
    return state.first


# Beginning.


def gate_turned(state: State, number: int, clan: Clan) -> State:
    """An invasion: the gate card names a domain, and gnomes gather there."""
    state = changed(state, row=replaced(state.row, number, Gate(clan)), rally=clan)
    return gathered(state, clan, state.numbers.invaders[state.wave - 1], breach=False)


def breach_size(state: State) -> int:
    return BREACH + (len(state.beside_wheel) + 1) // 2


def rally_places(state: State) -> tuple[Clan, ...]:
    """Where the rally token may go before a breach: it may stay, or go up to two points either way."""
    ring: tuple[Clan, ...] = msgspec.convert(state.mountain.rally, tuple[Clan, ...])
    at = ring.index(state.rally)
    steps = sorted(range(-RALLY_STEPS, RALLY_STEPS + 1), key=abs)
    return tuple(dict.fromkeys(ring[(at + step) % len(ring)] for step in steps))


def breached(state: State, clan: Clan) -> State:
    """The beaten gnomes go back into the reserve once they are counted."""
    count = breach_size(state)
    state = changed(state, rally=clan, beside_wheel=())
    return gathered(state, clan, count, breach=True)


def gathered(state: State, clan: Clan, count: int, breach: bool) -> State:
    count = min(count, gnomes_in_reserve(state))
    news = (
        say_many("Breach at {clan}: {count} gnome.", "Breach at {clan}: {count} gnomes.", count, clan=clan_name(clan))
        if breach
        else say_many(
            "Invasion at {clan}: {count} gnome.", "Invasion at {clan}: {count} gnomes.", count, clan=clan_name(clan)
        )
    )
    return waits_for(with_news(state, news), Invades(clan, count, breach))


# One gnome.


def turned_back(state: State) -> State:
    return with_news(state, say("All that they can reach is invaded: the other gnomes go back."))


def sent(state: State, invades: Invades, to: str, decided: int | None = None) -> State:
    """One gnome on its way; those that come after it are asked about when it has arrived."""
    way = next(way for way in reached(state, invades.clan) if way.to == to)
    why = way_in_words(state, way)
    if decided is not None:
        why = say("{why} {name} decided among equals.", why=why, name=state.name(decided))
    state = with_news(state, why)
    state = changed(state, trail=(*state.trail, Arrival((*way.through, way.to), why)))
    rest = msgspec.structs.replace(invades, left=invades.left - 1)
    if not way.trolls:
        return waits_for(gnome_added(state, to), rest)
    state = waits_for(state, rest)
    standing = counts(state, to)
    seats = [seat for seat, count in enumerate(standing) if count]
    return fallen_at(state, to, seats[0]) if len(seats) == 1 else waits_for(state, DrawsFallen(to))


def way_in_words(state: State, way: Way) -> Text:
    """The reason beside the step: how far, and how easy."""
    cavern = place_name(state, way.to)
    comes = (
        say_many(
            "A gnome comes to {cavern} through {count} invaded cavern",
            "A gnome comes to {cavern} through {count} invaded caverns",
            len(way.through),
            cavern=cavern,
        )
        if way.through
        else say("A gnome comes to {cavern}, right behind the door", cavern=cavern)
    )
    if not way.trolls:
        return say("{comes}: the nearest empty cavern.", comes=comes)
    return say_many(
        "{comes}: none within reach is empty, and it is the nearest with {count} troll.",
        "{comes}: none within reach has fewer trolls, and it is the nearest with {count}.",
        way.trolls,
        comes=comes,
    )


def fallen_at(state: State, cavern: str, seat: int) -> State:
    """A troll of this seat falls: which one is asked where a champion stands among trolls."""
    champions = champions_at(state, cavern, seat)
    trolls = state.trolls.get(cavern, (0,) * len(state.seats))[seat]
    if champions and (trolls or len(champions) > 1):
        return waits_for(state, PicksFallen(cavern, seat))
    return fell(state, cavern, seat, champions[0] if champions else "")


def champions_at(state: State, cavern: str, seat: int) -> list[str]:
    return [token.champion for token in state.tokens if (token.seat, token.place) == (seat, cavern)]


def fell(state: State, cavern: str, seat: int, champion: str) -> State:
    """A troll goes back into the reserve, a champion to a den; honour, if it is no breach."""
    invades = next(each for each in state.pending if isinstance(each, Invades))
    facts: dict[str, Text | str] = {"name": state.name(seat), "cavern": place_name(state, cavern)}
    if invades.breach:
        honour = 0
        news = say("One of {name}'s trolls falls in {cavern}.", **facts)
    else:
        honour = state.numbers.fallen if invades.fallen else state.numbers.first_fallen[state.wave - 1]
        news = say("One of {name}'s trolls falls in {cavern}: {honour} honour.", honour=honour, **facts)
    counted = msgspec.structs.replace(invades, fallen=invades.fallen + 1)
    state = changed(state, pending=tuple(counted if each is invades else each for each in state.pending))
    state = gained(with_news(state, news), seat, "fallen", honour)
    if champion:
        return waits_for(state, Shelters(champion))
    return with_trolls(state, cavern, seat, -1)


def sheltered(state: State, champion: str, den: str) -> State:
    return token_moved(state, champion, den)


def entrenched(state: State) -> State:
    """At the end of a wave a second gnome joins every lone one."""
    for cavern in [cavern for cavern, found in state.gnomes.items() if len(found) == 1]:
        state = gnome_added(state, cavern)
    return state
