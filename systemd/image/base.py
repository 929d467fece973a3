"""What the companion is put on: Raspberry Pi OS Lite as its makers publish it, or a Debian like it for the tests."""

import hashlib
import lzma
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from systemd.image import disk

SUITE = "trixie"
ADDRESS = (
    "https://downloads.raspberrypi.com/raspios_lite_arm64/images/raspios_lite_arm64-2026-06-19/"
    "2026-06-18-raspios-trixie-arm64-lite.img.xz"
)
SHA256 = "e235fd24fc5f039c08daba7d3abc04aecc7313f979d16d2a3fdad29dd44c33a9"
"""Of the image inside, as Raspberry Pi Imager's own list of systems tells it."""

PIECE = 2**20
BOOT_SIZE = 64 * 2**20
SPARE = 200 * 2**20

PACKAGES = (
    # What Raspberry Pi OS Lite brings and the companion, or Imager's settings, lean on.
    *("systemd-sysv", "libpam-systemd", "udev", "dbus", "polkitd", "network-manager", "wpasupplicant", "dnsmasq-base"),
    *("iproute2", "rfkill", "procps", "kmod", "ca-certificates", "python3", "sudo", "cloud-init", "netplan.io"),
    "initramfs-tools",
)
SEED = """\
# As on Raspberry Pi OS: what Imager writes onto the boot partition holds.
datasource_list: [NoCloud]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware/
"""


SMALL_INITRD = (
    'mkdir -p "$1/etc/initramfs-tools/conf.d" "$1/usr/share/initramfs-tools/modules.d"',
    'echo MODULES=list > "$1/etc/initramfs-tools/conf.d/virtual"',
    'printf "virtio_pci\nvirtio_blk\next4\n" > "$1/usr/share/initramfs-tools/modules.d/virtual"',
)
"""For a virtual machine: drivers for every other one take long to unpack on an emulated processor."""


class Refused(Exception):
    """Why nothing was built, for whoever asked."""


def published(given: Path | None, folder: Path, image: Path) -> str:
    """Whole, and as it was published."""
    file = given or fetched(folder / ADDRESS.rpartition("/")[2])
    found = hashlib.sha256()
    try:
        with lzma.open(file) as packed, image.open("wb") as raw:
            while piece := packed.read(PIECE):
                found.update(piece)
                raw.write(piece)
    except (OSError, lzma.LZMAError) as error:
        image.unlink(missing_ok=True)
        raise Refused(f"{file} cannot be read: {error}. Nothing was made.") from error
    if found.hexdigest() != SHA256:
        image.unlink()
        raise Refused(f"{file} is not the image that is pinned in systemd/image/base.py. Nothing was made.")
    return ADDRESS.rpartition("/")[2].removesuffix(".img.xz")


def fetched(file: Path) -> Path:
    if not file.exists():
        half = file.with_suffix(".half")
        try:
            with urllib.request.urlopen(ADDRESS) as answer, half.open("wb") as kept:
                shutil.copyfileobj(answer, kept, PIECE)
        except OSError as error:
            raise Refused(f"{ADDRESS} could not be fetched: {error}. Nothing was made.") from error
        half.rename(file)
    return file


def debian(architecture: str, image: Path) -> str:
    """A Debian on two partitions, as Raspberry Pi OS has them."""
    with tempfile.TemporaryDirectory(dir=image.parent) as scratch:
        root = Path(scratch) / "root"
        words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--arch={architecture}"]
        words += [f"--include={','.join((*PACKAGES, f'linux-image-{architecture}'))}", SUITE, str(root)]
        subprocess.run([*words, *mirror(), *(f"--essential-hook={line}" for line in SMALL_INITRD)], check=True)
        settle(root)
        size = int(subprocess.run(["du", "-s", "-B1", root], capture_output=True, check=True).stdout.split()[0])
        disk.make(image, BOOT_SIZE, size + SPARE, root)
    return f"debian-{SUITE}-{architecture}"


def mirror() -> list[str]:
    """Where this machine's own apt gets Debian from; otherwise mmdebstrap knows."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Origin: Debian"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    return [line for line in told.stdout.split() if "security" not in line][:1]


def settle(root: Path) -> None:
    """What is this machine's goes, and what Raspberry Pi OS has comes."""
    (root / "etc/hostname").write_text("companion\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 companion\n")
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    (root / "etc/apt/sources.list").write_text("# Where it was built from is not where its owner fetches from.\n")
    (root / "etc/fstab").write_text("LABEL=rootfs / ext4 defaults 0 1\nLABEL=bootfs /boot/firmware vfat defaults 0 2\n")
    (root / "etc/cloud/cloud.cfg.d/99-boot-partition.cfg").write_text(SEED)
    (root / disk.BOOT).mkdir()
    (root / disk.BOOT / "config.txt").write_text("# As on a Raspberry Pi, for the installer; a PC does not read it.\n")
    root.chmod(0o755)
