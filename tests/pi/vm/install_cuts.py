"""The power goes at any moment of the first installation, or of an upgrade from its building on.

Both run once, without a network, on a card whose every write is recorded; the cuts are made out of the recording. It is
the real installer in a real Debian on a real file system, but nothing is booted.
"""

import shutil
import subprocess
from pathlib import Path
from random import Random

from tests.chaos import SEED
from tests.chaos.kills import SEATS
from tests.pi import Needs, part
from tests.pi.vm import image
from tests.pi.vm.bundle import NEWER, changed, project_key, unpacked
from tests.pi.vm.card import TABLE, exported, goes_on, inside, started
from tests.pi.vm.host import PIN
from tests.pi.vm.image import Disk
from tests.pi.vm.moments import RIG
from tests.pi.vm.recorded import SECTOR, CutDisk, Stage, read_log

CUTS = {"an installation": 10, "an upgrade": 200}
WRITTEN_BACK = 45
"""Seconds: Linux keeps what was written for half a minute, and a journal of it for five seconds."""

FIRST, SECOND = (f"{RIG}/{name}/companion/systemd/install" for name in ("first", "second"))


@part(
    "cut installations",
    proves="whenever the power goes while the installer runs, running it again ends with a page; whenever it goes "
    "during an upgrade, the companion starts again with its game, with nobody's help",
    cannot="what a card's own controller loses or mixes up when its power goes",
)
def install_cuts(folder: Path) -> str:
    if shutil.which("qemu-storage-daemon") is None:
        raise Needs("qemu-storage-daemon")
    disk = image.disk("bare", project_key() + repr(NEWER), prepare)
    stages = recorded(disk, folder)
    raw = folder / "disk.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", disk.image, raw], check=True)
    cut_disk, chance = CutDisk(raw, folder / "log"), Random(SEED)
    for stage in stages:
        again = FIRST if stage is stages[0] else "true"
        for left in cut_disk.cuts(stage, CUTS[stage.name], chance):
            try:
                goes_on(raw, folder, stage.versions, again)
            except (AssertionError, OSError) as fault:
                raise AssertionError(f"{stage.name}, cut before {left}: {fault}") from fault
    return " and ".join(f"{CUTS[stage.name]} cuts of {stage.name}" for stage in stages) + ": all went on"


def prepare(system: Path) -> None:
    rig = system / RIG.strip("/")
    unpacked(rig / "first")
    changed(rig / "second.tar.gz", *NEWER)
    (rig / "second").mkdir()
    subprocess.run(["tar", "--extract", "--file", rig / "second.tar.gz", "--directory", rig / "second"], check=True)
    (rig / "second.tar.gz").unlink()


def recorded(disk: Disk, folder: Path) -> list[Stage]:
    """What happens on the card, while `log` is written: installed, a game begun, upgraded."""
    own, log = folder / "own.qcow2", folder / "log"
    log.touch()
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", disk.image, "-F", "qcow2", own], check=True)
    nodes = (
        f"driver=qcow2,node-name=own,file.driver=file,file.filename={own}",
        f"driver=file,node-name=log,filename={log}",
        f"driver=blklogwrites,node-name=disk,file=own,log=log,log-sector-size={SECTOR}",
    )
    with exported(folder, *nodes) as card:
        run(card, FIRST)
        installed = len(read_log(log))
        with started(card) as phone:
            fresh = phone.first_event(TABLE)["version"]
            phone.post("/api/host/pin", pin=PIN)
            begun = phone.post("/api/host/start", game="tower", seats=SEATS, seen=fresh, request="the only game")
        played = len(read_log(log))
        run(card, SECOND)
        upgraded = len(read_log(log))
    return [
        Stage("an installation", 0, installed, {fresh}),
        Stage("an upgrade", played, upgraded, {begun["version"]}),
    ]


def run(card: Path, installer: str) -> None:
    """And leave the card where it is until the kernel has written by itself what nobody told it to."""
    words = inside(card, "sh", "-c", f"{installer} && sleep {WRITTEN_BACK}")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-300:]} {done.stderr[-600:]}"
