"""The tests of hits, cameras, lights and counting, with a Pi's own wheels on an emulated processor of its kind."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.pi import part
from tests.pi.arm64.roots import PYTHON, inside, installed
from tests.pi.vm.bundle import PROJECT

TESTS = (
    *(f"tests/hardware/{each}" for each in ("hits", "camera", "lights")),
    *(f"tests/hardware/boulders/test_{each}.py" for each in ("counter", "colours", "watcher")),
)
SUITE = "bookworm"
"""The older one: QEMU runs its programs several times as fast."""

TOOLS = ("pytest", "hypothesis", "adafruit-circuitpython-neopixel")
"""What the tests need and a Pi does not."""


@part(
    "arm64 hardware",
    proves="hit detection, camera handling, lights and counting come out the same with the wheels that a Pi gets",
    cannot="that a real pin, camera or strip does what its stand-in does; how fast a Pi is; Debian 13's own wheels",
)
def hardware(folder: Path) -> str:
    root = folder / "root"
    subprocess.run(["cp", "--archive", "--reflink=auto", installed(SUITE), root], check=True)
    copy_project(root / "project")
    fetch_tools(root / "tools")
    words = ["env", "--chdir=/project", "PYTHONPATH=/tools", "HYPOTHESIS_STORAGE_DIRECTORY=/tmp/hypothesis", PYTHON]
    done = inside(root, *words, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=ci", *TESTS)
    lines = done.stdout.strip().splitlines() or [done.stderr[-300:]]
    summed_up = lines[-1].strip("= ")
    faults = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    assert done.returncode == 0, f"{summed_up}: {' '.join(faults)}"
    return summed_up


def copy_project(folder: Path) -> None:
    """What belongs to it, and nothing that was only made here."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        if (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, folder / name)


def fetch_tools(folder: Path) -> None:
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(folder)]
    words += ["--only-binary=:all:", "--python-version=3.11", "--platform=manylinux2014_aarch64"]
    subprocess.run([*words, *TOOLS], check=True, capture_output=True)
