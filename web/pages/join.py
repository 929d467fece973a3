"""The first page: pick a seat. It also gives the address as a QR code and keeps the phone's language."""

import msgspec
from flask import Blueprint, Response, redirect, render_template, request
from werkzeug import Response as AnyResponse

from companion.rules import say
from companion.seating import Taken
from web.bodies import Join, answer, body
from web.codes import drawn
from web.house import house
from web.pages.devices import found
from web.refusals import Refused
from web.visitors import PHONE, YEAR, demand_game, give, new_phone, phone, seat_of
from web.words import COOKIE, LANGUAGES

blueprint = Blueprint("join", __name__)


@blueprint.get("/")
def page() -> AnyResponse | str:
    position = house().table.position
    who = phone()
    seat = seat_of(who, position)
    if position and not position.ended and seat is not None and "choose" not in request.args:
        return redirect("/play")
    freed = bool(position and who and house().seating.was_freed(position.began, who))
    return render_template("join.html", freed=freed)


@blueprint.post("/api/join")
def join() -> Response:
    wanted = body(Join)
    position = demand_game()
    if wanted.seat >= len(position.seats):
        raise Refused(400, "no_such_seat", say("There is no such seat at this table."))
    who = phone() or new_phone()
    try:
        house().seating.take(position.began, wanted.seat, who)
    except Taken:
        name = position.seats[wanted.seat].name
        raise Refused(409, "taken", say("Another phone plays {name}. The host can free the seat.", name=name)) from None
    house().bell.ring()
    response = answer("play", wanted.seat)
    give(response, PHONE, who)
    return response


@blueprint.get("/language/<language>")
def language(language: str) -> AnyResponse:
    """Switch this phone's language and go back to the page it was on."""
    back = request.args.get("back", "/")
    # Only a path on this very server: never let a link lead somewhere else.
    response = redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    if language in LANGUAGES:
        response.set_cookie(COOKIE, language, max_age=YEAR, samesite="Lax", httponly=True)
    return response


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The code that opens this page, at the address that phones can reach now."""
    return drawn(house().network.url)


@blueprint.get("/wifi.svg")
def wifi() -> Response:
    """The code that joins the Wi-Fi in which this page is: the companion's own, or the one the host told."""
    return drawn(found(house().network.wifi).code)


@blueprint.get("/api/invite")
def invite() -> Response:
    """How to get here now, for the screen that everyone sees."""
    network = house().network
    wifi = network.wifi
    told = {
        "address": network.url.removeprefix("http://") if network.reachable else None,
        "wifi": wifi and wifi.ssid,
        "pin_offered": house().keys.pin is not None and house().keys.offered,
    }
    return Response(msgspec.json.encode(told), mimetype="application/json")
