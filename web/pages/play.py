"""A player's page: what is asked of this seat, the hammering, and putting a miscounted hit right."""

from flask import Blueprint, Response, redirect, render_template
from werkzeug import Response as AnyResponse

from companion.position import Stale, Turn
from companion.rules import Hit, Illegal, say
from web.answers import answer, jpeg, stale, translated
from web.hammering import hit_numbers, told_anew
from web.identity import demand_game, demand_seat, is_host, phone, seat_of
from web.page_views import reads_dice
from web.payloads import Answer, File, Fix, Nothing, OwnStep, Play, PutRight, ReadDice, Undo, decoded, takes
from web.refusals import Refused
from web.services import services
from web.steps import next_step

blueprint = Blueprint("play", __name__)

MEGABYTES = 1
"""Of the largest photo: a page makes its own smaller."""


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("play", seat_of(phone(), services().table.position))


@blueprint.get("/play")
def page() -> AnyResponse | str:
    position = services().table.position
    if position is None or seat_of(phone(), position) is None:
        return redirect("/")
    return render_template("play.html", pages=services().pages_of(position).address, host=is_host())


@blueprint.post("/api/play")
@takes(Play)
def play(sent: Play) -> Response:
    who, seat = demand_own(sent.seat)
    move = decoded(demand_game(), sent.move)
    services().table.play(seat, move, sent.asked, f"{who}:{sent.request}")
    return answer("play", seat)


@blueprint.post("/api/step")
@takes(OwnStep)
def step(sent: OwnStep) -> Response:
    """What a form in steps asks next; nothing is played."""
    _who, seat = demand_own(sent.seat)
    position = demand_game()
    prompt = position.asked(sent.seen)
    forms = prompt.forms if seat in prompt.seats else ()
    return next_step(position, forms, sent, reads_dice(services().rig, position))


@blueprint.post("/api/fix")
@takes(Fix)
def fix(sent: Fix) -> Response:
    """Any seat may put right a hit of the hammering that everyone still looks at."""
    who, seat = demand_seat()
    move = decoded(demand_game(), sent.move)
    if not isinstance(move, Hit):
        raise Refused(400, "unknown_move", say("Only a hit can be corrected here."))
    turn = fixable().get(sent.number)
    if turn is None:
        words = say("Only hits of this hammering can be corrected here. The host can change older ones.")
        raise Illegal("not_on_view", words)
    fixed = told_anew(turn, move)
    services().table.amend(turn.number, fixed, sent.seen, f"{who}:{sent.request}", source="phone", by=seat)
    return answer("play", seat)


@blueprint.post("/api/undo")
@takes(Undo)
def undo(sent: Undo) -> Response:
    """Take back one's own last answer."""
    who, seat = demand_own(sent.seat)
    services().table.undo(seat, sent.seen, f"{who}:{sent.request}")
    return answer("play", seat)


@blueprint.post("/api/draw")
@takes(Answer)
def draw(sent: Answer) -> Response:
    """Let chance draw for a table without the box."""
    who, seat = demand_own(sent.seat)
    services().table.draw(seat, services().shuffle, sent.asked, f"{who}:{sent.request}")
    return answer("play", seat)


@blueprint.post("/api/dice")
@takes(ReadDice)
def read_dice(sent: ReadDice) -> Response:
    """What the dice on the mat show; nothing is played, a player confirms it."""
    demand_seat()
    position = demand_game()
    if not reads_dice(services().rig, position):
        raise Illegal("not_learned", say("The camera does not know these dice yet. The host shows it their faces."))
    return translated(services().rig.dice_setup.read(position.game.name, sent.count))


@blueprint.get("/dice/<int:number>.jpg")
def throw(number: int) -> Response:
    """The picture of a throw that was read."""
    demand_seat()
    return jpeg(services().rig.dice_setup.picture_of(number))


@blueprint.post("/api/photo")
@takes(File(MEGABYTES * 1024 * 1024, say("This photo is larger than {most} MB. Choose a smaller one.", most=MEGABYTES)))
def count_photo(sent: bytes) -> Response:
    """What lies there in a photo that a phone took; nothing is played, a player confirms it."""
    demand_hand()
    return translated(services().rig.pictures.count(sent))


@blueprint.get("/photo/<int:number>.jpg")
def photo(number: int) -> Response:
    """A photo that was counted."""
    demand_hand()
    return jpeg(services().rig.pictures.picture_of("phone", number))


@blueprint.post("/api/put-right")
@takes(PutRight)
def put_right(sent: PutRight) -> Response:
    """A picture as somebody left it who tapped it right; kept only if the owner wishes."""
    demand_hand()
    return translated({"kept": services().rig.pictures.put_right(sent.source, sent.number, sent.pieces)})


@blueprint.post("/api/no-hit")
@takes(Nothing)
def no_hit(_: Nothing) -> Response:
    _who, seat = demand_seat()
    services().rig.no_hit()
    return answer("play", seat)


@blueprint.get("/picture.jpg")
def newest() -> Response:
    """What the camera sees now."""
    demand_seat()
    return jpeg(services().rig.picture())


@blueprint.get("/picture/<int:number>.jpg")
def picture(number: int) -> Response:
    """What the camera saw when it asks."""
    demand_seat()
    return jpeg(services().rig.picture_of(number))


def demand_hand() -> None:
    """Whoever may enter hits: a player, or the host."""
    if not is_host():
        demand_seat()


def demand_own(seat: int) -> tuple[str, int]:
    who, own = demand_seat()
    if seat != own:
        raise Refused(403, "not_your_seat", say("That is not your seat."))
    return who, own


def fixable() -> dict[int, Turn]:
    """By its number, each turn that told a hit on view."""
    position = services().table.position
    bout = position.game.view(position.state, None).hammering if position else None
    numbers = hit_numbers(bout, position.turns) if position and bout else []
    return {turn.number: turn for turn in (position.turns if position else ()) if turn.number in numbers}
