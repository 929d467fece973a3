"""The owner's box of one game as one file to take along, and back; nothing of yours is ever replaced by it."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from companion.box import Box, Shelf
from companion.box_files import file_text, read_whole
from companion.rules import BadSetup, Drawing, Illegal, Text, fault_at, say
from companion.zip_files import BadZip, unzipped, zipped

LABEL, NAME, VERSION = "box", b"trollhammer-companion box ", 1

MOST_FILES = 1_000
LARGEST = 30_000_000
"""Bytes, packed: twenty boards with their photos take less."""

LARGEST_THING, LARGEST_PHOTO = 200_000, 4_000_000


class TakenIn(NamedTuple):
    new: list[str]
    there: list[str]
    """What stays as it is: the same is here already, or a chart of yours."""


class Arrival(NamedTuple):
    shelf: Shelf
    thing: Any
    drawing: Drawing | None


def packed(game: str, box: Box) -> bytes:
    """Everything in it that is yours."""
    files = {LABEL: NAME + b"%d\n%s\n" % (VERSION, game.encode())}
    for kind, shelf in box.shelves.items():
        for kept in shelf.kept:
            if kept.mark == "yours":
                files[f"{kind}/{kept.file}"] = file_text(kept.thing, kept.drawing).encode()
                photo = kept.drawing.photo if kept.drawing else ""
                if picture := shelf.picture(photo):
                    files[f"{kind}/{photo}.jpg"] = picture
    return zipped(files)


def take_in(game: str, box: Box, data: bytes, clean: Callable[[bytes], bytes]) -> TakenIn:
    """Add what is in the file, or Illegal or BadSetup with every fault, and nothing is added.

    `clean` makes of a photo from elsewhere one to keep, or refuses it.
    """
    files = opened(game, box, data)
    arrivals = without_faults(box, files)
    coming = [each for each in arrivals if not already(each)]
    there = [each.thing.name for each in arrivals if already(each)]
    for shelf in box.shelves.values():
        demand_room(shelf, sum(each.shelf is shelf for each in coming))
    photos = {
        each.drawing.photo: clean(files[f"{each.shelf.kind.name}/{each.drawing.photo}.jpg"])
        for each in coming
        if each.drawing and f"{each.shelf.kind.name}/{each.drawing.photo}.jpg" in files
    }
    return TakenIn([keep(each, photos) for each in coming], there)


def opened(game: str, box: Box, data: bytes) -> dict[str, bytes]:
    def limit(name: str) -> int | None:
        kind, _, file = name.partition("/")
        if name == LABEL:
            return 200
        if kind in box.shelves and re.fullmatch(r"[a-z0-9-]{1,80}\.toml", file):
            return LARGEST_THING
        return LARGEST_PHOTO if kind in box.shelves and re.fullmatch(r"[0-9a-f]{16}\.jpg", file) else None

    try:
        files = unzipped(data, MOST_FILES, limit, LABEL, refuse_newer)
    except BadZip as bad:
        raise no_box(bad.reason) from bad
    label = files.get(LABEL, b"")
    if not label.startswith(NAME):
        raise no_box(say("something else is in it"))
    if label.split(b"\n")[1:2] != [game.encode()]:
        raise no_box(say("it belongs to another game"))
    return files


def refuse_newer(label: bytes) -> None:
    number = label.removeprefix(NAME).split(b"\n")[0]
    if label.startswith(NAME) and number.isdigit() and int(number) > VERSION:
        raise BadZip(say("a newer version made it; upgrade this companion first"))


def without_faults(box: Box, files: dict[str, bytes]) -> list[Arrival]:
    found, faults = list[Arrival](), list[Text]()
    for name, content in files.items():
        if name.endswith(".toml"):
            shelf = box[name.partition("/")[0]]
            try:
                found.append(Arrival(shelf, *read_whole(content.decode(), shelf.kind)))
            except BadSetup as bad:
                faults += [fault_at(name, fault) for fault in bad.faults]
            except UnicodeDecodeError as error:
                faults.append(fault_at(name, say("{why}", why=str(error))))
    if faults:
        raise BadSetup(faults)
    return found


def already(each: Arrival) -> bool:
    yours = [kept for kept in each.shelf.kept if kept.mark == "yours"]
    if each.shelf.kind.fixed:
        return any(kept.name == each.thing.name for kept in yours)
    # What came in under another name, because its own was taken, is here all the same.
    return any(msgspec.structs.replace(kept.thing, name=each.thing.name) == each.thing for kept in yours)


def demand_room(shelf: Shelf, more: int) -> None:
    yours = sum(kept.mark == "yours" for kept in shelf.kept)
    if more and yours + more > shelf.kind.most:
        text = say(
            "{more} more do not fit: {most} of them are kept here, and {yours} are there already.",
            more=more,
            most=shelf.kind.most,
            yours=yours,
        )
        raise Illegal("too_many", text)


def keep(each: Arrival, photos: dict[str, bytes]) -> str:
    """One whose name is taken comes in under another."""
    shelf, thing, drawing = each
    if not shelf.kind.fixed:
        thing = msgspec.structs.replace(thing, name=shelf.free_name(thing.name))
    if drawing and drawing.photo:
        photo = shelf.add_photo(photos[drawing.photo]) if drawing.photo in photos else ""
        drawing = msgspec.structs.replace(drawing, photo=photo)
    shelf.keep(thing, drawing)
    return str(thing.name)


def no_box(reason: str | Text) -> Illegal:
    words = say("This file is no box that can be used: {reason}. Nothing was changed.", reason=reason)
    return Illegal("no_box", words)
