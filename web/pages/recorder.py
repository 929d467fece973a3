"""Record a board: photographed or drawn once by the host, checked as it grows, and then the map on every phone."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import msgspec
from flask import Response, render_template, request

from companion.box import Shelf
from companion.box_files import LONGEST_NAME, faults_of
from companion.photos import kept
from companion.rules import Aspect, Drawing, Text, say
from web.answers import jpeg, json
from web.box_fields import called
from web.host_only import host_blueprint
from web.i18n import Catalogue, wanted
from web.pages.box import demand_shelf
from web.payloads import Body, File, Query, takes, understood
from web.recorder import Recorder, recorded
from web.refusals import Refused
from web.services import services

blueprint = host_blueprint("recorder")

MEGABYTES = 2
"""Of the largest photo."""


class Draft(Body, frozen=True):
    """A board as far as it is recorded: each layer as its step left it."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    photo: str = ""
    aspect: Aspect = 1.0
    layers: dict[str, Any] = msgspec.field(default_factory=dict)

    largest: ClassVar[int] = 100_000
    """Bytes: a grid has many squares."""

    def of(self, recorder: Recorder) -> tuple[Any, Drawing]:
        """The thing and its drawing, as far as they are told."""
        with understood():
            thing, drawing = recorded(recorder, self.name.strip(), self.layers)
        return thing, msgspec.structs.replace(drawing, aspect=self.aspect, photo=self.photo)


class Save(Draft, frozen=True):
    instead_of: str | None = None


class ThingName(Query, frozen=True):
    name: str = ""


def demand_recorder(game: str, kind: str) -> tuple[Recorder, Shelf]:
    shelf = demand_shelf(game, kind)
    recorders = services().game_pages[game].recorders
    if kind not in recorders:
        raise Refused(404, "not_recorded", say("This is not recorded on a photo."))
    return recorders[kind], shelf


@blueprint.get("/host/recorder/<game>/<kind>")
def page(game: str, kind: str) -> str:
    recorder, shelf = demand_recorder(game, kind)
    words, folder = services().words[wanted(request)], services().game_pages[game].folder
    return render_template(
        "recorder.html",
        game=game,
        kind=kind,
        title=words.say(recorder.title),
        back=words.say(shelf.kind.title),
        layers=[layer.told(words) for layer in recorder.layers],
        longest=LONGEST_NAME,
        names=names_of(shelf, words),
        script=folder and folder.file("recorder.js"),
        style=folder and folder.file("host.css"),
    )


def names_of(shelf: Shelf, words: Catalogue) -> list[dict[str, str]] | None:
    """Which of those that there are it can be; None where whoever records it says what it is called."""
    if not shelf.kind.fixed:
        return None
    return [{"name": each.name, "text": called(shelf.kind, each.name, words)} for each in shelf.kept]


@blueprint.get("/api/host/recorder/<game>/<kind>/draft")
@takes(ThingName)
def draft(wished: ThingName, game: str, kind: str) -> Response:
    """A board that is there already, to go on with; an example only as a beginning for one's own."""
    recorder, shelf = demand_recorder(game, kind)
    kept = shelf.get(wished.name)
    if kept is None:
        raise Refused(404, "no_such_thing", say("There is no such thing in this box."))
    own = kept.mark == "yours"
    drawing = kept.drawing or recorder.drawing(kept.thing)
    return json(
        Save(
            name=kept.name if own or shelf.kind.fixed else "",
            photo=drawing.photo,
            aspect=drawing.aspect,
            layers=recorder.parts(kept.thing, drawing),
            instead_of=kept.name if own else None,
        )
    )


@blueprint.post("/api/host/recorder/<game>/<kind>/photo")
@takes(File(MEGABYTES * 1_000_000, say("This photo is larger than {most} MB. Choose a smaller one.", most=MEGABYTES)))
def add_photo(sent: bytes, game: str, kind: str) -> Response:
    _, shelf = demand_recorder(game, kind)
    return json({"photo": shelf.add_photo(kept(sent))})


@blueprint.get("/host/recorder/<game>/<kind>/photo/<name>.jpg")
def draft_photo(game: str, kind: str, name: str) -> Response:
    return jpeg(demand_recorder(game, kind)[1].picture(name))


@blueprint.post("/api/host/recorder/<game>/<kind>/check")
@takes(Draft)
def check(sent: Draft, game: str, kind: str) -> Response:
    recorder, shelf = demand_recorder(game, kind)
    return json({"faults": told(recorder, shelf, *sent.of(recorder))})


@blueprint.post("/api/host/recorder/<game>/<kind>/save")
@takes(Save)
def save(sent: Save, game: str, kind: str) -> Response:
    recorder, shelf = demand_recorder(game, kind)
    thing, drawing = sent.of(recorder)
    if faults := told(recorder, shelf, thing, drawing):
        raise Refused(400, "faults", say("This has faults."), faults=faults)
    taking_its_place = thing.name if shelf.kind.fixed and shelf.own(thing.name) else sent.instead_of
    shelf.keep(thing, drawing, taking_its_place)
    return json({"name": thing.name})


def told(recorder: Recorder, shelf: Shelf, thing: Any, drawing: Drawing) -> list[dict[str, str]]:
    """Every fault: the step where it is put right, and words."""
    words, names = services().words[wanted(request)], recorder.names(thing)
    steps = {part: layer.name for layer in recorder.layers for part in layer.also}
    faults = [placed(fault, names) for fault in faults_of(thing, drawing, shelf.kind)]
    return [{"step": steps.get(step, step), "text": words.say(text)} for step, text in faults]


def placed(fault: Text, names: Mapping[str, Text]) -> tuple[str, Text]:
    """The step of a fault, and the fault with names that people know instead of ids."""
    place, inner = str(fault.facts.get("place", "")), fault.facts.get("fault", fault)
    assert isinstance(inner, Text)
    step, _, name = place.partition(" ")
    if str(inner.facts.get("name")) in names:
        inner = msgspec.structs.replace(inner, facts={**inner.facts, "name": names[str(inner.facts["name"])]})
    if name in names:
        inner = say("{place}: {fault}", place=names[name], fault=inner)
    return step, inner
