"""What one keeper may know of the night, or the room: built up from it, never stripped of what is hidden."""

from companion.rules import GameView
from tests.games.beacon.rules import wording
from tests.games.beacon.rules.prompts import everyone, prompts
from tests.games.beacon.rules.state import Laying, State


class BeaconView(GameView, frozen=True, kw_only=True):
    """What its own pages draw besides."""

    fire: int
    highest: int
    laid: tuple[int, ...]
    """Who has laid a card face down."""


def view(state: State, seat: int | None) -> BeaconView:
    return BeaconView(
        headline=wording.headline(state),
        acting=acting(state),
        panels=wording.panels(state, seat),
        fire=state.fire,
        highest=wording.top(state),
        laid=laid(state),
    )


def laid(state: State) -> tuple[int, ...]:
    return tuple(seat for seat, _ in state.now.cards.answers) if isinstance(state.now, Laying) else ()


def acting(state: State) -> tuple[int, ...]:
    if isinstance(state.now, Laying):
        return state.now.cards.missing
    return everyone(state) if prompts(state) else ()
