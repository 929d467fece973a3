"""Trollfjord as the table plays it: the contract of a game, each part in its own module."""

from collections.abc import Sequence
from typing import Any

from companion.games.trollfjord import corrections, prompts, score
from companion.games.trollfjord.box import BOARDS
from companion.games.trollfjord.clearing import drawable, to_fill
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.explain import explain
from companion.games.trollfjord.land import UNSEEN, survey
from companion.games.trollfjord.last_turns import end_game
from companion.games.trollfjord.moves import Correction, Draw, EndGame, GiveNoMore, HoldBack, Moves
from companion.games.trollfjord.preparation import TrollfjordPreparation
from companion.games.trollfjord.refusals import refusal
from companion.games.trollfjord.setup import SEATS, Setup, deal, setup_faults
from companion.games.trollfjord.state import GIFTS, Draws, Gathers, Gives, Hammers, Over, State, changed
from companion.games.trollfjord.turn import play, settle
from companion.games.trollfjord.view import acting, view
from companion.hammering.bout import as_seen, bout_lights
from companion.hammering.player_colours import PLAYER_COLOURS
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
    Standing,
    light_of,
    say,
)


class Trollfjord:
    name = "trollfjord"
    title = say("Trollfjord")
    seats = SEATS
    colours = PLAYER_COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = (BOARDS,)
    preparation: Preparation | None = TrollfjordPreparation()

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        return deal(example_board(), seats, shuffle)

    def new(self, setup: Setup) -> State:
        if faults := setup_faults(setup):
            raise BadSetup(faults)
        everyone = range(len(setup.seats))
        if setup.way == "treasures":
            return State(
                seats=setup.seats,
                land=UNSEEN,
                lords=tuple(0 for _ in everyone),
                trolls=tuple(() for _ in everyone),
                treasures=(),
                gifts=tuple(GIFTS for _ in everyone),
                sacks=tuple(() for _ in everyone),
                turn=0,
                now=Gathers(),
            )
        land = survey(setup.board, setup.planks, setup.fortresses)
        return State(
            seats=setup.seats,
            land=land,
            lords=tuple(-1 - setup.start.index(seat) for seat in everyone),
            trolls=tuple((0,) * len(land.regions) for _ in everyone),
            treasures=tuple(setup.treasures[region] for region in land.regions),
            gifts=tuple(GIFTS for _ in everyone),
            sacks=tuple(() for _ in everyone),
            turn=setup.start[-1],
        )

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return prompts.prompts(state)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, Correction | EndGame):
            if seat is not None:
                raise Illegal("host_only", say("Only the host makes corrections."))
            return end_game(state) if isinstance(move, EndGame) else corrections.corrected(state, move)
        asked = prompts.prompts(state)
        if seat is None or not offered(asked, seat, move):
            # In earlier versions a correction, and a stop where there was one treasure, let every step pass that left
            # nothing to choose.
            passed, state = state, settle(state)
            if seat is None or state is passed or not offered(prompts.prompts(state), seat, move):
                raise refusal(passed, asked, seat, move)
            told = state.news[len(passed.news) :]
            after = play(state, seat, move)
            return changed(after, news=(*told, *after.news))
        return play(state, seat, move)

    def corrections(self, state: State) -> tuple[Form, ...]:
        return corrections.forms(state)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002  one draws at a time
        match to_fill(state) if isinstance(state.now, Draws) else []:
            case [region]:
                return Draw(shuffle(drawable(state))[0], state.land.regions[region])
        return None

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        return explain(state, seat)

    def view(self, state: State, seat: int | None) -> GameView:
        return view(state, seat)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:
        return score.standings(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return score.outcome(state) if isinstance(state.now, Over) else None

    def lights(self, state: State) -> Lights:
        match state.now:
            case Over():
                return Lights("won", light_of(state.seats[score.winner(state)], self.colours))
            case Hammers(site) | Gives(site):
                return bout_lights(site.bout, state.seats, self.colours)
            case Gathers(None):
                return Lights()
        # Whoever is waited for, also in somebody else's turn: their phone may be locked.
        asked = acting(state)
        called = asked[0] if len(asked) == 1 else state.turn
        return Lights("turn", light_of(state.seats[called], self.colours))

    def armed(self, state: State) -> Hammering | None:
        match state.now:
            case Hammers(site):
                return as_seen(site.bout, state.seats)
        return None


def offered(asked: tuple[Prompt, ...], seat: int, move: Move) -> bool:
    answer = HoldBack() if move == GiveNoMore() else move
    return any(seat in prompt.seats and prompt.offers(answer) for prompt in asked)


TROLLFJORD = Trollfjord()
