"""Whether a USB camera that is pulled out and put back is seen again, on the kernel's own test camera."""

from pathlib import Path

from tests.pi import part
from tests.pi.vm.devices import says, well, wire
from tests.pi.vm.machine import Machine
from tests.pi.vm.moments import installed


@part(
    "vm camera",
    proves="OpenCV and V4L2 under the unit's device list: a camera that comes late, goes and comes back is used",
    cannot="real optics, exposure and USB bandwidth; the ribbon camera (picamera2 is not in Debian)",
)
def camera(folder: Path) -> str:
    with installed(folder) as machine:
        wire(machine, "camera", "usb")
        says(machine, "camera:")
        plug(machine)
        well(machine)
        unplug(machine)
        says(machine, "camera:")
        plug(machine)
        well(machine)
    return "found after the start, missed when unplugged, found again"


def plug(machine: Machine) -> None:
    # One input that is a webcam, and no other kinds of device.
    machine.run("modprobe", "vivid", "n_devs=1", "num_inputs=1", "input_types=0", "node_types=0x1")
    machine.until("test", "-c", "/dev/video0")


def unplug(machine: Machine) -> None:
    """The driver lets go of the device while it is in use, as when a cable is pulled."""
    machine.run("sh", "-c", "echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind")
    machine.until("sh", "-c", "! test -e /dev/video0")
    machine.until("modprobe", "-r", "vivid")
