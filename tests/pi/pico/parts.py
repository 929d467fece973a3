"""What the Pico's program does on an emulated RP2040, with its converter, DMA, flash and USB, in its own time."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from hardware.devices import Blow
from hardware.hits import HitSettings
from hardware.hits.conformance import walk
from hardware.hits.flashing import STOP_WATCHDOG, RawPrompt, flash, program
from hardware.hits.pico_state import PicoLink
from hardware.hits.protocol import FIRMWARE
from hardware.hits.sim import MIDDLE, RATE, ring
from tests.clock import Hand
from tests.pi import part
from tests.pi.pico.build import micropython
from tests.pi.pico.emulated import EmulatedPico

BLOWS = 17
PACE = 0.3  # seconds: faster than anybody hammers for long
SOON = 0.02  # seconds by which a blow's time may be wrong
CANNOT = "tell volts, nor how often the cache of the flash misses, which costs more time; the boot ROM is our own"


@contextmanager
def pico(*, frozen: bool = True) -> Iterator[EmulatedPico]:
    chip = EmulatedPico(micropython(frozen=frozen))
    try:
        yield chip
    finally:
        chip.close()


def hammered(blows: int = BLOWS, pace: float = PACE) -> list[int]:
    """Blows soft and hard, one each so many seconds, as the piezo gives them."""
    rng = np.random.default_rng(16)
    wave = rng.normal(MIDDLE, 1.5, round((blows * pace + 1) * RATE))
    for blow in range(blows):
        swing = ring(rng.uniform(0.25, 0.9), rng)
        at = round(blow * pace * RATE)
        wave[at : at + len(swing)] += swing[: len(wave) - at]
    samples: list[int] = np.clip(np.rint(wave), 0, 4095).astype(int).tolist()
    return samples


def lines_of(said: list[tuple[float, bytes]]) -> list[dict[str, Any]]:
    """The whole lines among what it said."""
    lines = b"".join(data for _, data in said).split(b"\n")
    return [json.loads(line) for line in lines if line.startswith(b"{") and line.rstrip().endswith(b"}")]


def beating(chip: EmulatedPico, most: float = 20) -> dict[str, Any]:
    """Its next beat."""
    end, said = chip.now + most, b""
    while chip.now < end:
        said += chip.read_some()
        for line in said.split(b"\n")[:-1]:
            if line.startswith(b"{") and b'"beat"' in line:
                beat: dict[str, Any] = json.loads(line)
                return beat
    raise AssertionError(f"no beat within {most} s; it said {said[-200:]!r}")


def heard(said: list[tuple[float, bytes]]) -> tuple[list[Blow], PicoLink]:
    """What the companion's driver makes of it, byte by byte as it came."""
    clock = Hand(0.0)
    link = PicoLink(HitSettings(), clock)
    link.plugged("it")
    blows: list[Blow] = []
    for second, data in said:
        clock.now = second
        blows += link.take(data)
    return blows, link


MEASURE = """
import time
from array import array
from board import Board
from listener import Listener
board = Board()
listener = Listener(board)
block = array("H", [2040 + 7 * i % 16 for i in range(64)])
began = time.ticks_us()
for _ in range(20): listener.detector.feed(block)
print(time.ticks_diff(time.ticks_us(), began) // 20)
while board._taken < 1500: listener.step()
began = time.ticks_us()
for _ in range(5): board.past(1200, 832)
print(time.ticks_diff(time.ticks_us(), began) // 5)
"""


def cost(chip: EmulatedPico) -> tuple[float, float]:
    """Milliseconds that a block of samples takes to be listened to, and the samples of a hit to be written out."""
    prompt = RawPrompt(chip, chip.clock, chip.sleep)
    prompt.enter()
    prompt.run(STOP_WATCHDOG)
    *_, block, hit = prompt.run(MEASURE).split()
    return int(block) / 1000, int(hit) / 1000


@part(
    "pico-hammer",
    proves=f"{BLOWS} blows {PACE} s apart are all heard, each at its time, and no sample is lost: our program frozen "
    "into MicroPython for the RP2040, built here from Debian's sources, through converter, DMA and USB",
    cannot=CANNOT,
)
def blows_in_quick_succession_are_all_heard(_folder: Path) -> str:
    with pico() as chip:
        beating(chip)
        begun = chip.play(hammered())
        said = chip.run(BLOWS * PACE + 1)
        blows, link = heard(said)
        block, hit = cost(chip)
    late = [blow.time - begun - number * PACE for number, blow in enumerate(blows)]
    assert len(blows) == BLOWS, f"{len(blows)} of {BLOWS} blows were heard: {late}"
    assert all(abs(error) < SOON for error in late), f"blows have wrong times: {late}"
    assert link.health().fine, str(link.health())
    lost = max(line["lost"] for line in lines_of(said) if "beat" in line)
    assert lost == 0, f"{lost} samples were lost"
    worst = 1000 * max(map(abs, late))
    return (
        f"{BLOWS} of {BLOWS} heard, times right within {worst:.0f} ms, 0 samples lost; "
        f"a block of 8 ms costs {block:.1f} ms, a hit's samples {hit:.1f} ms"
    )


@part(
    "pico-protocol",
    proves="our own Pico holds every point of the protocol that companion check-sensor tries, five strikes among them",
    cannot=CANNOT,
)
def the_pico_speaks_its_own_protocol(_folder: Path) -> str:
    with pico() as chip:

        def strike(_words: str) -> None:
            chip.play(hammered(5, 1.0))

        points = list(walk(chip, chip.clock, 5, strike))
    failed = [point.words for point in points if not point.passed]
    assert not failed, " ".join(failed)
    return f"{len(points)} points hold"


@part(
    "pico-flashing",
    proves="companion flash-pico puts the program on a Pico that has only MicroPython, over a program that runs too, "
    "and it starts from its own flash file system",
    cannot=CANNOT,
)
def a_bare_pico_is_flashed_and_flashed_again(_folder: Path) -> str:
    with pico(frozen=False) as chip:
        chip.run(2)
        for _ in range(2):
            begun, starts = chip.now, chip.starts
            flash(chip, program(), chip.clock, chip.sleep)
            took = chip.now - begun
            beat = beating(chip)
            assert chip.starts == starts + 1, f"it started {chip.starts - starts} times"
        assert beat["firmware"] == FIRMWARE, beat
    return f"four files in {took:.1f} s of its time, twice; it beats as firmware {beat['firmware']}"


@part(
    "pico-typed-at",
    proves="stray bytes, huge numbers and endless lines leave the Pico listening; settings outlive a restart; after "
    "Ctrl-C its watchdog starts it again",
    cannot=CANNOT,
)
def nothing_typed_at_it_stops_it_for_good(_folder: Path) -> str:
    with pico() as chip:
        beating(chip)
        for line in (b"\xe2\x80\xff\n", b'{"watch": 1e999}\n', b"x" * 400 + b"\n", b'{"keep": {"gap": 1e400}}\n'):
            chip.write(line)
            chip.run(0.3)
        chip.write(b'{"keep": {"threshold": 100, "gap": 500}}\n')
        chip.run(1)
        beat = beating(chip)
        assert (beat["gap"], beat["threshold"], chip.starts) == (500, 100, 1), beat
        chip.write(b"\x03")
        broken = chip.now
        assert chip.until_started_anew(8), "nothing started it again after Ctrl-C"
        away = chip.now - broken
        beat = beating(chip)
        assert (beat["gap"], beat["threshold"]) == (500, 100), f"its settings are gone: {beat}"
    return f"beats went on through four kinds of nonsense; Ctrl-C cost {away:.1f} s, its settings were still there"
