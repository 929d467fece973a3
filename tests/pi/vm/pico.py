"""Whether a Pico that is plugged in long after the start is heard, and heard again after it was unplugged.

The Pico is a USB gadget on a simulated bus, with the real firmware in Debian's MicroPython behind it.
"""

from pathlib import Path

from tests.pi import part
from tests.pi.vm.devices import NOTICED, says, well, wire
from tests.pi.vm.host import Host
from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import RIG, installed

CHIP = Path(__file__).with_name("inside") / "pico_chip.py"
GADGET = "/sys/kernel/config/usb_gadget/pico"
SOURCE = f"{RIG}/companion"
FIRMWARE = ("hardware/hits/detector.py", "firmware/listener.py", "firmware/board.py", "firmware/main.py")
FOLDER = "/run/pico"
BLOW = f"{FOLDER}/blow"


@part(
    "vm pico",
    proves="a Pico plugged in after the start is let in by the unit, heard through Debian's driver, and found again",
    cannot="converter, piezo and the Pico's own speed: it runs in MicroPython for Linux on a simulated USB bus",
)
def pico(folder: Path) -> str:
    with installed(folder) as machine:
        wire(machine, "hits", "pico")
        says(machine, "hits:")
        build(machine)
        plug(machine)
        well(machine)
        host = Host(machine)
        first = blow(machine, host)
        unplug(machine)
        says(machine, "hits:")
        plug(machine)
        well(machine)
        blow(machine, host)
    return f"heard at {first:.0%} of its scale, missed while unplugged, heard again"


def build(machine: Machine) -> None:
    """A gadget with the Pico's numbers and one serial line, as its own USB stack shows itself."""
    machine.run("modprobe", "-a", "dummy_hcd", "libcomposite", "usb_f_acm")
    parts = ("strings/0x409", "functions/acm.usb0", "configs/c.1")
    machine.run("mkdir", "-p", FOLDER, *(f"{GADGET}/{name}" for name in parts))
    said = {"idVendor": "0x2e8a", "idProduct": "0x0005", "strings/0x409/product": "Board in FS mode"}
    for name, value in said.items():
        machine.run("tee", f"{GADGET}/{name}", given=value)
    machine.run("ln", "-s", f"{GADGET}/functions/acm.usb0", f"{GADGET}/configs/c.1/")
    machine.run("cp", *(f"{SOURCE}/{name}" for name in FIRMWARE), FOLDER)
    machine.run("tee", f"{FOLDER}/chip.py", given=CHIP.read_text(encoding="utf-8"))


def plug(machine: Machine) -> None:
    machine.run("tee", f"{GADGET}/UDC", given="dummy_udc.0")
    machine.until("test", "-c", "/dev/ttyACM0")
    machine.run("stty", "-F", "/dev/ttyGS0", "raw", "-echo")
    line = ("--property=StandardInput=tty-force", "--property=StandardOutput=tty", "--property=TTYPath=/dev/ttyGS0")
    words = ("--unit=pico", "--collect", f"--working-directory={FOLDER}", *line)
    machine.run("systemd-run", *words, "micropython", "chip.py")


def unplug(machine: Machine) -> None:
    machine.run("tee", f"{GADGET}/UDC", given="\n")
    machine.ask("systemctl", "stop", "pico.service")


def blow(machine: Machine, host: Host) -> float:
    """Strike, and the share of full scale at which the companion heard it."""
    before = len(host.get("/api/host/hits")["kept"])
    machine.run("touch", BLOW)
    machine.until("sh", "-c", f"! test -e {BLOW}", seconds=NOTICED)
    for _ in range(int(NOTICED)):
        kept = host.get("/api/host/hits")["kept"]
        if len(kept) > before:
            return float(kept[0]["strength"])
    raise AssertionError("the blow was not heard")
