"""The host's walk around a new table: language, name, PIN, Wi-Fi, each device, the mat; one question at a time.

It asks what was not asked yet, and what the host wants to be asked again. Each step can be put off.
"""

from typing import Annotated

import msgspec
from flask import Flask, Response, current_app, render_template

from companion.network import Wifi
from companion.rules import say
from companion.welcome import LONGEST_NAME, Welcome
from web.bodies import Body, Nothing, body
from web.house import house
from web.pages.devices import device, told
from web.refusals import Refused
from web.visitors import YEAR
from web.words import COOKIE, LANGUAGES

blueprint = device("first_run")

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


def init_app(app: Flask, welcome: Welcome) -> None:
    app.extensions["welcome"] = welcome
    app.extensions["table_language"] = lambda: welcome.language
    app.register_blueprint(blueprint)
    app.context_processor(lambda: {"table_name": welcome.table, "welcome": welcome})


def welcome() -> Welcome:
    kept = current_app.extensions["welcome"]
    assert isinstance(kept, Welcome)
    return kept


@blueprint.get("/host/first-run")
def page() -> str:
    network = house().network
    wifi = network.guests
    return render_template(
        "first_run.html",
        guests=wifi.ssid if wifi else "",
        own_wifi=network.own.ssid if network.own and network.own_is_up else None,
        devices=dict(house().rig.devices),
        watched=house().rig.hits_desk.watched,
    )


@blueprint.get("/api/host/first-run")
def now() -> Response:
    """What waits, what is done, and how many blows were heard."""
    steps = [step._asdict() for step in welcome().steps]
    return told({"steps": steps, "blows": house().rig.blows, "table": welcome().table})


@blueprint.post("/api/host/first-run/step")
def step() -> Response:
    sent = body(Answer)
    try:
        welcome().answer(sent.step, sent.done)
    except KeyError:
        raise Refused(400, "no_such_step", say("There is no such step.")) from None
    return now()


@blueprint.post("/api/host/first-run/later")
def later() -> Response:
    body(Nothing)
    welcome().later()
    return now()


@blueprint.post("/api/host/first-run/name")
def name() -> Response:
    sent = body(Name)
    welcome().call_table(" ".join(sent.name.split()))
    welcome().answer("name", done=True)
    return now()


@blueprint.post("/api/host/first-run/language")
def language() -> Response:
    """What this phone and the screen for everyone speak; other phones choose for themselves."""
    sent = body(Language)
    if sent.language not in LANGUAGES:
        raise Refused(400, "no_such_language", say("This language is not spoken here yet."))
    welcome().speak(sent.language)
    welcome().answer("language", done=True)
    response = now()
    response.set_cookie(COOKIE, sent.language, max_age=YEAR, samesite="Lax", httponly=True)
    return response


@blueprint.post("/api/host/first-run/wifi")
def wifi() -> Response:
    sent = body(GuestWifi)
    if len(sent.ssid.encode()) > LONGEST_SSID:
        raise Refused(400, "bad_wifi", say("The name of a Wi-Fi is at most 32 characters long."))
    if sent.ssid and 0 < len(sent.password) < 8:
        raise Refused(400, "bad_wifi", say("The password of a Wi-Fi has 8 to 63 characters."))
    house().network.tell_guests(Wifi(sent.ssid, sent.password) if sent.ssid else None)
    welcome().answer("wifi", done=True)
    return now()
