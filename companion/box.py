"""The owner's box: what was recorded once of each game, a file a thing, its photo beside it; no rule is in here.

A thing is *known* from the rulebook, an *example* that stands in for it, or *yours*. A game copies what it is played
with into its set-up, so that nothing which is changed here ever changes a game.
"""

import hashlib
import logging
import re
import threading
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.atomic_files import NoRoom, put, writing
from companion.box_files import Read, faults_of, file_text, read, read_whole
from companion.games import GAMES
from companion.rules import BadSetup, BoxKind, Chosen, Drawing, Illegal, Text, listed, say

log = logging.getLogger(__name__)

FOLDER, CHOSEN, DAMAGED = "box", "chosen", ".damaged"

Mark = Literal["known", "example", "yours"]


class Kept(msgspec.Struct, frozen=True):
    """A thing in the box."""

    thing: Any
    mark: Mark
    drawing: Drawing | None = None
    about: Text | None = None
    """Of one that came with the companion."""
    file: str = ""
    faults: list[Text] = []
    """Why it cannot be played with as it is."""

    @property
    def name(self) -> str:
        return str(self.thing.name)


class Shelf:
    """The things of one kind by name: the owner's, and those that came with the companion."""

    def __init__(self, folder: Path, kind: BoxKind[Any]) -> None:
        self.folder = folder
        self.kind = kind
        self.in_use: Callable[[], Collection[str]] = tuple
        """Photos that a game is played on, whatever becomes of its board."""
        self._lock = threading.Lock()
        self._shipped = {
            each.thing.name: Kept(each.thing, "known" if each.known else "example", about=each.about)
            for each in kind.shipped()
        }
        self._own: dict[str, Kept] = {}
        self.unreadable: dict[str, list[Text]] = {}
        """Files that were set aside because there is no such thing in them, and why."""
        for path in sorted(folder.glob("*.toml")) + sorted(folder.glob(f"*.toml{DAMAGED}*")):
            self._open(path)
        # A photo may belong to what could not be read.
        self._spared = {path.stem for path in folder.glob("*.jpg")} if self.unreadable else set()

    @property
    def kept(self) -> list[Kept]:
        """The owner's first."""
        own = sorted(self._own.values(), key=lambda kept: kept.name.casefold())
        return [*own, *(kept for name, kept in self._shipped.items() if name not in self._own)]

    @property
    def names(self) -> list[str]:
        """Of those that can be played with."""
        return [kept.name for kept in self.kept if not kept.faults]

    @property
    def things(self) -> tuple[Any, ...]:
        """All there is to play with; examples only as long as there is nothing better."""
        usable = [kept for kept in self.kept if not kept.faults]
        better = [kept for kept in usable if kept.mark != "example"]
        return tuple(kept.thing for kept in (usable if self.kind.fixed or not better else better))

    def played_with(self, name: str | None) -> Chosen:
        """The one of this name, where one is picked; else all there are. Illegal where there is none."""
        if not self.kind.picked:
            drawings = {kept.name: kept.drawing for kept in self.kept if kept.drawing}
            return Chosen(self.things, drawings=drawings)
        found = self.get(self.chosen if name is None else name)
        if found is None or found.faults:
            raise no_such_thing()
        return Chosen((found.thing,), found.drawing)

    def get(self, name: str) -> Kept | None:
        return self._own.get(name) or self._shipped.get(name)

    def own(self, name: str) -> bool:
        return name in self._own

    def thing(self, name: str) -> Any:
        """One to play with, or None."""
        found = self.get(name)
        return found.thing if found and not found.faults else None

    def drawing(self, name: str) -> Drawing | None:
        """How its owner drew it; None for one that came without a drawing, and for an unknown one."""
        found = self.get(name)
        return found.drawing if found else None

    def text(self, name: str) -> str | None:
        """The thing as a file to take along."""
        found = self.get(name)
        return file_text(found.thing, found.drawing) if found else None

    @property
    def chosen(self) -> str:
        """The one of the next game: the one chosen last, while it is there."""
        try:
            name = (self.folder / CHOSEN).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            name = ""
        names = self.names
        return name if name in names else names[0]

    def choose(self, name: str) -> None:
        if name not in self.names:
            raise no_such_thing()
        self._put(CHOSEN, name.encode())

    def keep(self, thing: Any, drawing: Drawing | None = None, instead_of: str | None = None) -> None:
        """Store a thing, or BadSetup with its faults; the name must be free, unless it is the one it replaces."""
        with self._lock:
            if faults := faults_of(thing, drawing, self.kind):
                raise BadSetup(faults)
            self._demand_name(thing.name, instead_of)
            if drawing and drawing.photo and not self._photo_file(drawing.photo).exists():
                raise Illegal("photo_gone", say("The photo is no longer there. Take it again."))
            before = self._own.get(instead_of or "")
            if before is None:
                self._demand_room()
            file = before.file if before else self._free_file(thing.name)
            self._put(file, file_text(thing, drawing).encode())
            if before:
                del self._own[before.name]
            self._own[thing.name] = Kept(thing, "yours", drawing, file=file)
            self._tidy()
        if self.kind.picked:
            self.choose(thing.name)

    def learn(self, state: Any) -> None:
        """Keep what a game was told, as far as it is new and there is room: a game never waits for that."""
        for thing in self.kind.told(state) if self.kind.told else ():
            if self.get(thing.name) is None:
                try:
                    self.keep(thing)
                except (BadSetup, Illegal, NoRoom):
                    log.warning("%s cannot be kept in the box.", thing.name, exc_info=True)

    def take_in(self, text: str) -> str:
        """Store a thing from a file, under its own name; BadSetup with every fault. Returns the name."""
        thing, drawing = read_whole(text, self.kind)
        if drawing and drawing.photo and not self._photo_file(drawing.photo).exists():
            drawing = msgspec.structs.replace(drawing, photo="")
        self.keep(thing, drawing)
        return str(thing.name)

    def remove(self, name: str) -> None:
        with self._lock:
            if name in self._shipped and name not in self._own:
                raise self._stays(name)
            if name not in self._own:
                raise no_such_thing()
            (self.folder / self._own.pop(name).file).unlink(missing_ok=True)
            self._tidy()

    def forget(self, file: str) -> None:
        """Throw away a file that was set aside: nobody can make anything of it."""
        with self._lock:
            if file not in self.unreadable:
                raise no_such_thing()
            (self.folder / file).unlink(missing_ok=True)
            del self.unreadable[file]

    def add_photo(self, jpeg: bytes) -> str:
        """Store a photo for a board that is being recorded; returns the name to keep it under."""
        photo = hashlib.sha256(jpeg).hexdigest()[:16]
        with self._lock:
            self._tidy()
            self._put(f"{photo}.jpg", jpeg)
        return photo

    @property
    def photos(self) -> set[str]:
        """Those that boards are drawn on, or that a game is played on."""
        return {kept.drawing.photo for kept in self._own.values() if kept.drawing} | set(self.in_use())

    def photo(self, name: str) -> bytes | None:
        drawing = self.drawing(name)
        return self.picture(drawing.photo) if drawing else None

    def picture(self, photo: str) -> bytes | None:
        if not re.fullmatch("[0-9a-f]{16}", photo):
            return None
        path = self._photo_file(photo)
        return path.read_bytes() if path.exists() else None

    def free_name(self, name: str) -> str:
        """This one, or with a number behind it if it is taken."""
        return next(each for each in numbered(name, " {}") if self.get(each) is None)

    def _photo_file(self, photo: str) -> Path:
        return self.folder / f"{photo}.jpg"

    def _put(self, file: str, data: bytes) -> None:
        with writing():
            self.folder.mkdir(parents=True, exist_ok=True)
        put(self.folder / file, data)

    def _tidy(self) -> None:
        """Photos that nobody uses go when the next one comes."""
        used = self.photos | self._spared
        for path in self.folder.glob("*.jpg"):
            if path.stem not in used:
                path.unlink(missing_ok=True)

    def _open(self, path: Path) -> None:
        try:
            found = read(path.read_text(encoding="utf-8"), self.kind)
        except BadSetup as bad:
            self._set_aside(path, bad.faults)
        except UnicodeDecodeError as error:
            self._set_aside(path, [say("{why}", why=str(error))])
        except OSError as error:
            self.unreadable[path.name] = [say("{why}", why=str(error))]
        else:
            # What an earlier version could not read, this one may.
            file = path.name if path.suffix == ".toml" else self._free_file(found.thing.name)
            if file != path.name:
                path.replace(self.folder / file)
            self._own_again(found, file)

    def _own_again(self, found: Read, file: str) -> None:
        name, thing = found.thing.name, found.thing
        if self.get(name) if not self.kind.fixed else name in self._own:
            thing = msgspec.structs.replace(thing, name=self.free_name(name))
        self._own[thing.name] = Kept(thing, "yours", found.drawing, file=file, faults=found.faults)

    def _set_aside(self, path: Path, faults: list[Text]) -> None:
        log.warning("%s cannot be read: %s", path, " ".join(map(str, faults)))
        aside = path
        if path.suffix == ".toml":
            taken = {each.name for each in self.folder.iterdir()}
            aside = path.with_name(next(n for n in numbered(path.name + DAMAGED, "-{}") if n not in taken))
            path.replace(aside)
        self.unreadable[aside.name] = faults

    def _demand_name(self, name: str, instead_of: str | None) -> None:
        if self.kind.fixed:
            if name not in self._shipped:
                raise no_such_thing()
            if name in self._own and name != instead_of:
                raise self._taken(name)
        elif name in self._shipped:
            raise self._stays(name)
        elif name in self._own and name != instead_of:
            raise self._taken(name)

    def _taken(self, name: str) -> Illegal:
        return Illegal("name_taken", say("Another one is called {name} already.", name=name))

    def _stays(self, name: str) -> Illegal:
        words = say("{name} came with the companion and stays as it is. Give yours another name.", name=name)
        return Illegal("shipped", words)

    def _demand_room(self) -> None:
        if len(self._own) < self.kind.most:
            return
        others = [kept for kept in self._own.values() if kept.name != self.chosen] or list(self._own.values())
        oldest = min(others, key=lambda kept: (self.folder / kept.file).stat().st_mtime)
        text = say(
            "{most} of them are kept here, and no more. Remove one first: {name} is the oldest.",
            most=self.kind.most,
            name=oldest.name,
        )
        raise Illegal("too_many", text)

    def _free_file(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        stem = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:60] or "thing"
        taken = {path.name for path in self.folder.glob("*.toml")}
        return next(file for file in (f"{each}.toml" for each in numbered(stem, "-{}")) if file not in taken)


