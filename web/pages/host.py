"""The host's page: begin and end games, put moves right, give seats away. All of it behind the PIN."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from math import ceil
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request

from companion.games import GAMES
from companion.keys import FEWEST_DIGITS, MOST_DIGITS, BadPin
from companion.record import record
from companion.rules import PLAYER_COLOURS, Illegal, say
from companion.table import Position, Stale
from web.bodies import Act, Amend, Join, Pin, Play, Start, TakeBack, answer, body, decoded, stale
from web.house import house
from web.moves import reason, secretive
from web.pages.devices import number
from web.refusals import Refused
from web.showing import form, prompt, together
from web.trollfjord.log import remembered
from web.visitors import HOST, demand_game, demand_host, give, is_host
from web.words import wanted

blueprint = Blueprint("host", __name__)


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("host", None)


SET_UP = {"trollfjord": "/host/new"}
"""Where a game is set up that needs more than players."""


class Correct(Act, frozen=True, kw_only=True):
    move: dict[str, Any]


@blueprint.get("/host")
def page() -> str:
    if not is_host():
        return render_template("pin.html", chosen=not house().keys.offered, first=house().keys.pin is None)
    words = house().words[wanted(request)]
    games = [
        {
            "name": game.name,
            "title": words.say(game.title),
            "least": game.seats[0],
            "most": game.seats[-1],
            "set_up": SET_UP.get(game.name),
            "colours": [{"name": colour, "text": words.say(PLAYER_COLOURS[colour])} for colour in game.colours],
        }
        for game in GAMES.values()
    ]
    return render_template("host.html", games=games)


@blueprint.post("/api/host/pin")
def pin() -> Response:
    """Sign in; where no PIN is set yet, the first one to come chooses it."""
    sent = body(Pin)
    whence = request.remote_addr or ""
    if house().keys.pin is None:
        return choose_pin()
    if seconds := house().tries.wait(whence):
        words = say("Too many wrong PINs. Try again in {seconds} seconds.", seconds=ceil(seconds))
        raise Refused(429, "wait", words)
    if not house().keys.is_pin(sent.pin):
        house().tries.wrong(whence)
        raise Refused(403, "wrong_pin", say("That is not the PIN."))
    house().tries.right(whence)
    return come_in()


@blueprint.post("/api/host/choose-pin")
def choose_pin() -> Response:
    """Choose the PIN where there is none, or where somebody at the device asked for a new one."""
    sent = body(Pin)
    with well_formed():
        if not house().keys.choose(sent.pin):
            raise Refused(403, "pin_set", say("This table has a PIN. Enter it, or ask the host."))
    return come_in()


@blueprint.post("/api/host/new-pin")
def new_pin() -> Response:
    sent = body(Pin)
    demand_host()
    with well_formed():
        house().keys.set_pin(sent.pin)
    return come_in()


@contextmanager
def well_formed() -> Iterator[None]:
    try:
        yield
    except BadPin:
        words = say("A PIN has {least} to {most} digits.", least=FEWEST_DIGITS, most=MOST_DIGITS)
        raise Refused(400, "bad_pin", words) from None


def come_in() -> Response:
    response = answer("host", None)
    give(response, HOST, house().keys.host)
    return response


@blueprint.post("/api/host/start")
def start() -> Response:
    sent = body(Start)
    demand_host()
    game = GAMES.get(sent.game)
    if game is None:
        raise Refused(400, "unknown_game", say("There is no such game here."))
    before = house().table.position
    setup = game.deal(sent.seats, house().shuffle)
    position = house().table.start(game.name, setup, sent.seen, named(sent))
    keep_phones(before, position)
    return answer("host", None)


def keep_phones(before: Position | None, position: Position) -> None:
    """Whoever played under the same name keeps their seat: nobody has to join again for the next game."""
    if before is None:
        return
    places = {seat.name: number for number, seat in enumerate(position.seats)}
    kept = {number: places[seat.name] for number, seat in enumerate(before.seats) if seat.name in places}
    house().seating.carry(before.began, position.began, kept)
    house().bell.ring()


@blueprint.post("/api/host/end")
def end() -> Response:
    sent = body(Act)
    demand_host()
    house().table.end(sent.seen, named(sent))
    return answer("host", None)


@blueprint.post("/api/host/take-back")
def take_back() -> Response:
    sent = body(TakeBack)
    demand_host()
    house().table.take_back(sent.keep, sent.seen, named(sent))
    return answer("host", None)


@blueprint.post("/api/host/amend")
def amend() -> Response:
    sent = body(Amend)
    demand_host()
    position = demand_game()
    move = decoded(position, sent.move)
    try:
        house().table.amend(sent.number, move, sent.seen, named(sent), drop_later=sent.drop_later)
    except Illegal as illegal:
        raise Illegal(illegal.code, reason(position, illegal)) from illegal
    return answer("host", None)


@blueprint.get("/api/host/move")
def asked() -> Response:
    """What was asked when a move was played, to answer it anew."""
    demand_host()
    position, turns = together(house().table)
    wanted_number = number("number")
    index = next((index for index, turn in enumerate(turns) if turn.number == wanted_number), None)
    if position is None or index is None:
        raise Illegal("no_such_move", say("That move has been taken back."))
    turn, words = turns[index], house().words[wanted(request)]
    before = turns[index - 1].after if index else position.game.new(position.setup)
    told = {
        "move": remembered(turn.move),
        "prompts": [prompt(each, words) for each in position.game.prompts(before) if turn.seat in each.seats],
        "forms": [form(each, words) for each in position.game.corrections(before) if turn.seat is None],
    }
    return Response(msgspec.json.encode(told), mimetype="application/json")


@blueprint.get("/api/host/corrections")
def corrections() -> Response:
    """What the host may set right now, at any time."""
    demand_host()
    position, words = demand_game(), house().words[wanted(request)]
    told = {
        "version": position.version,
        "forms": [form(each, words) for each in position.game.corrections(position.state)],
    }
    return Response(msgspec.json.encode(told), mimetype="application/json")


@blueprint.post("/api/host/correct")
def correct() -> Response:
    sent = body(Correct)
    demand_host()
    house().table.play(None, decoded(demand_game(), sent.move), sent.seen, named(sent), source="host")
    return answer("host", None)


@blueprint.post("/api/host/play-for")
def play_for() -> Response:
    """Play for somebody whose phone is not there."""
    sent = body(Play)
    demand_host()
    position = demand_game()
    if sent.seat >= len(position.seats):
        raise Refused(400, "no_such_seat", say("There is no such seat at this table."))
    house().table.play(sent.seat, decoded(position, sent.move), sent.seen, named(sent), source="host")
    return answer("host", None)


@blueprint.post("/api/host/free")
def free() -> Response:
    """Give a seat away: the phone that held it is lost, or was the wrong one."""
    sent = body(Join)
    demand_host()
    house().seating.free(demand_game().began, sent.seat)
    house().bell.ring()
    return answer("host", None)


@blueprint.get("/api/host/record")
def download() -> Response:
    demand_host()
    position, turns = together(house().table)
    if position is None:
        raise Refused(404, "no_game", say("No game has been played yet."))
    if secretive(position):
        words = say("The record tells what only one player may know. It is there when the game is over.")
        raise Refused(409, "still_secret", words)
    began = datetime.fromtimestamp(turns[0].at, UTC) if turns else None
    name = f"{position.game.name}-{began:%Y-%m-%d}.json" if began else f"{position.game.name}.json"
    return Response(
        msgspec.json.format(msgspec.json.encode(record(position, turns))),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def named(sent: Act) -> str:
    """The request's name in the journal; phones cannot take the host's."""
    return f"host:{sent.request}"
