"""The bundle in a Debian for arm64, 12 and 13, without a network: installed, started, its first page asked for."""

import os
import resource
import socket
import subprocess
import urllib.request
from pathlib import Path

from tests.pi import part
from tests.pi.arm64.roots import ENVIRON, INSTALLING, PYTHON, command, inside, installed

PACKAGES = "import flask, babel, msgspec, segno, numpy, cv2, serial, waitress"
AS_COMPANION = ("setpriv", "--reuid", "companion", "--regid", "companion", "--clear-groups")
PROVES = (
    "the packed wheels are the ones that a Pi takes, the installer needs no network, the companion starts with them"
)
CANNOT = "how fast a Pi is (half of what an emulated processor does is translating); pins, cameras, Raspberry Pi OS"


@part("arm64 bookworm", proves=f"on Debian 12: {PROVES}", cannot=CANNOT)
def bookworm(_folder: Path) -> str:
    return started("bookworm")


@part("arm64 trixie", proves=f"on Debian 13: {PROVES}", cannot=CANNOT)
def trixie(_folder: Path) -> str:
    return started("trixie")


def started(suite: str) -> str:
    root = installed(suite)
    # Once for the disk, and once to count.
    bare(root)
    base, first = bare(root), first_page(root)
    took = (root / INSTALLING).read_text()
    return (
        f"installed in {took} s; first page after {first:.1f} s of an emulated processor, {first / base:.2f} times the "
        f"bare loading of its packages ({base:.1f} s)"
    )


def bare(root: Path) -> float:
    """Seconds of the processor, which others on this machine do not make longer."""
    before = spent_by_children()
    done = inside(root, PYTHON, "-c", PACKAGES)
    assert done.returncode == 0, done.stderr[-600:]
    return spent_by_children() - before


def spent_by_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def first_page(root: Path) -> float:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [*AS_COMPANION, "/usr/local/bin/companion", "serve", "--rig", "none", "--state", "/var/lib/companion"]
    words += ["--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command(root, *words), stdout=subprocess.PIPE, text=True, env=ENVIRON) as companion:
        try:
            assert companion.stdout is not None
            said = companion.stdout.readline()
            assert "is ready" in said, f"it said: {said}"
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            page = opener.open(f"http://127.0.0.1:{port}/", timeout=600).read()
            assert b"<main" in page, page[:300]
            return spent_by(companion.pid)
        finally:
            companion.terminate()


def spent_by(process: int) -> float:
    """Seconds of the processor so far, its ended children's too."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")
