"""A card on which something is done while every write is recorded, and what every power cut of it leaves, started."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.chaos import SEED
from tests.pi.vm.card import exported, goes_on
from tests.pi.vm.image import Disk
from tests.pi.vm.recorded import SECTOR, CutDisk, Stage, read_log

WRITTEN_BACK = 45
"""Seconds: Linux keeps what was written for half a minute, and a journal of it for five seconds."""


@contextmanager
def recording(disk: Disk, folder: Path) -> Iterator[Path]:
    """A card that starts out as the disk; the folder has the log of its writes."""
    own = folder / "own.qcow2"
    log(folder).touch()
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", disk.image, "-F", "qcow2", own], check=True)
    nodes = (
        f"driver=qcow2,node-name=own,file.driver=file,file.filename={own}",
        f"driver=file,node-name=log,filename={log(folder)}",
        f"driver=blklogwrites,node-name=disk,file=own,log=log,log-sector-size={SECTOR}",
    )
    with exported(folder, *nodes) as card:
        yield card


def writes_so_far(folder: Path) -> int:
    return len(read_log(log(folder)))


def log(folder: Path) -> Path:
    return folder / "log"


def all_go_on(disk: Disk, folder: Path, stages: Sequence[Stage]) -> str:
    """AssertionError if a cut leaves a card on which nothing goes on, or if they all came too early or too late."""
    raw = folder / "disk.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", disk.image, raw], check=True)
    cut_disk, chance = CutDisk(raw, log(folder)), Random(SEED)
    for stage in stages:
        seen = set()
        for left in cut_disk.cuts(stage, chance):
            try:
                seen.add(goes_on(raw, folder, stage.versions, stage.again))
            except (AssertionError, OSError) as fault:
                raise AssertionError(f"{stage.name}, cut before {left}: {fault}") from fault
        assert seen == stage.versions, f"{stage.name}: all cuts came too early or too late"
    return " and ".join(f"{stage.cuts} cuts of {stage.name}" for stage in stages) + ": all went on"
