"""Whether the unit keeps what it promises under the real systemd: it starts, it is watched, it is shut in."""

from pathlib import Path

from tests.pi import part
from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import installed, page_answers

UNIT = "companion.service"
CLOSED = tuple(f"/{folder}/x" for folder in ("etc", "usr", "opt/companion", "var", "home", "root", "boot"))
OPEN = "/var/lib/companion/x"
STARVING = 300.0
"""Seconds: 30 until the watchdog has had enough, 20 until SIGABRT turns into SIGKILL, and a start."""


def shown(machine: Machine, name: str) -> str:
    return machine.run("systemctl", "show", f"--property={name}", "--value", UNIT)


@part(
    "vm unit",
    proves="Type=notify, watchdog and hardening under Debian's systemd and kernel, after our own offline installer",
    cannot="how fast a Pi starts; Raspberry Pi OS's own kernel and its settings",
)
def unit(folder: Path) -> str:
    with installed(folder) as machine:
        page_answers(machine)
        starts_and_says_so(machine)
        is_shut_in(machine)
        comes_back_when_it_hangs(machine)
    return "started by notify, first page, closed but for its state, a stopped process was ended and replaced"


def starts_and_says_so(machine: Machine) -> None:
    assert shown(machine, "Type") == "notify"
    assert shown(machine, "SubState") == "running"
    machine.run("systemctl", "restart", UNIT, seconds=200)
    assert shown(machine, "SubState") == "running"
    page_answers(machine)


def is_shut_in(machine: Machine) -> None:
    process = shown(machine, "MainPID")
    status = machine.run("cat", f"/proc/{process}/status")
    for line in ("NoNewPrivs:\t1", "Seccomp:\t2", "CapEff:\t0000000000000000", "CapBnd:\t0000000000000000"):
        assert line in status, f"its process has another {line.split(':')[0]}: {status}"
    for path in CLOSED:
        # Even root, put into what the unit sees of the disk, cannot write there.
        assert machine.ask("nsenter", "-t", process, "-m", "touch", path).status != 0, f"{path} can be written"
    machine.run("nsenter", "-t", process, "-m", "touch", OPEN)
    machine.run("rm", OPEN)


def comes_back_when_it_hangs(machine: Machine) -> None:
    hung = shown(machine, "MainPID")
    machine.run("kill", "-STOP", hung)
    machine.until("sh", "-c", f"! test -e /proc/{hung}", seconds=STARVING)
    page_answers(machine)
    assert "watchdog" in machine.run("journalctl", "-u", UNIT, "--no-pager", "-n", "60").lower()
