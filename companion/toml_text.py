"""A TOML text as statements, each with its line: finds every fault, changes one value, touches no other character."""

import json
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Path = tuple[str, ...]

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


WORDS = {
    "Invalid value": 'This is no value: texts stand in "quotes", numbers and true or false do not',
    "Invalid statement": "This is neither a [table], nor a setting, nor a # comment",
    "Illegal character '\\n'": "A text begins here and does not end: a quote is missing",
}


class Fault(NamedTuple):
    """What is wrong and in which line; line 0 stands for the whole text."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class Statement(NamedTuple):
    """One `key = value`, or one `[table]` when it has no equals sign."""

    line: int
    start: int
    end: int
    section: Path
    path: Path
    equals: int | None
    value: Any


class Reading(NamedTuple):
    tree: dict[str, Any]
    statements: list[Statement]
    faults: list[Fault]

    def line(self, path: Path) -> int:
        """Where this value, or else the nearest table around it, was written; 0: nowhere."""
        lines = {statement.path: statement.line for statement in reversed(self.statements)}
        return next((lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in lines), 0)


def read_toml(text: str) -> Reading:
    """Everything the text says, and everything wrong in how it says it: a broken line does not hide the next one."""
    tree: dict[str, Any] = {}
    kept: list[Statement] = []
    faults: list[Fault] = []
    for found in _statements(text):
        if isinstance(found, Fault):
            faults.append(found)
        elif (first := _clash(found, kept)) is not None:
            faults.append(Fault(found.line, f"{'.'.join(found.path)} is there already, in line {first}."))
        else:
            kept.append(found)
            if found.equals is not None:
                _put(tree, found.path, found.value)
            else:
                _table(tree, found.path)
    if not faults:
        try:
            tree = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            faults.append(_fault(error, 1))
    return Reading(tree, kept, faults)


def changed(text: str, path: Path, value: Any) -> str:
    """The same text with one value set; comments, order and blank lines stay."""
    statements = read_toml(text).statements
    around = next((s for s in statements if s.equals is not None and s.path == path[: len(s.path)]), None)
    new = _replaced(text, around, path, value) if around else _inserted(text, statements, path, value)
    expected = tomllib.loads(text)
    _put(expected, path, value)
    if tomllib.loads(new) != expected:
        raise ValueError(f"{'.'.join(path)} cannot be changed in this file: please write it by hand.")
    return new


def written(value: Any) -> str:
    """A value in TOML's own words."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
        case Mapping():
            return "{" + ", ".join(f"{key_text(key)} = {written(each)}" for key, each in value.items()) + "}"
        case Sequence():
            return "[" + ", ".join(written(each) for each in value) + "]"
    raise ValueError(f"A settings file has no way to write {value!r}.")


def _statements(text: str) -> Iterator[Statement | Fault]:
    # Only these are line ends in TOML; splitlines() would also split at ones that may stand inside a text.
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    section: Path | None = ()
    offset = number = 0
    while number < len(lines):
        count, parsed = _parsed(lines, number)
        here = "".join(lines[number : number + count])
        if isinstance(parsed, Fault):
            yield parsed
        elif parsed and here.lstrip().startswith("[["):
            yield Fault(number + 1, "Lists of tables, in double brackets, are not used here.")
            section = None
        elif parsed and here.lstrip().startswith("["):
            section = _path(parsed)
            yield Statement(number + 1, offset, offset + len(here), section, section, None, None)
        elif parsed and section is not None:
            equals, key = _equals(here)
            path, end = section + key, offset + len(here)
            yield Statement(number + 1, offset, end, section, path, offset + equals, _get(parsed, key))
        offset += len(here)
        number += count


