"""The Pico's program and its detector in the real MicroPython: the same hits, and the lines the host expects."""

import json
from pathlib import Path
from typing import Any

import pytest

from hardware.hits import protocol
from hardware.hits.detector import Detector
from hardware.hits.protocol import Beat, Garbage, Hit, Kept, Levels, Lines, Refused
from hardware.hits.recordings import noise_floor, read_recording
from hardware.hits.settings import LONGEST_GAP, SHORTEST_GAP
from tests.firmware.micropython import packed, run
from tests.firmware.scenes import FAKE_BOARD, SEED, captured
from tests.hardware.hits.scoring import clips
from tests.hardware.hits.sessions import RATE, render
from tests.needs import shared_data

SAMPLE_OF_EACH_SET = (
    "kd7_hard_hits.wav",
    "pd120_pos_sense.wav",
    "mac_far_new_sd_b14.csv",
    "chainsaw_1.csv",
    "3-182025-A-30.wav",
)
CAPTURED = Path(__file__).parents[1] / "hardware" / "hits" / "captured_pico.txt"


def both(recordings: list[tuple[list[int], int, int, int]]) -> tuple[list[list[list[int]]], list[object]]:
    """The hits of each (samples, rate, gap in ms, floor) under CPython and under MicroPython."""
    here, script, files = [], ["from detector import Detector", "from array import array", "import json"], {}
    for i, (samples, rate, gap, floor) in enumerate(recordings):
        detector = Detector(rate, gap, 0, floor)
        here.append([list(hit) for hit in detector.feed(samples) + detector.finish()])
        files[f"{i}.bin"] = packed(samples)
        script += [
            f"detector = Detector({rate}, {gap}, 0, {floor})",
            f"samples = array('i', open('{i}.bin', 'rb').read())",
            "print(json.dumps([list(hit) for hit in detector.feed(samples) + detector.finish()]))",
        ]
    told = run("\n".join(script), files)
    return here, [json.loads(line) for line in told.splitlines()]


def test_micropython_hears_the_same_hits_in_rendered_sessions() -> None:
    here, there = both([(render(seed).samples[: 3 * RATE], RATE, 200, 0) for seed in (SEED, 1, 20)])
    assert there == here
    assert all(here)


def test_micropython_hears_the_same_hits_in_the_real_recordings() -> None:
    recordings = []
    for clip in clips():
        if clip.file in SAMPLE_OF_EACH_SET:
            recording = read_recording(shared_data("hits", clip.set, clip.file))
            samples = recording.samples[: 5 * recording.rate]
            recordings.append((samples, recording.rate, round(clip.gap * 1000), noise_floor(recording)))
    here, there = both(recordings)
    assert there == here


def test_the_firmware_tells_what_the_captured_lines_say() -> None:
    told = [json.loads(line) for line in captured().splitlines()]
    assert told == [json.loads(line) for line in CAPTURED.read_text().splitlines()]


def test_every_line_of_the_firmware_is_understood_by_the_host() -> None:
    messages = Lines().feed(captured().encode())
    kinds = [type(message) for message in messages]
    assert Garbage not in kinds
    assert {Beat, Hit, Levels, Kept, Refused} <= set(kinds)
    blows = [at for at in render(SEED).blows if at < 3.9]
    assert kinds.count(Hit) == len(blows)
    beats = [message for message in messages if isinstance(message, Beat)]
    assert [(beat.version, beat.firmware) for beat in beats] == [(protocol.VERSION, protocol.FIRMWARE)] * 3


def scene(script: str, seconds: float = 2.0) -> list[str]:
    files = {
        "samples.bin": packed(render(SEED).samples[: int(seconds * RATE)]),
        "fake_board.py": FAKE_BOARD.read_bytes(),
    }
    names = "from fake_board import FakeBoard, play, samples_from\nimport listener as program\n"
    names += "Listener = program.Listener\n"
    return run(names + script, files).splitlines()


def test_the_light_blinks_on_a_hit() -> None:
    lines = scene("board = FakeBoard(samples_from('samples.bin'))\nplay(Listener(board))\nprint(board.lights)")
    assert lines[-1] == "[True, False, True, False]"


def test_kept_settings_survive_a_restart_and_spoilt_ones_do_not_stop_it() -> None:
    lines = scene(
        "board = FakeBoard(samples_from('samples.bin'), [(9, '{\"keep\": {\"threshold\": 300}}')])\n"
        "play(Listener(board))\n"
        "print(Listener(board).settings['threshold'])\n"
        "board.flash = {'threshold': 'x'}\n"
        "print(Listener(board).settings['threshold'])\n"
    )
    assert lines[-2:] == ["300", "0"]


