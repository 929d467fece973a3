"""The one stream a page listens to: the whole view on connect, then each new one, and a sign of life in between."""

from collections.abc import Iterator

from flask import Blueprint, Response, request

from companion.rules import say
from web.house import House, house
from web.refusals import Refused
from web.showing import PAGES, Page
from web.streams import Full
from web.visitors import demand_host, phone
from web.words import wanted

blueprint = Blueprint("stream", __name__)

SIGN_OF_LIFE = 8.0
"""Seconds; phones reopen a stream that was silent for 25."""

GLANCE = 1.0
"""Seconds; so soon a stream notices that its page has opened another one."""

STILL_HERE = b"event: alive\ndata: 1\n\n"
"""An event, because a page cannot hear a comment."""


@blueprint.get("/stream")
def stream() -> Response:
    page = asked_page()
    if page == "host":
        demand_host()
    name = request.args.get("page", "")
    if not 8 <= len(name) <= 64:
        raise Refused(400, "bad_request", say("That request makes no sense here."))
    who, language = phone() if page == "play" else None, wanted(request)
    try:
        place = house().streams.open(name)
    except Full:
        words = say("Too many pages are open at this table. Close one and try again.")
        raise Refused(503, "too_many_pages", words) from None
    listening = Listening(house(), page, who, language, name, place)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(listening, mimetype="text/event-stream", headers=headers)


def asked_page() -> Page:
    for page in PAGES:
        if request.args.get("as") == page:
            return page
    raise Refused(400, "bad_request", say("That request makes no sense here."))


class Listening:
    """What one open page hears. A class, because the server must be able to close it before its first word."""

    def __init__(self, house: House, page: Page, phone: str | None, language: str, name: str, place: object) -> None:
        self._house = house
        self._page = page
        self._phone = phone
        self._language = language
        self._name = name
        self._place = place
        self._heard: int | None = None
        self._last = b""

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        self._demand_listener()
        if self._heard is None:
            self._heard = self._house.bell.count
            return b"retry: 1000\n" + self._news()
        for _ in range(round(SIGN_OF_LIFE / GLANCE)):
            before, self._heard = self._heard, self._house.bell.wait(self._heard, GLANCE)
            self._demand_listener()
            if self._heard != before:
                break
        return self._news() or STILL_HERE

    def _demand_listener(self) -> None:
        if not self._house.streams.stands(self._name, self._place):
            raise StopIteration

    def close(self) -> None:
        self._house.streams.leave(self._name, self._place)

    def _news(self) -> bytes:
        """The view as it stands; nothing if the page has just seen it."""
        position = self._house.table.position
        seat = None
        if self._phone is not None and position is not None:
            seat = self._house.seating.seat_of(position.began, self._phone)
        shown = self._house.showing.show(self._page, seat, self._language)
        if shown == self._last:
            return b""
        self._last = shown
        return b"data: " + shown + b"\n\n"
