"""The fields of a thing in the box, read off its struct, for a page that edits any of them; it knows no game."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from companion.rules import BoxKind, Text
from web.i18n import Catalogue

Field = dict[str, Any]

LONGEST = 200
"""Letters of a text that sets no bound of its own."""

MOST, LEAST = 9_999, -9_999
"""For numbers that set no bound."""


class NotEditable(TypeError):
    """A kind of value that no page can edit."""


def fields_of(kind: BoxKind[Any], words: Catalogue) -> list[Field]:
    """Each field of the struct but its name: how it is edited, and what it is called."""
    described = inspect.type_info(kind.thing)
    if not isinstance(described, inspect.StructType):
        raise NotEditable(str(kind.thing))
    fields = Editable(kind.labels, words).parts(described)
    return [field for field in fields if field["name"] != "name"]


class Editable:
    """How values are edited, and what the parts of them are called."""

    def __init__(self, labels: Mapping[str, Text], words: Catalogue) -> None:
        self._labels = labels
        self._words = words

    def field(self, described: inspect.Type) -> Field:
        match described:
            case inspect.IntType():
                least, most = bounds(described)
                return {"edit": "number", "least": least, "most": most, "blank": max(0, least)}
            case inspect.BoolType():
                return {"edit": "yes-no", "blank": False}
            case inspect.StrType():
                return {"edit": "words", "longest": described.max_length or LONGEST, "blank": ""}
            case inspect.LiteralType():
                answers = [{"value": value, "text": self.called(value)} for value in described.values]
                return {"edit": "one-of", "answers": answers, "blank": described.values[0]}
            case inspect.VarTupleType() | inspect.ListType():
                most = MOST if described.max_length is None else described.max_length
                return {"edit": "list", "item": self.field(described.item_type), "most": most, "blank": []}
            case inspect.TupleType():
                items = [self.field(item) for item in described.item_types]
                return {"edit": "row", "items": items, "blank": [item["blank"] for item in items]}
            case inspect.DictType(key_type=inspect.LiteralType(values=keys)):
                return whole([self.named(key, described.value_type) for key in keys])
            case inspect.StructType():
                return whole(self.parts(described))
        raise NotEditable(type(described).__name__)

    def parts(self, described: inspect.StructType) -> list[Field]:
        return [self.named(field.encode_name, field.type) for field in described.fields]

    def named(self, name: Any, described: inspect.Type) -> Field:
        return {"name": name, "text": self.called(name), **self.field(described)}

    def called(self, name: Any) -> str:
        return self._words.say(self._labels[str(name)]) if str(name) in self._labels else str(name)


def whole(fields: list[Field]) -> Field:
    return {"edit": "parts", "fields": fields, "blank": {field["name"]: field["blank"] for field in fields}}


def bounds(described: inspect.IntType) -> tuple[int, int]:
    least = described.ge if described.ge is not None else (LEAST if described.gt is None else described.gt + 1)
    most = described.le if described.le is not None else (MOST if described.lt is None else described.lt - 1)
    return least, most


def values_of(thing: Any) -> dict[str, Any]:
    """What the page edits: all but the name, as JSON knows it."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(thing))
    return {name: value for name, value in told.items() if name != "name"}


def called(kind: BoxKind[Any], name: str, words: Catalogue) -> str:
    """What people call this thing: a chart or board that comes with the companion has a name in their language."""
    label = kind.labels.get(name) if kind.fixed or kind.drawn else None
    return words.say(label) if label else name
