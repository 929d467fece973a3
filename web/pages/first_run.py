"""The host's walk around a new table: language, name, PIN, Wi-Fi, each device, the mat; one question at a time.

It asks what was not asked yet, and what the host wants to be asked again. Each step can be put off.
"""

from typing import Annotated

import msgspec
from flask import Flask, Response, current_app, render_template, request

from companion.first_run import LONGEST_NAME, FirstRun
from companion.network import Network, Wifi
from companion.rules import say
from web.answers import translated
from web.host_only import host_blueprint
from web.i18n import COOKIE, LANGUAGES, wanted
from web.identity import YEAR
from web.payloads import Body, Nothing, takes
from web.refusals import Refused
from web.services import services

blueprint = host_blueprint("first_run")

LONGEST_SSID = 32
"""Bytes, as the radio has it."""


class Answer(Body, frozen=True):
    step: str
    done: bool


class Name(Body, frozen=True):
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class Language(Body, frozen=True):
    language: str


class GuestWifi(Body, frozen=True):
    """No name: guests get no code any more. No password: it is open to all."""

    ssid: Annotated[str, msgspec.Meta(max_length=LONGEST_SSID)]
    password: Annotated[str, msgspec.Meta(max_length=63)]


def init_app(app: Flask, first_run: FirstRun) -> None:
    app.extensions["first_run"] = first_run
    app.extensions["table_language"] = lambda: first_run.language
    app.register_blueprint(blueprint)
    app.context_processor(lambda: {"table_name": first_run.table, "first_run": first_run})


def first_run() -> FirstRun:
    kept = current_app.extensions["first_run"]
    assert isinstance(kept, FirstRun)
    return kept


@blueprint.get("/host/first-run")
def page() -> str:
    network = services().network
    wifi = network.guests
    return render_template(
        "first_run.html",
        guests=wifi.ssid if wifi else "",
        own_wifi=network.own.ssid if network.own and network.own_is_up else None,
        own_installed=network.own is not None,
        radio=radio_fault(network),
        devices=dict(services().rig.devices),
        watched=services().rig.hits_setup.watched,
    )


def radio_fault(network: Network) -> str | None:
    """Why the own Wi-Fi, if there is one, could not open."""
    if network.own is None or (radio := network.radio).fine:
        return None
    return services().words[wanted(request)].say(radio.text)


@blueprint.get("/api/host/first-run")
def now() -> Response:
    """What waits, what is done, and how many blows were heard."""
    steps = [step._asdict() for step in first_run().steps]
    return translated({"steps": steps, "blows": services().rig.blows, "table": first_run().table})


@blueprint.post("/api/host/first-run/step")
@takes(Answer)
def step(sent: Answer) -> Response:
    try:
        first_run().answer(sent.step, sent.done)
    except KeyError:
        raise Refused(400, "no_such_step", say("There is no such step.")) from None
    return now()


@blueprint.post("/api/host/first-run/later")
@takes(Nothing)
def later(_: Nothing) -> Response:
    first_run().later()
    return now()


@blueprint.post("/api/host/first-run/name")
@takes(Name)
def name(sent: Name) -> Response:
    first_run().call_table(" ".join(sent.name.split()))
    first_run().answer("name", done=True)
    return now()


@blueprint.post("/api/host/first-run/language")
@takes(Language)
def language(sent: Language) -> Response:
    """What this phone and the screen for everyone speak; other phones choose for themselves."""
    if sent.language not in LANGUAGES:
        raise Refused(400, "no_such_language", say("This language is not spoken here yet."))
    first_run().speak(sent.language)
    first_run().answer("language", done=True)
    response = now()
    response.set_cookie(COOKIE, sent.language, max_age=YEAR, samesite="Lax", httponly=True)
    return response


@blueprint.post("/api/host/first-run/wifi")
@takes(GuestWifi)
def wifi(sent: GuestWifi) -> Response:
    if len(sent.ssid.encode()) > LONGEST_SSID:
        raise Refused(400, "bad_wifi", say("The name of a Wi-Fi is at most 32 characters long."))
    if sent.ssid and 0 < len(sent.password) < 8:
        raise Refused(400, "bad_wifi", say("The password of a Wi-Fi has 8 to 63 characters."))
    services().network.tell_guests(Wifi(sent.ssid, sent.password) if sent.ssid else None)
    first_run().answer("wifi", done=True)
    return now()
