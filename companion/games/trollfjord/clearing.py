"""Clearing: hammerer and comrade take their trolls back from one region, and new treasures come to the empty ones."""

from companion.games.trollfjord.state import Draws, Site, State, changed, marched, replaced, told
from companion.games.trollfjord.treasures import TREASURES, face_down
from companion.rules import say, say_many


def to_clear(state: State, site: Site) -> int | None:
    """Who takes trolls back next: the player whose turn it is before the comrade."""
    return next((seat for seat in (state.turn, site.comrade) if seat is not None and seat not in site.cleared), None)


def cleared(state: State, seat: int, region: int) -> State:
    count = state.trolls[seat][region]
    news = say_many(
        "{name} takes {count} troll back from {region}.",
        "{name} takes {count} trolls back from {region}.",
        count,
        name=state.name(seat),
        region=state.land.names[region],
    )
    return told(marched(state, seat, {region: -count}), news)


def empty_region(state: State) -> int | None:
    """The next region that waits for a treasure, as long as there are any face down."""
    if None not in state.treasures or len(state.seen_treasures()) == TREASURES.total():
        return None
    return state.treasures.index(None)


def drawable(state: State) -> list[int]:
    """The treasures still face down, lowest first.

    That the last one of a value is gone can be told from what may be drawn, even if it went into a patched sack:
    everyone saw it go, and a treasure that is not there cannot be drawn.
    """
    return sorted(face_down(state.seen_treasures()).elements())


def drawn(state: State, site: Site, treasure: int) -> State:
    region = empty_region(state)
    assert region is not None
    news = say("A treasure worth {treasure} lies in {region}.", treasure=treasure, region=state.land.names[region])
    return told(changed(state, treasures=replaced(state.treasures, region, treasure), now=Draws(site)), news)
