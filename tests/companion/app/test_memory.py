"""What pictures leave behind is given back, seen from outside: by a process of its own, for what is set here stays."""

import mmap
import platform
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app import memory, start
from companion.watchdog import Notifier
from tests.needs import missing

PICTURES = """
import sys
from pathlib import Path
from companion.app import memory

def resident():
    return next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if "VmRSS" in line)

if sys.argv[1] == "frugal":
    memory.be_frugal()
before = resident()
del [b"x" * 30_000_000][:]
pictures = [b"x" * 6_000_000 for _ in range(10)]
kept = [b"y" * 100_000 for _ in range(10)]
del pictures
print((resident() - before) // 1024)
memory.give_back()
print((resident() - before) // 1024)
"""


def left(how: str) -> list[int]:
    """Megabytes still held after pictures of 60 MB are gone: at once, and when asked to give back."""
    told = subprocess.run([sys.executable, "-c", PICTURES, how], capture_output=True, text=True, check=True).stdout
    return [int(line) for line in told.split()]


def test_pictures_that_are_gone_leave_no_memory_behind() -> None:
    if platform.libc_ver()[0] != "glibc":
        missing("glibc")
    assert left("frugal")[0] < 15
    hoarded, given_back = left("as it comes")
    assert hoarded > 50
    assert given_back < 15


def test_it_knows_its_own_size() -> None:
    before = memory.resident()
    with mmap.mmap(-1, 50_000_000) as held:  # pages of its own: memory that was freed before could serve for bytes
        held.write(b"x" * 50_000_000)
        assert 45_000_000 < memory.resident() - before < 120_000_000


@pytest.mark.parametrize(
    ("sizes", "fits"),
    [
        ([memory.MOST], True),
        ([memory.MOST + 1, memory.MOST], True),  # what could be given back was
        ([memory.MOST + 1, memory.MOST + 1], False),
    ],
)
def test_a_process_that_stays_too_large_is_told(
    sizes: list[int], fits: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = iter(sizes)
    monkeypatch.setattr(memory, "resident", lambda: next(asked))
    assert memory.fits() is fits
    assert ("grown to 400 MB" in caplog.text) is not fits


def test_a_process_that_is_too_large_starves_the_watchdog(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else is asked answers here."""
    well: Any = SimpleNamespace(well=True, health=dict, answers=lambda: True, excuse=lambda _: None)
    watchdog = start.build_watchdog(Notifier({}), lambda: True, well, well, well)
    monkeypatch.setattr(memory, "resident", lambda: memory.MOST)
    assert watchdog.step() == []
    monkeypatch.setattr(memory, "resident", lambda: memory.MOST + 1)
    assert watchdog.step() == ["memory"]


def test_it_may_be_as_large_as_the_unit_says() -> None:
    unit = (Path(__file__).parents[3] / "systemd/companion.service").read_text()
    (most,) = re.findall(r"^MemoryMax=(\d+)M$", unit, re.MULTILINE)
    assert int(most) * 1024**2 == memory.MOST
