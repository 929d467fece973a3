"""Check your box: what the owner recorded of a game, thing by thing, edited, taken along as a file and brought back."""

from typing import Annotated, Any, ClassVar

import msgspec
from flask import Blueprint, Response, render_template, request

from companion import box_archive
from companion.box import Box, Kept, Shelf
from companion.box_files import LONGEST_NAME, read, read_plain
from companion.games import GAMES
from companion.photos import kept
from companion.rules import BadSetup, Game, Text, say
from web.answers import attached, jpeg, json
from web.box_fields import called, fields_of, values_of
from web.host_only import host_blueprint
from web.i18n import Catalogue, wanted
from web.payloads import Body, File, takes
from web.refusals import Refused
from web.services import services
from web.starting_games import keep_last_lessons

TOO_LARGE = say("This file is too large for a box.")

blueprint = host_blueprint("box")
photos = Blueprint("box_photo", __name__)


class Named(Body, frozen=True):
    name: str


class Edited(Body, frozen=True):
    """A thing, field by field, and the one it takes the place of."""

    largest: ClassVar[int] = 100_000
    name: Annotated[str, msgspec.Meta(max_length=200)]
    values: dict[str, Any]
    instead_of: str | None = None


def demand_box(game: str) -> tuple[Game[Any], Box]:
    if game not in GAMES or not GAMES[game].box:
        raise Refused(404, "no_such_box", say("This game has no box."))
    return GAMES[game], services().boxes[game]


def demand_shelf(game: str, kind: str) -> Shelf:
    _, box = demand_box(game)
    if kind not in box.shelves:
        raise Refused(404, "no_such_kind", say("There is no such thing in this box."))
    return box[kind]


@photos.get("/box/<game>/<kind>/<photo>.jpg")
def photo(game: str, kind: str, photo: str) -> Response:
    """A photo that a board is drawn on, for everyone at the table."""
    shelf = demand_shelf(game, kind)
    return jpeg(shelf.picture(photo) if photo in shelf.photos else None)


@blueprint.get("/host/box/<name>")
def page(name: str) -> str:
    game, box = demand_box(name)
    keep_last_lessons()
    words = services().words[wanted(request)]
    return render_template(
        "box.html",
        game=game.name,
        title=words.say(title(game)),
        set_up=f"/host/set-up/{name}" if game.preparation else None,
        kinds=listed(game, box, words),
        longest=LONGEST_NAME,
    )


def title(game: Game[Any]) -> Text:
    """Of the page of its box."""
    return game.box[0].title if len(game.box) == 1 else say("{game}: check your box", game=game.title)


def listed(game: Game[Any], box: Box, words: Catalogue) -> list[dict[str, Any]]:
    recorders = services().game_pages[game.name].recorders
    return [
        {
            "name": kind.name,
            "title": words.say(kind.title),
            "fixed": kind.fixed,
            "picked": kind.picked is not None,
            "things": [described(box[kind.name], kept, words) for kept in box[kind.name].kept],
            "unreadable": {file: said(faults, words) for file, faults in box[kind.name].unreadable.items()},
            **(
                {"record": words.say(recorders[kind.name].title), "fields": []}
                if kind.name in recorders
                else {"record": None, "fields": fields_of(kind, words)}
            ),
        }
        for kind in game.box
    ]


def described(shelf: Shelf, kept: Kept, words: Catalogue) -> dict[str, Any]:
    return {
        "name": kept.name,
        "text": called(shelf.kind, kept.name, words),
        "mark": kept.mark,
        "about": kept.about and words.say(kept.about),
        "chosen": shelf.kind.picked is not None and kept.name == shelf.chosen,
        "drawn": kept.drawing is not None,
        "photo": bool(kept.drawing and kept.drawing.photo),
        "faults": said(kept.faults, words),
        "values": values_of(kept.thing) if shelf.kind.drawn is None else {},
    }


def said(faults: list[Text], words: Catalogue) -> list[str]:
    return [words.say(fault) for fault in faults]


def answer(game: str, **more: Any) -> Response:
    words = services().words[wanted(request)]
    return json({"kinds": listed(*demand_box(game), words), **more})


@blueprint.post("/api/host/box/<game>/<kind>/choose")
@takes(Named)
def choose(sent: Named, game: str, kind: str) -> Response:
    demand_shelf(game, kind).choose(sent.name)
    return answer(game)


@blueprint.post("/api/host/box/<game>/<kind>/remove")
@takes(Named)
def remove(sent: Named, game: str, kind: str) -> Response:
    demand_shelf(game, kind).remove(sent.name)
    return answer(game)


@blueprint.post("/api/host/box/<game>/<kind>/forget")
@takes(Named)
def forget(sent: Named, game: str, kind: str) -> Response:
    """Of a file that was set aside."""
    demand_shelf(game, kind).forget(sent.name)
    return answer(game)


@blueprint.post("/api/host/box/<game>/<kind>/save")
@takes(Edited)
def save(sent: Edited, game: str, kind: str) -> Response:
    shelf = demand_shelf(game, kind)
    thing, faults = read_plain({**sent.values, "name": sent.name.strip()}, shelf.kind)
    if faults or thing is None:
        raise with_faults(faults)
    try:
        shelf.keep(thing, instead_of=sent.instead_of)
    except BadSetup as bad:
        raise with_faults(bad.faults) from None
    return answer(game, name=thing.name)


@blueprint.get("/api/host/box/<game>/<kind>/<name>.toml")
def export_thing(game: str, kind: str, name: str) -> Response:
    text = demand_shelf(game, kind).text(name)
    if text is None:
        raise Refused(404, "no_such_thing", say("There is no such thing in this box."))
    return attached(text.encode(), "application/toml", f"{kind}.toml")


@blueprint.get("/api/host/box/<game>/box.zip")
def export_box(game: str) -> Response:
    return attached(box_archive.packed(game, demand_box(game)[1]), "application/zip", f"{game}-box.zip")


@blueprint.post("/api/host/box/<game>/import")
@takes(File(box_archive.LARGEST, TOO_LARGE))
def bring_in(sent: bytes, game: str) -> Response:
    """A thing or a whole box from somewhere else; every fault is told with its place in the file."""
    _, box = demand_box(game)
    try:
        if sent.startswith(b"PK"):
            new, there = box_archive.take_in(game, box, sent, kept)
            return answer(game, new=new, there=there)
        return answer(game, new=[take_in(box, sent)], there=[])
    except BadSetup as bad:
        raise with_faults(bad.faults) from None


def take_in(box: Box, sent: bytes) -> str:
    """Onto the shelf where it fits, or else where the fewest faults are found."""
    if len(sent) > box_archive.LARGEST_THING:
        raise Refused(413, "too_large", TOO_LARGE)
    try:
        text = sent.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(400, "no_text", say("This file is nothing for a box: it is not even text.")) from None
    return min(box.shelves.values(), key=lambda shelf: misfit(text, shelf)).take_in(text)


def misfit(text: str, shelf: Shelf) -> int:
    try:
        return len(read(text, shelf.kind).faults)
    except BadSetup as bad:
        return 1_000 + len(bad.faults)


def with_faults(faults: list[Text]) -> Refused:
    words = services().words[wanted(request)]
    return Refused(400, "faults", say("This has faults."), faults=said(faults, words))
