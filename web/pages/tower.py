"""The simulated tower's page: hit it, spill it, break its devices. It is only there where the rig is simulated."""

import msgspec
from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.rules import Dice, faces_of, say
from web.answers import jpeg
from web.i18n import wanted
from web.payloads import Fault, Hammer, Nothing, takes
from web.refusals import Refused
from web.rig import SimulatedTower
from web.services import services

blueprint = Blueprint("tower", __name__)

FIVE, SIX = 5, 6
"""Dice, and faces of a die, where no game says otherwise."""

FAULTS = {
    "sensor_noise": say("Sensor noise"),
    "sensor_dead": say("Sensor unplugged"),
    "sensor_old_program": say("Sensor with an older program"),
    "camera_unplugged": say("Camera unplugged"),
    "picture_dark": say("Picture dark"),
    "hand_in_picture": say("Hand in the picture"),
    "lights_failing": say("Lights failing"),
}


def demand_tower() -> SimulatedTower:
    tower = services().rig.simulated
    if tower is None:
        raise NotFound
    return tower


@blueprint.get("/tower")
def page() -> str:
    words = services().words[wanted(request)]
    faults = {name: words.say(FAULTS[name]) if name in FAULTS else name for name in demand_tower().faults}
    return render_template("tower.html", faults=faults)


@blueprint.get("/tower/picture.jpg")
def picture() -> Response:
    demand_tower()
    return jpeg(services().rig.picture())


@blueprint.get("/api/tower")
def now() -> Response:
    """How things really are, beside what the camera recognised."""
    return tower_now(demand_tower())


@blueprint.post("/api/tower/hit")
@takes(Hammer)
def hit(sent: Hammer) -> Response:
    tower = demand_tower()
    return tower_now(tower, tower.hit(sent.strength))


@blueprint.post("/api/tower/put-back")
@takes(Nothing)
def put_back(_: Nothing) -> Response:
    tower = demand_tower()
    tower.put_back()
    return tower_now(tower)


@blueprint.post("/api/tower/spill")
@takes(Nothing)
def spill(_: Nothing) -> Response:
    tower = demand_tower()
    return tower_now(tower, tower.spill())


@blueprint.post("/api/tower/throw")
@takes(Nothing)
def throw(_: Nothing) -> Response:
    """As many dice as are asked for now."""
    tower = demand_tower()
    tower.throw(dice_asked_for(), kinds_of_faces())
    return tower_now(tower)


@blueprint.post("/api/tower/lay-out-dice")
@takes(Nothing)
def lay_out_dice(_: Nothing) -> Response:
    tower = demand_tower()
    tower.lay_out(kinds_of_faces())
    return tower_now(tower)


def dice_asked_for() -> int:
    position = services().table.position
    forms = [form for prompt in position.prompts for form in prompt.forms] if position else []
    return next((field.count for form in forms for field in form.fields if isinstance(field, Dice)), FIVE)


def kinds_of_faces() -> int:
    """As many as the dice of the game on the table have."""
    position = services().table.position
    return len(faces_of(position.game)) if position and faces_of(position.game) else SIX


@blueprint.post("/api/tower/fault")
@takes(Fault)
def fault(sent: Fault) -> Response:
    tower = demand_tower()
    if sent.name not in tower.faults:
        raise Refused(400, "unknown_fault", say("The simulated rig has no such fault."))
    tower.fault(sent.name, sent.on)
    return tower_now(tower)


def tower_now(tower: SimulatedTower, fell: object = None) -> Response:
    now = {
        "on_mat": tower.on_mat(),
        "recognised": services().rig.camera_setup.boulders(),
        "faults": tower.faults,
        "pixels": list(services().rig.pixels),
        "fell": fell,
    }
    return Response(msgspec.json.encode(now), mimetype="application/json")
