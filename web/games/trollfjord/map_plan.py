"""The plan of the board that is on the table, for every page with a map: as its owner recorded it, else as drawn."""

from flask import Blueprint, Response

from companion.games.trollfjord import TROLLFJORD
from companion.games.trollfjord.board import Board
from companion.games.trollfjord.box import BOARDS
from companion.games.trollfjord.setup import Setup
from companion.rules import Drawing, say
from web.answers import json
from web.games.trollfjord.boards import boards
from web.games.trollfjord.plan import Plan, from_borders, recorded
from web.refusals import Refused
from web.services import services

blueprint = Blueprint("trollfjord_map", __name__)


@blueprint.get("/plan.json")
def plan() -> Response:
    """Where regions and fortresses stand on the map of this game."""
    position = services().table.position
    if position is None or not isinstance(position.setup, Setup):
        raise Refused(404, "no_map", say("This game has no map."))
    return json(plan_of(position.setup))


def plan_of(setup: Setup) -> Plan:
    """As the board was drawn when the game began. Older games did not note that: they look into the box."""
    kept = boards()
    known = setup.drawing or (kept.drawing(setup.board.name) if kept.thing(setup.board.name) == setup.board else None)
    return drawn(setup.board, known)


def drawn(board: Board, drawing: Drawing | None) -> Plan:
    if drawing is None:
        return from_borders(board)
    # The photo of a game that is over may be gone with its board.
    there = drawing.photo in boards().photos
    photo = f"/box/{TROLLFJORD.name}/{BOARDS.name}/{drawing.photo}.jpg" if drawing.photo and there else None
    return recorded(board, drawing.places["regions"], drawing.places["spots"], photo, drawing.aspect)
