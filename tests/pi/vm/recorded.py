"""Every write of a virtual machine's disk, in its order: what a power cut at any moment of it would have left.

QEMU writes the log (its driver blklogwrites, in the format of Linux's dm-log-writes). A disk keeps what was written
before it was last told to flush; of what came after it may have kept any part.
"""

import bisect
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512
HEAD = struct.Struct("<4Q")
FLUSH, DISCARD = 1, 4


class Write(NamedTuple):
    """One order to the disk; a flush may carry nothing."""

    at: int
    length: int
    found: int
    """Where in the log its bytes are."""
    flush: bool


class Stage(NamedTuple):
    """A part of what was recorded, from one write to another, and at which versions the table may be after it."""

    name: str
    first: int
    last: int
    versions: set[int]
    cuts: int
    again: str = "true"
    """What is run once more before the companion is started."""


def read_log(log: Path) -> list[Write]:
    writes = []
    with log.open("rb") as file:
        end = os.fstat(file.fileno()).st_size
        at = SECTOR  # after the log's own first sector
        while at + SECTOR <= end:
            file.seek(at)
            sector, sectors, flags, _ = HEAD.unpack(file.read(HEAD.size))
            if not sectors and not flags:
                break
            assert not flags & DISCARD, "the disk was told to forget something, which this machine's has not learned"
            writes.append(Write(sector * SECTOR, sectors * SECTOR, at + SECTOR, bool(flags & FLUSH)))
            at += SECTOR * (1 + sectors)
    return writes


class CutDisk:
    """A disk's bytes in a file, brought to any moment of the recording; only forwards, but for what a cut left open."""

    def __init__(self, raw: Path, log: Path) -> None:
        """`raw` is the disk as it was before the first write, and is changed."""
        self.raw = raw
        self.writes = read_log(log)
        self._log = log
        self._flushes = [number for number, write in enumerate(self.writes) if write.flush]
        self._settled = 0

    def cuts(self, stage: Stage, chance: Random) -> Iterator[str]:
        """The file is what each of its cuts would have left of it, and how it is meant to be in words."""
        for moment in self._moments(stage, chance):
            with self.cut(moment, chance) as left:
                yield left

    def _moments(self, stage: Stage, chance: Random) -> list[int]:
        """In their order: any write, or any between two flushes, as long copying is not all there is."""
        flushes = [place for place in self._flushes if stage.first <= place < stage.last]
        found = []
        for _ in range(stage.cuts):
            place = chance.randrange(len(flushes))
            between = (flushes[place - 1] if place else stage.first, flushes[place])
            found.append(chance.randint(*chance.choice([(stage.first, stage.last), between])))
        return sorted(found)

    @contextmanager
    def cut(self, moment: int, chance: Random) -> Iterator[str]:
        """The file is what is left if the power goes before that write; in words, how much of it was left open."""
        flushes = bisect.bisect_left(self._flushes, moment)
        settled = self._flushes[flushes - 1] + 1 if flushes else 0
        assert settled >= self._settled, "cuts come in their order"
        with self.raw.open("r+b") as disk, self._log.open("rb") as log:
            for write in self.writes[self._settled : settled]:
                self._apply(write, disk.fileno(), log.fileno())
            self._settled = settled
            left_open = [write for write in self.writes[settled:moment] if write.length]
            kept = [write for write in left_open if chance.random() < 0.5]
            before = [os.pread(disk.fileno(), write.length, write.at) for write in kept]
            for write in kept:
                self._apply(write, disk.fileno(), log.fileno())
        yield f"write {moment} of {len(self.writes)}, {len(kept)} of {len(left_open)} open ones kept"
        with self.raw.open("r+b") as disk:
            # From the last: two may have been to the same place.
            for write, bytes_before in zip(reversed(kept), reversed(before), strict=True):
                os.pwrite(disk.fileno(), bytes_before, write.at)

    def _apply(self, write: Write, disk: int, log: int) -> None:
        if write.length:
            os.pwrite(disk, os.pread(log, write.length, write.found), write.at)
