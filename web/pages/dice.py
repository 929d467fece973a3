"""The host shows the camera the faces of a game's dice: two photos, and what each die in them shows."""

from typing import Annotated, Any

import msgspec
from flask import Response, render_template, request

from companion.games import GAMES
from companion.rules import Game, Illegal, Option, faces_of, say
from web.answers import file, translated
from web.host_only import host_blueprint
from web.i18n import wanted
from web.payloads import Body, Nothing, takes
from web.refusals import Refused
from web.services import services

blueprint = host_blueprint("dice")


class Named(Body, frozen=True):
    """What each die of the photo shows, from left to right; null for one that shall not count."""

    faces: Annotated[list[int | str | None], msgspec.Meta(max_length=20)]


def games_with_dice() -> list[Game[Any]]:
    return [game for game in GAMES.values() if faces_of(game)]


def demand_dice(name: str) -> tuple[Option, ...]:
    faces = faces_of(GAMES[name]) if name in GAMES else ()
    if not faces:
        raise Refused(404, "no_dice", say("This game has no dice that the camera could read."))
    return faces


@blueprint.get("/host/dice/<name>")
def page(name: str) -> str:
    faces = services().words[wanted(request)].translated(demand_dice(name))
    title = services().words[wanted(request)].say(GAMES[name].title)
    return render_template("devices/dice.html", game=name, game_title=title, faces=faces)


@blueprint.get("/api/host/dice/<name>")
def now(name: str) -> Response:
    return translated(services().rig.dice_setup.teaching(name, demand_dice(name)))


@blueprint.post("/api/host/dice/<name>/look")
@takes(Nothing)
def look(_: Nothing, name: str) -> Response:
    demand_dice(name)
    services().rig.dice_setup.look(name)
    return now(name)


@blueprint.post("/api/host/dice/<name>/keep")
@takes(Named)
def keep(sent: Named, name: str) -> Response:
    known = {face.value for face in demand_dice(name)}
    if any(face is not None and face not in known for face in sent.faces):
        raise Illegal("bad_names", say("These dice have no such face."))
    services().rig.dice_setup.keep(name, sent.faces)
    return now(name)


@blueprint.post("/api/host/dice/<name>/drop")
@takes(Nothing)
def drop(_: Nothing, name: str) -> Response:
    demand_dice(name)
    services().rig.dice_setup.drop()
    return now(name)


@blueprint.post("/api/host/dice/<name>/forget")
@takes(Nothing)
def forget(_: Nothing, name: str) -> Response:
    demand_dice(name)
    services().rig.dice_setup.forget(name)
    return now(name)


@blueprint.get("/api/host/dice/<name>/photo.jpg")
def photo(name: str) -> Response:
    demand_dice(name)
    return file(services().rig.dice_setup.photo(), "image/jpeg", "dice.jpg")
