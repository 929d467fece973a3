"""Past games, to be looked at move by move as the room saw them; nothing can be played or changed here."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.games import GAMES
from companion.games.trollfjord.board import Board
from companion.journal import Began, Damaged, Entry
from companion.record import Unreadable, record
from companion.records import LARGEST, TOO_LARGE
from companion.rules import Standing, Text, say, say_many
from companion.rules.text import listed
from companion.shelf import Opened, Result
from web.bodies import Body, body
from web.house import house
from web.moves import in_words
from web.pages.board import sent_file
from web.pages.devices import number
from web.pages.screen import plan_of
from web.pages.wizard import json
from web.refusals import Refused
from web.showing import SCENES, hammering, seats, standings
from web.visitors import demand_host, is_host
from web.words import Catalogue, wanted

blueprint = Blueprint("games", __name__)

F = TypeVar("F")


class Kept(Body, frozen=True):
    key: str


@blueprint.get("/games")
def page() -> str:
    words = house().words[wanted(request)]
    records = house().shelf.records
    return render_template(
        "games.html",
        listed=[line(entry, words) for entry in house().shelf.beginnings() if known(entry)],
        brought=brought(words),
        unreadable={file: words.say(why) for file, why in records.unreadable.items()},
        host=is_host(),
    )


def known(entry: Entry) -> bool:
    return isinstance(entry.act, Began) and entry.act.game in GAMES


def line(entry: Entry, words: Catalogue) -> dict[str, Any]:
    assert isinstance(entry.act, Began)
    return {
        "key": entry.number,
        "at": entry.at,
        "title": words.say(GAMES[entry.act.game].title),
        "names": [seat["name"] for seat in entry.act.setup["seats"]],
    }


def brought(words: Catalogue) -> list[dict[str, Any]]:
    return [
        {"key": each.key, "at": each.at, "title": words.say(GAMES[each.game].title), "names": each.names}
        for each in house().shelf.records.kept
        if each.game in GAMES
    ]


@blueprint.get("/games/<key>")
def replay(key: str) -> str | tuple[str, int]:
    words = house().words[wanted(request)]
    try:
        game = demand_past(key)
    except Refused as refusal:
        return render_template("sorry.html", status=refusal.status, text=words.say(refusal.text)), refusal.status
    board = getattr(game.position.setup, "board", None)
    title = words.say(game.position.game.title)
    return render_template(
        "replay.html",
        key=key,
        title=f"{title}: {', '.join(seat.name for seat in game.position.seats)}",
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
    state, turns = game.state(after), list(game.turns[:after])
    position = msgspec.structs.replace(game.position, state=state)
    view = position.game.view(state, None)
    own = SCENES.get(position.game.name)
    return {
        "after": after,
        "moves": len(game.turns),
        "seat": turns[-1].seat if turns else None,
        "told": words.say(in_words(position, game.state(after - 1), turns[-1])) if turns else "",
        "seats": seats(position.seats, frozenset(), view.acting),
        "headline": words.say(view.headline),
        "hammering": view.hammering and hammering(view.hammering, turns, words),
        "panels": [
            {"title": words.say(panel.title), "lines": [words.say(line) for line in panel.lines]}
            for panel in view.panels
        ],
        "standings": standings(position.game.standings(state, None), words),
        "scene": own(position, turns, view, words) if own else None,
    }


@blueprint.get("/api/games/<key>/result")
def result(key: str) -> Response:
    """Who won and with how much, in a line; the list asks for it game by game, because it may take a while."""
    found = demand(key, house().shelf.result)
    return json({"text": house().words[wanted(request)].say(in_a_line(found))})


def in_a_line(result: Result) -> Text:
    names, winners = result.names, result.winners
    parts = []
    if winners:
        best = result.standings[winners[0]].score
        who = listed([say("{name}", name=names[seat]) for seat in winners])
        parts.append(
            say_many("{who} won with {best}", "{who} won together with {best}", len(winners), who=who, best=best)
        )
    others = [each for each in result.standings if each.seat not in winners]
    parts += [scored(names[each.seat], each) for each in sorted(others, key=lambda each: -each.score)]
    return listed(parts)


def scored(name: str, standing: Standing) -> Text:
    if standing.at_least:
        return say("{name} at least {score}", name=name, score=standing.score)
    return say("{name} {score}", name=name, score=standing.score)


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
    """A record from elsewhere, to look at now and later."""
    demand_host()
    data = sent_file(LARGEST, TOO_LARGE)
    try:
        key = house().shelf.records.add(data)
    except Unreadable as error:
        raise Refused(400, "no_record", error.text) from None
    return json({"key": key})


@blueprint.post("/api/host/games/remove")
def remove() -> Response:
    sent = body(Kept)
    demand_host()
    house().shelf.remove(sent.key)
    return json({"brought": brought(house().words[wanted(request)])})


def demand_past(key: str) -> Opened:
    return demand(key, house().shelf.find)


def demand(key: str, find: Callable[[str], F | None]) -> F:
    found = None
    try:
        found = find(key)
    except Unreadable as error:
        raise Refused(404, "no_past_game", error.text) from None
    except (Damaged, OverflowError):
        pass
    if found is None:
        raise Refused(404, "no_past_game", say("There is no such game to look at."))
    return found
