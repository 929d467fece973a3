"""The host's page of the lights: the strip as it is lit, a trial picture, how it is built and how bright it may be."""

from flask import Response, render_template

from web.bodies import Body, Nothing, body
from web.desks import Arrangement
from web.house import house
from web.pages.devices import device, told

blueprint = device("lights")


class Arrange(Body, frozen=True):
    arrangement: Arrangement


@blueprint.get("/host/lights")
def page() -> str:
    return render_template("devices/lights.html")


@blueprint.get("/api/host/lights")
def now() -> Response:
    return told(house().rig.lights_desk.now())


@blueprint.post("/api/host/lights/try-out")
def try_out() -> Response:
    body(Nothing)
    house().rig.lights_desk.try_out()
    return now()


@blueprint.post("/api/host/lights/arrange")
def arrange() -> Response:
    house().rig.lights_desk.arrange(body(Arrange).arrangement)
    return now()
