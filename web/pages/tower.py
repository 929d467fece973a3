"""The simulated tower's page: hit it, spill it, break its devices. It is only there where the rig is simulated."""

import msgspec
from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.rules import COLOUR_NAMES, COLOURS, say
from web.bodies import Fault, Hammer, Nothing, body
from web.house import house
from web.pages.play import jpeg
from web.refusals import Refused
from web.rig import SimulatedTower
from web.words import wanted

blueprint = Blueprint("tower", __name__)

FAULTS = {
    "sensor_noise": say("Sensor noise"),
    "sensor_dead": say("Sensor unplugged"),
    "camera_unplugged": say("Camera unplugged"),
    "picture_dark": say("Picture dark"),
    "hand_in_picture": say("Hand in the picture"),
    "lights_failing": say("Lights failing"),
}


def demand_tower() -> SimulatedTower:
    tower = house().rig.simulated
    if tower is None:
        raise NotFound
    return tower


@blueprint.get("/tower")
def page() -> str:
    words = house().words[wanted(request)]
    faults = {name: words.say(FAULTS[name]) if name in FAULTS else name for name in demand_tower().faults}
    colours = {colour: words.say(COLOUR_NAMES[colour]) for colour in COLOURS}
    return render_template("tower.html", faults=faults, colours=colours)


@blueprint.get("/tower/picture.jpg")
def picture() -> Response:
    demand_tower()
    return jpeg(house().rig.picture())


@blueprint.get("/api/tower")
def now() -> Response:
    """How things really are, beside what the camera recognised."""
    return told(demand_tower())


@blueprint.post("/api/tower/hit")
def hit() -> Response:
    sent = body(Hammer)
    tower = demand_tower()
    return told(tower, tower.hit(sent.strength))


@blueprint.post("/api/tower/put-back")
def put_back() -> Response:
    body(Nothing)
    tower = demand_tower()
    tower.put_back()
    return told(tower)


@blueprint.post("/api/tower/spill")
def spill() -> Response:
    body(Nothing)
    tower = demand_tower()
    return told(tower, tower.spill())


@blueprint.post("/api/tower/fault")
def fault() -> Response:
    sent = body(Fault)
    tower = demand_tower()
    if sent.name not in tower.faults:
        raise Refused(400, "unknown_fault", say("The simulated rig has no such fault."))
    tower.fault(sent.name, sent.on)
    return told(tower)


def told(tower: SimulatedTower, fell: object = None) -> Response:
    now = {
        "on_mat": tower.on_mat(),
        "recognised": house().rig.camera_desk.now().boulders,
        "faults": tower.faults,
        "pixels": list(house().rig.pixels),
        "fell": fell,
    }
    return Response(msgspec.json.encode(now), mimetype="application/json")