def test_a_threshold_from_the_host_works_at_once() -> None:
    hits = [line for line in scene("play(Listener(FakeBoard(samples_from('samples.bin'))))") if '"hit"' in line]
    wish = '{"keep": {"threshold": 2000}}'
    muted = scene(f"play(Listener(FakeBoard(samples_from('samples.bin'), [(9, '{wish}')])))")
    assert len(hits) == 2
    assert not [line for line in muted if '"hit"' in line]


def told(lines: list[str], key: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines if f'"{key}"' in line]


def test_samples_that_wait_are_part_of_how_long_ago_a_hit_was() -> None:
    prompt = scene("play(Listener(FakeBoard(samples_from('samples.bin'))))")
    late = scene("board = FakeBoard(samples_from('samples.bin'))\nboard.waiting = 800\nplay(Listener(board))")
    hits = zip(told(prompt, "hit"), told(late, "hit"), strict=True)
    assert [int(other["ago"]) - int(one["ago"]) for one, other in hits] == [100, 100]


def test_every_gap_that_may_be_set_here_is_kept_there_and_no_other() -> None:
    gaps = [round(1000 * gap) for gap in (SHORTEST_GAP, 0.5, LONGEST_GAP)]
    wishes = [(0, json.dumps({"keep": {"gap": gap}})) for gap in [*gaps, gaps[0] - 1, gaps[-1] + 1]]
    lines = scene(f"play(Listener(FakeBoard(samples_from('samples.bin'), {wishes})))", 0.1)
    assert [kept["kept"] for kept in told(lines, "kept")] == [{"threshold": 0, "gap": gap} for gap in gaps]
    assert len(told(lines, "refused")) == 2


NONSENSE = [
    b"\xe2\x80",
    b"\x00\xff\xfe",
    b"",
    b"[" * 200,
    b'{"watch": 1e999}',
    b'{"watch": -3}',
    b'{"watch": null}',
    b'{"keep": {"threshold": 1e400}}',
    b'{"keep": {"threshold": true}}',
    b'{"keep": {"gap": 99999999999999999999999999999999}}',
    b'{"keep": [1, 2]}',
    b"17",
]


def test_nothing_that_is_typed_at_it_stops_the_listening() -> None:
    wishes = list(enumerate(NONSENSE))
    lines = scene(f"play(Listener(FakeBoard(samples_from('samples.bin'), {wishes})))")
    assert len(told(lines, "hit")) == 2
    assert [beat["beat"] for beat in told(lines, "beat")] == [1, 2]
    assert not told(lines, "kept") + told(lines, "levels")
    assert len(told(lines, "refused")) == len(NONSENSE) - 2  # an empty line is none, and watching no time is done


def test_a_full_flash_is_told_and_the_settings_are_in_force_all_the_same() -> None:
    lines = scene(
        "board = FakeBoard(samples_from('samples.bin'), [(9, '{\"keep\": {\"threshold\": 2000}}')])\n"
        "board.flash_full = True\nplay(Listener(board))"
    )
    (kept,) = told(lines, "kept")
    assert kept["kept"] == {"threshold": 2000, "gap": 200}
    assert "28" in str(kept["unsaved"])
    assert not told(lines, "hit")


MAIN = """
import sys, time
class Module: pass
sys.modules["board"], sys.modules["listener"] = Module(), Module()
class Board:
    def say(self, line): print(line)
    def let_in(self): print("let in")
    def restart(self): print("restarted")
class Listener:
    def __init__(self, board): pass
    def step(self): raise {error}
sys.modules["board"].Board, sys.modules["listener"].Listener = Board, Listener
time.sleep = lambda seconds: None
exec({source!r}, {{"__name__": "__main__"}})
"""


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        ("KeyboardInterrupt()", ["let in"]),
        ("MemoryError()", ['{"failed": "MemoryError()"}', "restarted"]),
    ],
)
def test_a_break_lets_somebody_in_for_a_while_and_a_failure_starts_it_again(error: str, lines: list[str]) -> None:
    source = (Path(__file__).parents[2] / "firmware" / "main.py").read_text()
    assert run(MAIN.format(error=error, source=source)).splitlines() == lines


def test_its_counters_start_afresh_in_a_quiet_second_after_an_hour() -> None:
    lines = scene(
        "program.RENEW = 0\n"
        "ear = Listener(FakeBoard(samples_from('samples.bin')))\n"
        "first = ear.detector\nplay(ear)\nprint(ear.detector is first, ear.detector.floor > 0)"
    )
    assert lines[-1] == "False True"
    assert len([line for line in lines if '"hit"' in line]) == 2


@pytest.mark.parametrize("name", ["main.py", "board.py", "listener.py"])
def test_micropython_can_parse_every_file_of_the_firmware(name: str) -> None:
    source = (Path(__file__).parents[2] / "firmware" / name).read_text()
    assert run(f"compile({source!r}, {name!r}, 'exec')\nprint('fine')") == "fine\n"
