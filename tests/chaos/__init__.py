"""Trials that try to break what the companion promises, each with a number of rounds and a limit of time.

Each module here has functions decorated with `@trial(...)`: it gets an empty folder and how many rounds to run, raises
AssertionError as soon as a promise breaks, and returns one line of what it saw. `make chaos` runs every trial in full
and prints one table, `make chaos TRIALS="kills power"` those whose name holds one of the words; the tests run the
short form of each.
"""

import importlib
import logging
import pkgutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

SEED = 15
"""Of all chance in the trials."""

LONGEST = 200
"""Letters of what is told of a broken promise in the table."""

Run = Callable[[Path, int], str]


class Trial(NamedTuple):
    run: Run
    short: int
    full: int
    limit: float
    """Seconds that the full form may take."""


class Verdict(NamedTuple):
    name: str
    rounds: int
    seconds: float
    stood: bool
    seen: str


class Needs(Exception):
    """What this machine lacks for a trial."""


class TimeIsUp(AssertionError):
    """A trial that does not come to an end is one that was lost."""


TRIALS: dict[str, Trial] = {}


def trial(name: str, short: int, full: int, limit: float = 600.0) -> Callable[[Run], Run]:
    """Enrol a trial: so many rounds in the tests, so many in full."""

    def register(run: Run) -> Run:
        assert name not in TRIALS, f"two trials are called {name}"
        TRIALS[name] = Trial(run, short, full, limit)
        return run

    return register


def load() -> dict[str, Trial]:
    """Every trial of the modules in this folder, by name."""
    for module in pkgutil.iter_modules(__path__):
        if module.name != "__main__" and not module.name.startswith("test_"):
            importlib.import_module(f"{__name__}.{module.name}")
    return dict(sorted(TRIALS.items()))


def judged(name: str, trial: Trial, folder: Path, rounds: int) -> Verdict:
    before = time.monotonic()
    # What is broken here on purpose need not be told.
    logging.disable()
    try:
        with at_most(trial.limit):
            stood, seen = True, trial.run(folder, rounds)
    except AssertionError as broken:
        stood, seen = False, (str(broken) or "a promise broke").splitlines()[0][:LONGEST]
    finally:
        logging.disable(logging.NOTSET)
    return Verdict(name, rounds, time.monotonic() - before, stood, seen)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp(f"not over after {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
