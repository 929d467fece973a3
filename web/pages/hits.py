"""The host's page of the hit sensor: its signal live, a guided calibration, the last hits to look at again."""

from typing import Annotated

import msgspec
from flask import Response, render_template

from companion.common.boulders import Share
from web.answers import file, found, translated
from web.host_only import host_blueprint
from web.payloads import Body, Nothing, Number, Query, Switch, takes
from web.services import services

blueprint = host_blueprint("hits")


class Since(Query, frozen=True):
    """How many levels the page has seen."""

    since: Number = 0


class Tune(Body, frozen=True):
    threshold: Share
    gap: Annotated[float, msgspec.Meta(gt=0)]  # how short and how long it may be, the settings say


@blueprint.get("/host/hits")
def page() -> str:
    setup = services().rig.hits_setup
    return render_template("devices/hits.html", watched=setup.watched, next_by_blow=setup.next_by_blow)


@blueprint.get("/api/host/hits")
@takes(Since)
def listen(heard: Since) -> Response:
    return translated(services().rig.hits_setup.listen(heard.since))


@blueprint.post("/api/host/hits/tune")
@takes(Tune)
def tune(sent: Tune) -> Response:
    services().rig.hits_setup.tune(sent.threshold, sent.gap)
    return translated({})


@blueprint.post("/api/host/hits/next")
@takes(Switch)
def next_by_blow(sent: Switch) -> Response:
    services().rig.hits_setup.play_next_by_blow(sent.on)
    services().changes.announce()
    return translated({})


@blueprint.post("/api/host/hits/calibrate")
@takes(Nothing)
def calibrate(_: Nothing) -> Response:
    services().rig.hits_setup.calibrate()
    return translated({})


@blueprint.post("/api/host/hits/done")
@takes(Nothing)
def step_done(_: Nothing) -> Response:
    services().rig.hits_setup.step_done()
    return translated({})


@blueprint.post("/api/host/hits/again")
@takes(Nothing)
def again(_: Nothing) -> Response:
    services().rig.hits_setup.again()
    return translated({})


@blueprint.post("/api/host/hits/cancel")
@takes(Nothing)
def cancel(_: Nothing) -> Response:
    services().rig.hits_setup.cancel()
    return translated({})


@blueprint.post("/api/host/hits/accept")
@takes(Nothing)
def accept(_: Nothing) -> Response:
    services().rig.hits_setup.accept()
    return translated({})


@blueprint.post("/api/host/hits/flash")
@takes(Nothing)
def flash(_: Nothing) -> Response:
    services().rig.hits_setup.flash()
    return translated({})


@blueprint.get("/api/host/hits/<int:kept>")
def replay(kept: int) -> Response:
    return translated(found(services().rig.hits_setup.replay(kept)))


@blueprint.get("/api/host/hits/<int:kept>.wav")
def recording(kept: int) -> Response:
    return file(services().rig.hits_setup.recording(kept), "audio/wav", f"hit-{kept}.wav")
