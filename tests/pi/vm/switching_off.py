"""Whether the companion can switch the machine off, and start it anew, while somebody else is logged in."""

from pathlib import Path

from tests.pi import part
from tests.pi.vm.host import Host
from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import installed, page_answers

VISITOR = "visitor"
AS_COMPANION = ("runuser", "-u", "companion", "--")
LOGIN = ("--property=PAMName=login", f"--property=User={VISITOR}", "--setenv=XDG_SESSION_TYPE=tty")


@part(
    "vm switching off",
    proves="logind and polkit let the companion restart and switch off the machine while somebody else is logged in, "
    "and let it do no more; whoever else has no rights is refused",
    cannot="whether the Pi's power light goes out",
)
def switching_off(folder: Path) -> str:
    with installed(folder) as machine:
        machine.run("useradd", "--create-home", VISITOR)
        log_in(machine)
        for user, words in ((VISITOR, ("poweroff",)), (VISITOR, ("reboot",)), ("companion", ("stop", "dbus.socket"))):
            refused = machine.ask("runuser", "-u", user, "--", "systemctl", "--no-ask-password", *words)
            assert refused.status != 0, f"{user} may {words[0]}"
        machine.run("systemd-run", *AS_COMPANION, "systemctl", "reboot")
        ended = machine.wait_until_off()
        assert "Restarting" in ended, ended
        machine.boot()
        page_answers(machine)
        log_in(machine)
        Host(machine).order("/api/host/care/switch-off")
        ended = machine.wait_until_off()
        assert "Power down" in ended, ended
    return "started anew, then off by the host's page, each with somebody logged in who may do neither"


def log_in(machine: Machine) -> None:
    """As at a console: a session that counts for logind."""
    machine.run("systemd-run", "--unit=visitor", *LOGIN, "sleep", "infinity")
    machine.until("sh", "-c", f"loginctl list-sessions --no-legend | grep -E '{VISITOR} .* user '")
