"""Trying a stranger's sensor: one that was written from the page alone passes, over a real serial line; faults are
found, each at its own point."""

import argparse
import os
import tty
from collections.abc import Callable, Iterator

import pytest

from companion.cli import check_sensor
from hardware.hits import HitSettings
from hardware.hits.conformance import Point, walk
from hardware.hits.pico import SerialPort
from hardware.hits.pico_state import PicoLink
from tests.clock import Hand
from tests.hardware.hits.toy_sensor import ToySensor

STEP = 0.05


class Line:
    """A pseudo terminal with the toy at its other end; whoever reads lets a moment pass, in the toy's time."""

    name = "toy"

    def __init__(self, toy: ToySensor, clock: Hand) -> None:
        self.toy = toy
        self.clock = clock
        self._far, near = os.openpty()
        tty.setraw(near)
        self._port = SerialPort(os.ttyname(near))
        os.close(near)

    def read_some(self) -> bytes:
        self.clock.now += STEP
        self.toy.pass_time(round(1000 * STEP))
        out, self.toy.out = self.toy.out, b""
        if not out:
            return b""
        os.write(self._far, out)
        return self._port.read_some()

    def write(self, data: bytes) -> None:
        self._port.write(data)
        read = b""
        while len(read) < len(data):
            read += os.read(self._far, 4096)
        self.toy.typed(read)

    def close(self) -> None:
        self._port.close()
        os.close(self._far)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line(ToySensor(), Hand(0.0))
    yield line
    line.close()


def strikes(toy: ToySensor) -> Callable[[str], None]:
    """Somebody who strikes when told to, a quarter of a second apart."""

    def struck(words: str) -> None:
        assert "Strike" in words
        toy._struck = [toy._ms + 250 * (1 + number) for number in range(5)]

    return struck


def failed(line: Line) -> list[str]:
    return [point.words for point in walk(line, line.clock, 5, strikes(line.toy)) if not point.passed]


def test_a_sensor_written_from_the_page_alone_holds_every_point(line: Line) -> None:
    points = list(walk(line, line.clock, 5, strikes(line.toy)))
    assert [point for point in points if not point.passed] == []
    assert len(points) > 25
    assert line.toy._settings == {"threshold": 40, "gap": 250}


def test_the_table_hears_a_strangers_sensor_without_a_change(line: Line) -> None:
    link = PicoLink(HitSettings(threshold=0.25, gap=0.2), line.clock)
    link.plugged("/dev/ttyUSB0")
    blows = []
    for moment in range(60):
        if moment == 30:
            line.toy.strike()
        blows += link.take(line.read_some())
        if answers := link.answers():
            line.write(answers)
    assert [round(blow.strength, 2) for blow in blows] == [0.39]
    assert blows[0].time == pytest.approx(30 * STEP, abs=STEP)
    assert link.health().fine
    assert line.toy._settings == {"threshold": 128, "gap": 200}
    assert len(link.trace.bursts()) == 1


class Silent(ToySensor):
    def _beat(self) -> None:
        pass


class Terse(ToySensor):
    def _tell(self, **what: object) -> None:
        super()._tell(**{key: value for key, value in what.items() if key != "noise"})


class Fast(ToySensor):
    def pass_time(self, ms: int) -> None:
        super().pass_time(2 * ms)


class Forgetful(ToySensor):
    def _beat(self) -> None:
        self._beats = 0
        super()._beat()


class Narrow(ToySensor):
    def _keep(self, wish: dict[str, int]) -> None:
        if wish["gap"] > 400:
            raise ValueError("too long")
        super()._keep(wish)


class Gullible(ToySensor):
    def _keep(self, wish: dict[str, int]) -> None:
        self._settings = wish
        self._tell(kept=wish)


class Fragile(ToySensor):
    """Stops for good at a byte that is no letter."""

    broken = False

    def typed(self, data: bytes) -> None:
        self.broken |= max(data) > 127
        super().typed(data)

    def pass_time(self, ms: int) -> None:
        if not self.broken:
            super().pass_time(ms)


class Chatty(ToySensor):
    def _beat(self) -> None:
        super()._beat()
        self.out += b"still alive\n"


class Endless(ToySensor):
    def _watch(self) -> None:
        super()._watch()
        self._watched += 1


class Doubling(ToySensor):
    def _hit(self, struck: int) -> None:
        super()._hit(struck)
        self._last_hit = -10_000
        super()._hit(struck)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Silent, "says a beat within"),
        (Terse, "lacks noise"),
        (Fast, "each second; here each 0.5"),
        (Forgetful, "count up by one, but they are"),
        (Narrow, "keeps a threshold of 511 and a gap of 5000"),
        (Gullible, "refuses a threshold of 512"),
        (Fragile, r"goes on after b'\xe2"),
        (Chatty, "still alive"),
        (Endless, "no levels once"),
        (Doubling, "5 hits for 5 strikes"),
    ],
)
def test_each_fault_of_a_sensor_is_found_and_named(kind: type[ToySensor], words: str, line: Line) -> None:
    line.toy = kind()
    assert any(words in point for point in failed(line))


def test_the_command_says_each_point_and_the_sum(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: Line
) -> None:
    points = [Point(True, "It hums."), Point(False, "It sings.")]
    monkeypatch.setattr(check_sensor, "SerialPort", lambda _: line)
    monkeypatch.setattr(check_sensor, "walk", lambda *_: points)
    monkeypatch.setattr(line, "close", lambda: None)
    assert check_sensor.run(argparse.Namespace(port="x", strikes=0)) == 1
    assert capsys.readouterr().out.splitlines() == [
        "passed It hums.",
        "FAILED It sings.",
        "2 points were tried, 1 failed.",
    ]
    monkeypatch.setattr(check_sensor, "walk", lambda *_: points[:1])
    assert check_sensor.run(argparse.Namespace(port="x", strikes=0)) == 0


def test_a_port_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_sensor.run(argparse.Namespace(port="/dev/ttyNONE", strikes=0)) == 1
    assert "Nothing is plugged in at /dev/ttyNONE" in capsys.readouterr().err
