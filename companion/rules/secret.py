"""What not everyone may know: a field is declared secret where it stands; who is told what is decided elsewhere."""

import typing
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec

T = TypeVar("T")

MARK = "secret"

Secret = Annotated[T, msgspec.Meta(extra={MARK: True})]
"""A field of a move or of a set-up that not everyone may know while the game runs: `card: Secret[int]`."""


class Hidden(StrEnum):
    """What stands in a secret field for a reader who may not know it."""

    HIDDEN = "…"


HIDDEN = Hidden.HIDDEN


@cache
def secret_fields(kind: type[msgspec.Struct]) -> frozenset[str]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return frozenset(name for name in kind.__struct_fields__ if _marked(hints[name]))


def _marked(hint: Any) -> bool:
    metas = (meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return any(MARK in (meta.extra or {}) for meta in metas)


def has_secrets(moves: Any, setup: Any) -> bool:
    """Whether a game with these moves and this set-up has anything that not everyone may know."""
    return any(secret_fields(kind) for kind in (*(typing.get_args(moves) or (moves,)), setup))


def without(move: msgspec.Struct, hidden: frozenset[str]) -> Any:
    """The same move, with these fields kept from whoever reads it."""
    return msgspec.structs.replace(move, **dict.fromkeys(hidden, HIDDEN)) if hidden else move


def hidden_in(move: msgspec.Struct) -> frozenset[str]:
    """The fields of a move that its reader may not know."""
    return frozenset(name for name in secret_fields(type(move)) if getattr(move, name) is HIDDEN)


def could_be(whole: msgspec.Struct, read: msgspec.Struct) -> bool:
    """Whether the whole move may be the one that was read with some of it hidden."""
    return type(whole) is type(read) and without(whole, hidden_in(read)) == read
