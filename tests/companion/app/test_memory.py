"""What pictures leave behind is given back, seen from outside: by a process of its own, for what is set here stays."""

import platform
import subprocess
import sys

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
