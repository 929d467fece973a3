"""Why a move is refused, in the best words there are for it; whether it is refused is decided by what is offered."""

from companion.games.runedar import fighting, walking, working
from companion.games.runedar.fortress import COURTYARD
from companion.games.runedar.mercenaries import price
from companion.games.runedar.moves import Arm, Attack, Dig, Go, Hire, Improve, Lay, LeaveOut, TakeHand, Work
from companion.games.runedar.state import Plays, State
from companion.rules import Illegal, Move, Prompt, Reason, not_now, say


def refusal(state: State, prompts: tuple[Prompt, ...], seat: int | None, move: Move) -> Illegal:
    """The words for a move that is not offered to this seat."""
    if state.over:
        return Illegal("game_over", say("The game is over."))
    asked = any(seat in prompt.seats for prompt in prompts)
    if any(prompt.offers(move) for prompt in prompts if not prompt.private) or not asked:
        return Illegal("not_yours", say("That is up to {name} now.", name=state.name(state.turn)))
    reason = why_not(state, move) if seat == state.turn else None
    return Illegal(reason.code, reason.text, reason.secret) if reason else not_now()


def why_not(state: State, move: Move) -> Reason | None:
    match move:
        case TakeHand() | LeaveOut():
            return Reason("no_such_hand", say("Those cards are not in your deck now."), secret=True)
        case Hire(who) if who not in state.mercenaries:
            return Reason("hired", say("That mercenary has been paid already."))
        case Hire(who) if price(state, who) >= state.gold:
            return Reason("too_dear", say("That mercenary would take the last gold."))
    if state.due or not isinstance(state.now, Plays):
        return None
    match move:
        case Work(card) | Dig(card) | Lay(card) if card not in state.hand:
            return NOT_HELD
        case Go() if not walking.goals(state):
            return NOT_HELD
        case Go():
            return Reason("too_far", say("That is more than two steps away."))
        case Attack():
            return no_attack(state)
    return at_work(state, move)


def at_work(state: State, move: Move) -> Reason | None:
    match move:
        case Work() if state.orcs_at(state.place):
            return ORCS_HERE
        case Work() if working.workable(state) is None:
            return Reason("nothing_to_use", say("No resource can be used here now."))
        case Dig() if state.place != COURTYARD:
            return Reason("not_there", say("You dig in the tunnel courtyard."))
        case Dig() if state.goblins or state.trolls:
            return ENEMIES_HERE
        case Improve():
            return Reason("not_ready", say("That card does not have all that it takes yet."))
        case Arm():
            return NOT_HELD
    return None


def no_attack(state: State) -> Reason:
    if not fighting.targets(state):
        return Reason("no_enemy", say("There is no enemy that you can reach from here."))
    return Reason("no_weapon", say("You hold no card for that attack."), secret=True)


NOT_HELD = Reason("not_held", say("That card is not in your hand."), secret=True)
ORCS_HERE = Reason("orcs_here", say("With an orc in the workshop you cannot use its resources."))
ENEMIES_HERE = Reason("enemies_here", say("With enemies in the courtyard the tunnel cannot be dug."))


def explain(state: State, seat: int) -> tuple[Reason, ...]:
    """Why this dwarf is not offered what it may have hoped for."""
    if seat != state.turn or state.due or not isinstance(state.now, Plays) or not state.hand:
        return ()
    found = []
    if state.in_workshop() and state.orcs_at(state.place):
        found.append(ORCS_HERE)
    if state.place == COURTYARD and (state.goblins or state.trolls):
        found.append(ENEMIES_HERE)
    return tuple(found)
