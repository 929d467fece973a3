"""The settings: one TOML file checked against a type, its last good copy beside it; it never knows what is set.

Every fault is told at once, with its line. A faulty file is never used and never overwritten: the last good copy is.
"""

import difflib
import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from companion.atomic_files import put
from companion.toml_text import Fault, Reading, changed, read_toml, written

S = TypeVar("S", bound=msgspec.Struct)

TYPE_WORDS = {"int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "object": "a table"}


class Refused(ValueError):
    """These settings cannot be; `faults` says why, each with its line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Checked(NamedTuple, Generic[S]):
    values: S | None
    """Nothing when there are faults."""
    reading: Reading
    faults: tuple[Fault, ...]


class Settings(Generic[S]):
    """What is in force: the file's settings, or its last good copy's, or the defaults, in this order."""

    def __init__(self, path: Path, kind: type[S]) -> None:
        self.path = path
        self.good = path.with_name(path.name + ".good")
        self.faulty = path.with_name(path.name + ".faulty")
        self._kind = kind
        self._lock = threading.Lock()
        self.load()

    def load(self) -> None:
        """Read the file again; nothing is written."""
        self.faults: tuple[Fault, ...] = ()
        self.message: str | None = None
        try:
            self._use(self.path)
        except Refused as refused:
            self.faults = refused.faults
            self._fall_back()

    def where(self, path: str) -> str:
        """Where a value, named like `lights.count`, came from."""
        line = self._reading.line(tuple(path.split(".")))
        return f"{self.source.name}:{line}" if line else "default"

    def change(self, changes: Mapping[str, Any]) -> None:
        """Set values, named like `lights.count`: all of them or, when one is refused, none. On the disk on return."""
        with self._lock:
            self.load()
            text = self._text
            try:
                for path, value in changes.items():
                    text = changed(text, tuple(path.split(".")), value)
            except ValueError as error:
                raise Refused((Fault(0, str(error)),)) from error
            checked = check(text, self._kind)
            if checked.values is None:
                raise Refused(checked.faults)
            if self.faults and self.path.exists():
                self.path.replace(self.faulty)
            put(self.path, text.encode())
            self.load()
            self._keep()

    def keep(self) -> None:
        """These settings have proved themselves: they are the last good ones from now on."""
        with self._lock:
            self._keep()

    def lines(self) -> list[str]:
        """Everything in force as TOML, each value with where it came from."""
        return self._told((), self.values)

    def _use(self, path: Path) -> None:
        text = _text(path)
        if not text and (path == self.good or self.good.exists()):
            raise Refused((Fault(0, "The file is missing or empty, as a power cut may leave it."),))
        self._take(path, text)

    def _take(self, path: Path, text: str) -> None:
        checked = check(text, self._kind)
        if checked.values is None:
            raise Refused(checked.faults)
        self.source, self._text, self._reading, self.values = path, text, checked.reading, checked.values

    def _fall_back(self) -> None:
        found = "\n".join(f"{self.path.name}: {fault}" for fault in self.faults)
        try:
            self._use(self.good)
            instead = "The last good settings are used instead"
        except Refused:
            self._take(self.path, "")
            instead = "There are no earlier good ones, so every setting has its default"
        self.message = f"The settings in {self.path} cannot be used:\n{found}\n{instead}."

    def _keep(self) -> None:
        text = self._text.encode()
        if self.source == self.path and text and not (self.good.exists() and self.good.read_bytes() == text):
            put(self.good, text)

    def _told(self, path: tuple[str, ...], values: msgspec.Struct) -> list[str]:
        told: list[str] = []
        tables: list[str] = []
        for field in msgspec.structs.fields(values):
            value, here = getattr(values, field.name), (*path, field.name)
            if isinstance(value, msgspec.Struct):
                tables += ["", f"[{'.'.join(here)}]", *self._told(here, value)]
            elif value is not None:
                told.append(f"{f'{field.name} = {written(value)}':<40} # {self.where('.'.join(here))}")
        return told + (tables if told or path else tables[1:])


def check(text: str, kind: type[S]) -> Checked[S]:
    """The settings this text makes, or every reason why it makes none."""
    reading = read_toml(text)
    values, faults = _struct(reading, (), reading.tree, kind)
    ordered = tuple(sorted((*reading.faults, *faults)))
    return Checked(None if ordered else values, reading, ordered)


def _text(path: Path) -> str:
    """What the file holds; nothing when there is none."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise Refused((Fault(0, f"The file cannot be read: {error.strerror}."),)) from error
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Refused((Fault(line, "This is not text: the file is damaged."),)) from error


def _struct(reading: Reading, path: tuple[str, ...], tree: Any, kind: type[S]) -> tuple[S | None, list[Fault]]:
    """A table against its type: every key on its own first, then all of them together."""
    name = ".".join(path)
    if not isinstance(tree, dict):
        return None, [Fault(reading.line(path), f"{name} is a table with keys of its own, not a single value.")]
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    given: dict[str, Any] = {}
    faults: list[Fault] = []
    for key, value in tree.items():
        here = (*path, key)
        if key not in fields:
            faults.append(Fault(reading.line(here), _unknown(here, list(fields))))
            continue
        typed, more = _value(reading, here, value, fields[key].type)
        faults += more
        if not more:
            given[key] = typed
    missing = [key for key, field in fields.items() if field.required and key not in tree]
    faults += [Fault(reading.line(path), f"{'.'.join((*path, key))} is missing.") for key in missing]
    if any(field.required and field.name not in given for field in fields.values()):
        return None, faults
    made, more = _made(reading, path, kind, given)
    return made, faults + more


def _value(reading: Reading, path: tuple[str, ...], value: Any, kind: Any) -> tuple[Any, list[Fault]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(reading, path, value, kind)
    try:
        return msgspec.convert(value, kind), []
    except msgspec.ValidationError as error:
        return None, [Fault(reading.line(path), f"{'.'.join(path)}: {_words(error, value, kind)}")]


def _made(
    reading: Reading, path: tuple[str, ...], kind: type[S], given: dict[str, Any]
) -> tuple[S | None, list[Fault]]:
    """Values that are each well-formed may still be impossible: blame each one whose default would be possible."""
    faults: list[Fault] = []
    while isinstance(made := _attempt(kind, given), str):
        culprit = _culprit(kind, given, made)
        here = path if culprit is None else (*path, culprit)
        faults.append(Fault(reading.line(here), f"{'.'.join(here)}: {made}"))
        if culprit is None:
            return None, faults
        given = {key: value for key, value in given.items() if key != culprit}
    return made, faults


def _culprit(kind: type[S], given: dict[str, Any], complaint: str) -> str | None:
    without = {
        left_out: _attempt(kind, {key: value for key, value in given.items() if key != left_out}) for left_out in given
    }
    mended = [key for key, result in without.items() if not isinstance(result, str)]
    told_otherwise = [key for key, result in without.items() if isinstance(result, str) and result != complaint]
    return next(iter(mended + told_otherwise), None)


def _attempt(kind: type[S], given: dict[str, Any]) -> S | str:
    try:
        return kind(**given)
    except (ValueError, TypeError) as error:
        return str(error)


def _unknown(path: tuple[str, ...], known: list[str]) -> str:
    close = difflib.get_close_matches(path[-1], known, 1, cutoff=0.7)
    hint = f"Did you mean {close[0]}?" if close else f"Known here: {', '.join(known)}."
    return f"There is no setting {'.'.join(path)}. {hint}"


def _words(error: msgspec.ValidationError, value: Any, kind: Any) -> str:
    if get_origin(kind) is Literal:
        return f"One of {', '.join(str(each) for each in get_args(kind))}, not {written(value)}."
    reason = re.sub(r" - at `.*`$", "", str(error))
    return re.sub(r"`(\w+)`", lambda found: TYPE_WORDS.get(found[1], found[1]), reason) + "."
