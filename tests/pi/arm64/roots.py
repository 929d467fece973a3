"""Debian for a Pi's processor as a folder, whose programs an emulated one runs; made once, kept in the cache folder."""

import os
import shutil
import subprocess
import tarfile
import time
from pathlib import Path

from tests.pi import Needs
from tests.pi.vm.bundle import PROJECT, project_key
from tests.pi.vm.image import cache, cached, mirror

SUITES = ("bookworm", "trixie")
PACKAGES = ("python3", "systemd")
"""Without python3-venv and pip: the bundle must do without them."""

EMULATED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
PROCESSOR = "cortex-a53"
"""A Zero 2 W's and a Pi 3's. A newer one signs its return addresses, which takes QEMU five times as long."""

ENVIRON = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "QEMU_CPU": PROCESSOR}
RELEASE = "/opt/companion/current"
PYTHON = f"{RELEASE}/venv/bin/python"
INSTALLING = "installing"
"""A file that tells how many seconds it took."""


def demand_programs() -> None:
    lacking = [program for program in ("mmdebstrap", "arch-test") if shutil.which(program) is None]
    if lacking:
        raise Needs(" ".join(lacking))
    if not EMULATED.exists():
        raise Needs("qemu-user-static, known to the kernel (update-binfmts --enable qemu-aarch64)")
    if os.geteuid() != 0:
        raise Needs("root, to build a Debian")


def installed(suite: str) -> Path:
    """A root in which the installer has installed the project's bundle; made anew for each change of the project."""
    demand_programs()
    base = cached(f"{suite}-root", repr(PACKAGES), lambda folder: build(suite, folder))
    return cached(f"{suite}-installed", base.name + project_key(), lambda folder: install(suite, base, folder))


def build(suite: str, folder: Path) -> None:
    words = ["mmdebstrap", "--quiet", "--arch=arm64", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
    environ = {**os.environ, "QEMU_CPU": PROCESSOR}
    subprocess.run(["nice", *words, suite, str(folder), mirror()], check=True, env=environ)


def install(suite: str, base: Path, folder: Path) -> None:
    subprocess.run(["cp", "--archive", "--reflink=auto", base, folder], check=True)
    with tarfile.open(bundle()) as packed:
        packed.extractall(folder, filter="fully_trusted")
    began = time.monotonic()
    done = inside(folder, "/companion/systemd/install", network=False)
    assert done.returncode == 0, f"the installer on {suite}: {done.stdout[-600:]} {done.stderr[-600:]}"
    (folder / INSTALLING).write_text(f"{time.monotonic() - began:.0f}")


def bundle() -> Path:
    """For a Pi with either system, as `make bundle` packs it."""
    return cached("pi-bundle", project_key(), pack)


def pack(file: Path) -> None:
    words = ["python3", str(PROJECT / "systemd" / "bundle"), str(file), *(f"{suite}-arm64" for suite in SUITES)]
    subprocess.run(words, check=True, capture_output=True)


def command(root: Path, *words: str, network: bool = True) -> list[str]:
    """What runs inside, with a /proc that goes with it, and terminals of its own."""
    enter = 'mount -t proc proc "$0/proc" && mount -t devpts devpts "$0/dev/pts" && exec chroot "$0" "$@"'
    return ["unshare", "--mount", *([] if network else ["--net"]), "sh", "-c", enter, str(root), *words]


def inside(root: Path, *words: str, network: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(root, *words, network=network), env=ENVIRON, capture_output=True, text=True, check=False
    )


def found(suite: str) -> Path | None:
    """One that is there already, whichever version of the project is in it."""
    return next(cache().glob(f"{suite}-installed-*"), None)
