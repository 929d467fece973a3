"""The host's page of the machine itself: notices, backup and restore, log and diagnosis, start again, switch off."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from flask import Flask, Response, current_app, render_template, request

from companion.care import LARGEST_PIECE, Care
from companion.rules import say
from companion.welcome import FILE, Welcome
from web.bodies import Body, Nothing, answer, body, demand_own_page
from web.codes import drawn
from web.house import House, house
from web.pages import first_run
from web.pages.devices import device, file, found, number, told
from web.refusals import Refused

blueprint = device("care")

Key = Annotated[str, msgspec.Meta(max_length=20)]


class Read(Body, frozen=True):
    keys: Annotated[list[Key], msgspec.Meta(max_length=50)]


PLAIN = "text/plain; charset=utf-8"


def init_app(app: Flask, care: Care) -> None:
    app.extensions["care"] = care
    app.register_blueprint(blueprint)
    app.context_processor(lambda: {"care": care})
    home: House = app.extensions["house"]
    home.showing.notices = lambda: care.notices
    care.when_noticed(home.bell.ring)
    first_run.init_app(app, Welcome(care.folder / FILE, lambda: home.rig.devices))


def care() -> Care:
    cared = current_app.extensions["care"]
    assert isinstance(cared, Care)
    return cared


@blueprint.get("/host/care")
def page() -> str:
    return render_template("care/care.html")


@blueprint.post("/api/host/care/read")
def read() -> Response:
    """The host has read these notices."""
    care().notices_read(body(Read).keys)
    return answer("host", None)


@blueprint.get("/api/host/care/backup.zip")
def backup() -> Response:
    name = f"trollhammer-{datetime.now(UTC):%Y-%m-%d}.zip"
    return attached(care().backup(), "application/zip", name)


@blueprint.post("/api/host/care/piece")
def piece() -> Response:
    """The next piece of a backup; `start` says how many bytes came before it."""
    demand_own_page()
    if request.mimetype != "application/octet-stream":
        raise Refused(415, "not_a_piece", say("Only a piece of a file is understood here."))
    request.max_content_length = LARGEST_PIECE
    care().receive(number("start"), request.get_data())
    return told({})


@blueprint.post("/api/host/care/restore")
def restore() -> Response:
    body(Nothing)
    care().restore()
    return told({})


@blueprint.get("/api/host/care/log.txt")
def log() -> Response:
    return file(care().log().encode(), PLAIN, "log.txt")


@blueprint.get("/api/host/care/diagnosis.zip")
def diagnosis() -> Response:
    return attached(care().diagnosis(), "application/zip", "trollhammer-diagnosis.zip")


@blueprint.post("/api/host/care/restart")
def restart() -> Response:
    body(Nothing)
    care().restart()
    return told({})


@blueprint.post("/api/host/care/switch-off")
def switch_off() -> Response:
    body(Nothing)
    care().switch_off()
    return told({})


@blueprint.get("/host/sticker")
def sticker() -> str:
    network = house().network
    return render_template(
        "care/sticker.html", wifi=network.wifi, own=None if network.own_is_up else network.own, own_url=network.own_url
    )


@blueprint.get("/host/own-wifi.svg")
def own_wifi() -> Response:
    """The code that lets a phone join the companion's own Wi-Fi, also while it is not open."""
    return drawn(found(house().network.own).code)


@blueprint.get("/host/own-page.svg")
def own_page() -> Response:
    """The code that opens the page in the companion's own Wi-Fi."""
    return drawn(house().network.own_url)


def attached(data: bytes, kind: str, name: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, mimetype=kind, headers=headers)
