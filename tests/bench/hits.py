"""Hearing the hammer: how many of the marked hits are heard, what a sample costs, how soon a hit is told."""

import time
from queue import Queue
from statistics import median
from threading import Thread

from hardware.devices import Blow
from hardware.hits.detector import Detector
from hardware.hits.gpio import GpioHits
from hardware.hits.settings import HitSettings
from tests.bench import bench, seconds
from tests.firmware import micropython
from tests.firmware.scenes import FAKE_BOARD
from tests.hardware.hits.scoring import Score, clips, hear, score
from tests.hardware.hits.sessions import RATE, render
from tests.needs import SHARED_DATA

KINDS = {
    "hits": "marked hits",
    "none": "nothing to hear",
    "saw": "lasting vibration",
    "other": "other sounds (no target)",
}


def _line(name: str, told: Score) -> str:
    f1 = f"{told.f1:.4f}" if told.right + told.missed else "     -"
    return f"  {name:<44} right {told.right:4}  false {told.false:4}  missed {told.missed:3}  F1 {f1}"


@bench("real recordings, one set of defaults")
def recordings() -> None:
    if not SHARED_DATA.exists():
        print("  skipped: needs the real recordings beside the project")
        return
    sums: dict[str, Score] = {}
    for clip in clips():
        told = hear(clip)
        print(_line(f"{clip.set}/{clip.file}", told), flush=True)
        key = f"all of {clip.set}: {KINDS[clip.kind]}"
        sums[key] = sums.get(key, Score(0, 0, 0)) + told
    for key, told in sums.items():
        print(_line(key, told))


@bench("300 rendered tower sessions")
def sessions() -> None:
    total = Score(0, 0, 0)
    for seed in range(300):
        session = render(seed)
        detector = Detector(RATE)
        found = [onset / RATE for onset, _, _ in detector.feed(session.samples) + detector.finish()]
        told = score(found, session.blows, 0.04)
        if told.false or told.missed:
            print(_line(f"seed {seed}", told))
        total += told
    print(_line("all", total))


@bench("cost of a sample under CPython")
def sample_cost() -> None:
    samples = render(1).samples

    def walk() -> None:
        for _ in samples:
            pass

    detecting = seconds(lambda: Detector(RATE).feed(samples)) / len(samples)
    walking = seconds(walk) / len(samples)
    print(
        f"  {1e6 * detecting:.2f} µs a sample, {detecting / walking:.0f} x an empty loop, "
        f"{100 * detecting * RATE:.2f} % of one core at {RATE} samples a second"
    )


BUDGET = 125.0  # µs a sample at 8 kHz
COST = """
import time
from fake_board import FakeBoard, play, samples_from
from listener import Listener
samples = samples_from("samples.bin")

def listen():
    board = FakeBoard(samples)
    board.say = lambda line: None
    play(Listener(board))

def walk():
    for _ in samples:
        pass

def best(work):
    times = []
    for _ in range(8):  # the first ones warm up the machine under MicroPython
        begin = time.ticks_us()
        work()
        times.append(time.ticks_diff(time.ticks_us(), begin))
    return min(times) / len(samples)

print(best(listen), best(walk))
"""


@bench("cost of a sample under MicroPython")
def firmware_cost() -> None:
    if not micropython.is_here():
        print("  skipped: needs MicroPython on Node")
        return
    files = {"samples.bin": micropython.packed(render(1).samples), "fake_board.py": FAKE_BOARD.read_bytes()}
    loop, walk = map(float, micropython.run(COST, files).split())
    print(
        f"  the firmware's whole loop: {loop:.2f} µs a sample, {loop / walk:.0f} x an empty loop ({walk:.3f} µs)\n"
        f"  of the {BUDGET:.0f} µs it has, {100 * loop / BUDGET:.1f} % on this machine: "
        f"a Pico may be {BUDGET / loop:.0f} times slower"
    )


@bench("from edge to hit event")
def edge_latency() -> None:
    try:
        from gpiozero.pins.mock import MockFactory
    except ImportError:
        print("  skipped: needs gpiozero")
        return
    sensor = GpioHits(time.monotonic, HitSettings(gap=0.02), MockFactory)
    pin = sensor._device.pin
    blows: Queue[float] = Queue()
    sensor.start(lambda _: blows.put(time.monotonic()))
    spent, floor = [], _hand_over()
    for _ in range(200):
        time.sleep(0.022)
        begin = time.monotonic()
        pin.drive_high()
        spent.append(blows.get(timeout=5) - begin)
        pin.drive_low()
    sensor.close()
    spent.sort()
    print(
        f"  median {1e3 * median(spent):.3f} ms, worst of 200 {1e3 * spent[-1]:.3f} ms, "
        f"{median(spent) / floor:.1f} x handing one item to a waiting thread ({1e3 * floor:.3f} ms)"
    )


def _hand_over() -> float:
    there: Queue[float | None] = Queue()
    spent: list[float] = []

    def receive() -> None:
        while (begin := there.get()) is not None:
            spent.append(time.monotonic() - begin)

    thread = Thread(target=receive)
    thread.start()
    for _ in range(200):
        time.sleep(0.002)
        there.put(time.monotonic())
    there.put(None)
    thread.join()
    return median(spent)


@bench("a burst of 10,000 edges")
def edge_burst() -> None:
    try:
        from gpiozero.pins.mock import MockFactory
    except ImportError:
        print("  skipped: needs gpiozero")
        return
    sensor = GpioHits(time.monotonic, HitSettings(), MockFactory)
    pin = sensor._device.pin
    blows: list[Blow] = []
    sensor.start(blows.append)
    longest = 0
    begin = time.monotonic()
    for i in range(10_000):
        (pin.drive_low if i % 2 else pin.drive_high)()
        longest = max(longest, sensor._queue.qsize())
    spent = time.monotonic() - begin
    time.sleep(0.25)
    pin.drive_high()
    time.sleep(0.1)
    sensor.close()
    print(f"  {len(blows)} hits for a burst of {spent:.2f} s and one blow after it; longest queue {longest}")
