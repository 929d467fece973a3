"""Record your board: photographed or drawn once by the host, checked as it grows, and then the map on every phone."""

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.boards import LONGEST_NAME, Drawing, Place, drawing_faults, name_faults
from companion.games.trollfjord.board import (
    LANDSCAPES,
    OF_EACH,
    PLANKS,
    SPOTS,
    Board,
    Plank,
    Region,
    Spot,
    board_faults,
)
from companion.games.trollfjord.words import LANDSCAPE_NAMES
from companion.rules import BadSetup, Text, say
from web.bodies import Body, body, demand_own_page
from web.house import house
from web.pages.devices import device
from web.pages.play import jpeg
from web.pages.screen import plan_of
from web.pages.wizard import demand_board, json, landscape_names, names_of
from web.refusals import Refused
from web.words import wanted

blueprint = device("board")
shown = Blueprint("board_photo", __name__)

LARGEST_PHOTO = 2_000_000
LARGEST_FILE = 200_000


class DrawnRegion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    landscape: str
    at: Place
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""


class DrawnSpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    regions: tuple[str, ...]
    at: Place


class Draft(Body, frozen=True):
    """A board as far as it is recorded."""

    name: str = ""
    regions: tuple[DrawnRegion, ...] = ()
    spots: tuple[DrawnSpot, ...] = ()
    planks: tuple[Plank, ...] = ()
    borders: tuple[tuple[str, str], ...] = ()
    photo: str = ""
    aspect: Annotated[float, msgspec.Meta(ge=0.2, le=5)] = 1.0

    @property
    def board(self) -> Board:
        return Board(
            self.name.strip(),
            tuple(Region(region.id, region.landscape, region.name.strip()) for region in self.regions),
            tuple(Spot(spot.id, spot.regions) for spot in self.spots),
            self.planks,
            self.borders,
        )

    @property
    def drawing(self) -> Drawing:
        regions = {region.id: region.at for region in self.regions}
        return Drawing(regions, {spot.id: spot.at for spot in self.spots}, self.aspect, self.photo)


class Save(Draft, frozen=True):
    instead_of: str | None = None


class Named(Body, frozen=True):
    name: str


@shown.get("/board/photo/<name>.jpg")
def photo(name: str) -> Response:
    """The photo of a board, for everyone at the table."""
    return jpeg(house().boards.photo(name))


# ---- all boards


@blueprint.get("/host/boards")
def boards() -> str:
    words = house().words[wanted(request)]
    unreadable = house().boards.unreadable.items()
    faults = {file: [words.say(fault) for fault in found] for file, found in unreadable}
    return render_template("boards.html", listed=listed(), unreadable=faults)


def listed() -> list[dict[str, Any]]:
    kept = house().boards
    return [
        {
            "name": name,
            "own": kept.own(name),
            "chosen": name == kept.chosen,
            "photo": bool((drawing := kept.drawing(name)) and drawing.photo),
        }
        for name in kept.names
    ]


@blueprint.post("/api/host/boards/choose")
def choose() -> Response:
    house().boards.choose(body(Named).name)
    return json({"boards": listed()})


@blueprint.post("/api/host/boards/remove")
def remove() -> Response:
    house().boards.remove(body(Named).name)
    return json({"boards": listed()})


@blueprint.post("/api/host/boards/import")
def take_in() -> Response:
    """A board file from somewhere else; every fault is told with its place in the file."""
    data = sent_file(LARGEST_FILE, say("This file is too large for a board."))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(400, "no_text", say("This file is no board: it is not even text.")) from None
    try:
        name = house().boards.take_in(text)
    except BadSetup as bad:
        words = house().words[wanted(request)]
        faults = [words.say(fault) for fault in bad.faults]
        raise Refused(400, "bad_board", say("This board has faults."), faults=faults) from None
    return json({"name": name, "boards": listed()})


@blueprint.get("/api/host/boards/<name>.toml")
def export(name: str) -> Response:
    demand_board(name)
    text = house().boards.text(name)
    assert text is not None
    return Response(
        text, mimetype="application/toml", headers={"Content-Disposition": "attachment; filename=board.toml"}
    )


# ---- recording one


@blueprint.get("/host/board")
def page() -> str:
    words = house().words[wanted(request)]
    return render_template(
        "board.html",
        landscapes=landscape_names(words),
        kinds=LANDSCAPES,
        of_each=OF_EACH,
        spots=SPOTS,
        planks=PLANKS,
        longest=LONGEST_NAME,
    )


@blueprint.get("/api/host/board/draft")
def draft() -> Response:
    """A board that is there already, to go on with; the example only as a beginning for one's own."""
    board = demand_board(request.args.get("name", ""))
    own, drawing, plan = house().boards.own(board.name), house().boards.drawing(board.name), plan_of(board)
    found = Save(
        name=board.name if own else "",
        regions=tuple(DrawnRegion(r.id, r.landscape, plan.regions[r.id].at, r.name) for r in board.regions),
        spots=tuple(DrawnSpot(spot.id, spot.regions, plan.spots[spot.id]) for spot in board.spots),
        planks=board.planks,
        borders=board.borders,
        photo=drawing.photo if drawing else "",
        aspect=plan.ratio,
        instead_of=board.name if own else None,
    )
    return json(found)


@blueprint.post("/api/host/board/photo")
def add_photo() -> Response:
    from companion.photos import kept  # with OpenCV, which takes seconds to load on a small Pi

    words = say("This photo is larger than {most} MB. Choose a smaller one.", most=LARGEST_PHOTO // 1_000_000)
    return json({"photo": house().boards.add_photo(kept(sent_file(LARGEST_PHOTO, words)))})


@blueprint.get("/host/board/photo/<name>.jpg")
def draft_photo(name: str) -> Response:
    return jpeg(house().boards.picture(name))


@blueprint.post("/api/host/board/check")
def check() -> Response:
    return json({"faults": told(body(Draft))})


@blueprint.post("/api/host/board/save")
def save() -> Response:
    sent = body(Save)
    if faults := told(sent):
        raise Refused(400, "bad_board", say("This board has faults."), faults=faults)
    house().boards.keep(sent.board, sent.drawing, sent.instead_of)
    return json({"name": sent.board.name})


def sent_file(most: int, too_large: Text) -> bytes:
    """What was uploaded, no larger than this."""
    demand_own_page()
    request.max_content_length = most
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        raise Refused(413, "too_large", too_large) from None


def told(draft: Draft) -> list[dict[str, str]]:
    """Every fault: the step where it is put right, and words."""
    words, board = house().words[wanted(request)], draft.board
    faults = [*name_faults(board.name), *board_faults(board), *drawing_faults(board, draft.drawing)]
    return [{"step": step, "text": words.say(text)} for step, text in (placed(fault, board) for fault in faults)]


def placed(fault: Text, board: Board) -> tuple[str, Text]:
    """The step of a fault, and the fault with names that people know instead of ids."""
    place, inner = str(fault.facts["place"]), fault.facts["fault"]
    assert isinstance(inner, Text)
    step, _, name = place.partition(" ")
    known = {**people_names(board), **LANDSCAPE_NAMES}
    if str(inner.facts.get("name")) in known:
        inner = msgspec.structs.replace(inner, facts={**inner.facts, "name": known[str(inner.facts["name"])]})
    if name in known:
        inner = say("{place}: {fault}", place=known[name], fault=inner)
    return step, inner


def people_names(board: Board) -> dict[str, Text]:
    """A region of a landscape that does not exist has no name yet."""
    named = msgspec.structs.replace(board, regions=tuple(r for r in board.regions if r.landscape in LANDSCAPES))
    return names_of(named)
