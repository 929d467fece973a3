"""Clearing: hammerer and comrade take their trolls back from one region, and new treasures come to the empty ones."""

from companion.games.trollfjord.state import Draws, Site, State, changed, marched, replaced, with_news
from companion.games.trollfjord.treasures import TREASURES, face_down
from companion.rules import Text, say, say_many


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
    return with_news(marched(state, seat, {region: -count}), news)


def to_fill(state: State) -> list[int]:
    """The region for which a treasure is turned over next; for the last treasure of all, each that waits for one."""
    empty = [region for region, treasure in enumerate(state.treasures) if treasure is None]
    match TREASURES.total() - len(state.seen_treasures()):
        case 0:
            return []
        case 1:
            return empty
    return empty[:1]


def drawable(state: State) -> list[int]:
    """The treasures still face down, lowest first.

    That the last one of a value is gone can be told from what may be drawn, even if it went into a patched sack:
    everyone saw it go, and a treasure that is not there cannot be drawn.
    """
    return sorted(face_down(state.seen_treasures()).elements())


def treasure_drawn(state: State, site: Site, treasure: int, into: str | None) -> State:
    region = to_fill(state)[0] if into is None else state.land.regions.index(into)
    news = lies_in(state.land.names[region], treasure)
    return with_news(changed(state, treasures=replaced(state.treasures, region, treasure), now=Draws(site)), news)


def lies_in(region: Text, treasure: int) -> Text:
    return say("A treasure worth {treasure} lies in {region}.", treasure=treasure, region=region)
