"""The Siege of Runedar as the table plays it: the contract of a game, each part in its own module."""

from collections.abc import Sequence
from typing import Any, get_args

from companion.games.runedar import chance, corrections, learning, preparation, prompts, refusals, wording
from companion.games.runedar.box import CARD_SETS, FOES, FORTRESSES, SIEGES
from companion.games.runedar.dangers import nearest
from companion.games.runedar.moves import Correction, Moves
from companion.games.runedar.preparation import RunedarPreparation
from companion.games.runedar.setup import COLOURS, SEATS, Setup, first_state, setup_faults
from companion.games.runedar.state import Over, State
from companion.games.runedar.turn import play
from companion.games.runedar.view import view
from companion.games.runedar.words import FACES
from companion.rules import (
    BadSetup,
    BoxKind,
    Form,
    GameView,
    Hammering,
    Illegal,
    Lights,
    Move,
    Outcome,
    Preparation,
    Prompt,
    Reason,
    Seat,
    Shuffle,
    Side,
    Standing,
    light_of,
    say,
)

CORRECTIONS = get_args(Correction)


class Runedar:
    name = "runedar"
    title = say("The Siege of Runedar")
    seats = SEATS
    colours = COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = (FORTRESSES, CARD_SETS, SIEGES, FOES)
    dice = FACES
    chronicles = say("Chronicles of Runedar")
    preparation: Preparation | None = RunedarPreparation()

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        return preparation.deal(seats, shuffle)

    def new(self, setup: Setup) -> State:
        if faults := setup_faults(setup):
            raise BadSetup(faults)
        return first_state(setup)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return prompts.prompts(state)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, CORRECTIONS):
            if seat is not None:
                raise Illegal("host_only", say("Only the host makes corrections."))
            return corrections.corrected(state, move)
        asked = prompts.prompts(state)
        if seat is None or not any(seat in prompt.seats and prompt.offers(move) for prompt in asked):
            raise refusals.refusal(state, asked, seat, move)
        return play(state, seat, move)

    def corrections(self, state: State) -> tuple[Form, ...]:
        return corrections.forms(state)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:
        return chance.drawn(state, seat, shuffle)

    def learned(self, setup: Setup, played: Sequence[tuple[State, Move]]) -> Setup:
        return learning.learned(setup, played)

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        return refusals.explain(state, seat)

    def view(self, state: State, seat: int | None) -> GameView:
        return view(state, seat)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002  all have it together
        parts = ((say("Gold"), state.gold), (say("Goblins beaten"), state.beaten))
        return tuple(Standing(each, state.gold, parts) for each in range(len(state.seats)))

    def outcome(self, state: State) -> Outcome | None:
        if not isinstance(state.now, Over):
            return None
        everyone = Side(tuple(range(len(state.seats))), won=state.now.lost is None)
        return Outcome((everyone,), wording.ending(state), wording.chronicle(state))

    def lights(self, state: State) -> Lights:
        if isinstance(state.now, Over):
            return Lights("lost" if state.now.lost else "won")
        if state.stolen:
            return Lights("alarm", left=state.gold)
        if state.due[:1] in (("siege",), ("resolve",), ("catapult",), ("tower",)):
            return Lights("wave")
        danger, player = nearest(state), light_of(state.seats[state.turn], COLOURS)
        return Lights("danger", player, left=danger.left) if danger else Lights("turn", player)

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002  the tower stays in the box
        return None


RUNEDAR = Runedar()
