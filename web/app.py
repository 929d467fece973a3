"""The app: pages, streams and refusals put together around one table; it starts nothing and serves nothing."""

import time
from collections.abc import Callable

from flask import Flask, Response, request

from companion.bell import Bell
from companion.boards import Boards
from companion.keys import Keys
from companion.network import Network
from companion.records import Records
from companion.rules import Shuffle
from companion.seating import Seating
from companion.shelf import Shelf
from companion.table import Table
from web import openapi, refusals, words
from web.bodies import LARGEST
from web.house import House, shuffled
from web.pages import board, camera, games, hits, host, join, lights, play, right, screen, stream, tower, wizard
from web.rig import Rig
from web.showing import Showing
from web.streams import Streams
from web.tries import Tries

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
    bell: Bell,
    rig: Rig,
    seating: Seating,
    keys: Keys,
    boards: Boards,
    network: Network,
    shuffle: Shuffle = shuffled,
    clock: Callable[[], float] = time.monotonic,
    streams: Streams | None = None,
) -> Flask:
    streams = Streams() if streams is None else streams
    app = Flask("web")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    catalogues = words.init_app(app)
    showing = Showing(table, bell, rig, seating, catalogues)
    app.extensions["house"] = House(
        table,
        bell,
        rig,
        seating,
        keys,
        boards,
        Shelf(table, Records(boards.folder.with_name("records"))),
        network,
        catalogues,
        showing,
        streams,
        Tries(clock),
        shuffle,
    )
    refusals.init_app(app)
    for page in (join, play, screen, host, camera, hits, lights, tower, board, wizard, right, games, stream):
        app.register_blueprint(page.blueprint)
    app.register_blueprint(board.shown)
    app.register_blueprint(openapi.blueprint)
    app.context_processor(
        lambda: {
            "language": words.wanted(request),
            "languages": words.LANGUAGES,
            "address": network.url,
            "simulated": rig.simulated is not None,
        }
    )
    app.after_request(secured)
    return app


def secured(response: Response) -> Response:
    for name, value in SECURITY.items():
        response.headers.setdefault(name, value)
    if response.mimetype in ("text/html", "application/json"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
