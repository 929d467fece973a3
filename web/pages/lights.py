"""The host's page of the lights: the strip as it is lit, a trial picture, how it is built and how bright it may be."""

from flask import Response, render_template

from web.answers import translated
from web.device_api import Arrangement
from web.host_only import host_blueprint
from web.payloads import Body, Nothing, takes
from web.services import services

blueprint = host_blueprint("lights")


class Arrange(Body, frozen=True):
    arrangement: Arrangement


@blueprint.get("/host/lights")
def page() -> str:
    return render_template("devices/lights.html")


@blueprint.get("/api/host/lights")
def now() -> Response:
    return translated(services().rig.lights_setup.now())


@blueprint.post("/api/host/lights/try-out")
@takes(Nothing)
def try_out(_: Nothing) -> Response:
    services().rig.lights_setup.try_out()
    return now()


@blueprint.post("/api/host/lights/arrange")
@takes(Arrange)
def arrange(sent: Arrange) -> Response:
    services().rig.lights_setup.arrange(sent.arrangement)
    return now()
