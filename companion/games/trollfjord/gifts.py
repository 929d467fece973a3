"""Gifts for the angry spirit: who may give, how many are missing, and whether it can still be calmed."""

from companion.games.trollfjord.state import Gives, State, changed


def givers(state: State, gives: Gives) -> list[int]:
    """The hammerer and the comrade, if they have gifts at all."""
    bout = gives.site.bout
    return [seat for seat in (bout.hammerer, bout.comrade) if seat is not None and state.gifts[seat]]


def missing(gives: Gives) -> int:
    return gives.site.bout.gifts_needed - len(gives.given)


def offered(gives: Gives, seat: int) -> list[int]:
    return [gift.value for gift in gives.given if gift.seat == seat]


def in_hand(state: State, gives: Gives, seat: int) -> list[int]:
    """This seat's gifts that are neither flipped nor offered."""
    return [gift for gift in state.gifts[seat] if gift not in offered(gives, seat)]


def hopeless(state: State, gives: Gives) -> bool:
    """There are too few gifts, or neither gives more: a split that one of them refuses may still become another."""
    both = givers(state, gives)
    return missing(gives) > sum(len(in_hand(state, gives, seat)) for seat in both) or set(both) <= set(gives.closed)


def closed_for_good(state: State, gives: Gives, seat: int) -> tuple[int, ...]:
    """Who gives no more after a final refusal: everyone, if what the other one has left is too little."""
    open_hands = [other for other in givers(state, gives) if other not in (*gives.closed, seat)]
    enough = missing(gives) <= sum(len(in_hand(state, gives, other)) for other in open_hands)
    return (*gives.closed, seat) if enough else (*gives.closed, seat, *open_hands)


def flipped(state: State, gives: Gives) -> State:
    """With the offered gifts turned over for good."""
    return changed(state, gifts=tuple(tuple(in_hand(state, gives, seat)) for seat in range(len(state.seats))))
