"""Why a thing is not offered: the commonest questions at the table, answered with a code and the facts."""

from collections.abc import Iterator

from companion.games.hall.digging import dig_steps
from companion.games.hall.moot import TROLLS, open_places
from companion.games.hall.purse import can_spend
from companion.games.hall.resources import MINERALS
from companion.games.hall.state import Acts, Over, State
from companion.games.hall.tiles import SIZES
from companion.rules import Reason, say


def explain(state: State, seat: int) -> tuple[Reason, ...]:
    if isinstance(state.now, Over):
        return (Reason("game_over", say("The game is over.")),)
    if seat != state.turn:
        return (Reason("not_your_turn", say("It is {name}'s turn.", name=state.name(state.turn))),)
    return tuple(reasons(state, seat)) if isinstance(state.now, Acts) and not state.pending else ()


def reasons(state: State, seat: int) -> Iterator[Reason]:
    purse = state.purse(seat)
    if not open_places(state.moots[seat]):
        yield Reason("moot_full", say("Your {count} trolls are complete: you recruit no more.", count=TROLLS))
    elif not can_spend(purse, "coin"):
        yield Reason("no_coins", say("You have no coin for bribes: only the bottom row is free."))
    steps = dig_steps(state)
    if not any(steps.possible(mineral) for mineral in MINERALS):
        if max(steps.minerals.values()) < SIZES[0]:
            text = say("A tunnel takes {count} minerals of one kind at least.", count=SIZES[0])
            yield Reason("no_minerals", text)
        else:
            yield Reason("no_room", say("No tunnel that you can pay fits beside your network with your hammers."))
    if not state.now.cast and not can_spend(purse, "rune"):  # type: ignore[union-attr]  # only asked while acting
        yield Reason("no_rune", say("You have no rune to cast a spell with."))
