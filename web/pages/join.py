"""The first page: pick a seat. It also gives the address as a QR code and keeps the phone's language and theme."""

import re
from math import ceil
from secrets import compare_digest
from typing import Annotated

import msgspec
from flask import Blueprint, Response, redirect, render_template, request
from werkzeug import Response as AnyResponse

from companion.position import Position
from companion.rules import Seat, say
from companion.seating import Kept, Taken
from web.answers import answer, found, json
from web.guesses import TooSoon
from web.i18n import COOKIE, LANGUAGES
from web.identity import PHONE, YEAR, demand_game, give, new_phone, phone, seat_of
from web.newcomers import Crowded
from web.payloads import Join, Number, Query, Sit, takes
from web.qr import qr_code
from web.refusals import Refused
from web.services import services
from web.theme import COOKIE as THEME
from web.theme import THEMES

blueprint = Blueprint("join", __name__)

OWN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""No second slash, and nothing that a browser takes for one or passes over: backslashes, spaces, control characters."""


class Choose(Query, frozen=True):
    """There, whatever it says: this phone wants to see the seats, though it has one."""

    choose: str | None = None


class Back(Query, frozen=True):
    back: str = "/"


class OwnSeat(Query, frozen=True):
    """A seat with its code, as the host's page knows it: whoever scans that sits down there."""

    seat: Number = 0
    code: Annotated[str, msgspec.Meta(pattern=r"^\d{1,12}$")] | None = None


@blueprint.get("/")
@takes(Choose)
def page(wished: Choose) -> AnyResponse | str:
    position = services().table.position
    who = phone()
    seat = seat_of(who, position)
    if position and not position.ended and seat is not None and wished.choose is None:
        return redirect("/play")
    freed = bool(position and who and services().seating.was_freed(position.began, who))
    return render_template("join.html", freed=freed)


@blueprint.post("/api/join")
@takes(Sit)
def join(wanted: Sit) -> Response:
    """Sit down: where nobody sat before at once, else with the seat's code or the host's leave."""
    position = demand_game()
    name = demand_place(position, wanted.seat).name
    who, before = new_phone(wanted.request), phone()
    left = seat_of(before, position)
    if seat_of(who, position) != wanted.seat:
        if allowed(position, wanted):
            services().seating.give(position.began, wanted.seat, who, before)
            services().newcomers.tell(say("{name} plays on another phone now.", name=name))
        else:
            sit_down(position, wanted.seat, who, before)
            if left != wanted.seat:
                services().newcomers.tell(say("{name} has sat down.", name=name))
        if left not in (None, wanted.seat) and not any(turn.seat == left for turn in position.turns):
            services().seating.forget(position.began, left)
    services().changes.announce()
    response = answer("play", wanted.seat)
    give(response, PHONE, who)
    return response


def demand_place(position: Position, seat: int) -> Seat:
    if seat >= len(position.seats):
        raise Refused(400, "no_such_seat", say("There is no such seat at this table."))
    return position.seats[seat]


def allowed(position: Position, wanted: Sit) -> bool:
    """Whether it brought the seat's code, or the host's leave; a wrong code is refused."""
    if wanted.leave is not None:
        return services().newcomers.has_leave(position.began, wanted.seat, wanted.leave)
    code = services().seating.codes(position.began).get(wanted.seat)
    if wanted.code is None or code is None:
        return False
    sent = wanted.code
    try:
        right = services().code_guesses.guess(lambda: compare_digest(code.encode(), sent.encode()))
    except TooSoon as too_soon:
        words = say("Too many wrong codes. Try again in {seconds} seconds.", seconds=ceil(too_soon.seconds))
        raise Refused(429, "wait", words) from None
    if not right:
        raise Refused(403, "wrong_code", say("That is not the code of this seat."))
    return True


def sit_down(position: Position, seat: int, who: str, before: str | None) -> None:
    name = position.seats[seat].name
    try:
        services().seating.take(position.began, seat, who, before)
    except (Taken, Kept) as refused:
        words = say("{name} plays on another phone. Enter the seat’s code, or ask the host.", name=name)
        raise Refused(409, "taken" if isinstance(refused, Taken) else "kept", words) from None


@blueprint.post("/api/ask")
@takes(Join)
def ask(wanted: Join) -> Response:
    """Ask the host to be let in where another phone sits or sat."""
    position = demand_game()
    demand_place(position, wanted.seat)
    try:
        wish = services().newcomers.ask(position.began, wanted.seat, request.remote_addr or "")
    except Crowded:
        raise Refused(429, "crowded", say("Too many ask the host at once. Try again soon.")) from None
    services().changes.announce()
    return json({"number": wish.number, "leave": wish.token})


@blueprint.get("/language/<language>")
@takes(Back)
def language(wished: Back, language: str) -> AnyResponse:
    """Switch this phone's language and go back to the page it was on."""
    return keeping(COOKIE, language if language in LANGUAGES else None, wished)


@blueprint.get("/theme/<theme>")
@takes(Back)
def change_theme(wished: Back, theme: str) -> AnyResponse:
    """Make the pages dark or light on this device, or as it prefers, and go back to the page it was on."""
    response = keeping(THEME, theme if theme in THEMES else None, wished)
    if theme not in THEMES:
        response.delete_cookie(THEME, samesite="Lax", httponly=True)
    return response


def keeping(cookie: str, value: str | None, wished: Back) -> AnyResponse:
    """Back to where this device was; what was chosen is kept on it."""
    # Only a path on this very server: never let a link lead somewhere else.
    response = redirect(wished.back if OWN_PATH.fullmatch(wished.back) else "/")
    if value is not None:
        response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", httponly=True)
    return response


@blueprint.get("/qr.svg")
@takes(OwnSeat)
def qr(wished: OwnSeat) -> Response:
    """The code that opens this page, at the address that phones can reach now."""
    seat = f"/?seat={wished.seat}&code={wished.code}" if wished.code else ""
    return qr_code(services().network.url + seat)


@blueprint.get("/wifi.svg")
def wifi() -> Response:
    """The code that joins the Wi-Fi in which this page is: the companion's own, or the one the host told."""
    return qr_code(found(services().network.wifi).code)


@blueprint.get("/api/invite")
def invite() -> Response:
    """How to get here now, for the screen that everyone sees."""
    network = services().network
    wifi = network.wifi
    return json(
        {
            "address": network.url.removeprefix("http://") if network.reachable else None,
            "wifi": wifi and wifi.ssid,
            "pin_offered": services().keys.pin is not None and services().keys.offered,
        }
    )
