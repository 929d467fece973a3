"""The host's self-test: one hit, one picture, one lamp; each device says that it is fine, or what to do.

Picture and lamp are asked for where the pages of camera and lights ask for theirs.
"""

from flask import Response, render_template

from companion.rules import say
from web.answers import translated
from web.device_api import DeviceKind
from web.host_only import host_blueprint
from web.payloads import Nothing, takes
from web.refusals import Refused
from web.services import services

blueprint = host_blueprint("self_test")

DEVICES: dict[str, DeviceKind] = {"hits": "hits", "camera": "camera", "lights": "lights"}


@blueprint.get("/host/self-test")
def page() -> str:
    return render_template("self_test.html", devices=dict(services().rig.devices))


@blueprint.post("/api/host/self-test/hit")
@takes(Nothing)
def await_blow(_: Nothing) -> Response:
    """From now on the next blow is the test's and not the game's."""
    services().rig.hits_setup.await_blow()
    return blow()


@blueprint.get("/api/host/self-test/hit")
def blow() -> Response:
    return translated({"heard": services().rig.hits_setup.blow_heard})


@blueprint.get("/api/host/self-test/cures/<device>")
def cures(device: str) -> Response:
    """What is wrong with the machine that may keep this device from working, and what mends it."""
    if device not in DEVICES:
        raise Refused(404, "no_such_device", say("There is no such device."))
    return translated({"cures": services().rig.cures(DEVICES[device])})
