"""What the virtual machine's parts stand on, as far as it can be tried without one."""

import json
import os
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.pi.vm import image


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
