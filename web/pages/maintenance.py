"""The host's page of the machine itself: notices, backup and restore, log and diagnosis, start again, switch off."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from flask import Flask, Response, current_app, render_template, request

from companion.first_run import FILE, FirstRun
from companion.maintenance import LARGEST_PIECE, Maintenance
from companion.rules import say
from web.answers import answer, attached, file, found, translated
from web.host_only import host_blueprint
from web.pages import first_run
from web.payloads import Body, File, Nothing, Number, Query, takes
from web.qr import qr_code
from web.refusals import Refused
from web.services import Services, services

blueprint = host_blueprint("maintenance")

Key = Annotated[str, msgspec.Meta(max_length=20)]


class Read(Body, frozen=True):
    keys: Annotated[list[Key], msgspec.Meta(max_length=50)]


class Place(Query, frozen=True):
    start: Number = 0


PLAIN = "text/plain; charset=utf-8"


def init_app(app: Flask, maintenance: Maintenance) -> None:
    app.extensions["maintenance"] = maintenance
    app.register_blueprint(blueprint)
    app.context_processor(lambda: {"maintenance": maintenance})
    home: Services = app.extensions["services"]
    home.page_views.notices = lambda: maintenance.notices
    maintenance.when_noticed(home.changes.announce)
    home.witness.tell = maintenance.tell
    first_run.init_app(app, FirstRun(maintenance.folder / FILE, lambda: home.rig.devices))


def maintenance() -> Maintenance:
    found = current_app.extensions["maintenance"]
    assert isinstance(found, Maintenance)
    return found


@blueprint.get("/host/care")
def page() -> str:
    return render_template("maintenance/maintenance.html")


@blueprint.post("/api/host/care/read")
@takes(Read)
def read(sent: Read) -> Response:
    """The host has read these notices."""
    maintenance().notices_read(sent.keys)
    return answer("host", None)


@blueprint.get("/api/host/care/backup.zip")
def backup() -> Response:
    name = f"trollhammer-{datetime.now(UTC):%Y-%m-%d}.zip"
    return attached(maintenance().backup(), "application/zip", name)


@blueprint.post("/api/host/care/piece")
@takes(Place)
@takes(File(LARGEST_PIECE, say("That is too much at once.")))
def piece(sent: bytes, place: Place) -> Response:
    """The next piece of a backup; `start` says how many bytes came before it."""
    if request.mimetype != "application/octet-stream":
        raise Refused(415, "not_a_piece", say("Only a piece of a file is understood here."))
    maintenance().receive(place.start, sent)
    return translated({})


@blueprint.post("/api/host/care/restore")
@takes(Nothing)
def restore(_: Nothing) -> Response:
    maintenance().restore()
    return translated({})


@blueprint.get("/api/host/care/log.txt")
def log() -> Response:
    return file(maintenance().log().encode(), PLAIN, "log.txt")


@blueprint.get("/api/host/care/diagnosis.zip")
def diagnosis() -> Response:
    return attached(maintenance().diagnosis(), "application/zip", "trollhammer-diagnosis.zip")


@blueprint.post("/api/host/care/restart")
@takes(Nothing)
def restart(_: Nothing) -> Response:
    maintenance().restart()
    return translated({})


@blueprint.post("/api/host/care/switch-off")
@takes(Nothing)
def switch_off(_: Nothing) -> Response:
    maintenance().switch_off()
    return translated({})


@blueprint.get("/host/sticker")
def sticker() -> str:
    network = services().network
    return render_template(
        "maintenance/sticker.html",
        wifi=network.wifi,
        own=None if network.own_is_up else network.own,
        own_url=network.own_url,
    )


@blueprint.get("/host/own-wifi.svg")
def own_wifi() -> Response:
    """The code that lets a phone join the companion's own Wi-Fi, also while it is not open."""
    return qr_code(found(services().network.own).code)


@blueprint.get("/host/own-page.svg")
def own_page() -> Response:
    """The code that opens the page in the companion's own Wi-Fi."""
    return qr_code(services().network.own_url)
