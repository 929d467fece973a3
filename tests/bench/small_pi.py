"""What a start and a count would take on a Raspberry Pi Zero 2 W: estimates, from instructions on an emulated arm64.

Nothing here ran on a Pi. The programs are the ones that a Pi runs, in the root that `make test-arm64` leaves, and what
they do is counted, but for the kernel's share; how fast a Cortex-A53 does it is an assumption, and the range says so.
"""

import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from hardware.boulders.counter import Counter
from hardware.devices import Image
from tests.bench import bench
from tests.bench.starting import first_page, floor, resident, started
from tests.hardware.boulders import hard
from tests.hardware.boulders.scenes import all_44, photo, scattered
from tests.pi.arm64.roots import PROCESSOR, found
from tests.plug import READY

HERTZ = 1e9
"""A Zero 2 W's four cores; what follows is one core's work."""

PER_CYCLE = (0.4, 1.0)
"""Instructions of a cycle of a Cortex-A53: in order and two at best, but it waits for memory; 1.05 was seen in a tight
loop of sums."""

CARD = 20e6
"""Bytes a second that a common card gives in small pieces."""

PLUGIN = Path(__file__).with_name("instructions.c")
PROGRAMS = ("qemu-aarch64", "cc")
IMPORTS = "import flask, cv2, numpy"
SERVE = "import sys; from companion.cli import main; sys.exit(main())"
COUNT = """
import sys
import cv2, numpy
from hardware.boulders.counter import Counter
from hardware.devices import Image
cv2.setNumThreads(1)
counter = Counter()
for name in sys.argv[1:]:
    image = numpy.load(name)
    counter.count(image)
    print("ready", flush=True)
    sys.stdin.readline()
    counter.count(image)
    print("counted", flush=True)
    sys.stdin.readline()
"""


class Emulator(NamedTuple):
    """An arm64 processor for one program at a time, with a count of what it did."""

    root: Path
    plugin: Path
    tally: Path

    def words(self, *words: str) -> list[str]:
        (python,) = (self.root / "usr/bin").glob("python3.[0-9]*")
        packages = self.root / f"opt/companion/current/venv/lib/{python.name}/site-packages"
        self.tally.write_bytes(bytes(8))
        emulator = ["qemu-aarch64", "-cpu", PROCESSOR, "-L", str(self.root)]
        emulator += ["-plugin", f"{self.plugin},count={self.tally}"]
        emulator += ["-E", f"PYTHONHOME={self.root / 'usr'}", "-E", f"PYTHONPATH={packages}"]
        return [*emulator, str(python), *words]

    def counted(self) -> int:
        return int.from_bytes(self.tally.read_bytes(), "little")


def emulator(folder: Path) -> Emulator | None:
    lacking = [program for program in PROGRAMS if shutil.which(program) is None]
    root = found("trixie") or found("bookworm")
    if lacking or root is None:
        print(f"  skipped: needs {' '.join(lacking) or 'the root that make test-arm64 leaves'}")
        return None
    plugin = folder / "instructions.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", plugin, PLUGIN], check=True)
    return Emulator(root, plugin, folder / "count")


def estimate(name: str, instructions: int, here: float, more: str = "") -> None:
    best, worst = (instructions / (HERTZ * rate) for rate in reversed(PER_CYCLE))
    print(
        f"  {name}: {instructions / 1e9:.2f} billion instructions, so {best:.1f} to {worst:.1f} s on a Zero 2 W{more}; "
        f"{here:.2f} s here",
        flush=True,
    )


@bench("start to first page, estimated")
def start() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if (pi := emulator(folder)) is None:
            return
        first_page(folder, "none")
        read = read_at_start(folder)
        subprocess.run(pi.words("-c", IMPORTS), check=True)
        estimate("importing flask, cv2, numpy", pi.counted(), floor(folder))
        estimate(
            "start to first page, rig none",
            until_first_page(pi, folder),
            first_page(folder, "none"),
            f", and the first time {read / CARD:.1f} s for {read / 1e6:.0f} MB from the card",
        )


def until_first_page(pi: Emulator, folder: Path) -> int:
    """Instructions, with all modules compiled as the installer leaves them."""
    words = ["-c", SERVE, "serve", "--rig", "none", "--state", str(folder / "emulated"), "--host", "127.0.0.1"]
    for _ in range(2):
        # The first start makes keys and files that are there from then on.
        with subprocess.Popen(pi.words(*words, "--port", "0"), stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().removeprefix(READY).strip()
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{address}/", timeout=600).read()
            instructions = pi.counted()
            server.terminate()
    return instructions


def read_at_start(folder: Path) -> float:
    """Bytes of files that a start has in memory; objects and libraries are as large on arm64, both being 64-bit."""
    with started(folder, "none") as (process, _):
        told = Path(f"/proc/{process}/status").read_text().split("RssFile:")[1].split()[0]
        print(f"  resident when ready: {resident(process):.0f} MB here, and about as much on any 64-bit system")
        return int(told) * 1024


@bench("one count, estimated")
def count() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if (pi := emulator(folder)) is None:
            return
        pictures = {
            "44 boulders, scattered": photo(scattered(all_44(), np.random.default_rng(4))),
            "a heap of 30 to 44 in one low lamp's light": hard.heap(3_801_000).image,
        }
        files = [folder / f"{number}.npy" for number in range(len(pictures))]
        for file, picture in zip(files, pictures.values(), strict=True):
            np.save(file, picture)
        words = pi.words("-c", COUNT, *map(str, files))
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            for name, picture in pictures.items():
                before, after = (at(process, pi, word) for word in ("ready", "counted"))
                estimate(name, after - before, seconds_here(picture))


def at(process: subprocess.Popen[str], pi: Emulator, word: str) -> int:
    """Instructions until the program says so; it waits meanwhile."""
    assert process.stdin is not None
    assert process.stdout is not None
    said = process.stdout.readline().strip()
    assert said == word, said
    instructions = pi.counted()
    process.stdin.write("\n")
    process.stdin.flush()
    return instructions


def seconds_here(picture: Image) -> float:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    counter = Counter()
    counter.count(picture)
    before = time.thread_time()
    counter.count(picture)
    spent = time.thread_time() - before
    cv2.setNumThreads(threads)
    return spent
