"""Who is asking: the phone behind a cookie, its seat, whether it is the host's; nothing is trusted unsigned."""

import secrets

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer

from companion.rules import say
from companion.table import Position
from web.house import house
from web.refusals import Refused

PHONE, HOST = "phone", "host"
YEAR = 365 * 24 * 3600


def signer(purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(house().keys.signing, salt=purpose)


def unsigned(cookie: str) -> str | None:
    signed = request.cookies.get(cookie)
    if signed is None:
        return None
    try:
        value = signer(cookie).loads(signed)
    except BadSignature:
        return None
    return value if isinstance(value, str) else None


def give(response: Response, cookie: str, value: str) -> None:
    response.set_cookie(cookie, signer(cookie).dumps(value), max_age=YEAR, httponly=True, samesite="Lax")


def phone() -> str | None:
    return unsigned(PHONE)


def new_phone() -> str:
    return secrets.token_hex(16)


def is_host() -> bool:
    stamp = house().keys.host
    return bool(stamp) and unsigned(HOST) == stamp


def demand_host() -> None:
    if not is_host():
        raise Refused(401, "host_only", say("Only the host can do this. Enter the PIN on the host page."))


def seat_of(phone: str | None, position: Position | None) -> int | None:
    if phone is None or position is None:
        return None
    return house().seating.seat_of(position.began, phone)


def demand_game() -> Position:
    position = house().table.position
    if position is None or position.ended:
        raise Refused(409, "no_game", say("No game is running. The host can start one."))
    return position


def demand_seat() -> tuple[str, int]:
    """This phone and its seat in the running game."""
    position = demand_game()
    who = phone()
    seat = seat_of(who, position)
    if who is None or seat is None:
        if who is not None and house().seating.was_freed(position.began, who):
            raise Refused(401, "seat_freed", say("The host has freed your seat. Pick a seat again."))
        raise Refused(401, "no_seat", say("Pick a seat first."))
    return who, seat
