"""The moment that parts begin with: a Debian with the companion on it has booted, and its first page answers.

It is made once and kept in the cache folder: a boot takes minutes on an emulated processor. The companion is put on the
disk from outside, as on a card in another computer, without internet.
"""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.pi.vm import image
from tests.pi.vm.bundle import project_key, unpacked
from tests.pi.vm.machine import Machine

MOMENT = "moment"
RIG = "/rig"
"""Where the bundle lies in the machine."""

PAGE = "http://127.0.0.1:8000/"


@contextmanager
def installed(folder: Path) -> Iterator[Machine]:
    """A machine on which the companion runs."""
    disk = image.disk("companion", project_key(), install)
    moment = image.cached("installed", disk.image.name, lambda path: boot(disk, path))
    with Machine(disk, folder) as machine:
        machine.resume(MOMENT, moment)
        yield machine


def boot(disk: image.Disk, moment: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, Machine(disk, Path(folder)) as machine:
        machine.fresh()
        machine.boot()
        page_answers(machine)
        machine.save(MOMENT, moment)


def install(system: Path) -> None:
    """From outside: no emulated processor has to unpack and compile the packages."""
    run_installer(unpacked(system / RIG.strip("/")), system, "--with-access-point", "--country", "NO")


def run_installer(source: Path, system: Path, *more: str) -> None:
    words = [str(source / "systemd/install"), "--root", str(system), *more]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the installer: {done.stdout[-600:]} {done.stderr[-600:]}"


def page_answers(machine: Machine, seconds: float = 600.0) -> str:
    return machine.until("curl", "--silent", "--fail", "--max-time", "20", PAGE, holds="<html", seconds=seconds)
