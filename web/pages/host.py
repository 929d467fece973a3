"""The host's page: end games, put moves right, give seats away. All of it behind the PIN."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.discretion import (
    as_read_by,
    asked_then,
    demand_changeable,
    demand_open,
    plain,
    reason,
    running,
    secretive,
    shown_to,
)
from companion.games import GAMES
from companion.keys import FEWEST_DIGITS, MOST_DIGITS, BadPin
from companion.position import Position, Stale, Turn
from companion.rules import Illegal, Prompt, Seat, say
from companion.seating import Taken
from web.answers import answer, json, record_file, stale
from web.guesses import TooSoon
from web.host_only import pin_page, request_name
from web.i18n import wanted
from web.identity import HOST, demand_game, demand_host, give, is_host
from web.page_views import form, prompt
from web.pages.box import title
from web.payloads import Act, Admit, Amend, Join, Number, OwnStep, Pin, Play, Query, Step, TakeBack, decoded, takes
from web.refusals import Refused
from web.services import services
from web.starting_games import offers
from web.steps import next_step

blueprint = Blueprint("host", __name__)


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("host", None)


class MoveNumber(Query, frozen=True):
    number: Number = 0


class HostStep(Step, frozen=True, kw_only=True):
    """Of a correction, or of the move of this number, which is answered anew."""

    number: Number | None = None


class Correct(Act, frozen=True, kw_only=True):
    move: dict[str, Any]


@blueprint.get("/host")
def page() -> str:
    if not is_host():
        return pin_page()
    words, pages = services().words[wanted(request)], services().game_pages
    links = {address: words.say(text) for each in pages.values() for address, text in each.links.items()}
    boxes = {f"/host/box/{game.name}": words.say(title(game)) for game in GAMES.values() if game.box}
    return render_template("host.html", offers=offers(words), links={**boxes, **links})


@blueprint.post("/api/host/pin")
@takes(Pin)
def pin(sent: Pin) -> Response:
    """Sign in; where no PIN is set yet, the first one to come chooses it."""
    if services().keys.pin is None:
        return set_chosen_pin(sent.pin)
    try:
        right = services().pin_guesses.guess(lambda: services().keys.is_pin(sent.pin))
    except TooSoon as too_soon:
        words = say("Too many wrong PINs. Try again in {seconds} seconds.", seconds=ceil(too_soon.seconds))
        raise Refused(429, "wait", words) from None
    if not right:
        raise Refused(403, "wrong_pin", say("That is not the PIN."))
    return come_in()


@blueprint.post("/api/host/choose-pin")
@takes(Pin)
def choose_pin(sent: Pin) -> Response:
    """Choose the PIN where there is none, or where somebody at the device asked for a new one."""
    return set_chosen_pin(sent.pin)


def set_chosen_pin(chosen: str) -> Response:
    with well_formed():
        if not services().keys.choose(chosen):
            raise Refused(403, "pin_set", say("This table has a PIN. Enter it, or ask the host."))
    services().pin_guesses.forget()
    return come_in()


@blueprint.post("/api/host/new-pin")
@takes(Pin)
def new_pin(sent: Pin) -> Response:
    demand_host()
    with well_formed():
        services().keys.set_pin(sent.pin)
    services().pin_guesses.forget()
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
    give(response, HOST, services().keys.host)
    return response


@blueprint.post("/api/host/end")
@takes(Act)
def end(sent: Act) -> Response:
    demand_host()
    services().table.end(sent.seen, request_name(sent))
    return answer("host", None)


@blueprint.post("/api/host/resume")
@takes(Act)
def resume(sent: Act) -> Response:
    """Ended by mistake, or too early: the game goes on where it stood."""
    demand_host()
    services().table.resume(sent.seen, request_name(sent))
    return answer("host", None)


@blueprint.post("/api/host/take-back")
@takes(TakeBack)
def take_back(sent: TakeBack) -> Response:
    demand_host()
    services().table.take_back(sent.keep, sent.seen, request_name(sent))
    return answer("host", None)


@blueprint.post("/api/host/amend")
@takes(Amend)
def amend(sent: Amend) -> Response:
    demand_host()
    position = demand_game()
    move = decoded(position, sent.move)
    try:
        services().table.amend(
            sent.number,
            move,
            sent.seen,
            request_name(sent),
            drop_later=sent.drop_later,
            demand=lambda now: demand_changeable(now, demand_turn(now, sent.number)[0], move),
        )
    except Illegal as illegal:
        raise reason(position, demand_turn(position, sent.number)[1], illegal) from illegal
    return answer("host", None)


def demand_turn(position: Position, number: int) -> tuple[int, Turn]:
    """The move written as this number, and how many came before it."""
    for index, turn in enumerate(position.turns):
        if turn.number == number:
            return index, turn
    raise Illegal("no_such_move", say("That move has been taken back."))


@blueprint.get("/api/host/move")
@takes(MoveNumber)
def question(wished: MoveNumber) -> Response:
    """What was asked when a move was played, to answer it anew."""
    demand_host()
    position = services().table.position
    if position is None:
        raise Refused(404, "no_game", say("No game has been played yet."))
    position, words = as_read_by(position, None), services().words[wanted(request)]
    index, turn = demand_turn(position, wished.number)
    before = position.state_after(index)
    return json(
        {
            "move": plain(turn.move),
            "prompts": [prompt(each, words) for each in asked_before(position, before, turn)],
            "forms": [form(each, words) for each in position.game.corrections(before) if turn.seat is None],
        }
    )


def asked_before(position: Position, before: Any, turn: Turn) -> list[Prompt]:
    """What the seat was asked that played this, as far as the host may see it."""
    asked = [each for each in asked_then(position, before) if turn.seat in each.seats]
    return [shown_to(each, None) for each in asked] if running(position) else asked


@blueprint.get("/api/host/corrections")
def corrections() -> Response:
    """What the host may set right now, at any time."""
    demand_host()
    position, words = demand_game(), services().words[wanted(request)]
    forms = [form(each, words) for each in position.game.corrections(position.state)]
    return json({"version": position.version, "forms": forms})


@blueprint.post("/api/host/correct")
@takes(Correct)
def correct(sent: Correct) -> Response:
    demand_host()
    services().table.play(None, decoded(demand_game(), sent.move), sent.seen, request_name(sent), source="host")
    return answer("host", None)


@blueprint.post("/api/host/step")
@takes(HostStep)
def step(sent: HostStep) -> Response:
    """What a form in steps asks next; nothing is played."""
    demand_host()
    position = demand_game()
    if sent.number is None:
        return next_step(position, position.game.corrections(position.state), sent)
    index, turn = demand_turn(position, sent.number)
    before = position.state_after(index)
    if turn.seat is None:
        return next_step(position, position.game.corrections(before), sent)
    forms = (each for asked in asked_before(position, before, turn) for each in asked.forms)
    return next_step(position, forms, sent)


@blueprint.post("/api/host/step-for")
@takes(OwnStep)
def step_for(sent: OwnStep) -> Response:
    """The same for somebody whose phone is not there."""
    demand_host()
    position = demand_game()
    asked = shown_to(position.asked(sent.seen), None, services().seating.sat_in_for(position.began))
    return next_step(position, asked.forms if sent.seat in asked.seats else (), sent)


@blueprint.post("/api/host/play-for")
@takes(Play)
def play_for(sent: Play) -> Response:
    """Play for somebody whose phone is not there."""
    demand_host()
    position = demand_game()
    demand_player(position, sent.seat)
    move = decoded(position, sent.move)

    def demand(now: Position) -> None:
        if sent.seat not in services().seating.sat_in_for(now.began):
            demand_open(now, now.state, sent.seat, move)

    services().table.play(sent.seat, move, sent.asked, request_name(sent), source="host", demand=demand)
    return answer("host", None)


@blueprint.post("/api/host/sit-in")
@takes(Join)
def sit_in(sent: Join) -> Response:
    """Play for somebody whose phone is not there, and see what only they may see; everyone is told while it lasts."""
    demand_host()
    position = demand_game()
    name = demand_player(position, sent.seat).name
    try:
        services().seating.sit_in(position.began, sent.seat)
    except Taken:
        raise Refused(409, "taken", say("A phone plays {name}. Free the seat first.", name=name)) from None
    services().changes.announce()
    return answer("host", None)


def demand_player(position: Position, seat: int) -> Seat:
    if seat >= len(position.seats):
        raise Refused(400, "no_such_seat", say("There is no such seat at this table."))
    return position.seats[seat]


@blueprint.post("/api/host/free")
@takes(Join)
def free(sent: Join) -> Response:
    """Give a seat away: the phone that held it is lost, or was the wrong one."""
    demand_host()
    services().seating.free(demand_game().began, sent.seat)
    services().changes.announce()
    return answer("host", None)


@blueprint.post("/api/host/let-in")
@takes(Admit)
def let_in(sent: Admit) -> Response:
    """Somebody asked for a seat, and may have it; whoever sits there gets up."""
    return answer_wish(sent.number, granted=True)


@blueprint.post("/api/host/turn-away")
@takes(Admit)
def turn_away(sent: Admit) -> Response:
    return answer_wish(sent.number, granted=False)


def answer_wish(number: int, granted: bool) -> Response:
    demand_host()
    if services().newcomers.answer(number, granted) is None:
        raise Refused(404, "no_wish", say("Nobody asks for that any more."))
    services().changes.announce()
    return answer("host", None)


@blueprint.get("/api/host/record")
def download() -> Response:
    demand_host()
    position = services().table.position
    if position is None:
        raise Refused(404, "no_game", say("No game has been played yet."))
    if secretive(position):
        words = say("The record tells what only one player may know. It is there when the game is over.")
        raise Refused(409, "still_secret", words)
    return record_file(position, position.turns[0].at if position.turns else None)
