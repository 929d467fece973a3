"""Past games, to be looked at move by move as the room saw them; nothing can be played or changed here."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.games import GAMES
from companion.games.trollfjord.board import Board
from companion.games.trollfjord.view import TrollfjordView
from companion.journal import Began, Damaged, Entry
from companion.record import Unreadable, read, record
from companion.rules import View, say
from companion.shelf import Opened
from web.house import house
from web.pages.board import sent_file
from web.pages.devices import number
from web.pages.screen import plan_of
from web.pages.wizard import json
from web.refusals import Refused
from web.showing import hammering, seats, standings
from web.visitors import demand_host, is_host
from web.words import Catalogue, wanted

blueprint = Blueprint("games", __name__)

LARGEST_RECORD = 1_000_000


@blueprint.get("/games")
def page() -> str:
    words = house().words[wanted(request)]
    listed = [line(entry, words) for entry in house().shelf.beginnings() if known(entry)]
    return render_template("games.html", listed=listed, host=is_host())


def known(entry: Entry) -> bool:
    return isinstance(entry.act, Began) and entry.act.game in GAMES


def line(entry: Entry, words: Catalogue) -> dict[str, Any]:
    assert isinstance(entry.act, Began)
    return {
        "number": entry.number,
        "at": entry.at,
        "title": words.say(GAMES[entry.act.game].title),
        "names": [seat["name"] for seat in entry.act.setup["seats"]],
    }


@blueprint.get("/games/<key>")
def replay(key: str) -> str:
    game, words = demand_past(key), house().words[wanted(request)]
    board = getattr(game.position.setup, "board", None)
    return render_template(
        "replay.html",
        key=key,
        title=words.say(game.position.game.title),
        at=game.at,
        moves=len(game.turns),
        plan=msgspec.to_builtins(plan_of(board)) if isinstance(board, Board) else None,
    )


@blueprint.get("/api/games/<key>")
def step(key: str) -> Response:
    """The game as it stood after so many moves, for the room."""
    game = demand_past(key)
    after = min(number("after"), len(game.turns))
    return json(shown(game, after, house().words[wanted(request)]))


def shown(game: Opened, after: int, words: Catalogue) -> dict[str, Any]:
    position, state, turns = game.position, game.state(after), game.turns[:after]
    view = position.game.view(state, None)
    return {
        "after": after,
        "moves": len(game.turns),
        "move": words.say(game.words(after)) if after else None,
        "seat": turns[-1].seat if turns else None,
        "seats": seats(position.seats, frozenset(), view.acting),
        "headline": words.say(view.headline),
        "hammering": view.hammering and hammering(view.hammering, turns, words),
        "panels": [
            {"title": words.say(panel.title), "lines": [words.say(line) for line in panel.lines]}
            for panel in view.panels
        ],
        "standings": standings(position.game.standings(state, None), words),
        "board": pieces(view, words),
    }


def pieces(view: View, words: Catalogue) -> dict[str, Any] | None:
    if not isinstance(view, TrollfjordView):
        return None
    return {
        "regions": [
            {
                "id": region.id,
                "landscape": region.landscape,
                "name": words.say(region.name),
                "treasure": region.treasure,
                "trolls": region.trolls,
            }
            for region in view.regions
        ],
        "spots": [{"id": spot.id, "number": spot.number} for spot in view.spots],
    }


@blueprint.get("/api/games/<key>/record.json")
def download(key: str) -> Response:
    game = demand_past(key)
    name = f"{game.position.game.name}-{datetime.fromtimestamp(game.at, UTC):%Y-%m-%d}.json"
    return Response(
        msgspec.json.format(msgspec.json.encode(record(game.position, list(game.turns)))),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@blueprint.post("/api/host/games/look")
def look() -> Response:
    """A record from elsewhere, to look at."""
    demand_host()
    data = sent_file(LARGEST_RECORD, say("This file is too large for the record of a game."))
    try:
        key = house().shelf.bring(read(data))
    except Unreadable as error:
        raise Refused(400, "no_record", error.text) from None
    return json({"key": key})


def demand_past(key: str) -> Opened:
    found = None
    with suppress(Damaged, OverflowError):
        found = house().shelf.past(int(key)) if key.isascii() and key.isdecimal() else house().shelf.brought(key)
    if found is None:
        raise Refused(404, "no_past_game", say("There is no such game to look at."))
    return found
