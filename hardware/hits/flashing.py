"""Puts the firmware on a Pico that runs MicroPython, over its raw prompt; it never leaves half a program behind.

Every file is written beside the old one and checked before any old one is replaced.
"""

import hashlib
from collections.abc import Callable, Mapping
from importlib.resources import files as package_files
from typing import TYPE_CHECKING

from companion.common.health import Health, failing
from hardware.devices import Clock

if TYPE_CHECKING:
    from hardware.hits.pico import Port

OWN_FILES = ("main.py", "board.py", "listener.py")
INTERRUPT = b"\r\x03\x03"
RAW = b"\r\x01"
RUN = b"\x04"
PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
PIECE = 192  # bytes of a file a line
CHUNK = 256  # bytes at a time: the Pico's buffer is small
PAUSE = 0.01
PATIENCE = 10.0
STOP_WATCHDOG = """
import sys
try:
    import machine
    machine.mem32[0x400D8000 if "RP2350" in sys.implementation._machine else 0x40058000] = 0
except ImportError:
    pass
"""  # or it would start the Pico anew amid the flashing
DIGEST = """
import binascii, hashlib
print(binascii.hexlify(hashlib.sha256(open({name}, "rb").read()).digest()))
"""


class FlashError(Exception):
    """What went wrong, in a sentence."""

    def __init__(self, health: Health) -> None:
        super().__init__(str(health))
        self.health = health


def program() -> dict[str, bytes]:
    """The Pico's files: its own three, and the very same detector as here."""
    own = {name: (package_files("firmware") / name).read_bytes() for name in OWN_FILES}
    return {"detector.py": (package_files("hardware.hits") / "detector.py").read_bytes(), **own}


class RawPrompt:
    def __init__(self, port: "Port", clock: Clock, sleep: Callable[[float], None]) -> None:
        self._port = port
        self._clock = clock
        self._sleep = sleep
        self._read = b""

    def enter(self) -> None:
        """Stop whatever runs there and ask for the raw prompt."""
        self._port.write(INTERRUPT)
        self._sleep(0.1)
        self._port.write(RAW)
        self._until(PROMPT)

    def run(self, code: str) -> str:
        """What the code printed; FlashError if it failed."""
        self._send(code)
        self._until(b"OK")
        printed = self._until(b"\x04")
        error = self._until(b"\x04>")
        if error:
            reason = error.decode(errors="replace").strip().splitlines()[-1]
            raise FlashError(failing("The Pico could not do it: {reason}", reason=reason))
        return printed.decode(errors="replace")

    def restart(self) -> None:
        """The Pico starts its program; the line goes down, so no answer is awaited."""
        self._send("import machine\nmachine.reset()")

    def _send(self, code: str) -> None:
        data = code.encode() + RUN
        for start in range(0, len(data), CHUNK):
            self._port.write(data[start : start + CHUNK])
            self._sleep(PAUSE)

    def _until(self, mark: bytes) -> bytes:
        end = self._clock() + PATIENCE
        while mark not in self._read:
            if self._clock() > end:
                raise FlashError(
                    failing(
                        "MicroPython does not answer there. Hold BOOTSEL while plugging the Pico in, copy MicroPython's"
                        " UF2 file onto the drive that appears, and try again."
                    )
                )
            self._read += self._port.read_some()
        before, self._read = self._read.split(mark, 1)
        return before


def flash(
    port: "Port",
    files: Mapping[str, bytes],
    clock: Clock,
    sleep: Callable[[float], None],
    told: Callable[[float], None] = lambda _: None,
) -> None:
    """Put the files there and start the program; `told` hears which share of them has arrived."""
    prompt = RawPrompt(port, clock, sleep)
    prompt.enter()
    prompt.run(STOP_WATCHDOG)
    whole, sent = sum(map(len, files.values())), 0
    for name, content in files.items():
        prompt.run(f"f = open({name + '.new'!r}, 'wb')")
        for start in range(0, len(content), PIECE):
            piece = content[start : start + PIECE]
            prompt.run(f"n = f.write({piece!r})")
            sent += len(piece)
            told(sent / whole)
        prompt.run("f.close()")
        digest = prompt.run(DIGEST.format(name=repr(name + ".new")))
        if hashlib.sha256(content).hexdigest() not in digest:
            raise FlashError(
                failing("{file} did not arrive whole; nothing was replaced. Try another USB cable.", file=name)
            )
    for name in files:
        prompt.run(f"import os\nos.rename({name + '.new'!r}, {name!r})")
    prompt.restart()
