"""The table screen, for everyone at once, and the record of its game once that is over."""

from flask import Blueprint, Response, render_template

from companion.discretion import running
from companion.rules import say
from web.answers import record_file
from web.refusals import Refused
from web.services import services

blueprint = Blueprint("screen", __name__)


@blueprint.get("/table")
def page() -> str:
    position = services().table.position
    return render_template("table.html", pages=position and services().pages_of(position).address)


@blueprint.get("/record.json")
def download() -> Response:
    """The whole game, once nothing in it is secret any more."""
    position = services().table.position
    if position is None or running(position):
        raise Refused(404, "not_over", say("The record is there when the game is over."))
    return record_file(position, None)
