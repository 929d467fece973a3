"""Past games, to be looked at move by move as the room saw them; nothing can be played or changed here."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.common.text import listed
from companion.games import GAMES
from companion.imported_records import LARGEST, TOO_LARGE
from companion.journal import Began, Damaged, Entry
from companion.past_games import Result
from companion.position import Position
from companion.record import Unreadable
from companion.rules import Standing, Text, called, chronicles_of, outcome_in_words, say
from web.answers import json, record_file
from web.host_only import host_blueprint
from web.i18n import Catalogue, wanted
from web.identity import is_host
from web.moves_in_words import in_words, signature
from web.page_views import onlooker_view, seats
from web.payloads import Body, File, Number, Query, takes
from web.refusals import Refused
from web.services import services

blueprint = Blueprint("past_games", __name__)
hosts = host_blueprint("past_games_of_the_host")

F = TypeVar("F")


class After(Query, frozen=True):
    after: Number = 0


class Removed(Body, frozen=True):
    key: str


@blueprint.get("/games")
def page() -> str:
    words = services().words[wanted(request)]
    records = services().past_games.records
    return render_template(
        "past_games.html",
        listed=[line(entry, words) for entry in services().past_games.beginnings() if known(entry)],
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
        for each in services().past_games.records.kept
        if each.game in GAMES
    ]


@blueprint.get("/games/<key>")
def replay(key: str) -> str | tuple[str, int]:
    words = services().words[wanted(request)]
    try:
        position = demand_past(key)
    except Refused as refusal:
        return render_template("sorry.html", status=refusal.status, text=words.say(refusal.text)), refusal.status
    title, pages = words.say(position.game.title), services().pages_of(position)
    return render_template(
        "replay.html",
        key=key,
        title=f"{title}: {', '.join(seat.name for seat in position.seats)}",
        at=position.at,
        moves=len(position.turns),
        pages=pages.address,
        backdrop=msgspec.to_builtins(pages.backdrop(position.setup)),
    )


@blueprint.get("/api/games/<key>")
@takes(After)
def step(place: After, key: str) -> Response:
    """The game as it stood after so many moves, for the room."""
    game = demand_past(key)
    return json(step_view(game, min(place.after, len(game.turns)), services().words[wanted(request)]))


def step_view(game: Position, after: int, words: Catalogue) -> dict[str, Any]:
    position = game.back_at(after)
    turns, view, pages = position.turns, position.game.view(position.state, None), services().pages_of(position)
    before = game.state_after(max(0, after - 1))
    signed = signature(pages, position, before, turns[-1]) if turns else None
    return {
        "after": after,
        "moves": len(game.turns),
        "seat": turns[-1].seat if turns else None,
        "move_in_words": words.say(in_words(pages, position, before, turns[-1])) if turns else "",
        "signed": signed and words.say(signed),
        "seats": seats(position, frozenset(), view.acting),
        "game": position.game.name,
        "pages": pages.address,
        "scene": pages.scene(position, view, words),
        **onlooker_view(position, view, None, words),
    }


@blueprint.get("/api/games/<key>/result")
def result(key: str) -> Response:
    """Who won and with how much, in a line; the list asks for it game by game, because it may take a while."""
    found = demand(key, services().past_games.result)
    return json({"text": services().words[wanted(request)].say(in_a_line(found))})


@blueprint.get("/api/best/<game>")
def best(game: str) -> Response:
    """The best of the games of a kind that were played here, in a line; none where they are not compared."""
    found = services().chronicles.best(game) if game in GAMES and chronicles_of(GAMES[game]) else None
    if found is None:
        return json({"best": None})
    text = services().words[wanted(request)].say(in_a_line(found.result))
    return json({"best": {"key": found.began, "at": found.at, "names": found.result.names, "text": text}})


def in_a_line(result: Result) -> Text:
    names, outcome = result.names, result.outcome
    if outcome is None:
        ranked = sorted(result.standings, key=lambda each: -each.score)
        return listed([scored(names[each.seat], each) for each in ranked])
    told = outcome_in_words(outcome, names)
    if outcome.chronicle:
        return say("{about}. {told}", about=outcome.chronicle.about, told=told)
    lost = [(side.score, side.seats) for side in outcome.sides if not side.won and side.score is not None]
    lost.sort(key=lambda each: -each[0])
    others = [say("{name} {score}", name=called(seats, names), score=score) for score, seats in lost]
    return listed([told, *others])


def scored(name: str, standing: Standing) -> Text:
    if standing.at_least:
        return say("{name} at least {score}", name=name, score=standing.score)
    return say("{name} {score}", name=name, score=standing.score)


@blueprint.get("/api/games/<key>/record.json")
def download(key: str) -> Response:
    position = demand_past(key)
    return record_file(position, position.at)


@hosts.post("/api/host/games/look")
@takes(File(LARGEST, TOO_LARGE))
def look(sent: bytes) -> Response:
    """A record from elsewhere, to look at now and later."""
    try:
        key = services().past_games.records.add(sent)
    except Unreadable as error:
        raise Refused(400, "no_record", error.text) from None
    return json({"key": key})


@hosts.post("/api/host/games/remove")
@takes(Removed)
def remove(sent: Removed) -> Response:
    services().past_games.remove(sent.key)
    return json({"brought": brought(services().words[wanted(request)])})


def demand_past(key: str) -> Position:
    return demand(key, services().past_games.find)


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
