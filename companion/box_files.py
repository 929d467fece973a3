"""A thing of the box and how it is drawn, as a text that people can read, and back; it opens no file."""

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.rules import BadSetup, BoxKind, Drawing, Text, Thing, drawing_faults, fault_at, say
from companion.toml_text import key_text, written

LONGEST_NAME = 40
DRAWING = "drawing"


class Read(msgspec.Struct, frozen=True):
    """What stands in a file: a thing that can be shown, and all that keeps it from being played with."""

    thing: Any
    drawing: Drawing | None
    faults: list[Text]


def read(text: str, kind: BoxKind[Any]) -> Read:
    """What the text describes; BadSetup with every fault if there is no thing in it at all."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetup([say("This is no TOML: {why}", why=str(error))]) from None
    sketch = data.pop(DRAWING, None)
    thing, unreadable = read_plain(data, kind)
    drawing = None
    if sketch is not None:
        try:
            drawing = read_drawing(sketch)
        except msgspec.ValidationError as error:
            unreadable.append(fault_at(DRAWING, say("{why}", why=str(error))))
    wrong = faults_of(thing, drawing, kind) if thing is not None else []
    if unreadable or thing is None:
        raise BadSetup([*unreadable, *wrong])
    return Read(thing, drawing, wrong)


def read_whole(text: str, kind: BoxKind[Any]) -> tuple[Any, Drawing | None]:
    """A thing without any fault, or BadSetup with all of them."""
    found = read(text, kind)
    if found.faults:
        raise BadSetup(found.faults)
    return found.thing, found.drawing


def read_plain(data: dict[str, Any], kind: BoxKind[Any]) -> tuple[Any, list[Text]]:
    """Plain values as a thing, as far as they can be read, and why they cannot."""
    if kind.read:
        return kind.read(data)
    try:
        return msgspec.convert(data, kind.thing), []
    except msgspec.ValidationError as error:
        return None, [say("{why}", why=str(error))]


def read_drawing(sketch: Any) -> Drawing:
    if not isinstance(sketch, dict):
        raise msgspec.ValidationError("Expected a table")
    own = set(Drawing.__struct_fields__) - {"places"}
    places = {layer: table for layer, table in sketch.items() if layer not in own}
    return msgspec.convert({**{name: sketch[name] for name in own & set(sketch)}, "places": places}, Drawing)


def faults_of(thing: Any, drawing: Drawing | None, kind: BoxKind[Any]) -> list[Text]:
    faults = [*name_faults(thing.name), *kind.faults(thing)]
    if drawing is not None:
        drawn = kind.drawn(thing) if kind.drawn else {}
        faults += [fault_at(place, fault) for place, fault in drawing_faults(drawing, drawn)]
    return faults


def name_faults(name: str) -> list[Text]:
    if not name.strip() or name != name.strip():
        return [fault_at("name", say("It needs a name."))]
    if len(name) > LONGEST_NAME or not name.isprintable() or "/" in name:
        return [fault_at("name", say("A name has at most {most} letters, and no slash.", most=LONGEST_NAME))]
    return []


def file_text(thing: Thing, drawing: Drawing | None) -> str:
    """The file, as a person would write it: values first, then a table for each part."""
    # Through JSON, which knows no tuples: what follows can tell values from tables.
    told = msgspec.json.decode(msgspec.json.encode(thing), type=dict[str, Any])
    plain = {key: value for key, value in told.items() if value is not None}
    lines = [line for key, value in plain.items() if not tabular(value) for line in value_lines(key, value)]
    for key, value in plain.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key_text(key)}]", *settings(value)]
        elif tabular(value):
            for part in value:
                lines += ["", f"[[{key_text(key)}]]", *settings(part)]
    return "\n".join([*lines, *drawing_lines(drawing)]) + "\n"


def tabular(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(part, Mapping) for part in value)
    )


def value_lines(key: str, value: Any) -> list[str]:
    if isinstance(value, list) and value and all(isinstance(part, list) for part in value):
        return [f"{key_text(key)} = [", *(f"    {written(part)}," for part in value), "]"]
    return [f"{key_text(key)} = {written(plain_values(value))}"]


def settings(values: Mapping[str, Any]) -> list[str]:
    kept = {key: value for key, value in values.items() if value not in ("", None)}
    return [f"{key_text(key)} = {written(plain_values(value))}" for key, value in kept.items()]


def plain_values(value: Any) -> Any:
    """TOML knows no None: what is not there is left out."""
    if isinstance(value, Mapping):
        return {key: plain_values(each) for key, each in value.items() if each is not None}
    return [plain_values(each) for each in value] if isinstance(value, list | tuple) else value


def drawing_lines(drawing: Drawing | None) -> list[str]:
    if drawing is None:
        return []
    lines = ["", "# Where things are drawn, from the left and from the top, 0 to 1; the rules do not read this."]
    lines += [f"[{DRAWING}]", f"aspect = {written(float(drawing.aspect))}", f"photo = {written(drawing.photo)}"]
    if drawing.corners:
        lines.append(f"corners = {written(drawing.corners)}")
    for layer, places in drawing.places.items():
        lines += ["", f"[{DRAWING}.{key_text(layer)}]", *settings(places)]
    return lines
