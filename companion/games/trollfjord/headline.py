"""What goes on, in a line, said to its reader; it tells nothing that the room may not know."""

from companion.games.trollfjord.score import total, winner
from companion.games.trollfjord.state import (
    AsksComrades,
    ChoosesFortress,
    Clears,
    Collects,
    Decides,
    Draws,
    Gathers,
    Gives,
    Hammers,
    MovesLord,
    Over,
    Places,
    State,
    Tied,
    Wanders,
)
from companion.games.trollfjord.words import BELT
from companion.hammering.bout import who_hammers
from companion.rules import Text, say


def headline(state: State, reader: int | None) -> Text:
    """What goes on, said to whoever does it, and about them to everyone else."""
    name, mine = state.name(state.turn), state.turn == reader
    match state.now:
        case Places(seat) | Wanders(seat) if seat != state.turn:
            return say("Tailwind for you") if seat == reader else say("Tailwind for {name}", name=state.name(seat))
        case MovesLord() | Places() | Wanders():
            return say("Your turn") if mine else say("{name} moves", name=name)
        case ChoosesFortress():
            return say("Your turn") if mine else say("{name} looks for a fortress", name=name)
        case AsksComrades(spot):
            number = BELT[state.land.numbers[spot]]
            if mine:
                return say("You want to hammer at fortress {number}", number=number)
            return say("{name} wants to hammer at fortress {number}", name=name, number=number)
        case Decides(_, comrade):
            return joining(state, comrade, reader)
        case Gathers(None):
            return say("The tower is ready")
        case Gathers():
            return say("You take the hammer") if mine else say("{name} takes the hammer", name=name)
        case Tied():
            return say("A tie")
        case Hammers(site):
            return who_hammers(state.seats, site.bout.hammerer, reader)
        case Gives():
            return say("The spirit is angry")
        case Collects(_, seat):
            return say("You collect") if seat == reader else say("{name} collects", name=state.name(seat))
        case Clears():
            return say("Trolls go home")
        case Draws():
            return say("New treasures")
        case Over():
            best = winner(state)
            if best == reader:
                return say("You win with {score}", score=total(state, best))
            return say("{name} wins with {score}", name=state.name(best), score=total(state, best))


def joining(state: State, comrade: int | None, reader: int | None) -> Text:
    name, mine = state.name(state.turn), state.turn == reader
    if comrade is None:
        return say("Nobody joins you") if mine else say("Nobody joins {name}", name=name)
    if mine:
        return say("{comrade} joins you", comrade=state.name(comrade))
    if comrade == reader:
        return say("You join {name}", name=name)
    return say("{comrade} joins {name}", comrade=state.name(comrade), name=name)
