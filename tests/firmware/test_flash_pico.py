"""Flashing, against the raw prompt of the real MicroPython."""

import argparse
import os
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import flash_pico
from hardware.hits import HitSettings, boot_loader
from hardware.hits.flashing import FlashError, RawPrompt, flash, program
from hardware.hits.pico import PicoHits
from tests.firmware import micropython
from tests.hardware.hits.test_pico import wait_for
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
    ours = program()
    assert set(ours) == {"main.py", "board.py", "listener.py", "detector.py"}
    files = {"listener.py": ours["listener.py"], "odd.bin": bytes(range(256)) * 3}
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


def offered(sensor: PicoHits, offer: str) -> Callable[[], bool]:
    return lambda: sensor.program().offer == offer


def test_what_says_nothing_gets_its_program_from_here_and_listening_goes_on(
    pico: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.hits.pico.RETRY_SECONDS", 0.01)
    monkeypatch.setattr("hardware.hits.pico_state.PATIENCE", 0.1)
    monkeypatch.setattr(pico, "close", lambda: None)
    sensor = PicoHits(time.monotonic, HitSettings(), lambda _: pico)
    sensor.start(lambda _: None)
    try:
        wait_for(offered(sensor, "silent"))
        sensor.flash()
        sensor.flash()
        assert [thread.name for thread in threading.enumerate()].count("flashing the Pico") == 1
        shares = []

        def done() -> bool:
            shares.append(sensor.program().written)
            return sensor.program().outcome is not None

        wait_for(done)
        outcome = sensor.program().outcome
        assert outcome is not None
        assert outcome.fine, str(outcome)
        written = [share for share in shares if share is not None]
        assert written == sorted(written)
        assert not sensor.worker.died
    finally:
        sensor.close()
    prompt = RawPrompt(pico, time.monotonic, no_sleep)
    prompt.enter()
    for name, content in program().items():
        assert prompt.run(f"print(len(open({name!r}, 'rb').read()))").strip() == str(len(content))


def test_a_writing_that_fails_is_told_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.hits.pico.RETRY_SECONDS", 0.01)
    monkeypatch.setattr("hardware.hits.pico_state.PATIENCE", 0.0)
    monkeypatch.setattr("hardware.hits.flashing.PATIENCE", 0.0)
    sensor = PicoHits(time.monotonic, HitSettings(), lambda _: Mute())
    sensor.start(lambda _: None)
    try:
        for _ in range(2):
            wait_for(offered(sensor, "silent"))
            sensor.flash()
            wait_for(lambda: sensor.program().outcome is not None)
            assert "BOOTSEL" in str(sensor.program().outcome)
            assert sensor.program().written is None
    finally:
        sensor.close()


BOOT = {"idVendor": "2e8a\n", "idProduct": "0003\n"}


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with one USB device and one drive."""
    device, drive = tmp_path / "usb" / "1-1", tmp_path / "drive"
    device.mkdir(parents=True)
    drive.mkdir()
    monkeypatch.setattr(boot_loader, "USB", tmp_path / "usb")
    monkeypatch.setattr(boot_loader, "MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(boot_loader, "IMAGE", tmp_path / "companion-pico.uf2")
    (tmp_path / "mounts").write_text(f"proc /proc proc rw 0 0\n/dev/sda1 {drive} vfat rw 0 0\n")
    return tmp_path


def test_a_pico_with_bootsel_held_is_seen_and_gets_the_one_file(usb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.hits.pico.RETRY_SECONDS", 0.01)
    sensor = PicoHits(time.monotonic, HitSettings(), lambda _: None)
    sensor.start(lambda _: None)
    try:
        wait_for(offered(sensor, ""))
        for name, content in BOOT.items():
            (usb / "usb" / "1-1" / name).write_text(content)
        wait_for(offered(sensor, "boot_loader"))
        sensor.flash()
        wait_for(lambda: "copy MicroPython's UF2 file" in str(sensor.program().outcome))
        (usb / "companion-pico.uf2").write_bytes(b"UF2\n")
        (usb / "drive" / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
        sensor.flash()
        wait_for(lambda: "has its program" in str(sensor.program().outcome))
    finally:
        sensor.close()
    assert (usb / "drive" / "companion-pico.uf2").read_bytes() == b"UF2\n"


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
