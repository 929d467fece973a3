"""Flashing, against the raw prompt of the real MicroPython."""

import argparse
import os
import select
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import flash_pico
from hardware.hits.flashing import FlashError, RawPrompt, flash
from tests.firmware import micropython
from tests.needs import missing


class Pipe:
    """A MicroPython in another process, as a serial port."""

    name = "/dev/ttyACM0"

    def __init__(self) -> None:
        script = Path(__file__).with_name("repl.mjs")
        self._process = subprocess.Popen(["node", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout

    def read_some(self) -> bytes:
        ready, _, _ = select.select([self._out], [], [], 0.2)
        return os.read(self._out.fileno(), 4096) if ready else b""

    def write(self, data: bytes) -> None:
        self._in.write(data)
        self._in.flush()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class Mute:
    name = "/dev/ttyACM0"

    def __init__(self) -> None:
        self.closed = False

    def read_some(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        del data

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def pico() -> Iterator[Pipe]:
    if not micropython.is_here():
        missing("MicroPython: npm install --no-save @micropython/micropython-webassembly-pyscript@1.27.0")
    pipe = Pipe()
    yield pipe
    pipe.close()


def no_sleep(seconds: float) -> None:
    del seconds


def test_the_program_arrives_byte_for_byte_and_can_be_written_again(pico: Pipe) -> None:
    program = flash_pico.program()
    assert set(program) == {"main.py", "board.py", "listener.py", "detector.py"}
    files = {"listener.py": program["listener.py"], "odd.bin": bytes(range(256)) * 3}
    flash(pico, {"listener.py": b"old"}, time.monotonic, no_sleep)
    flash(pico, files, time.monotonic, no_sleep)
    prompt = RawPrompt(pico, time.monotonic, no_sleep)
    prompt.enter()
    for name, content in files.items():
        assert prompt.run(f"print(open({name!r}, 'rb').read() == {content!r})").strip() == "True"
    assert "new" not in prompt.run("import os\nprint(os.listdir())")


def test_what_fails_on_the_pico_is_said(pico: Pipe) -> None:
    prompt = RawPrompt(pico, time.monotonic, no_sleep)
    prompt.enter()
    with pytest.raises(FlashError, match="ZeroDivisionError"):
        prompt.run("1 / 0")
    assert prompt.run("print(6 * 7)").strip() == "42"


def test_a_pico_without_micropython_gets_advice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = Mute()
    monkeypatch.setattr("hardware.hits.flashing.PATIENCE", 0.0)
    monkeypatch.setattr(flash_pico, "open_port", lambda _: port)
    assert flash_pico.run(argparse.Namespace(port="")) == 1
    assert "BOOTSEL" in capsys.readouterr().err
    assert port.closed


def test_no_pico_and_a_busy_one_are_told_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(name: str) -> None:
        raise OSError(f"could not lock {name}")

    monkeypatch.setattr(flash_pico, "open_port", lambda _: None)
    assert flash_pico.run(argparse.Namespace(port="")) == 1
    assert "No Pico is plugged in" in capsys.readouterr().err
    monkeypatch.setattr(flash_pico, "open_port", busy)
    assert flash_pico.run(argparse.Namespace(port="/dev/ttyACM3")) == 1
    assert "Stop the companion first" in capsys.readouterr().err
