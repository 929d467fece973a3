"""The host's page of the camera: what it sees and recognises, and the last counts with their pictures."""

from typing import Annotated

import msgspec
from flask import Response, render_template, request

from companion.common.boulders import Colour, Share
from companion.rules import say
from web.answers import file, translated
from web.device_api import Paper
from web.host_only import host_blueprint
from web.i18n import wanted
from web.pages.dice import games_with_dice
from web.payloads import Body, Nothing, Switch, takes
from web.services import services

blueprint = host_blueprint("camera")


class LayOut(Body, frozen=True):
    corners: Annotated[list[tuple[Share, Share]], msgspec.Meta(min_length=4, max_length=4)]


class Learn(Body, frozen=True):
    colour: Colour | None


@blueprint.get("/host/camera")
def page() -> str:
    words = services().words[wanted(request)]
    with_dice = {game.name: words.say(game.title) for game in games_with_dice()}
    return render_template("devices/camera.html", with_dice=with_dice, keeps=services().rig.pictures.keeps)


@blueprint.get("/api/host/camera")
def now() -> Response:
    setup = services().rig.camera_setup
    return translated({"now": setup.now(), "history": setup.history()})


@blueprint.get("/api/host/camera/picture.jpg")
def picture() -> Response:
    return file(services().rig.picture(), "image/jpeg", "picture.jpg")


@blueprint.get("/api/host/camera/<int:count>.jpg")
def picture_of(count: int) -> Response:
    return file(services().rig.camera_setup.picture_of(count), "image/jpeg", f"count-{count}.jpg")


@blueprint.post("/api/host/camera/lay-out")
@takes(LayOut)
def lay_out(sent: LayOut) -> Response:
    services().rig.camera_setup.lay_out(sent.corners)
    return now()


@blueprint.post("/api/host/camera/use-mat")
@takes(Nothing)
def use_mat(_: Nothing) -> Response:
    services().rig.camera_setup.lay_out([])
    return now()


@blueprint.post("/api/host/camera/settle")
@takes(Nothing)
def settle(_: Nothing) -> Response:
    services().rig.camera_setup.settle()
    return now()


@blueprint.post("/api/host/camera/learn")
@takes(Learn)
def learn(sent: Learn) -> Response:
    services().rig.camera_setup.learn(sent.colour)
    return now()


@blueprint.post("/api/host/camera/learn-corrected")
@takes(Nothing)
def learn_from_corrected(_: Nothing) -> Response:
    services().rig.camera_setup.learn_from_corrected()
    return now()


@blueprint.post("/api/host/camera/forget-corrected")
@takes(Nothing)
def forget_corrected(_: Nothing) -> Response:
    services().rig.camera_setup.forget_corrected()
    return now()


@blueprint.post("/api/host/camera/keep-corrected")
@takes(Switch)
def keep_corrected(sent: Switch) -> Response:
    services().rig.pictures.keep(sent.on)
    return now()


@blueprint.post("/api/host/camera/keep")
@takes(Nothing)
def keep(_: Nothing) -> Response:
    services().rig.camera_setup.keep_lesson()
    return now()


@blueprint.post("/api/host/camera/drop")
@takes(Nothing)
def drop(_: Nothing) -> Response:
    services().rig.camera_setup.drop_lesson()
    return now()


@blueprint.post("/api/host/camera/forget")
@takes(Nothing)
def forget(_: Nothing) -> Response:
    services().rig.camera_setup.forget()
    return now()


@blueprint.get("/api/host/camera/lesson.jpg")
def lesson_picture() -> Response:
    return file(services().rig.camera_setup.lesson_picture(), "image/jpeg", "lesson.jpg")


@blueprint.get("/host/mat-a4.svg")
def mat_a4() -> Response:
    return mat("a4")


@blueprint.get("/host/mat-letter.svg")
def mat_letter() -> Response:
    return mat("letter")


def mat(paper: Paper) -> Response:
    words = services().words[wanted(request)]
    svg = services().rig.camera_setup.mat(
        paper,
        tower=words.say(say("Put the tower here")),
        scale=words.say(say("This bar is 100 mm long")),
        print_at=words.say(say("Print at 100 %")),
    )
    return file(svg.encode(), "image/svg+xml", f"mat-{paper}.svg")
