"""The lines of the Pico, from bytes that its real firmware sent."""

from pathlib import Path

import pytest

from hardware.hits.protocol import Beat, Failed, Garbage, Hit, Kept, Levels, Lines, Message, Refused, keep, parse, watch

CAPTURED = Path(__file__).with_name("captured_pico.txt").read_bytes()


def test_captured_bytes_are_understood_however_they_are_cut() -> None:
    at_once = Lines().feed(CAPTURED)
    assert not [message for message in at_once if isinstance(message, Garbage)]
    for size in (1, 7, 64, 4096):
        lines = Lines()
        pieces: list[Message] = []
        for start in range(0, len(CAPTURED), size):
            pieces += lines.feed(CAPTURED[start : start + size])
        assert pieces == at_once


def test_a_captured_hit_carries_its_strength_and_its_signal() -> None:
    hit = next(message for message in Lines().feed(CAPTURED) if isinstance(message, Hit))
    signal = hit.signal()
    assert len(signal) > 400
    assert all(0 <= sample < 4096 for sample in signal)
    quiet, loud = signal[:310], signal[320:400]
    assert max(abs(sample - 2048) for sample in loud) > 5 * max(abs(sample - 2048) for sample in quiet)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b'{"beat": 1, "version": 1}', Beat),
        (b'{"beat": 9, "version": 2, "melody": [1, 2]}', Beat),
        (b'{"hit": 1, "ago": 4, "peak": 5, "length": 6}', Hit),
        (b'{"levels": []}', Levels),
        (b'{"kept": {"threshold": 1, "gap": 2}}', Kept),
        (b'{"refused": "no"}', Refused),
        (b'{"failed": "MemoryError()"}', Failed),
        (b'{"hit": 1, "ago": 4, "peak": 5, "len', Garbage),
        (b'{"hit": 1}', Garbage),
        (b'{"hit": -1, "ago": 4, "peak": 5, "length": 6}', Garbage),
        (b'{"hit": "1", "ago": 4, "peak": 5, "length": 6}', Garbage),
        (b'{"hit": 1, "ago": 4, "peak": 5, "length": 6, "samples": "80f8"}', Garbage),
        (b'{"levels": [1, "two"]}', Garbage),
        (b"[1, 2]", Garbage),
        (b"17", Garbage),
        (b"\xff\xfe\x00garbage", Garbage),
        (b"MicroPython v1.27.0; Raspberry Pi Pico with RP2040", Garbage),
    ],
)
def test_each_line_is_what_it_is_and_the_rest_is_garbage(line: bytes, kind: type) -> None:
    assert type(parse(line)) is kind


def test_a_line_without_end_is_given_up_and_the_next_one_is_read() -> None:
    lines = Lines()
    said = [message for _ in range(10) for message in lines.feed(b"x" * 1000)]
    assert [type(message) for message in said] == [Garbage]
    said = lines.feed(b'\n{"refused": "no"}\n')
    assert Refused("no") in said


def test_wishes_are_lines_too() -> None:
    assert keep(120, 200) == b'{"keep": {"threshold": 120, "gap": 200}}\n'
    assert watch(10) == b'{"watch": 10}\n'
