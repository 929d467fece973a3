"""Why a thing is not offered: the commonest questions at the table, answered with a code and the facts."""

from collections.abc import Iterator

from companion.games.fall.holdings import dominated, reserve
from companion.games.fall.state import Advances, Fights, Over, Reinforces, State
from companion.rules import Reason, say


def explain(state: State, seat: int) -> tuple[Reason, ...]:
    if isinstance(state.now, Over):
        return (Reason("game_over", say("The game is over.")),)
    if isinstance(state.now, Fights) and seat != state.turn:
        return (Reason("not_your_turn", say("It is {name}'s turn.", name=state.name(state.turn))),)
    return tuple(reasons(state, seat)) if seat == state.turn else ()


def reasons(state: State, seat: int) -> Iterator[Reason]:
    player = state.players[seat]
    match state.pending[:1]:
        case (Advances(),):
            text = say("Trolls go only through caverns where you have trolls, and never into the den of another.")
            yield Reason("not_inhabited", text)
        case (Reinforces(),):
            count = len(dominated(state, seat))
            text = say("Only where no other player has trolls, and you have: {count} places.", count=count)
            yield Reason("not_dominated", text)
            if not reserve(state, seat):
                yield Reason("reserve_empty", say("All your trolls are on the mountain: call some from elsewhere."))
        case () if isinstance(state.now, Fights):
            if state.now.second:
                yield Reason(
                    "weak_only", say("After a weak action only another weak one: one symbol without a number.")
                )
            if not player.despair:
                yield Reason("no_despair", say("You have no despair token for a weak action."))
