"""The host's page of the camera: what it sees and recognises, and the last counts with their pictures."""

from flask import Response, render_template, request

from companion.rules import COLOUR_NAMES, COLOURS
from web.house import house
from web.pages.devices import device, file, told
from web.words import wanted

blueprint = device("camera")


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
