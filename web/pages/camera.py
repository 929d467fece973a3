"""The host's page of the camera: what it sees and recognises, and the last counts with their pictures."""

from typing import Annotated, Literal

import msgspec
from flask import Response, render_template, request

from companion.rules import COLOUR_NAMES, COLOURS, say
from web.bodies import Body, Nothing, body
from web.desks import MatWords, Paper, Share
from web.house import house
from web.pages.devices import device, file, told
from web.words import wanted

blueprint = device("camera")


class LayOut(Body, frozen=True):
    corners: Annotated[list[tuple[Share, Share]], msgspec.Meta(min_length=4, max_length=4)]


class Learn(Body, frozen=True):
    colour: Literal["red", "blue", "yellow", "white"] | None


@blueprint.get("/host/camera")
def page() -> str:
    words = house().words[wanted(request)]
    return render_template("devices/camera.html", colours={name: words.say(COLOUR_NAMES[name]) for name in COLOURS})


@blueprint.get("/api/host/camera")
def now() -> Response:
    desk = house().rig.camera_desk
    return told({"now": desk.now(), "history": desk.history()})


@blueprint.get("/api/host/camera/picture.jpg")
def picture() -> Response:
    return file(house().rig.picture(), "image/jpeg", "picture.jpg")


@blueprint.get("/api/host/camera/<int:count>.jpg")
def picture_of(count: int) -> Response:
    return file(house().rig.camera_desk.picture_of(count), "image/jpeg", f"count-{count}.jpg")


@blueprint.post("/api/host/camera/lay-out")
def lay_out() -> Response:
    house().rig.camera_desk.lay_out(body(LayOut).corners)
    return now()


@blueprint.post("/api/host/camera/use-mat")
def use_mat() -> Response:
    body(Nothing)
    house().rig.camera_desk.lay_out([])
    return now()


@blueprint.post("/api/host/camera/settle")
def settle() -> Response:
    body(Nothing)
    house().rig.camera_desk.settle()
    return now()


@blueprint.post("/api/host/camera/learn")
def learn() -> Response:
    house().rig.camera_desk.learn(body(Learn).colour)
    return now()


@blueprint.post("/api/host/camera/keep")
def keep() -> Response:
    body(Nothing)
    house().rig.camera_desk.keep_lesson()
    return now()


@blueprint.post("/api/host/camera/drop")
def drop() -> Response:
    body(Nothing)
    house().rig.camera_desk.drop_lesson()
    return now()


@blueprint.post("/api/host/camera/forget")
def forget() -> Response:
    body(Nothing)
    house().rig.camera_desk.forget()
    return now()


@blueprint.get("/api/host/camera/lesson.jpg")
def lesson_picture() -> Response:
    return file(house().rig.camera_desk.lesson_picture(), "image/jpeg", "lesson.jpg")


@blueprint.get("/host/mat-a4.svg")
def mat_a4() -> Response:
    return mat("a4")


@blueprint.get("/host/mat-letter.svg")
def mat_letter() -> Response:
    return mat("letter")


def mat(paper: Paper) -> Response:
    words = house().words[wanted(request)]
    written = MatWords(
        tower=words.say(say("Put the tower here")),
        scale=words.say(say("This bar is 100 mm long")),
        print_at=words.say(say("Print at 100 %")),
    )
    return file(house().rig.camera_desk.mat(paper, written).encode(), "image/svg+xml", f"mat-{paper}.svg")
