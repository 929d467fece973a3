"""The power goes at any moment of a restore: the backup has come in, is rehearsed, put in place and started with.

It is asked for as the host's page asks, of the installed companion on a real file system whose every write is recorded;
nothing is booted.
"""

import shutil
import time
from pathlib import Path
from typing import Any

from tests.chaos.kills import SEATS
from tests.pi import Needs, part
from tests.pi.vm.bundle import project_key
from tests.pi.vm.card import TABLE, started
from tests.pi.vm.cuts import WRITTEN_BACK, all_go_on, recording, writes_so_far
from tests.pi.vm.host import PIN
from tests.pi.vm.image import Disk, disk
from tests.pi.vm.machine import until
from tests.pi.vm.moments import install
from tests.pi.vm.recorded import Stage
from tests.plug import Phone

CARE = "/api/host/care"
RESTORING = 180.0
"""Seconds until a second companion has started with the backup, and the first one too."""


@part(
    "cut restores",
    proves="whenever the power goes during a restore, the companion starts again by itself, with the games that were "
    "there before or with those of the backup",
    cannot="what a card's own controller loses or mixes up when its power goes",
)
def restore_cuts(folder: Path) -> str:
    if shutil.which("qemu-storage-daemon") is None:
        raise Needs("qemu-storage-daemon")
    installed = disk("companion", project_key(), install)
    return all_go_on(installed, folder, recorded(installed, folder))


def recorded(installed: Disk, folder: Path) -> list[Stage]:
    """A game begun and backed up, ended, and put back as it was."""
    with recording(installed, folder) as card, started(card) as phone:
        phone.post("/api/host/pin", pin=PIN)
        fresh = table(phone)["version"]
        begun = phone.post("/api/host/start", game="tower", seats=SEATS, seen=fresh, request="the only game")["version"]
        saved = phone.ask(f"{CARE}/backup.zip")
        ended = phone.post("/api/host/end", seen=begun, request="the end of it")["version"]
        time.sleep(WRITTEN_BACK)
        before = writes_so_far(folder)
        phone.ask(f"{CARE}/piece?start=0", saved, "application/octet-stream")
        phone.ask(f"{CARE}/restore", b"{}", patience=RESTORING)
        for _ in until(RESTORING):
            if at(phone) == begun:
                break
        assert at(phone) == begun, "it was not restored"
        time.sleep(WRITTEN_BACK)
        return [Stage("a restore", before, writes_so_far(folder), {begun, ended}, cuts=100)]


def table(phone: Phone) -> dict[str, Any]:
    return phone.first_event(TABLE)


def at(phone: Phone) -> int | None:
    """The table's version; None while the companion starts again."""
    try:
        return int(table(phone)["version"])
    except (OSError, AssertionError):
        return None
