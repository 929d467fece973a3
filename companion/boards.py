"""The boards people recorded, each a file in the state folder, its photo beside it, and which one is on the table.

The rules know a board without places; where its regions are drawn is kept here, in the same file, and never told them.
"""

import hashlib
import re
import threading
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.files import put, room
from companion.games.trollfjord.board import Board, at, read
from companion.games.trollfjord.example import example_board
from companion.rules import BadSetup, Illegal, Text, say
from companion.toml_text import written

LONGEST_NAME = 40
MOST = 20
"""Boards somebody recorded; with their photos they take some 20 MB at most."""
CHOSEN = "chosen"

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Place = tuple[Share, Share]
"""How far from the left and from the top, 0 to 1."""


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where regions and spots are drawn, by their id: on the photo, if there is one, else on a plan."""

    regions: dict[str, Place]
    spots: dict[str, Place]
    aspect: Annotated[float, msgspec.Meta(ge=0.2, le=5)] = 1.0
    """Width by height."""
    photo: str = ""
    """Which photo: changes with the picture; empty without one."""


class Kept(msgspec.Struct, frozen=True):
    board: Board
    drawing: Drawing | None
    file: str


class Boards:
    """Recorded boards by name, and the example that is always there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        with room():
            folder.mkdir(parents=True, exist_ok=True)
        example = example_board()
        self._kept = {example.name: Kept(example, None, "")}
        self.unreadable: dict[str, list[Text]] = {}
        """Files that are no board, and why."""
        for path in sorted(folder.glob("*.toml")):
            self._open(path)

    @property
    def names(self) -> list[str]:
        """Recorded ones first."""
        return sorted(self._kept, key=lambda name: (not self._kept[name].file, name.casefold()))

    def own(self, name: str) -> bool:
        """Somebody recorded it; it is not the example."""
        return name in self._kept and bool(self._kept[name].file)

    def board(self, name: str) -> Board | None:
        return self._kept[name].board if name in self._kept else None

    def drawing(self, name: str) -> Drawing | None:
        """How its owner drew it; None for a board that came without a drawing, and for an unknown one."""
        return self._kept[name].drawing if name in self._kept else None

    def text(self, name: str) -> str | None:
        """The board as a file to take along."""
        return toml(self._kept[name].board, self._kept[name].drawing) if name in self._kept else None

    @property
    def chosen(self) -> str:
        """The board of the next game: the one chosen last, while it is there."""
        try:
            name = (self.folder / CHOSEN).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            name = ""
        return name if name in self._kept else self.names[0]

    def choose(self, name: str) -> None:
        self._demand(name)
        put(self.folder / CHOSEN, name.encode())

    def keep(self, board: Board, drawing: Drawing | None, instead_of: str | None = None) -> None:
        """Store a faultless board; the name must be free, unless it is the one this board replaces."""
        with self._lock:
            if board.name in self._kept and board.name != instead_of:
                raise Illegal("name_taken", say("Another board is called {name}.", name=board.name))
            if board.name == example_board().name:
                raise Illegal("example", say("The example board stays as it is. Give yours another name."))
            if drawing and drawing.photo and not self._photo_file(drawing.photo).exists():
                raise Illegal("photo_gone", say("The photo is no longer there. Take it again."))
            before = self._kept.get(instead_of or "")
            if not (before and before.file):
                self._demand_room()
            file = before.file if before and before.file else self._free_file(board.name)
            put(self.folder / file, toml(board, drawing).encode())
            if before and before.file:
                del self._kept[before.board.name]
            self._kept[board.name] = Kept(board, drawing, file)
            self._tidy()
        self.choose(board.name)

    def take_in(self, text: str) -> str:
        """Store a board from a file, under its own name; BadSetup with every fault. Returns the name."""
        board, drawing = parsed(text)
        if drawing and drawing.photo and not self._photo_file(drawing.photo).exists():
            drawing = msgspec.structs.replace(drawing, photo="")
        if faults := name_faults(board.name):
            raise BadSetup(faults)
        self.keep(board, drawing)
        return board.name

    def remove(self, name: str) -> None:
        with self._lock:
            self._demand(name)
            if not self.own(name):
                raise Illegal("example", say("The example board stays as it is. Give yours another name."))
            (self.folder / self._kept.pop(name).file).unlink(missing_ok=True)
            self._tidy()

    def add_photo(self, jpeg: bytes) -> str:
        """Store a photo for a board that is being recorded; returns the name to keep it under."""
        photo = hashlib.sha256(jpeg).hexdigest()[:16]
        with self._lock:
            self._tidy()
            put(self._photo_file(photo), jpeg)
        return photo

    def photo(self, name: str) -> bytes | None:
        drawing = self.drawing(name)
        return self.picture(drawing.photo) if drawing else None

    def picture(self, photo: str) -> bytes | None:
        if not re.fullmatch("[0-9a-f]{16}", photo):
            return None
        path = self._photo_file(photo)
        return path.read_bytes() if path.exists() else None

    def _photo_file(self, photo: str) -> Path:
        return self.folder / f"{photo}.jpg"

    def _tidy(self) -> None:
        """Photos that no board uses go when the next one comes."""
        used = {kept.drawing.photo for kept in self._kept.values() if kept.drawing}
        for path in self.folder.glob("*.jpg"):
            if path.stem not in used:
                path.unlink(missing_ok=True)

    def _open(self, path: Path) -> None:
        try:
            board, drawing = parsed(path.read_text(encoding="utf-8"))
        except BadSetup as bad:
            self.unreadable[path.name] = bad.faults
        except (OSError, UnicodeDecodeError) as error:
            self.unreadable[path.name] = [say("{why}", why=str(error))]
        else:
            if board.name in self._kept:
                self.unreadable[path.name] = [say("Another board is called {name}.", name=board.name)]
            else:
                self._kept[board.name] = Kept(board, drawing, path.name)

    def _demand(self, name: str) -> None:
        if name not in self._kept:
            raise Illegal("no_such_board", say("There is no such board here."))

    def _demand_room(self) -> None:
        own = [kept for kept in self._kept.values() if kept.file and kept.board.name != self.chosen]
        if len(own) + self.own(self.chosen) < MOST:
            return
        oldest = min(own, key=lambda kept: (self.folder / kept.file).stat().st_mtime)
        text = say(
            "{most} boards are kept here, and no more. Remove one under All boards first: {name} is the oldest.",
            most=MOST,
            name=oldest.board.name,
        )
        raise Illegal("too_many_boards", text)

    def _free_file(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:60] or "board"
        taken = {path.name for path in self.folder.glob("*.toml")}
        return next(file for file in numbered(stem) if file not in taken)


