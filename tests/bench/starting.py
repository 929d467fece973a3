"""How long from the command to the first page, against importing what it is built on; and the memory after a game."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from tests.bench import bench, seconds_once
from tests.chaos.kills import answer
from tests.plug import READY, Phone

ROUNDS = 15
FLOOR = [sys.executable, "-c", "import flask, cv2, numpy"]
START = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())", "serve", "--rig"]
MOVES = 150
RIGS = ("none", "sim")
"""Without devices, and with simulated ones, whose pictures are drawn here."""


class At(NamedTuple):
    """Where a phone finds the server."""

    address: str


@contextmanager
def started(folder: Path, rig: str) -> Iterator[tuple[int, str]]:
    words = [*START, rig, "--state", str(folder / "state"), "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(words, env=compiled(folder), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.pid, server.stdout.readline().removeprefix(READY).strip()
        finally:
            server.send_signal(signal.SIGTERM)


def compiled(folder: Path) -> dict[str, str]:
    """As it is installed, with every module compiled by whoever loads it first, wherever the bench itself runs."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def floor(folder: Path) -> float:
    return seconds_once(lambda: subprocess.run(FLOOR, env=compiled(folder), check=True))


def first_page(folder: Path, rig: str) -> float:
    """Seconds from the command to the first page in hand."""
    before = time.perf_counter()
    with started(folder, rig) as (_, address):
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{address}/", timeout=60).read()
        return time.perf_counter() - before


@bench("start to first page")
def start_to_first_page() -> None:
    for rig in RIGS:
        with tempfile.TemporaryDirectory() as folder:
            first_page(Path(folder), rig), floor(Path(folder))
            starts, floors = [], []
            for _ in range(ROUNDS):
                starts.append(first_page(Path(folder), rig))
                floors.append(floor(Path(folder)))
        ratios = [start / floor for start, floor in zip(starts, floors, strict=True)]
        print(
            f"  start to first page, rig {rig}: {median(starts):.2f} s, {median(ratios):.2f} x importing flask, cv2, "
            f"numpy ({median(floors):.2f} s); target 1.3",
            flush=True,
        )


@bench("memory after a game")
def memory_after_a_game() -> None:
    for rig in RIGS:
        with tempfile.TemporaryDirectory() as folder:
            first_page(Path(folder), rig)
            with started(Path(folder), rig) as (process, address):
                played(address)
                print(f"  resident after {MOVES} moves, rig {rig}: {resident(process):.0f} MB; target 150", flush=True)


def played(address: str) -> None:
    chance, host, phone = Random(1), Phone(At(address)), Phone(At(address))
    host.post("/api/host/pin", pin="123456")
    seats = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
    awake(host)
    host.post("/api/host/start", game="tower", seats=seats, seen=0, request="the beginning")
    phone.post("/api/join", seat=0)
    view = phone.first_event("/stream?as=play&page=a-page-of-mine")
    for number in range(MOVES):
        view = phone.post("/api/play", seat=0, request=f"move-number-{number}", **answer(view, chance))


def awake(host: Phone) -> None:
    """Its page waits until the camera is there."""
    host.get("/api/host/camera")


def resident(process: int) -> float:
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024
