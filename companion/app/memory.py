"""Keeps the process small: tells the C library not to hoard the memory that pictures left; it frees nothing of ours.

Left alone, glibc keeps a store for each thread that ever drew or counted, and remembers the largest picture in it.
Where the C library is another one, nothing is told to it.

Raspberry Pi OS starts with `cgroup_disable=memory`, and then the limits in the unit do nothing: so the process looks at
its own size, too.
"""

import ctypes
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

ARENA_MAX, MMAP_THRESHOLD, TRIM_THRESHOLD = -8, -3, -1
"""What mallopt calls them."""

STORES = 2
LARGE = 4_000_000
"""Bytes: larger arrays go back to the system at once. Smaller ones are wanted again with the next picture, and to ask
the system for them each time would make a count half as slow again."""
SPARE = 2_000_000
"""Bytes that a store may keep for that."""

MOST = 400 * 1024**2
"""Bytes of memory; as MemoryMax in the unit."""


def be_frugal() -> None:
    """To be said before any thread starts."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for what, value in {ARENA_MAX: STORES, MMAP_THRESHOLD: LARGE, TRIM_THRESHOLD: SPARE}.items():
            mallopt(what, value)


def give_back() -> None:
    """What was only needed to start."""
    malloc_trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if malloc_trim is not None:
        malloc_trim(0)


def resident() -> int:
    """Bytes of memory that this process has now; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def fits() -> bool:
    """Whether the process is no larger than it may be, once it has given back what it can."""
    if resident() <= MOST:
        return True
    give_back()
    size = resident()
    if size > MOST:
        log.error("The companion has grown to %d MB, which is too much for a small Pi.", size // 1024**2)
    return size <= MOST