def _parsed(lines: list[str], number: int) -> tuple[int, dict[str, Any] | Fault]:
    """The statement that begins in this line, and how many lines it takes: as many as it needs to make sense."""
    for count in range(1, len(lines) - number + 1):
        try:
            return count, tomllib.loads("".join(lines[number : number + count]))
        except tomllib.TOMLDecodeError as error:
            if "at end of document" not in str(error) and count > 1:
                break
            if "at end of document" not in str(error):
                return 1, _fault(error, number + 1)
    return 1, Fault(number + 1, "What begins here is never finished: a quote or a bracket is missing.")


def _fault(error: tomllib.TOMLDecodeError, first: int) -> Fault:
    place = PLACE.search(str(error))
    line = int(place[1]) - 1 if place and place[1] else 0
    reason = PLACE.sub("", str(error))
    return Fault(first + line, f"{WORDS.get(reason, reason)}.")


def _equals(statement: str) -> tuple[int, Path]:
    """Where the key ends: at the first equals sign that leaves a whole key before it."""
    for match in re.finditer("=", statement):
        try:
            return match.start(), _path(tomllib.loads(statement[: match.start()] + "= 0"))
        except tomllib.TOMLDecodeError:
            continue
    raise AssertionError(statement)


def _comment(statement: str, equals: int) -> int:
    """Where the comment begins: at the first hash that leaves a whole statement before it."""
    for match in re.finditer("#", statement[equals:]):
        try:
            tomllib.loads(statement[: equals + match.start()])
        except tomllib.TOMLDecodeError:
            continue
        return equals + match.start()
    return len(statement)


def _path(tree: Any) -> Path:
    if not (isinstance(tree, dict) and tree):
        return ()
    ((key, inner),) = tree.items()
    return (key, *_path(inner))


def _clash(found: Statement, kept: list[Statement]) -> int | None:
    for other in kept:
        shorter, longer = sorted((found, other), key=lambda statement: len(statement.path))
        same = found.path == other.path
        if same or (shorter.equals is not None and shorter.path == longer.path[: len(shorter.path)]):
            return other.line
    return None


def _replaced(text: str, around: Statement, path: Path, value: Any) -> str:
    assert around.equals is not None
    if path != around.path:
        if not isinstance(around.value, dict):
            raise ValueError(f"{'.'.join(around.path)} is a single value: there is nothing to set in it.")
        whole = _copied(around.value)
        _put(whole, path[len(around.path) :], value)
        value = whole
    here = text[around.start : around.end]
    equals = around.equals - around.start
    comment = _comment(here, equals)
    old = here[equals + 1 : comment]
    before, after = old[: len(old) - len(old.lstrip())], old[len(old.rstrip()) :]
    here = here[: equals + 1] + before + written(value) + after + here[comment:]
    return text[: around.start] + here + text[around.end :]


def _inserted(text: str, statements: list[Statement], path: Path, value: Any) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    parent = path[:-1]
    neighbours = [s for s in statements if (s.path if s.equals is None else s.path[:-1]) == parent]
    if neighbours:
        last = neighbours[-1]
        line = f"{_keys(path[len(last.section) :])} = {written(value)}{newline}"
        before, after = text[: last.end], text[last.end :]
        return before + ("" if before.endswith("\n") else newline) + line + after
    if not parent:
        return f"{_keys(path)} = {written(value)}{newline}{text}"
    before = text + ("" if not text or text.endswith("\n") else newline) + (newline if text.strip() else "")
    return f"{before}[{_keys(parent)}]{newline}{_keys(path[-1:])} = {written(value)}{newline}"


def key_text(key: str) -> str:
    """A name as it stands before an equals sign."""
    return key if BARE_KEY.fullmatch(key) else written(key)


def _keys(path: Path) -> str:
    return ".".join(key_text(key) for key in path)


def _get(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def _put(tree: dict[str, Any], path: Path, value: Any) -> None:
    _table(tree, path[:-1])[path[-1]] = value


def _table(tree: dict[str, Any], path: Path) -> dict[str, Any]:
    for key in path:
        tree = tree.setdefault(key, {})
    return tree


def _copied(value: Any) -> Any:
    return {key: _copied(each) for key, each in value.items()} if isinstance(value, dict) else value
