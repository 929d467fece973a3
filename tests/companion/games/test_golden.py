"""One play-through of every game as a text that people can read.

After a meant change of words or rules, write them anew with GOLDEN=write in the environment, and read what changed.
"""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.rules import Game, Hit, Move, Panel, move_in_words
from tests.companion.games.enrolled import TOLD, golden_file
from tests.players import KEEN, dealt, people, play

SEED = 7
SEATS = 3
LONGEST = 1000
ENDLESS = 60
"""So many moves are told of a game that has no end; any other is told whole."""


def told_game(game: Game[Any]) -> Iterator[str]:
    """The headline whenever it changes, each question with its answer, and the standings at the end."""
    chance = Random(SEED)
    names = [seat.name for seat in people(game, SEATS)]
    yield f"{game.title}, played at random by {', '.join(names)}"
    state, headline = game.new(dealt(game, SEATS, chance)), ""
    for seat, move, after in play(game, state, chance, told_moves(game), KEEN):
        if headline != (headline := str(game.view(state, None).headline)):
            yield f"\n{headline}"
        yield f"  {names[seat]}: {move_in_words(game.prompts(state), move)}"
        yield from (f"      {line}" for line in happened(game, after, move))
        state = after
    view = game.view(state, None)
    yield f"\n{view.headline}"
    for panel in view.panels:
        yield from shown(panel)
    yield "\nStandings"
    for standing in game.standings(state, None):
        parts = ", ".join(f"{text} {score}" for text, score in standing.parts)
        yield f"  {names[standing.seat]}: {standing.score}" + (f" ({parts})" if parts else "")


def told_moves(game: Game[Any]) -> int:
    chance = Random(SEED)
    state = game.new(dealt(game, SEATS, chance))
    for _, _, after in play(game, state, chance, LONGEST, KEEN):
        state = after
    return ENDLESS if game.prompts(state) else LONGEST


def happened(game: Game[Any], state: Any, move: Move) -> Iterator[str]:
    """What the tower did with a blow, and what came of the move by itself."""
    view = game.view(state, None)
    if isinstance(move, Hit) and view.hammering and view.hammering.event:
        yield str(view.hammering.event)
    yield from (str(line) for panel in view.panels if str(panel.title) == "Just now" for line in panel.lines)


def shown(panel: Panel) -> Iterator[str]:
    yield f"\n{panel.title}"
    yield from (f"  {line}" for line in panel.lines)


@pytest.mark.parametrize("game", TOLD.values(), ids=TOLD)
def test_the_game_still_tells_the_same_story(game: Game[Any]) -> None:
    path, story = golden_file(game.name), "\n".join(told_game(game)) + "\n"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(story, encoding="utf-8")
    assert story == path.read_text(encoding="utf-8")