def numbered(stem: str) -> Iterable[str]:
    yield f"{stem}.toml"
    number = 1
    while True:
        number += 1
        yield f"{stem}-{number}.toml"


def name_faults(name: str) -> list[Text]:
    if not name.strip() or name != name.strip():
        return [at("board", say("The board needs a name."))]
    if len(name) > LONGEST_NAME or not name.isprintable() or "/" in name:
        return [at("board", say("A board's name has at most {most} letters, and no slash.", most=LONGEST_NAME))]
    return []


def parsed(text: str) -> tuple[Board, Drawing | None]:
    """A board file: the board and how it is drawn; every fault of both at once."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return read(text), None
    sketch = data.pop("drawing", None)
    faults: list[Text] = []
    try:
        # The rules' own reader knows no drawing.
        board = read(text if sketch is None else "\n".join(f"{written(k)} = {written(v)}" for k, v in data.items()))
    except BadSetup as bad:
        board, faults = None, bad.faults
    except ValueError as error:
        board, faults = None, [at("board", say("{why}", why=str(error)))]
    drawing = None
    try:
        drawing = msgspec.convert(sketch, Drawing | None)
    except msgspec.ValidationError as error:
        faults.append(at("drawing", say("{why}", why=str(error))))
    if board and drawing:
        faults += drawing_faults(board, drawing)
    if faults or board is None:
        raise BadSetup(faults)
    return board, drawing


def drawing_faults(board: Board, drawing: Drawing) -> list[Text]:
    faults = []
    for table, known, drawn in (
        ("regions", [region.id for region in board.regions], drawing.regions),
        ("spots", [spot.id for spot in board.spots], drawing.spots),
    ):
        faults += [
            at(f"{table} {name}", say("This has no place in the drawing.")) for name in known if name not in drawn
        ]
        faults += [at("drawing", say("There is no {name}.", name=name)) for name in drawn if name not in known]
    return faults


def toml(board: Board, drawing: Drawing | None) -> str:
    """The board file, as a person would write it."""
    lines = [f"name = {written(board.name)}", "", "# Neighbours that no fortress joins.", "borders = ["]
    lines += [f"    {written(pair)}," for pair in board.borders]
    lines += ["]"]
    for table, parts in (("regions", board.regions), ("spots", board.spots), ("planks", board.planks)):
        for part in parts:
            lines += ["", f"[[{table}]]", *settings(msgspec.to_builtins(part))]
    if drawing:
        lines += drawn(drawing)
    return "\n".join(lines) + "\n"


def drawn(drawing: Drawing) -> list[str]:
    lines = ["", "# Where things are drawn, from the left and from the top, 0 to 1; the rules do not read this."]
    lines += ["[drawing]", f"aspect = {written(float(drawing.aspect))}", f"photo = {written(drawing.photo)}"]
    for name, places in (("regions", drawing.regions), ("spots", drawing.spots)):
        lines += ["", f"[drawing.{name}]", *settings(places)]
    return lines


def settings(values: Mapping[str, Any]) -> list[str]:
    return [
        f"{key if key.isidentifier() and key.isascii() else written(key)} = {written(v)}"
        for key, v in values.items()
        if v != ""
    ]
