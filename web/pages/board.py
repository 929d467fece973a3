"""Record your board: photographed or drawn once by the host, checked as it grows, and then the map on every phone."""

from flask import Blueprint, Response

from web.house import house
from web.pages.play import jpeg

blueprint = Blueprint("board", __name__)


@blueprint.get("/board/photo/<name>.jpg")
def photo(name: str) -> Response:
    """The photo of a board, for everyone at the table."""
    return jpeg(house().boards.photo(name))