class Box:
    """All that the owner of one game has recorded."""

    def __init__(self, folder: Path, kinds: Collection[BoxKind[Any]]) -> None:
        self.shelves: Mapping[str, Shelf] = {kind.name: Shelf(folder / kind.name, kind) for kind in kinds}

    def spare(self, in_use: Callable[[], Collection[str]]) -> None:
        """Photos that a game is played on stay, whatever becomes of their boards."""
        for shelf in self.shelves.values():
            shelf.in_use = in_use

    def __getitem__(self, kind: str) -> Shelf:
        return self.shelves[kind]

    def learn(self, state: Any) -> None:
        """What this game was told is kept for the next one."""
        for shelf in self.shelves.values():
            shelf.learn(state)

    @property
    def lacking(self) -> Text | None:
        """What examples stand in for, in one sentence."""
        things = [thing for shelf in self.shelves.values() if (thing := lacking(shelf)) is not None]
        return say("Examples, until yours are recorded: {things}.", things=listed(things)) if things else None

    @property
    def unusable(self) -> list[str]:
        """Files without a thing in them, a line each."""
        return [
            f"{file}: {' '.join(map(str, faults))}"
            for shelf in self.shelves.values()
            for file, faults in shelf.unreadable.items()
        ]


def open_boxes(state: Path) -> dict[str, Box]:
    """The box of every game the table can run; what older versions kept elsewhere is brought here first."""
    for game in GAMES.values():
        for kind in game.box:
            try:
                move_in(state, game.name, kind)
            except NoRoom:
                log.exception("%s stays where it is until there is room.", kind.formerly)
    return {game.name: Box(state / FOLDER / game.name, game.box) for game in GAMES.values()}


