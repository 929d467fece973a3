"""The one stream a page listens to: the whole view on connect, then each new one, and a sign of life in between."""

from collections.abc import Iterator
from time import monotonic
from typing import Annotated

import msgspec
from flask import Blueprint, Response, request

from companion.rules import say
from web.i18n import wanted
from web.identity import asking_holder, demand_host, phone
from web.page_views import Page
from web.payloads import Query, takes
from web.refusals import Refused
from web.services import Services, services
from web.streams import Full, Place

blueprint = Blueprint("stream", __name__)

SIGN_OF_LIFE = 8.0
"""Seconds; phones reopen a stream that was silent for 25."""

STILL_HERE = b"event: alive\ndata: 1\n\n"
"""An event, because a page cannot hear a comment."""


class Wished(Query, frozen=True):
    """Which page listens, and the name it has given itself."""

    view: Page = msgspec.field(name="as")
    page: Annotated[str, msgspec.Meta(min_length=8, max_length=64)]
    witness: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """The newest row that its phone remembers."""


@blueprint.get("/stream")
@takes(Wished)
def stream(wished: Wished) -> Response:
    if wished.view == "host":
        demand_host()
    services().witness.hear(wished.witness)
    who, language = phone() if wished.view == "play" else None, wanted(request)
    try:
        place = services().streams.open(wished.page, asking_holder())
    except Full:
        words = say("Too many pages are open at this table. Close one and try again.")
        raise Refused(503, "too_many_pages", words) from None
    listening = Listening(services(), wished.view, who, language, place)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(listening, mimetype="text/event-stream", headers=headers, direct_passthrough=True)


class Listening:
    """What one open page hears. Where a server cannot hand its line over, it hears the first words and asks again."""

    def __init__(self, services: Services, page: Page, phone: str | None, language: str, place: Place) -> None:
        self._services = services
        self._page = page
        self._phone = phone
        self._language = language
        self._place = place
        self._host = services.keys.host
        self._offered = self._told = b""
        self._last = monotonic()

    def __iter__(self) -> Iterator[bytes]:
        yield self.first()

    def first(self) -> bytes:
        self._told = self._view()
        return b"retry: 1000\ndata: " + self._told + b"\n\n"

    @property
    def stands(self) -> bool:
        """Until its page opens another one, or a new PIN makes another phone the host's."""
        host = self._page != "host" or self._services.keys.host == self._host
        return host and self._services.streams.stands(self._place)

    def news(self) -> bytes:
        """The view as it stands; if the page has seen that, a sign of life now and then."""
        self._offered = self._view()
        if self._offered != self._told:
            return b"data: " + self._offered + b"\n\n"
        return STILL_HERE if monotonic() - self._last >= SIGN_OF_LIFE else b""

    def told(self) -> None:
        self._told, self._last = self._offered, monotonic()

    def close(self) -> None:
        self._services.streams.leave(self._place)

    def _view(self) -> bytes:
        position = self._services.table.position
        seat = None
        if self._phone is not None and position is not None:
            seat = self._services.seating.seat_of(position.began, self._phone)
        return self._services.page_views.show(self._page, seat, self._language)
