"""The host's page of the hit sensor: its signal live, a guided calibration, the last hits to look at again."""

from typing import Annotated

import msgspec
from flask import Response, render_template

from web.bodies import Body, Nothing, body
from web.desks import Share
from web.house import house
from web.pages.devices import device, file, found, number, told

blueprint = device("hits")


class Tune(Body, frozen=True):
    threshold: Share
    gap: Annotated[float, msgspec.Meta(ge=0.05, le=2)]


@blueprint.get("/host/hits")
def page() -> str:
    return render_template("devices/hits.html", watched=house().rig.hits_desk.watched)


@blueprint.get("/api/host/hits")
def listen() -> Response:
    return told(house().rig.hits_desk.listen(number("since")))


@blueprint.post("/api/host/hits/tune")
def tune() -> Response:
    sent = body(Tune)
    house().rig.hits_desk.tune(sent.threshold, sent.gap)
    return told({})


@blueprint.post("/api/host/hits/calibrate")
def calibrate() -> Response:
    body(Nothing)
    house().rig.hits_desk.calibrate()
    return told({})


@blueprint.post("/api/host/hits/done")
def step_done() -> Response:
    body(Nothing)
    house().rig.hits_desk.step_done()
    return told({})


@blueprint.post("/api/host/hits/again")
def again() -> Response:
    body(Nothing)
    house().rig.hits_desk.again()
    return told({})


@blueprint.post("/api/host/hits/cancel")
def cancel() -> Response:
    body(Nothing)
    house().rig.hits_desk.cancel()
    return told({})


@blueprint.post("/api/host/hits/accept")
def accept() -> Response:
    body(Nothing)
    house().rig.hits_desk.accept()
    return told({})


@blueprint.get("/api/host/hits/<int:kept>")
def replay(kept: int) -> Response:
    return told(found(house().rig.hits_desk.replay(kept)))


@blueprint.get("/api/host/hits/<int:kept>.wav")
def recording(kept: int) -> Response:
    return file(house().rig.hits_desk.recording(kept), "audio/wav", f"hit-{kept}.wav")
