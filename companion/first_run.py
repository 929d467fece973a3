"""What a new table asks its host, step by step, and what was asked already; it asks nobody itself.

After an upgrade, or with a new device, only what is new waits.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.atomic_files import put

FILE = "first-run.json"
LONGEST_NAME = 40

NOTHING = "none"
"""How the settings call a device that is not there."""


class Step(NamedTuple):
    """A higher version is asked again. `device` names what the step is about, if it is one of the rig's."""

    name: str
    version: int = 1
    device: str | None = None


STEPS = (
    Step("language"),
    Step("name"),
    Step("pin"),
    Step("wifi"),
    Step("hits", device="hits"),
    Step("mat", device="camera"),
    Step("camera", device="camera"),
    Step("lights", device="lights"),
)


class Asked(msgspec.Struct, frozen=True):
    """How a step was answered: done, or put off; and at which device."""

    version: int
    done: bool
    device: str = NOTHING


class Answers(msgspec.Struct, frozen=True):
    name: str = ""
    language: str | None = None
    asked: dict[str, Asked] = {}


class Progress(NamedTuple):
    name: str
    waiting: bool
    done: bool


class FirstRun:
    def __init__(
        self, path: Path, devices: Callable[[], Mapping[str, str]] = dict, steps: Sequence[Step] = STEPS
    ) -> None:
        self._path = path
        self._devices = devices
        self._steps = steps
        self._lock = threading.Lock()
        self._answers = read_first_run(path)

    @property
    def table(self) -> str:
        """What the table is called; nothing until somebody names it."""
        return self._answers.name

    @property
    def language(self) -> str | None:
        """What the screen for everyone speaks."""
        return self._answers.language

    @property
    def begun(self) -> bool:
        return bool(self._answers.asked)

    @property
    def steps(self) -> list[Progress]:
        return list(self._progress())

    @property
    def waiting(self) -> list[str]:
        return [step.name for step in self._progress() if step.waiting]

    def call_table(self, name: str) -> None:
        self._change(name=name)

    def speak(self, language: str) -> None:
        self._change(language=language)

    def answer(self, name: str, done: bool) -> None:
        """KeyError for a step that does not exist."""
        step = {step.name: step for step in self._steps}[name]
        self._note([step], done)

    def later(self) -> None:
        """Nothing that waits is asked again by itself."""
        waiting = self.waiting
        self._note([step for step in self._steps if step.name in waiting], done=False)

    def _progress(self) -> Iterator[Progress]:
        devices = self._devices()
        for step in self._steps:
            asked, there = self._answers.asked.get(step.name), self._there(step, devices)
            # A mat is for a camera: without one there is nothing to print.
            if step.name == "mat" and there == NOTHING:
                continue
            new_device = asked is not None and there not in (NOTHING, asked.device)
            waiting = asked is None or asked.version < step.version or new_device
            yield Progress(step.name, waiting, asked is not None and asked.done and not waiting)

    def _there(self, step: Step, devices: Mapping[str, str]) -> str:
        return devices.get(step.device, NOTHING) if step.device else NOTHING

    def _note(self, steps: Sequence[Step], done: bool) -> None:
        devices = self._devices()
        noted = {step.name: Asked(step.version, done, self._there(step, devices)) for step in steps}
        with self._lock:
            self._keep(msgspec.structs.replace(self._answers, asked={**self._answers.asked, **noted}))

    def _change(self, **values: str) -> None:
        with self._lock:
            self._keep(msgspec.structs.replace(self._answers, **values))

    def _keep(self, answers: Answers) -> None:
        put(self._path, msgspec.json.encode(answers))
        self._answers = answers


def read_first_run(path: Path) -> Answers:
    """A damaged file is nothing worse than being asked again."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Answers)
    except (OSError, msgspec.DecodeError):
        return Answers()
