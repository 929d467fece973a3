"""Who stands where, and what that makes of a cavern: inhabited, controlled, dominated, invaded, empty. It moves nobody.

What is called a place is a cavern or a den; only the dens that somebody has taken are entered, by their owner alone.
"""

from collections.abc import Iterable

from companion.games.fall.mountain import Clan, lay_of
from companion.games.fall.numbers import GNOMES, TROLLS
from companion.games.fall.state import Gnome, State, changed


def counts(state: State, place: str) -> tuple[int, ...]:
    """The trolls of each seat, champions among them."""
    standing = list(state.trolls.get(place, (0,) * len(state.seats)))
    for token in state.tokens:
        if token.place == place:
            standing[token.seat] += 1
    return tuple(standing)


def trolls_at(state: State, place: str) -> int:
    return sum(counts(state, place))


def reserve(state: State, seat: int) -> int:
    return TROLLS - sum(each[seat] for each in state.trolls.values())


def den_owner(state: State, place: str) -> int | None:
    return next((seat for seat, player in enumerate(state.players) if place in player.dens), None)


def is_cavern(state: State, place: str) -> bool:
    return place in lay_of(state.mountain).clans


def caverns(state: State) -> tuple[str, ...]:
    return tuple(cavern.id for cavern in state.mountain.caverns)


def may_enter(state: State, seat: int, place: str) -> bool:
    return is_cavern(state, place) or den_owner(state, place) == seat


def beside(state: State, place: str) -> tuple[str, ...]:
    return lay_of(state.mountain).beside[place]


def is_invaded(state: State, place: str) -> bool:
    return place in state.gnomes


def controller(state: State, place: str) -> int | None:
    """Who has more trolls there than anybody else; a den is its owner's, whoever is at home."""
    if not is_cavern(state, place):
        return den_owner(state, place)
    standing = counts(state, place)
    most = max(standing)
    return standing.index(most) if most and standing.count(most) == 1 else None


def is_dominated(state: State, seat: int, place: str) -> bool:
    """Nobody else has trolls there."""
    standing = counts(state, place)
    return den_owner(state, place) == seat or 0 < standing[seat] == sum(standing)


def is_inhabited(state: State, seat: int, place: str) -> bool:
    return den_owner(state, place) == seat or counts(state, place)[seat] > 0


def dominated(state: State, seat: int) -> tuple[str, ...]:
    return tuple(place for place in places(state, seat) if is_dominated(state, seat, place))


def places(state: State, seat: int) -> tuple[str, ...]:
    """All that this seat may enter."""
    return (*caverns(state), *state.players[seat].dens)


def clan_of(state: State, cavern: str) -> Clan:
    return lay_of(state.mountain).clans[cavern]


# Gnomes.


def gnomes_in_reserve(state: State) -> int:
    return GNOMES - len(state.beside_wheel) - sum(map(len, state.gnomes.values()))


def gnome_added(state: State, cavern: str) -> State:
    """From the reserve, unseen; nothing where it is empty."""
    if not gnomes_in_reserve(state):
        return state
    return changed(state, gnomes={**state.gnomes, cavern: (*state.gnomes.get(cavern, ()), Gnome())})


def without_gnomes(state: State, cavern: str) -> State:
    return changed(state, gnomes={place: found for place, found in state.gnomes.items() if place != cavern})


# Moving trolls. A troll is told by where it stands; a champion by its name with a star before it.

STAR = "*"


def starred(champion: str) -> str:
    return f"{STAR}{champion}"


def with_trolls(state: State, place: str, seat: int, change: int) -> State:
    standing = list(state.trolls.get(place, (0,) * len(state.seats)))
    standing[seat] += change
    trolls = {**state.trolls, place: tuple(standing)}
    return changed(state, trolls={where: each for where, each in trolls.items() if any(each)})


def token_moved(state: State, champion: str, to: str) -> State:
    tokens = [each if each.champion != champion else type(each)(champion, each.seat, to) for each in state.tokens]
    return changed(state, tokens=tuple(tokens))


def troll_moved(state: State, seat: int, troll: str, to: str) -> State:
    if troll.startswith(STAR):
        return token_moved(state, troll.removeprefix(STAR), to)
    return with_trolls(with_trolls(state, troll, seat, -1), to, seat, 1)


def trolls_of(state: State, seat: int, at: Iterable[str]) -> list[str]:
    """Each of the trolls that stand in these places, as they are told."""
    found = []
    for place in at:
        found += [place] * state.trolls.get(place, (0,) * len(state.seats))[seat]
        found += [starred(token.champion) for token in state.tokens if (token.seat, token.place) == (seat, place)]
    return found


def place_of(state: State, troll: str) -> str:
    if not troll.startswith(STAR):
        return troll
    return next(token.place for token in state.tokens if token.champion == troll.removeprefix(STAR))


def can_come(state: State, seat: int, to: str) -> list[str]:
    """The trolls that can advance to a place: through caverns that their player inhabits, over any distance."""
    return trolls_of(state, seat, sources(state, to, inhabited(state, seat)))


def inhabited(state: State, seat: int) -> set[str]:
    """Where this seat has trolls, and its dens."""
    standing = {place for place, each in state.trolls.items() if each[seat]}
    return standing | {token.place for token in state.tokens if token.seat == seat} | {*state.players[seat].dens}


def sources(state: State, to: str, inhabited_places: set[str]) -> list[str]:
    seen, edge = {to}, [to]
    while edge:
        near = {each for place in edge for each in beside(state, place)} & inhabited_places
        edge = list(near - seen)
        seen |= near
    return [place for place in lay_of(state.mountain).beside if place in seen and place != to]


def destinations(state: State, seat: int) -> dict[str, list[str]]:
    """Where an advance can go, and which trolls can come."""
    mine = inhabited(state, seat)
    found = ((place, trolls_of(state, seat, sources(state, place, mine))) for place in places(state, seat))
    return {place: trolls for place, trolls in found if trolls}


def takeable(state: State, seat: int) -> tuple[str, ...]:
    """Caverns with trolls that are not this seat's: whoever has them after an action has taken control.

    Where gnomes are, trolls come only by an attack, which brings its vote by itself.
    """
    return tuple(cavern for cavern in caverns(state) if trolls_at(state, cavern) and controller(state, cavern) != seat)
