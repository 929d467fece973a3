"""What brings another version on the machine's page: how the machine is, a bundle or its address, and how it goes.

What is sent here is only kept; who installs it, and what is looked at before, is told in companion/updates.py.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from flask import Flask, Response, current_app, request

from companion.maintenance import LARGEST_PIECE
from companion.rules import Text, say
from companion.updates import Updates
from web.answers import translated
from web.host_only import host_blueprint
from web.payloads import Body, File, Nothing, Number, Query, takes
from web.refusals import Refused

blueprint = host_blueprint("update")


class Address(Body, frozen=True):
    address: Annotated[str, msgspec.Meta(max_length=1000, pattern=r"^https?://[!-~]+$")]


class Place(Query, frozen=True):
    start: Number = 0


def init_app(app: Flask, updates: Updates, facts: Callable[[], list[Text]]) -> None:
    app.extensions["updates"] = updates
    app.extensions["machine_facts"] = facts
    app.register_blueprint(blueprint)


def updates() -> Updates:
    found = current_app.extensions["updates"]
    assert isinstance(found, Updates)
    return found


@blueprint.get("/api/host/care/machine")
def machine() -> Response:
    """How the machine is, and how the last update went, or goes; nothing if there never was one."""
    facts = current_app.extensions["machine_facts"]()
    return translated({"facts": facts, "possible": updates().possible, "progress": updates().progress})


@blueprint.post("/api/host/care/update/piece")
@takes(Place)
@takes(File(LARGEST_PIECE, say("That is too much at once.")))
def piece(sent: bytes, place: Place) -> Response:
    """The next piece of a bundle; `start` says how many bytes came before it."""
    if request.mimetype != "application/octet-stream":
        raise Refused(415, "not_a_piece", say("Only a piece of a file is understood here."))
    updates().receive(place.start, sent)
    return translated({})


@blueprint.post("/api/host/care/update/file")
@takes(Nothing)
def use_file(_: Nothing) -> Response:
    updates().use_file()
    return translated({})


@blueprint.post("/api/host/care/update/address")
@takes(Address)
def use_address(sent: Address) -> Response:
    updates().use_address(sent.address)
    return translated({})
