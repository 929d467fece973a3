"""Whether the host's page brings another version through systemd's own units, and nothing but a well one stays.

The first update loses its power while the new version is being tried, and the machine boots; the second is the same one
from an address; the third is of a version that does not come up.
"""

import shlex
from pathlib import Path

from tests.chaos.kills import SEATS
from tests.pi import part
from tests.pi.vm.bundle import NEWER, UNWELL, version
from tests.pi.vm.host import ADDRESS, CURL, Host
from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import RIG, installed, page_answers

CARE = "/api/host/care"
APP = "/opt/companion"
BUNDLE = f"{RIG}/bundle.tar.gz"
SEALED = ("SHA256SUMS", "SHA256SUMS.sig")
PACK = f"tar --sort=name --directory={RIG} --create companion | gzip -1 > {BUNDLE} && sync"
SEND = f"""\
cd /run && split --bytes=1M --numeric-suffixes --suffix-length=4 {BUNDLE} piece. && start=0
for piece in piece.*; do
  {shlex.join(CURL)} -H 'Content-Type: application/octet-stream' --data-binary "@$piece" \\
    "{ADDRESS}{CARE}/update/piece?start=$start" || exit
  start=$((start + $(stat --format=%s "$piece"))) && rm "$piece"
done
"""
SERVE = ("systemd-run", "--collect", "python3", "-m", "http.server", "--bind", "127.0.0.1", "--directory", RIG, "8001")
INSTALLING = 3600.0
"""Seconds: an emulated processor unpacks and compiles every package."""


@part(
    "vm update",
    proves="a bundle sent to the host's page, or its address, is installed by the system's units; one that the power "
    "cuts is taken back at the next boot, one that does not come up at once; the game goes on through all of it",
    cannot="how long it takes on a Pi; the choosing of the file on a phone",
)
def update(folder: Path) -> str:
    with installed(folder) as machine:
        host = Host(machine)
        begun = {"game": "tower", "seats": SEATS, "seen": host.sign_in()["version"], "request": "the only game"}
        game = host.post("/api/host/start", **begun)["view"]["version"]
        old = release(machine)

        bring(machine, *NEWER)
        send(machine, host)
        machine.until("sh", "-c", f'test "$(readlink {APP}/current)" != {old}', seconds=INSTALLING)
        new = release(machine)
        machine.cut_power()
        machine.boot()
        stands(machine, old, game, "The last update was cut off and taken back.")

        machine.run(*SERVE)
        Host(machine).post(f"{CARE}/update/address", address=f"http://127.0.0.1:8001/{Path(BUNDLE).name}")
        stands(machine, new, game, "The last update is installed.")

        bring(machine, *UNWELL)
        send(machine, host)
        stands(machine, new, game, "The last update did not come up, so it was taken back.")
    return f"{old} stayed after a cut, then {new} was installed and stayed; its game was there each time"


def release(machine: Machine) -> str:
    return machine.run("readlink", f"{APP}/current")


def bring(machine: Machine, name: str, more: str) -> None:
    """Another version is packed in the machine, out of what lies there already."""
    machine.run("cp", f"{RIG}/companion/{name}", "/run/before")
    with version(name, more) as folder:
        for changed in (name, *SEALED):
            machine.run("tee", f"{RIG}/companion/{changed}", given=(folder / changed).read_text(encoding="utf-8"))
    machine.run("sh", "-c", PACK, seconds=600)
    machine.run("cp", "/run/before", f"{RIG}/companion/{name}")


def send(machine: Machine, host: Host) -> None:
    """As the page does it, piece by piece."""
    machine.run("sh", "-c", SEND, seconds=600)
    host.post(f"{CARE}/update/file")


def stands(machine: Machine, expected: str, game: int, words: str) -> None:
    """That is how it ended: this is told, this version runs, this game is on the table."""
    page_answers(machine)
    Host(machine)
    machine.until(*CURL, f"{ADDRESS}{CARE}/machine", holds=words, seconds=INSTALLING)
    page_answers(machine)
    assert release(machine) == expected, f"{release(machine)} runs, not {expected}"
    assert machine.ask("test", "-e", f"{APP}/upgrading").status != 0, "it still counts as an upgrade under way"
    at = Host(machine).sign_in()["version"]
    assert at == game, f"the table is at {at}, not at {game}"
