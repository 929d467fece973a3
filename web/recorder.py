"""What a game needs recorded of a board on a photo, layer by layer; the steps that ask for it are every game's."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from companion.rules import Corners, Drawing, Place, Text, say
from web.i18n import Catalogue

Id = Annotated[str, msgspec.Meta(max_length=60)]


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the board with its place."""

    id: Id
    at: Place


class DrawnRegion(Drawn, frozen=True):
    kind: str = ""
    name: Annotated[str, msgspec.Meta(max_length=30)] = ""


class DrawnSpot(Drawn, frozen=True):
    regions: tuple[Id, ...] = ()


class DrawnGrid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A grid laid over the photo by its four corners, and what was said of its squares."""

    rows: int
    columns: int
    corners: Corners
    cells: dict[str, dict[str, str]] = {}
    """By `row,column`, counted from 0 at the top left: for each question the answer, where it is not the first."""

    def answer(self, row: int, column: int, question: "Question") -> str:
        """What was said of a square."""
        return self.cells.get(f"{row},{column}", {}).get(question.name, next(iter(question.answers)))


class Layer(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a recording. Its words may be a game's own."""

    name: str
    """As the thing in the box calls it: faults that begin with it are told at this step."""
    title: Text
    words: Mapping[str, Text] = {}
    also: tuple[str, ...] = ()
    """Other parts of the thing whose faults are told at this step."""

    kind: ClassVar[str]
    holds: ClassVar[Any]
    asks: ClassVar[Mapping[str, Text]]
    """What every game says at this step, unless it has words of its own."""

    def told(self, words: Catalogue) -> dict[str, Any]:
        """What the page must know of it."""
        said = words.unfilled({**self.asks, **self.words})
        return {"name": self.name, "kind": self.kind, "title": words.say(self.title), "words": said}


def offered(texts: Mapping[str, Text], words: Catalogue) -> list[dict[str, str]]:
    """In their order, which a JSON object need not keep."""
    return [{"name": name, "text": words.say(text)} for name, text in texts.items()]


class Regions(Layer, frozen=True):
    """Parts that are tapped on the map, so many of each kind."""

    kinds: Mapping[str, Text]
    """What a region may be, by the name of its icon and its style."""
    of_each: int

    kind = "regions"
    holds = tuple[DrawnRegion, ...]
    asks: ClassVar[Mapping[str, Text]] = {
        "ask": say("Tap a region: {kind}"),
        "done": say("All regions are there. Tap one to change it."),
        "change": say("What is it? Tap the map to move it."),
        "own_name": say("Name of your own, if you like"),
    }

    def told(self, words: Catalogue) -> dict[str, Any]:
        return {**super().told(words), "kinds": offered(self.kinds, words), "of_each": self.of_each}


class Spots(Layer, frozen=True):
    """Points where so many regions of another layer meet."""

    of: str
    """The layer of the regions."""
    count: int
    meet: int
    least: int | None = None
    """How few of them may meet; all of them, where nobody says."""

    kind = "spots"
    holds = tuple[DrawnSpot, ...]
    asks: ClassVar[Mapping[str, Text]] = {
        "ask": say("Tap spot {number} of {most}."),
        "spot": say("Spot {number}"),
        "done": say("All spots are there. Tap one to change it."),
        "which": say("Which regions meet here? Tap to change."),
    }

    def told(self, words: Catalogue) -> dict[str, Any]:
        return {
            **super().told(words),
            "of": self.of,
            "count": self.count,
            "meet": self.meet,
            "least": self.least or self.meet,
        }


class Borders(Layer, frozen=True):
    """Pairs of regions that touch; those that meet at a spot need not be told."""

    of: str
    spots: str | None = None

    kind = "borders"
    holds = tuple[tuple[Id, Id], ...]
    asks: ClassVar[Mapping[str, Text]] = {
        "ask": say("Tap two regions that touch."),
        "second": say("{region} touches which region?"),
        "met": say("They meet at a spot already."),
    }

    def told(self, words: Catalogue) -> dict[str, Any]:
        return {**super().told(words), "of": self.of, "spots": self.spots}


class Question(msgspec.Struct, frozen=True):
    """Something that is asked of every square."""

    name: str
    title: Text
    answers: Mapping[str, Text]
    """The first is what a square is until somebody says otherwise."""


class Grid(Layer, frozen=True):
    """Squares in rows and columns, laid over the photo by their four corners."""

    rows: range
    columns: range
    questions: tuple[Question, ...]

    kind = "grid"
    holds = DrawnGrid | None
    asks: ClassVar[Mapping[str, Text]] = {
        "corners": say("Drag the four corners onto the board, or tap where the marked one goes."),
        "corner": say("Corner {number} of 4"),
        "rows": say("Rows"),
        "columns": say("Columns"),
        "lies": say("It fits"),
        "corners_again": say("Lay it again"),
        "ask": say("Tap every square that is: {answer}"),
        "square": say("Row {row}, column {column}: {answers}"),
    }

    def told(self, words: Catalogue) -> dict[str, Any]:
        questions = [
            {
                "name": each.name,
                "title": words.say(each.title),
                "answers": offered(each.answers, words),
            }
            for each in self.questions
        ]
        sizes = {"rows": [self.rows[0], self.rows[-1]], "columns": [self.columns[0], self.columns[-1]]}
        return {**super().told(words), "questions": questions, **sizes}


class Own(Layer, frozen=True):
    """A step that only this game has: its script draws it."""

    of: Any
    """The type of what is recorded there."""
    facts: Mapping[str, Any] = {}
    """What its script must know besides."""

    kind = "own"
    asks: ClassVar[Mapping[str, Text]] = {}

    def told(self, words: Catalogue) -> dict[str, Any]:
        return {**super().told(words), **self.facts}


class Recorder:
    """How the things of one kind are recorded: a game says which layers there are, and what a thing is made of."""

    title: Text
    layers: tuple[Layer, ...]

    def thing(self, name: str, parts: Mapping[str, Any]) -> Any:
        """What was recorded, faults and all; `parts` holds what each layer holds."""
        raise NotImplementedError

    def parts(self, thing: Any, drawing: Drawing) -> dict[str, Any]:
        """What each layer holds of a thing that is there already."""
        raise NotImplementedError

    def drawing(self, thing: Any) -> Drawing:
        """Where the parts are drawn of a thing that came without a drawing."""
        raise NotImplementedError

    def names(self, thing: Any) -> Mapping[str, Text]:  # noqa: ARG002  without names, ids are told
        """What people call its parts, by their ids."""
        return {}


def recorded(recorder: Recorder, name: str, layers: Mapping[str, Any]) -> tuple[Any, Drawing]:
    """The thing and where it is drawn, as far as that is told; ValidationError where it makes no sense."""
    parts = {layer.name: held(layer, layers.get(layer.name)) for layer in recorder.layers}
    places = {
        layer.name: {part.id: part.at for part in parts[layer.name]}
        for layer in recorder.layers
        if isinstance(layer, Regions | Spots)
    }
    grids: Sequence[DrawnGrid | None] = [parts[layer.name] for layer in recorder.layers if isinstance(layer, Grid)]
    corners = next((grid.corners for grid in grids if grid), None)
    return recorder.thing(name, parts), Drawing(places, corners)


def held(layer: Layer, told: Any) -> Any:
    kind = layer.of if isinstance(layer, Own) else layer.holds
    if told is None:
        return None if isinstance(layer, Grid) else ()
    return msgspec.convert(told, kind)
