"""Champions that are turned over: which of a pack were not seen yet, and what comes next where the companion deals."""

from companion.games.fall.champions import Champion, Pack
from companion.games.fall.state import Gathers, Offered, State, TellsOffer, changed, waits_for


def met(state: State) -> set[str]:
    """Champions that were seen in this game."""
    followers = {each.champion for player in state.players for each in player.followers}
    drawn = {name for names in state.now.drawn for name in names} if isinstance(state.now, Gathers) else set()
    return followers | drawn | set(state.gone) | {each.champion for each in state.offer}


def unmet(state: State, pack: str) -> list[Champion]:
    seen = met(state)
    return [champion for champion in state.box.champions if champion.pack == pack and champion.name not in seen]


def pack_of_wave(wave: int) -> Pack:
    return "III" if wave == 3 else "I/II"


def offered_anew(state: State) -> State:
    """One for each player, from the packs; where they are not dealt, or there are too few, the table tells them."""
    left = {champion.name for champion in unmet(state, pack_of_wave(state.wave))}
    dealt = [name for name in state.packs if name in left][: len(state.seats)]
    if len(dealt) < len(state.seats):
        return waits_for(state, *(TellsOffer(number) for number in range(len(state.seats))))
    return changed(state, offer=tuple(Offered(name) for name in dealt))
