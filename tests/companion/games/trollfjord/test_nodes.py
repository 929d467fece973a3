"""How the game tree grows from fixed positions: a rule that changes by accident changes these numbers."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.trollfjord.state import Draws, State
from companion.rules import Boulders, Form, Hit, Move
from tests.companion.games.trollfjord.positions import GAME, new
from tests.players import at_the_corners, filled

POSITIONS = tomllib.loads(Path(__file__).with_name("nodes.toml").read_text(encoding="utf-8"))["positions"]


def outcomes(form: Form) -> list[Move]:
    if form.do == "hit":
        return [Hit(), Hit(Boulders(red=1))]
    return [filled(GAME, form, values) for values in at_the_corners(form)]


def moves(state: State) -> Iterator[tuple[int, Move]]:
    """Each answer once; who of several gives the same answer makes no difference."""
    for prompt in GAME.prompts(state):
        for choice in (prompt.choices[0], prompt.choices[-1]) if isinstance(state.now, Draws) else prompt.choices:
            yield prompt.seats[0], choice.move
        for form in prompt.forms:
            yield from ((prompt.seats[0], move) for move in outcomes(form))


def nodes(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(nodes(GAME.apply(state, seat, move), depth - 1) for seat, move in moves(state))


def reached(position: dict[str, Any]) -> State:
    state = new(position["seats"])
    for written in position["moves"]:
        seat, move = msgspec.json.decode(written, type=tuple[int | None, GAME.moves])  # type: ignore[name-defined]  # a game's types are values
        state = GAME.apply(state, seat, move)
    return state


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_the_game_tree_has_as_many_nodes_as_ever(position: dict[str, Any]) -> None:
    state = reached(position)
    assert [nodes(state, depth) for depth in range(1, len(position["counts"]) + 1)] == position["counts"]
