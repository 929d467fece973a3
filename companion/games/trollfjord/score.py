"""The score: treasures, unflipped gifts and crowns; what lies in another's sack is counted only at the end."""

from companion.games.trollfjord.crowns import WORTH, crowns
from companion.games.trollfjord.state import Over, State
from companion.rules import Outcome, Side, Standing, Text, say


def standing(state: State, seat: int, open_sack: bool) -> Standing:
    parts = [(say("Belt"), sum(state.belt(seat)))]
    if open_sack:
        parts.append((say("Patched sack"), sum(state.sacks[seat])))
    parts.append((say("Gifts"), sum(state.gifts[seat])))
    parts.append((say("Crowns"), WORTH * len(crowns(state.belted, seat))))
    hidden = bool(state.sacks[seat]) and not open_sack
    return Standing(seat, sum(score for _, score in parts), tuple(parts), at_least=hidden)


def standings(state: State, onlooker: int | None) -> tuple[Standing, ...]:
    over = isinstance(state.now, Over)
    return tuple(standing(state, seat, over or seat == onlooker) for seat in range(len(state.seats)))


def total(state: State, seat: int) -> int:
    return standing(state, seat, open_sack=True).score


def best(state: State) -> list[int]:
    """Who has the highest total."""
    most = max(total(state, seat) for seat in range(len(state.seats)))
    return [seat for seat in range(len(state.seats)) if total(state, seat) == most]


def winner(state: State) -> int:
    """The highest total; a tie goes to the lord farther back."""
    return max(range(len(state.seats)), key=lambda seat: (total(state, seat), -state.lords[seat]))


def outcome(state: State) -> Outcome:
    best = winner(state)
    sides = tuple(Side((seat,), seat == best, total(state, seat)) for seat in range(len(state.seats)))
    return Outcome(sides, tie(state) or say("The highest total wins."))


def tie(state: State) -> Text | None:
    """Why the winner won, where the totals do not say."""
    best = winner(state)
    equal = [seat for seat in range(len(state.seats)) if seat != best and total(state, seat) == total(state, best)]
    if not equal:
        return None
    names = ", ".join(state.name(seat) for seat in equal)
    return say("{name} ties with {names} and wins: the troll lord farther back.", name=state.name(best), names=names)