def unusable(state: Path) -> list[str]:
    """Files in the boxes of a state folder that nothing can be made of, a line each."""
    return [line for box in open_boxes(state).values() for line in box.unusable]


def move_in(state: Path, game: str, kind: BoxKind[Any]) -> None:
    """File by file, so that a power cut in between is made good by the next start."""
    if kind.formerly is None or not (state / kind.formerly).is_dir():
        return
    before, folder = state / kind.formerly, state / FOLDER / game / kind.name
    with writing():
        folder.mkdir(parents=True, exist_ok=True)
    # Photos come before the boards that speak of them.
    for path in sorted(before.iterdir(), key=lambda path: (path.suffix != ".jpg", path.name)):
        there = folder / path.name
        if there.exists() and (path.name == CHOSEN or there.read_bytes() == path.read_bytes()):
            path.unlink()
        else:
            free = next(name for name in numbered(path.stem, "-{}") if not (folder / f"{name}{path.suffix}").exists())
            path.replace(folder / f"{free}{path.suffix}")
    before.rmdir()


def lacking(shelf: Shelf) -> Text | None:
    """The one thing of this kind that is an example still, or the kind if there are more."""
    if not shelf.kind.fixed:
        return shelf.kind.title if all(kept.mark == "example" or kept.faults for kept in shelf.kept) else None
    examples = [kept.name for kept in shelf.kept if kept.mark == "example"]
    if len(examples) != 1:
        return shelf.kind.title if examples else None
    return shelf.kind.labels.get(examples[0]) or say("{name}", name=examples[0])


def no_such_thing() -> Illegal:
    return Illegal("no_such_thing", say("There is no such thing in this box."))


def numbered(stem: str, more: str) -> Iterator[str]:
    yield stem
    yield from (stem + more.format(number) for number in count(2))
