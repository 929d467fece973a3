"""Who is asking: the phone behind a cookie, its seat, whether it is the host's; nothing is trusted unsigned."""

import hmac
import secrets

from flask import Response, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.http import parse_cookie

from companion.position import Position
from companion.rules import say
from web.refusals import Refused
from web.server.budgets import HOST as THE_HOST
from web.server.budgets import Holder, guest, seated
from web.services import Services, services

PHONE, HOST = "phone", "host"
YEAR = 365 * 24 * 3600


def signer(services: Services, purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(services.keys.signing, salt=purpose)


def unsigned(cookie: str) -> str | None:
    return value_of(services(), cookie, request.cookies.get(cookie))


def value_of(services: Services, cookie: str, signed: str | None) -> str | None:
    if signed is None:
        return None
    try:
        value = signer(services, cookie).loads(signed)
    except BadSignature:
        return None
    return value if isinstance(value, str) else None


def holder_of(services: Services, cookies: str) -> Holder | None:
    """Whose budget a request with these cookies is on; nobody's, if it shows neither a seat nor the host."""
    sent = parse_cookie(cookies)
    host = services.keys.host
    if host and value_of(services, HOST, sent.get(HOST)) == host:
        return THE_HOST
    phone, position = value_of(services, PHONE, sent.get(PHONE)), services.table.position
    if phone is None or position is None or services.seating.seat_of(position.began, phone) is None:
        return None
    return seated(phone)


def asking_holder() -> Holder:
    """Whose budget this request is on."""
    return holder_of(services(), request.headers.get("Cookie", "")) or guest(request.remote_addr or "")


def give(response: Response, cookie: str, value: str) -> None:
    response.set_cookie(cookie, signer(services(), cookie).dumps(value), max_age=YEAR, httponly=True, samesite="Lax")


def phone() -> str | None:
    return unsigned(PHONE)


def new_phone(request_id: str | None) -> str:
    """A name that nobody else knows, the same for the same request: should its answer be lost, it is asked again.

    Whoever sits down gets a new one, so that a cookie which somebody else had put on the phone is worth nothing then.
    """
    if request_id is None:
        return secrets.token_hex(16)
    return hmac.new(services().keys.signing.encode(), f"phone:{request_id}".encode(), "sha256").hexdigest()[:32]


def is_host() -> bool:
    stamp = services().keys.host
    return bool(stamp) and unsigned(HOST) == stamp


def demand_host() -> None:
    if not is_host():
        raise Refused(401, "host_only", say("Only the host can do this. Enter the PIN on the host page."))


def seat_of(phone: str | None, position: Position | None) -> int | None:
    if phone is None or position is None:
        return None
    return services().seating.seat_of(position.began, phone)


def demand_game() -> Position:
    position = services().table.position
    if position is None or position.ended:
        raise Refused(409, "no_game", say("No game is running. The host can start one."))
    return position


def demand_seat() -> tuple[str, int]:
    """This phone and its seat in the running game."""
    position = demand_game()
    who = phone()
    seat = seat_of(who, position)
    if who is None or seat is None:
        if who is not None and services().seating.was_freed(position.began, who):
            raise Refused(401, "seat_freed", say("The host has freed your seat. Pick a seat again."))
        raise Refused(401, "no_seat", say("Pick a seat first."))
    return who, seat
