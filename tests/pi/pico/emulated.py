"""A Pico of software as a serial port whose time is its own: the companion's drivers and its flashing run on it."""

import base64
import json
import shutil
import subprocess
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.pi import Needs

HERE = Path(__file__).parent
PACKAGE = HERE.parents[2] / "node_modules" / "rp2040js"


class EmulatedPico:
    """What it says comes with the second of its own time at which it was said."""

    name = "the emulated Pico"

    def __init__(self, image: Path) -> None:
        if shutil.which("node") is None or not PACKAGE.exists():
            raise Needs("Node and rp2040js: npm install --no-save rp2040js@1.4.1")
        self._process = subprocess.Popen(
            ["node", str(HERE / "serve.mjs"), str(image)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.now = 0.0
        self.starts = 1
        self.said: list[tuple[float, bytes]] = []

    def run(self, seconds: float) -> list[tuple[float, bytes]]:
        """Let so much of its time pass; what it said meanwhile."""
        self._ask(run=seconds)
        return self._heard()

    def play(self, samples: Sequence[int]) -> float:
        """The piezo swings so from now on; says since when."""
        self._ask(play=_text(array("H", samples).tobytes()), at=self.now)
        return self.now

    def until_started_anew(self, most: float) -> bool:
        before = self.starts
        self._ask(until="starts", most=most)
        return self.starts > before

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self._ask(run=seconds)

    def read_some(self) -> bytes:
        if not self.said:
            self._ask(until="read", most=0.2)
        return b"".join(data for _, data in self._heard())

    def write(self, data: bytes) -> None:
        self._ask(send=_text(data))

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _heard(self) -> list[tuple[float, bytes]]:
        heard, self.said = self.said, []
        return heard

    def _ask(self, **asked: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.now, self.starts = told["now"], told["starts"]
        self.said += [(second, base64.b64decode(data)) for second, data in told["said"]]


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
