"""The table screen, for everyone at once, and what all screens draw from: the map, and the record once it is over."""

from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, render_template

from companion.games.trollfjord.board import Board
from companion.record import record
from companion.rules import say
from web.house import house
from web.refusals import Refused
from web.showing import together
from web.trollfjord.plan import Plan, drawn, recorded

blueprint = Blueprint("screen", __name__)


@blueprint.get("/table")
def page() -> str:
    return render_template("table.html")


@blueprint.get("/plan.json")
def plan() -> Response:
    """Where regions and fortresses stand on the map of this game."""
    position = house().table.position
    board = getattr(position.setup, "board", None) if position else None
    if not isinstance(board, Board):
        raise Refused(404, "no_map", say("This game has no map."))
    return Response(msgspec.json.encode(plan_of(board)), mimetype="application/json")


def plan_of(board: Board) -> Plan:
    boards = house().boards
    drawing = boards.drawing(board.name) if boards.own(board.name) else None
    if drawing is None or boards.board(board.name) != board:
        return drawn(board)
    photo = f"/board/photo/{quote(board.name, safe='')}.jpg?{drawing.photo}" if drawing.photo else None
    return recorded(board, drawing.regions, drawing.spots, photo, drawing.aspect)


@blueprint.get("/record.json")
def download() -> Response:
    """The whole game, once nothing in it is secret any more."""
    position, turns = together(house().table)
    if position is None or position.game.prompts(position.state):
        raise Refused(404, "not_over", say("The record is there when the game is over."))
    return Response(
        msgspec.json.format(msgspec.json.encode(record(position, turns))),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{position.game.name}.json"'},
    )
