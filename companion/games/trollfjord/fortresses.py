"""The two hammer slates and the comrades: who may hammer where, and who is asked to join first."""

from companion.games.trollfjord.state import BELT_SPACES, Site, State

PLUS = BELT_SPACES - 1
"""The belt space that takes a treasure from a fortress of any number."""


def next_belt_space(state: State, seat: int) -> int:
    return len(state.belt(seat))


def right_number(state: State, seat: int, spot: int) -> bool:
    """Slate 1: the fortress bears the number of the leftmost empty belt space; for + any will do."""
    return next_belt_space(state, seat) in (state.land.numbers[spot], PLUS)


def two_regions(state: State, seat: int, spot: int) -> bool:
    """Slate 2: trolls in at least two of the fortress's regions."""
    return len(state.regions_held(seat, spot)) >= 2


def fortresses(state: State, seat: int) -> list[int]:
    """Where this seat may hammer on its own turn."""
    wanted = next_belt_space(state, seat)
    return [
        spot
        for spot, number in enumerate(state.land.numbers)
        if wanted in (number, PLUS) and two_regions(state, seat, spot)
    ]


def comrades(state: State, spot: int, declined: tuple[int, ...] = ()) -> list[int]:
    """Who may still join the player whose turn it is: most trolls there first, ties to the lord farther back."""
    asked = [
        seat
        for seat in state.standing
        if seat != state.turn and seat not in declined and two_regions(state, seat, spot)
    ]
    return sorted(asked, key=lambda seat: (-state.trolls_around(seat, spot), state.lords[seat]))


def may_leave_hammer(state: State, site: Site) -> bool:
    """Where nobody could be asked to join, nothing has been decided before the first hit."""
    alone = site.comrade is None and not site.bout.hits
    return alone and not state.by_hand and not comrades(state, site.spot)
