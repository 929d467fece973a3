"""What every game owes the owner of its box, and the host who sets it up: registering a game enrols it here."""

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from companion.box import Shelf
from companion.box_files import faults_of, file_text, read_whole
from companion.rules import BoxKind, Drawing, Game, Preparation
from tests.companion.games.enrolled import ENROLLED
from tests.players import people
from tests.web.games.cavern.game import CAVERN
from tests.web.games.cavern.pages import CavernPages
from web.box_fields import fields_of
from web.game_pages import GamePages
from web.games import open_pages
from web.i18n import Catalogue
from web.recorder import recorded

GAMES: dict[str, Game[Any]] = {**ENROLLED, CAVERN.name: CAVERN}
KINDS = [pytest.param(name, kind, id=f"{name} {kind.name}") for name, game in GAMES.items() for kind in game.box]
PREPARED = [name for name, game in GAMES.items() if game.preparation]
SEED = 8


def pages_of(name: str) -> GamePages:
    return CavernPages() if name == CAVERN.name else open_pages()[name]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_what_ships_has_no_fault_and_comes_back_from_its_file(name: str, kind: BoxKind[Any]) -> None:  # noqa: ARG001
    assert kind.shipped(), "there is something to play with before anything was recorded"
    for shipped in kind.shipped():
        assert faults_of(shipped.thing, None, kind) == []
        assert read_whole(file_text(shipped.thing, None), kind) == (shipped.thing, None)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_every_thing_can_be_recorded_or_edited(name: str, kind: BoxKind[Any]) -> None:
    recorder = pages_of(name).recorders.get(kind.name)
    if recorder is None:
        assert [field["name"] for field in fields_of(kind, Catalogue("en"))] == [
            field for field in kind.thing.__struct_fields__ if field != "name"
        ]
        return
    for shipped in kind.shipped():
        drawing = recorder.drawing(shipped.thing)
        layers = msgspec.json.decode(msgspec.json.encode(recorder.parts(shipped.thing, drawing)))
        thing, drawn = recorded(recorder, shipped.thing.name, layers)
        assert thing == shipped.thing, "what is gone on with stays as it was"
        assert (drawn.places, drawn.corners) == (drawing.places, drawing.corners)
        assert faults_of(thing, drawn, kind) == []


def prepared(name: str) -> tuple[Game[Any], Preparation]:
    preparation = GAMES[name].preparation
    assert preparation
    return GAMES[name], preparation


@pytest.mark.parametrize("name", PREPARED)
def test_nothing_entered_is_dealt_whole_for_every_table_and_every_decision(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game, preparation = prepared(name)
    print(f"seed {SEED}")
    chance = Random(SEED)
    shelves = {kind.name: Shelf(tmp_path_factory.mktemp("box") / kind.name, kind) for kind in game.box}
    box = {kind: shelf.played_with(None) for kind, shelf in shelves.items()}
    for count in game.seats:
        for answers in product(*(decision.answers for decision in preparation.decisions)):
            decided = dict(zip((decision.name for decision in preparation.decisions), answers, strict=True))
            seats = people(game, count)

            def shuffled(things: Any) -> list[Any]:
                return chance.sample(list(things), len(things))

            setup = preparation.setup(seats, box, decided, preparation.entered(), shuffled)
            assert game.new(setup)
            kept = msgspec.json.decode(msgspec.json.encode(setup), type=game.setup)
            assert kept == setup, "the journal keeps all of it"
            for step in preparation.steps:
                assert hasattr(setup, step.name)
                assert hasattr(preparation.entered(), step.name)


@pytest.mark.parametrize("name", PREPARED)
def test_a_set_up_keeps_how_the_board_was_drawn(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    game, preparation = prepared(name)
    drawing = Drawing(aspect=2.0)
    shelves = {kind.name: Shelf(tmp_path_factory.mktemp("box") / kind.name, kind) for kind in game.box}
    box = {kind: msgspec.structs.replace(shelf.played_with(None), drawing=drawing) for kind, shelf in shelves.items()}
    decided = {decision.name: next(iter(decision.answers)) for decision in preparation.decisions}
    setup = preparation.setup(people(game, game.seats[0]), box, decided, preparation.entered(), list)
    assert setup.drawing == drawing
