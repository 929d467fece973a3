"""Placing and wandering, on one's own turn and with the tailwind: one small step at a time, nothing decided here."""

from companion.games.trollfjord.state import ChoosesFortress, Now, Places, State, Wanders, changed
from companion.games.trollfjord.walkway import landscape, next_ahead


def place_or_wander(state: State, seat: int, reach: int) -> Now:
    """What the space of this seat's lord lets its trolls do, so many times."""
    space = state.lords[seat]
    return Wanders(seat, reach) if state.land.wanders(space) else Places(seat, reach)


def blow_on(state: State, seat: int) -> State:
    """Once this seat is done, the tailwind reaches the next lord ahead; after the foremost it is time to hammer."""
    ahead = next_ahead(state, seat)
    return changed(state, now=ChoosesFortress() if ahead is None else place_or_wander(state, ahead, 1))


def placeable(state: State, seat: int) -> list[int]:
    """The regions that this seat's lord lets it place in."""
    return state.land.of_landscape(landscape(state, state.lords[seat]))


def wanderers(state: State, seat: int) -> list[int]:
    """Where this seat has trolls that could wander."""
    return [region for region, trolls in enumerate(state.trolls[seat]) if trolls]


def wander_from(state: State, wanders: Wanders) -> int | None:
    """Where the next step begins: with the lifted troll, or in the only region that has any."""
    if wanders.lifted is not None:
        return wanders.lifted
    found = wanderers(state, wanders.seat)
    return found[0] if len(found) == 1 else None
