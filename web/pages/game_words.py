"""The words of a game's own script, for a page that has just fetched it; the pages' own words are in the pages."""

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from web.answers import json
from web.i18n import LANGUAGES
from web.services import services

blueprint = Blueprint("game_words", __name__)


@blueprint.get("/words/<language>/<game>.json")
def game_words(language: str, game: str) -> Response:
    """In the language of the page that asks, which may not be the phone's own: the table screen speaks the table's."""
    pages = services().game_pages.get(game)
    if pages is None or language not in LANGUAGES:
        raise NotFound
    return json(services().words[language].unfilled(pages.words))
