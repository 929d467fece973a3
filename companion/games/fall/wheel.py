"""The gnome wheel: how far it is turned, scouting, the wires it crosses, and the effect of a space."""

from collections import Counter
from itertools import combinations_with_replacement

from companion.games.fall.battle import wires_crossed
from companion.games.fall.holdings import (
    STAR,
    beside,
    caverns,
    den_owner,
    is_cavern,
    is_invaded,
    starred,
    troll_moved,
    trolls_at,
    with_trolls,
)
from companion.games.fall.mountain import TOLD_CLANS
from companion.games.fall.moves import NOBODY, MoveTroll, Scout
from companion.games.fall.numbers import GNOMES_EACH, STRENGTHS, TOLD_STRENGTHS
from companion.games.fall.state import (
    Gate,
    Gnome,
    Influences,
    MovesTrolls,
    Reinforces,
    Scouts,
    SeesGate,
    SeesGnome,
    State,
    Takes,
    changed,
    gained,
    replaced,
    waits_for,
    with_news,
    with_player,
)
from companion.rules import say


def turned(state: State, spaces: int) -> State:
    wires = wires_crossed(state, spaces)
    state = changed(state, wheel=(state.wheel + spaces) % len(state.numbers.wheel))
    return waits_for(state, Scouts(), *wires, Takes(spaces))


def boosted(state: State) -> State:
    """The wire of the boost: one space along the boost track."""
    place = min(state.players[state.turn].boost + 1, len(state.numbers.boosts) - 1)
    news = say(
        "{name} crosses the wire: a boost of {honour} honour.",
        name=state.name(state.turn),
        honour=state.numbers.boost(place),
    )
    return with_news(with_player(state, state.turn, boost=place), news)


def effect_taken(state: State, spaces: int) -> State:
    seat = state.turn
    match state.numbers.wheel[state.wheel]:
        case "reinforce":
            return waits_for(state, Reinforces(spaces))
        case "influence":
            return waits_for(state, Influences(spaces))
        case "honour":
            honour = spaces + state.numbers.boost(state.players[seat].boost)
            news = say("{name}: {honour} honour of the gnome wheel.", name=state.name(seat), honour=honour)
            return with_news(gained(state, seat, "wheel", honour), news)
        case "trolls":
            return waits_for(state, MovesTrolls(spaces))


# Scouting: what somebody saw is theirs alone.


def gates_to_see(state: State) -> list[int]:
    """Those that lie face down and that whoever's turn it is has not seen."""
    return [number for number, gate in enumerate(state.row) if gate.clan is None and gate.clan_for(state.turn) is None]


def gnomes_to_see(state: State) -> list[str]:
    """Caverns with a token that whoever's turn it is has not seen."""
    return [
        cavern
        for cavern in caverns(state)
        if any(gnome.strength_for(state.turn) is None for gnome in state.gnomes.get(cavern, ()))
    ]


def scouted(state: State, move: Scout) -> State:
    """What was seen is asked of the scout; where somebody else has told it, it is known."""
    if move.gnome:
        found = state.gnomes[move.gnome[0]]
        number = next(at for at, each in enumerate(found) if each.strength_for(state.turn) is None)
        state = waits_for(state, SeesGnome(move.gnome[0], number))
    return state if move.gate == NOBODY else waits_for(state, SeesGate(move.gate))


def gate_seen(state: State, number: int, told: str) -> State:
    clan = next(each for each, name in TOLD_CLANS.items() if name == told)
    gate = Gate(None, (*state.row[number].seen, (state.turn, clan)))
    return changed(state, row=replaced(state.row, number, gate))


def gnome_seen(state: State, cavern: str, number: int, told: str) -> State:
    found = state.gnomes[cavern]
    strength = next(each for each, name in TOLD_STRENGTHS.items() if name == told)
    seen = Gnome((*found[number].seen, (state.turn, strength)))
    return changed(state, gnomes={**state.gnomes, cavern: replaced(found, number, seen)})


# Turning gnomes over.


def told_strengths(state: State, cavern: str) -> list[int | None]:
    """Of each token there: what those who have looked agree on."""
    found = []
    for gnome in state.gnomes[cavern]:
        told = {strength for _, strength in gnome.seen}
        found.append(told.pop() if len(told) == 1 else None)
    return found


def left_of_each(state: State) -> dict[int, int]:
    """How many tokens of each strength can still be turned over, as far as everyone knows."""
    away = Counter(state.beside_wheel)
    return {strength: GNOMES_EACH - away[strength] for strength in STRENGTHS}


def possible_strengths(state: State, cavern: str) -> list[tuple[int, ...]]:
    """What the tokens there can show, weakest first, as far as everyone knows: what scouts told decides nothing."""
    left = left_of_each(state)
    every = combinations_with_replacement(STRENGTHS, len(state.gnomes[cavern]))
    return [each for each in every if all(each.count(strength) <= left[strength] for strength in each)]


# Moving trolls, anybody's, out of one cavern.


def trolls_in(state: State, cavern: str) -> list[str]:
    """Told by their seat; a champion by its name."""
    standing = state.trolls.get(cavern, ())
    found = [str(seat) for seat, count in enumerate(standing) if count]
    return found + [starred(token.champion) for token in state.tokens if token.place == cavern]


def owner_of(state: State, troll: str) -> int:
    if troll.startswith(STAR):
        return next(token.seat for token in state.tokens if token.champion == troll.removeprefix(STAR))
    return int(troll)


def ways_out(state: State, cavern: str, troll: str) -> list[str]:
    """Beside it, without gnomes; of dens only one's own."""
    owner = owner_of(state, troll)
    return [
        place
        for place in beside(state, cavern)
        if not is_invaded(state, place) and (is_cavern(state, place) or den_owner(state, place) == owner)
    ]


def can_leave(state: State, cavern: str) -> list[str]:
    return [troll for troll in trolls_in(state, cavern) if ways_out(state, cavern, troll)]


def movable(state: State, cavern: str | None) -> list[str]:
    """The caverns that trolls can be moved out of."""
    dens = [den for player in state.players for den in player.dens]
    every = [cavern] if cavern else [*caverns(state), *dens]
    return [place for place in every if trolls_at(state, place) and can_leave(state, place)]


def troll_sent(state: State, asked: MovesTrolls, move: MoveTroll) -> State:
    cavern = asked.cavern or move.cavern[0]
    state = troll_put(state, cavern, move.troll, move.to[0])
    return waits_for(state, MovesTrolls(asked.left - 1, cavern)) if asked.left > 1 else state


def troll_put(state: State, start: str, troll: str, to: str) -> State:
    if troll.startswith(STAR):
        return troll_moved(state, owner_of(state, troll), troll, to)
    return with_trolls(with_trolls(state, start, int(troll), -1), to, int(troll), 1)
