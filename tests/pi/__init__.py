"""A rig of real parts: what a Pi would run, on what a Pi would run it on, as far as a machine without a board can.

Each module here and in the folders below has functions decorated with `@part(...)`: it gets an empty folder, raises
AssertionError when something does not hold, `Needs` where this machine lacks what it takes, and returns one line of
what it saw. `make pi` runs every part and prints one table, `make pi PARTS="vm pico"` those whose name holds one of the
words. Parts enrolled with `short=True` cost seconds and run in the tests too.
"""

import importlib
import pkgutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

LONGEST = 300
"""Letters of what is told of a part that broke."""

Run = Callable[[Path], str]


class Part(NamedTuple):
    run: Run
    proves: str
    cannot: str
    """What only a real board can tell."""
    short: bool


Outcome = Literal["holds", "BROKE", "skipped"]


class Verdict(NamedTuple):
    name: str
    part: Part
    outcome: Outcome
    seconds: float
    seen: str


class Needs(Exception):
    """What this machine lacks for a part, in a word."""


PARTS: dict[str, Part] = {}


def part(name: str, *, proves: str, cannot: str, short: bool = False) -> Callable[[Run], Run]:
    """Enrol a part of the rig, with a line on what it proves and one on what it cannot."""

    def register(run: Run) -> Run:
        assert name not in PARTS, f"two parts are called {name}"
        PARTS[name] = Part(run, proves, cannot, short)
        return run

    return register


def load() -> dict[str, Part]:
    """Every part of the modules here and below, in the order of their names."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        last = module.name.rsplit(".", 1)[-1]
        if last != "__main__" and not last.startswith("test_"):
            importlib.import_module(module.name)
    return dict(sorted(PARTS.items()))


def judged(name: str, part: Part, folder: Path) -> Verdict:
    before = time.monotonic()
    outcome: Outcome = "holds"
    try:
        seen = part.run(folder)
    except Needs as lacking:
        outcome, seen = "skipped", f"needs {lacking}"
    except AssertionError as broken:
        outcome, seen = "BROKE", (str(broken) or "it does not hold").strip()[:LONGEST].replace("\n", " | ")
    return Verdict(name, part, outcome, time.monotonic() - before, seen)
