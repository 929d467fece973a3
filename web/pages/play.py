"""A player's page: what is asked of this seat, the hammering, and putting a miscounted hit right."""

from flask import Blueprint, Response, redirect, render_template
from werkzeug import Response as AnyResponse

from companion.rules import Hit, Illegal, say
from companion.table import Position, Stale
from web.bodies import Fix, Nothing, Play, Undo, answer, body, decoded, stale
from web.house import house
from web.refusals import Refused
from web.showing import hit_numbers, together, undoable
from web.visitors import demand_game, demand_seat, phone, seat_of

blueprint = Blueprint("play", __name__)


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("play", seat_of(phone(), house().table.position))


@blueprint.get("/play")
def page() -> AnyResponse | str:
    position = house().table.position
    if seat_of(phone(), position) is None:
        return redirect("/")
    return render_template("play.html")


@blueprint.post("/api/play")
def play() -> Response:
    sent = body(Play)
    who, seat = demand_own(sent.seat)
    move = decoded(demand_game(), sent.move)
    house().table.play(seat, move, sent.seen, f"{who}:{sent.request}")
    return answer("play", seat)


@blueprint.post("/api/fix")
def fix() -> Response:
    """Any seat may put right a hit of the hammering that everyone still looks at."""
    sent = body(Fix)
    who, seat = demand_seat()
    move = decoded(demand_game(), sent.move)
    if not isinstance(move, Hit):
        raise Refused(400, "unknown_move", say("Only a hit can be put right here."))
    if sent.number not in fixable():
        words = say("Only hits of this hammering can be put right here. The host can change older ones.")
        raise Illegal("not_on_view", words)
    house().table.amend(sent.number, move, sent.seen, f"{who}:{sent.request}", source="phone")
    return answer("play", seat)


@blueprint.post("/api/undo")
def undo() -> Response:
    """Take back one's own last tap."""
    sent = body(Undo)
    who, seat = demand_own(sent.seat)
    request = f"{who}:{sent.request}"
    position, turns = together(house().table)
    assert isinstance(position, Position)
    if sent.seen == position.version and not undoable(position, turns, seat):
        raise Illegal("not_yours_to_undo", say("You can take back only your own move, while it is the last one."))
    house().table.take_back(len(turns) - 1, sent.seen, request, source="phone")
    return answer("play", seat)


@blueprint.post("/api/draw")
def draw() -> Response:
    """Let chance draw for a table without the box."""
    sent = body(Undo)
    who, seat = demand_own(sent.seat)
    position = demand_game()
    outcomes = position.game.chance(position.state)
    if not outcomes and sent.seen != position.version:
        raise Stale
    if not outcomes:
        raise Illegal("nothing_to_draw", say("There is nothing to draw now."))
    # From no finger: what chance gave cannot be taken back and drawn again.
    house().table.play(seat, house().shuffle(outcomes)[0], sent.seen, f"{who}:{sent.request}", source="chance")
    return answer("play", seat)


@blueprint.post("/api/no-hit")
def no_hit() -> Response:
    body(Nothing)
    _, seat = demand_seat()
    house().rig.no_hit()
    return answer("play", seat)


@blueprint.get("/picture.jpg")
def newest() -> Response:
    """What the camera sees now."""
    demand_seat()
    return jpeg(house().rig.picture())


@blueprint.get("/picture/<int:number>.jpg")
def picture(number: int) -> Response:
    """What the camera saw when it asks."""
    demand_seat()
    return jpeg(house().rig.picture_of(number))


def jpeg(data: bytes | None) -> Response:
    if data is None:
        raise Refused(404, "no_picture", say("There is no picture."))
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def demand_own(seat: int) -> tuple[str, int]:
    who, own = demand_seat()
    if seat != own:
        raise Refused(403, "not_your_seat", say("That is not your seat."))
    return who, own


def fixable() -> list[int]:
    position, turns = together(house().table)
    bout = position.game.view(position.state, None).hammering if position else None
    return hit_numbers(bout, turns) if bout else []
