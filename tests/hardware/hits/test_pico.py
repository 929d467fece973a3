"""The Pico as the host sees it: plugged, unplugged, restarted, disturbed; each ends in a sentence."""

import errno
import json
import os
import time
import tty
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import Event

import pytest

from hardware.devices import Blow
from hardware.hits import HitSettings, Tunable
from hardware.hits.pico import PicoHits, Port, SerialPort
from hardware.hits.pico_state import PicoLink
from hardware.hits.protocol import FIRMWARE
from hardware.hits.recordings import hits_in, read_recording
from hardware.hits.trace import as_wav
from tests.clock import Hand

CAPTURED = Path(__file__).with_name("captured_pico.txt").read_bytes()
OF_THE_FIRST_PROGRAM = Path(__file__).with_name("captured_pico_1.txt").read_bytes()


def beat(number: int, **changed: int) -> bytes:
    usual = {"version": 1, "rate": 8000, "scale": 2000, "noise": 4, "loudest": 9, "lost": 0, "threshold": 0, "gap": 200}
    return json.dumps({"beat": number, "firmware": FIRMWARE, **usual, **changed}).encode() + b"\n"


@pytest.fixture
def hour() -> Hand:
    return Hand(1000.0)


@pytest.fixture
def link(hour: Hand) -> PicoLink:
    link = PicoLink(HitSettings(), hour)
    link.plugged("/dev/ttyACM0")
    return link


def test_a_hit_becomes_a_blow_at_the_time_of_its_onset(link: PicoLink) -> None:
    link.take(beat(1))
    (blow,) = link.take(b'{"hit": 1, "ago": 40, "peak": 500, "length": 33}\n')
    assert blow == Blow(999.96, 0.25, 0.033)


@pytest.mark.parametrize("captured", [CAPTURED, OF_THE_FIRST_PROGRAM])
def test_captured_lines_give_every_blow_once_and_keep_their_signals(captured: bytes, link: PicoLink) -> None:
    blows = link.take(captured)
    assert len(blows) == 5
    assert link.health().fine
    assert len(link.trace.bursts()) == 5
    assert max(link.trace.levels()) > 0.1


def test_the_signal_of_a_hit_is_the_same_whichever_program_told_it(hour: Hand) -> None:
    told = []
    for captured in (CAPTURED, OF_THE_FIRST_PROGRAM):
        link = PicoLink(HitSettings(), hour)
        link.plugged("/dev/ttyACM0")
        link.take(captured)
        told.append([burst.samples for burst in link.trace.bursts()])
    assert told[0] == told[1]


def test_an_older_program_is_heard_and_its_successor_offered(link: PicoLink) -> None:
    link.take(OF_THE_FIRST_PROGRAM)
    assert link.health().fine
    assert "older program" in str(link.health())
    assert link.has_old_program


def test_a_sensor_of_somebody_else_may_number_its_programs_as_it_likes(link: PicoLink) -> None:
    link.take(b'{"beat": 1, "version": 1, "sensor": "somebody\'s", "rate": 1000, "scale": 512, "loudest": 3}\n')
    assert not link.has_old_program
    assert link.health().fine


def test_settings_that_cannot_be_stored_are_told_and_no_fault(link: PicoLink) -> None:
    link.take(beat(1) + b'{"kept": {"threshold": 0, "gap": 200}, "unsaved": "[Errno 28] ENOSPC"}\n')
    assert link.health().fine
    assert "ENOSPC" in str(link.health())


def test_what_a_board_says_while_it_starts_is_no_disturbance(link: PicoLink) -> None:
    link.take(b"rst:0x1 (POWERON_RESET),boot:0x13\n" * 20 + beat(1))
    assert link.health().fine


def test_a_kept_burst_can_be_replayed(link: PicoLink, tmp_path: Path) -> None:
    link.take(CAPTURED)
    path = tmp_path / "burst.wav"
    path.write_bytes(as_wav(link.trace.bursts()[0]))
    assert len(hits_in(read_recording(path), 0.2)) == 1


def test_the_pico_is_told_to_keep_the_tables_settings_once(hour: Hand) -> None:
    link = PicoLink(HitSettings(gap=0.15, threshold=0.1), hour)
    link.plugged("/dev/ttyACM0")
    assert link.answers() == b""
    link.take(beat(1))
    assert link.answers() == b'{"keep": {"threshold": 200, "gap": 150}}\n'
    link.take(beat(2, threshold=200, gap=150))
    assert link.answers() == b""
    link.tune(HitSettings(gap=0.15, threshold=0.2))
    assert link.answers() == b'{"keep": {"threshold": 400, "gap": 150}}\n'


def test_a_restarted_pico_gets_its_settings_again_and_the_restart_is_shown(hour: Hand) -> None:
    link = PicoLink(HitSettings(threshold=0.1), hour)
    link.plugged("/dev/ttyACM0")
    link.take(beat(50, threshold=200))
    link.take(beat(1))
    assert b"keep" in link.answers()
    assert "restarted: 1" in str(link.health())
    assert link.health().fine


Fault = Callable[[PicoLink, Hand], None]


def silent(link: PicoLink, hour: Hand) -> None:
    link.take(beat(1))
    hour.now += 4


def never_beats(link: PicoLink, hour: Hand) -> None:
    link.take(b"")
    hour.now += 4


def garbage(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1) + b"\x00\xff rubbish\n" * 20)


def half_lines(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1) + b'{"hit": 1, "ago": 4\n' * 6)


def wrong_version(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1, version=9))


def pulled(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1))
    link.unplugged("device reports readiness to read but returned no data")


def flat(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1, loudest=0) + beat(2, loudest=0))


def hum(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1, noise=400))


def refusing(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1) + b'{"refused": "gap must be a whole number"}\n')


