"""The power goes at any moment of the first installation, or of an upgrade from its building on.

Both run once, without a network, on a card whose every write is recorded; the cuts are made out of the recording. It is
the real installer in a real Debian on a real file system, but nothing is booted.
"""

import shutil
import subprocess
from pathlib import Path

from tests.chaos.kills import SEATS
from tests.pi import Needs, part
from tests.pi.vm import image
from tests.pi.vm.bundle import NEWER, changed, project_key, unpacked
from tests.pi.vm.card import TABLE, inside, started
from tests.pi.vm.cuts import WRITTEN_BACK, all_go_on, recording, writes_so_far
from tests.pi.vm.host import PIN
from tests.pi.vm.image import Disk
from tests.pi.vm.moments import RIG
from tests.pi.vm.recorded import Stage

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
    return all_go_on(disk, folder, recorded(disk, folder))


def prepare(system: Path) -> None:
    rig = system / RIG.strip("/")
    unpacked(rig / "first")
    changed(rig / "second.tar.gz", *NEWER)
    (rig / "second").mkdir()
    subprocess.run(["tar", "--extract", "--file", rig / "second.tar.gz", "--directory", rig / "second"], check=True)
    (rig / "second.tar.gz").unlink()


def recorded(disk: Disk, folder: Path) -> list[Stage]:
    """Installed, a game begun, upgraded."""
    with recording(disk, folder) as card:
        run(card, FIRST)
        installed = writes_so_far(folder)
        with started(card) as phone:
            fresh = phone.first_event(TABLE)["version"]
            phone.post("/api/host/pin", pin=PIN)
            begun = phone.post("/api/host/start", game="tower", seats=SEATS, seen=fresh, request="the only game")
        played = writes_so_far(folder)
        run(card, SECOND)
        upgraded = writes_so_far(folder)
    return [
        Stage("an installation", 0, installed, {fresh}, cuts=10, again=FIRST),
        Stage("an upgrade", played, upgraded, {begun["version"]}, cuts=200),
    ]


def run(card: Path, installer: str) -> None:
    """And leave the card where it is until the kernel has written by itself what nobody told it to."""
    words = inside(card, "sh", "-c", f"{installer} && sleep {WRITTEN_BACK}")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout[-300:]} {done.stderr[-600:]}"
