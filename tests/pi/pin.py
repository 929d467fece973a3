"""A switch on a pin, through gpiozero and lgpio as a Pi has them, on a GPIO chip of software under Debian's kernel.

The machine is that kernel, Python and our driver in a RAM disk, up in seconds on an emulated processor; it has no
systemd. The chip is gpio-sim, out of the kernel's own sources, which Debian does not build; lgpio is in Raspberry Pi's
archive alone, and comes from its maker's sources here.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pi import Needs, part
from tests.pi.vm.bundle import PROJECT
from tests.pi.vm.image import SUITE, cache, cached, demand_programs, mirror

LGPIO = "lgpio==0.2.2.0"
WHEELS = ("msgspec", "gpiozero", "colorzero")
SOURCE = "linux-source-6.12"
TOOLS = (
    *(
        "base-files",
        "dash",
        "bash",
        "libc-bin",
        "coreutils",
        "sed",
        "tar",
        "gzip",
        "xz-utils",
        "findutils",
        "grep",
        "busybox-static",
    ),
    *("kmod", "linux-image-amd64", "linux-headers-amd64", SOURCE, "make", "gcc", "swig"),
    *("python3-dev", "python3-setuptools"),
)
INSIDE = Path(__file__).with_name("vm") / "inside"
BOOTING = 600.0

BUILD = f"""\
set -e
ln -s mawk /usr/bin/awk
kernel=$(cd /lib/modules && echo *)
mkdir -p /module /disk/app /disk/bin /disk/dev /disk/lib64 /disk/proc /disk/sys /disk/tmp /disk/usr/bin /disk/usr/lib
tar --extract --file=/usr/src/{SOURCE}.tar.xz --directory=/module --strip-components=3 \
  {SOURCE}/drivers/gpio/gpio-sim.c {SOURCE}/kernel/irq/irq_sim.c
# A module cannot look up an interrupt as the kernel itself does, but it can have one handled by its number.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' /module/irq_sim.c
printf 'obj-m := gpio_rig.o\\ngpio_rig-y := gpio-sim.o irq_sim.o\\n' > /module/Makefile
make -s -C "/lib/modules/$kernel/build" M=/module modules
strip --strip-debug -o /disk/gpio_rig.ko /module/gpio_rig.ko
xz --decompress --stdout "/lib/modules/$kernel/kernel/fs/configfs/configfs.ko.xz" > /disk/configfs.ko
cd /fetched
tar --extract --file="$(echo lgpio-*.tar.gz)" --strip-components=1
PYPI=1 python3 setup.py --quiet build_ext --inplace
cp lgpio.py _lgpio*.so /disk/app/
for wheel in *.whl; do python3 -m zipfile -e "$wheel" /disk/app; done
cp /usr/bin/busybox /disk/bin/
cp /usr/bin/python3 /disk/usr/bin/
cp -r /usr/lib/python3.* /disk/usr/lib/
for library in $(ldd /usr/bin/python3 /disk/usr/lib/python3.*/lib-dynload/*.so /disk/app/*.so /disk/app/*/*.so |
  awk '$2 == "=>" {{print $3}} $1 ~ "^/lib64/" {{print $1}}' | sort -u); do
  mkdir -p "/disk$(dirname "$library")"
  cp --dereference "$library" "/disk$library"
done
cp "/boot/vmlinuz-$kernel" /kernel
"""


@part(
    "pin",
    proves="gpiozero and lgpio on a GPIO chip of Debian's kernel: a switch that rings is one hit, whichever level it "
    "rests at, and the line is let go when the sensor is closed",
    cannot="a switch's own ringing, voltages, the Pi's own GPIO chip; the unit's list of devices (vm pico, vm camera)",
)
def pin(folder: Path) -> str:
    demand_programs()
    made = cached("pin", repr((LGPIO, WHEELS, TOOLS, BUILD)), build)
    disk, packed, console = folder / "disk", folder / "packed", folder / "console"
    shutil.copytree(made / "disk", disk, symlinks=True)
    for name in ("hardware", "companion"):
        shutil.copytree(PROJECT / name, disk / "app" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pin.py", "pin_init"):
        shutil.copy(INSIDE / name, disk / name)
    names = "\n".join(str(path.relative_to(disk)) for path in sorted(disk.rglob("*")))
    with packed.open("wb") as file:
        words = [str(disk / "bin/busybox"), "cpio", "-o", "-H", "newc"]
        subprocess.run(words, input=names.encode(), stdout=file, stderr=subprocess.DEVNULL, cwd=disk, check=True)
    boot(made / "kernel", packed, console)
    told = dict(re.findall(r"^rig: (\w+): (.*?)\r?$", console.read_text(errors="replace"), re.MULTILINE))
    assert told.get("ended") == "well", console.read_text(errors="replace")[-600:]
    return f"{told['down']} heard on a pin that rests low, {told['up']} on one that rests high; let go after each"


def build(folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=cache()) as scratch:
        workshop = Path(scratch) / "root"
        words = ["nice", "mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(TOOLS)}"]
        subprocess.run([*words, SUITE, str(workshop), mirror()], check=True)
        fetch(workshop / "fetched")
        done = subprocess.run(
            ["nice", "chroot", workshop, "sh", "-c", BUILD], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise Needs(f"gpio-sim and lgpio to build: {done.stderr.strip()[-300:]}")
        folder.mkdir()
        shutil.move(workshop / "disk", folder / "disk")
        shutil.move(workshop / "kernel", folder / "kernel")


def fetch(folder: Path) -> None:
    """lgpio's sources, and what it needs of the packages that are pinned for that system."""
    pinned = (PROJECT / "systemd" / f"requirements-{SUITE}.txt").read_text(encoding="utf-8")
    wanted = [re.findall(rf"^{name}==\S+", pinned, re.MULTILINE)[0] for name in WHEELS]
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    built = ["--only-binary=:all:", "--python-version=3.13", "--platform=manylinux_2_28_x86_64"]
    for words in (["--no-binary=:all:", LGPIO], [*built, *wanted]):
        subprocess.run([*download, *words], check=True, capture_output=True)


def boot(kernel: Path, disk: Path, console: Path) -> None:
    words = ["setpriv", "--pdeathsig", "KILL", "nice", "qemu-system-x86_64", "-accel", "tcg", "-cpu", "Nehalem"]
    words += ["-m", "1024", "-nodefaults", "-display", "none", "-no-reboot", "-serial", f"file:{console}"]
    words += ["-kernel", str(kernel), "-initrd", str(disk)]
    words += ["-append", "console=ttyS0 quiet loglevel=4 panic=-1 rdinit=/pin_init"]
    try:
        subprocess.run(words, check=True, timeout=BOOTING, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"it is still on: {console.read_text(errors='replace')[-600:]}") from None