def crashed(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1) + b'{"failed": "MemoryError()"}\n')


def overrun(link: PicoLink, hour: Hand) -> None:
    del hour
    link.take(beat(1) + beat(2, lost=640))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (silent, "sends no heartbeat"),
        (never_beats, "flash-pico"),
        (garbage, "disturbed"),
        (half_lines, "disturbed"),
        (wrong_version, "version 9"),
        (pulled, "unplugged"),
        (flat, "no signal"),
        (hum, "noise at 20.0 %"),
        (refusing, "refused its settings"),
        (crashed, "MemoryError"),
        (overrun, "640 samples"),
    ],
)
def test_each_fault_is_said_in_a_sentence_and_goes_away(fault: Fault, words: str, link: PicoLink, hour: Hand) -> None:
    fault(link, hour)
    assert not link.health().fine
    assert words in str(link.health())
    link.plugged("/dev/ttyACM0")
    for number in range(3, 9):
        link.take(beat(number, lost=640))
    assert link.health().fine


def test_no_pico_at_all_is_said_plainly(hour: Hand) -> None:
    assert "No Pico is plugged in" in str(PicoLink(HitSettings(), hour).health())


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "Nothing is plugged in at /dev/ttyACM7"),
        (errno.EACCES, "group dialout"),
        (errno.EPERM, "system forbids"),
        (errno.EBUSY, "Another program holds the Pico at /dev/ttyACM7"),
        (errno.EAGAIN, "Another program holds"),
        (errno.EIO, "cannot be opened ([Errno 5]"),
    ],
)
def test_each_reason_why_a_port_cannot_be_opened_is_told_in_its_own_words(
    number: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.hits.pico.RETRY_SECONDS", 0.01)
    there = Event()

    def open_it(_: str) -> Port | None:
        if there.is_set():
            raise OSError(number, os.strerror(number), "/dev/ttyACM7")
        return None

    sensor = PicoHits(time.monotonic, HitSettings(), open_it)
    sensor.start(lambda _: None)
    try:
        assert "No Pico is plugged in" in str(sensor.health())
        there.set()
        wait_for(lambda: words in str(sensor.health()))
        assert not sensor.health().fine
        there.clear()
        wait_for(lambda: "No Pico is plugged in" in str(sensor.health()))
    finally:
        sensor.close()


def test_a_port_that_another_program_holds_is_told_as_that() -> None:
    ours, theirs = os.openpty()
    holder = SerialPort(os.ttyname(theirs))
    try:
        with pytest.raises(OSError, match=os.ttyname(theirs)) as refused:
            SerialPort(os.ttyname(theirs))
        assert refused.value.errno in {errno.EBUSY, errno.EAGAIN}
    finally:
        holder.close()
        os.close(ours)
        os.close(theirs)


def test_hits_in_a_protocol_of_another_version_are_not_guessed_at(link: PicoLink) -> None:
    link.take(beat(1, version=2))
    assert link.take(b'{"hit": 1, "ago": 4, "peak": 5, "length": 6}\n') == []


class Wire:
    """A serial port whose other end the test holds."""

    name = "/dev/ttyACM7"

    def __init__(self) -> None:
        self.incoming: Queue[bytes | None] = Queue()
        self.sent = b""
        self.closed = False

    def read_some(self) -> bytes:
        data = self.incoming.get(timeout=5)
        if data is None:
            raise OSError("device disconnected")
        return data

    def write(self, data: bytes) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True


def wait_for(truth: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not truth():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_unplugging_and_plugging_in_again_loses_only_what_fell_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.hits.pico.RETRY_SECONDS", 0.01)
    wires = [Wire(), Wire()]
    plugged: Queue[Port | None] = Queue()
    plugged.put(wires[0])
    blows: Queue[Blow] = Queue()
    sensor = PicoHits(time.monotonic, HitSettings(threshold=0.5), lambda _: None if plugged.empty() else plugged.get())
    assert isinstance(sensor, Tunable)
    sensor.start(blows.put)
    try:
        wires[0].incoming.put(beat(1) + b'{"hit": 1, "ago": 4, "peak": 500, "length": 6}\n')
        assert blows.get(timeout=5).strength == 0.25
        wait_for(lambda: b"keep" in wires[0].sent)
        wires[0].incoming.put(b'{"hit": 2, "ago"')
        wires[0].incoming.put(None)
        wait_for(lambda: "unplugged (device disconnected)" in str(sensor.health()))
        assert wires[0].closed
        plugged.put(wires[1])
        wires[1].incoming.put(beat(1) + b'{"hit": 1, "ago": 4, "peak": 1000, "length": 6}\n')
        assert blows.get(timeout=5).strength == 0.5
        assert sensor.health().fine
    finally:
        for wire in wires:
            wire.incoming.put(b"")
        sensor.close()
        sensor.close()
    assert wires[1].closed


def test_a_pico_that_already_agrees_is_not_written_to(link: PicoLink) -> None:
    link.take(beat(1))
    assert link.answers() == b""


def test_a_real_serial_line_carries_blows_and_settings_and_its_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.hits.pico.RETRY_SECONDS", 0.01)
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    blows: Queue[Blow] = Queue()
    sensor = PicoHits(time.monotonic, HitSettings(port=os.ttyname(theirs), threshold=0.1))
    sensor.start(blows.put)
    try:
        wait_for(lambda: "plugged in;" in str(sensor.health()))
        os.write(ours, CAPTURED)
        assert len([blows.get(timeout=5) for _ in range(5)]) == 5
        assert os.read(ours, 100) == b'{"keep": {"threshold": 205, "gap": 200}}\n'
        os.close(ours)
        wait_for(lambda: not sensor.health().fine)
    finally:
        sensor.close()
        os.close(theirs)
