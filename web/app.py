"""The app: pages, streams and refusals put together around one table; it starts nothing and serves nothing."""

import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.routing import IntegerConverter

from companion.box import open_boxes
from companion.change_signal import ChangeSignal
from companion.chronicles import FILE as RANKS
from companion.chronicles import Chronicles
from companion.imported_records import ImportedRecords
from companion.keys import Keys
from companion.network import Network
from companion.past_games import PastGames
from companion.rules import Drawing, Shuffle
from companion.seating import Seating
from companion.table import Table
from companion.witness import Witness
from web import i18n, openapi, packing, refusals, theme
from web.games import open_pages
from web.guesses import Guesses
from web.newcomers import Newcomers
from web.page_views import PageViews
from web.pages import (
    box,
    camera,
    dice,
    game_words,
    hits,
    host,
    join,
    lights,
    own_wifi,
    past_games,
    play,
    recorder,
    self_test,
    set_up,
    start,
    stream,
    table_screen,
    tower,
)
from web.payloads import LARGEST
from web.rig import Rig
from web.server.connections import TOO_LARGE
from web.services import Services, shuffled
from web.streams import Streams

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def create_app(
    table: Table,
    changes: ChangeSignal,
    rig: Rig,
    seating: Seating,
    keys: Keys,
    state: Path,
    network: Network,
    shuffle: Shuffle = shuffled,
    clock: Callable[[], float] = time.monotonic,
    streams: Streams | None = None,
) -> Flask:
    streams = Streams() if streams is None else streams
    app = Flask("web")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.converters["int"] = SmallNumber
    catalogues = i18n.init_app(app)
    game_pages, boxes = open_pages(), open_boxes(state)
    for each in boxes.values():
        each.spare(lambda: photos_in_play(table))
    newcomers = Newcomers(clock)
    past = PastGames(table, ImportedRecords(state / "records"))
    witness = Witness(table, keys)
    page_views = PageViews(table, changes, rig, seating, newcomers, catalogues, game_pages, witness)
    app.extensions["services"] = Services(
        table,
        changes,
        rig,
        seating,
        keys,
        game_pages,
        boxes,
        past,
        Chronicles(past, state / RANKS),
        network,
        catalogues,
        witness,
        page_views,
        streams,
        Guesses(state / "wrong-pins", clock),
        Guesses(state / "wrong-codes", clock),
        newcomers,
        shuffle,
    )
    refusals.init_app(app)
    for page in (
        join,
        play,
        table_screen,
        host,
        start,
        camera,
        dice,
        hits,
        lights,
        own_wifi,
        self_test,
        tower,
        past_games,
        box,
        recorder,
        set_up,
        game_words,
        stream,
        openapi,
    ):
        app.register_blueprint(page.blueprint)
    app.register_blueprint(past_games.hosts)
    app.register_blueprint(box.photos)
    for pages in game_pages.values():
        if pages.folder:
            app.register_blueprint(pages.folder.blueprint())
        pages.init_app(app)
    icons = [pages.folder.icons for pages in game_pages.values() if pages.folder and pages.folder.icons]
    app.context_processor(
        lambda: {
            "language": i18n.wanted(request),
            "languages": i18n.LANGUAGES,
            "theme": theme.chosen(request),
            "address": network.url,
            "simulated": rig.simulated is not None,
            "game_icons": icons,
        }
    )
    app.before_request(refusals.refuse_foreign_name)
    app.before_request(refuse_large_body)
    packing.init_app(app)
    app.after_request(secured)
    return app


class SmallNumber(IntegerConverter):
    """A number in an address: longer ones stand for nothing here, and Python does not read them."""

    regex = r"\d{1,15}"


def refuse_large_body() -> None:
    """The server has let it go already: a guest may send less than a seat, and a seat less than the host."""
    if request.environ.get(TOO_LARGE):
        raise RequestEntityTooLarge


def photos_in_play(table: Table) -> list[str]:
    """That on which the game on the table is drawn, whatever becomes of its board."""
    drawing = getattr(table.position.setup, "drawing", None) if table.position else None
    return [drawing.photo] if isinstance(drawing, Drawing) and drawing.photo else []


def secured(response: Response) -> Response:
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    if response.mimetype in ("text/html", "application/json"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
