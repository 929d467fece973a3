"""What the virtual machine's parts stand on, as far as it can be tried without one."""

import json
import os
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.pi.vm import image, recorded


@pytest.fixture
def line() -> Iterator[int]:
    """Our end of a line whose other end the agent has."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    running = subprocess.Popen([sys.executable, image.AGENT, os.ttyname(theirs)])
    yield ours
    running.kill()
    running.wait()
    os.close(ours)
    os.close(theirs)


def asked(line: int, **order: object) -> dict[str, object]:
    os.write(line, json.dumps(order).encode() + b"\n")
    answer = b""
    while not answer.endswith(b"\n"):
        answer += os.read(line, 65536)
    told: dict[str, object] = json.loads(answer)
    return told


def test_the_agent_says_how_each_command_ended(line: int) -> None:
    said = asked(line, id=1, run=["sh", "-c", "cat; echo oops >&2; exit 3"], seconds=30, input="given\n")
    assert said == {"id": 1, "status": 3, "output": "given\noops\n"}
    assert asked(line, id=2, run=["sleep", "60"], seconds=0.1) == {"id": 2, "status": 124, "output": ""}
    assert asked(line, id=3, run=["no-such-program"], seconds=30)["status"] == 127


def test_what_takes_long_is_made_once_for_each_key_and_never_used_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def fails(path: Path) -> None:
        path.write_text("half")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        image.cached("disk", "first", fails)

    def writes(words: str) -> Callable[[Path], None]:
        return lambda path: [path.write_text(words)].clear()

    made = image.cached("disk", "first", writes("whole"))
    assert made.read_text() == "whole"
    assert image.cached("disk", "first", fails) == made
    other = image.cached("disk", "second", writes("newer"))
    assert [path.name for path in image.cache().iterdir()] == [other.name]


def logged(path: Path, *orders: tuple[int, bytes | None]) -> None:
    """As QEMU writes it: sector, bytes; a flush has none."""
    sectors = [bytes(recorded.SECTOR)]
    for sector, data in orders:
        numbers = (sector, len(data or b"") // recorded.SECTOR, 0 if data else recorded.FLUSH, 0)
        sectors += [recorded.HEAD.pack(*numbers).ljust(recorded.SECTOR, b"\0"), data or b""]
    path.write_bytes(b"".join(sectors))


def test_a_power_cut_leaves_what_was_flushed_and_any_part_of_the_rest(tmp_path: Path) -> None:
    first, second, third = (bytes([number]) * recorded.SECTOR for number in (1, 2, 3))
    logged(tmp_path / "log", (0, first), (0, None), (1, second), (0, third), (0, None), (2, first))
    raw = tmp_path / "raw"
    raw.write_bytes(bytes(3 * recorded.SECTOR))
    disk, chance = recorded.CutDisk(raw, tmp_path / "log"), Random(16)
    seen: dict[int, set[str]] = {}
    for moment in range(len(disk.writes) + 1):
        for _ in range(40):
            with disk.cut(moment, chance):
                read = raw.read_bytes()
                seen.setdefault(moment, set()).add("".join(str(byte) for byte in read[:: recorded.SECTOR]))
    settled, late = {"100", "120", "300", "320"}, {"320", "321"}
    assert list(seen.values()) == [{"000"}, {"000", "100"}, {"100"}, {"100", "120"}, settled, {"320"}, late]
