"""Gifts for the angry spirit: who may give, how many are missing, and whether it can still be calmed."""

from companion.games.trollfjord.state import Gives, State, changed


def givers(gives: Gives) -> list[int]:
    """The hammerer and the comrade, as long as they have not closed their hands."""
    bout = gives.site.bout
    both = [bout.hammerer] if bout.comrade is None else [bout.hammerer, bout.comrade]
    return [seat for seat in both if seat not in gives.closed]


def missing(gives: Gives) -> int:
    return gives.site.bout.gifts_needed - len(gives.given)


def in_hand(state: State, gives: Gives, seat: int) -> list[int]:
    """This seat's gifts that are neither flipped nor offered."""
    offered = [gift.value for gift in gives.given if gift.seat == seat]
    return [gift for gift in state.gifts[seat] if gift not in offered]


def hopeless(state: State, gives: Gives) -> bool:
    """Nobody who still gives has enough left."""
    return missing(gives) > sum(len(in_hand(state, gives, seat)) for seat in givers(gives))


def flipped(state: State, gives: Gives) -> State:
    """With the offered gifts turned over for good."""
    return changed(state, gifts=tuple(tuple(in_hand(state, gives, seat)) for seat in range(len(state.seats))))
