"""Rehearses a start with the files of a folder, in a companion of its own on a copy of them; it touches nothing else.

What can break a start in ways that no check foresees is found here: before it is let loose, not after.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from companion.atomic_files import writing
from companion.rules import Text, say

COMMAND = "import sys; from companion.cli import main; sys.exit(main())"
LONGEST = 60.0
"""Seconds until the pages must answer; the smallest Pi takes some ten."""

LARGEST = 250
"""Megabytes; beside the companion that runs there is no room for more."""

GLANCE = 0.1
PAGES = ("/", "/table", "/host", "/games")
READY = "Trollhammer Companion is ready: "


def rehearse(folder: Path) -> Text | None:
    """Why a companion cannot start with these files; None if it does, and shows its pages."""
    with writing():
        copy = Path(tempfile.mkdtemp(prefix="rehearsal.", dir=folder.parent))
    try:
        with writing():
            shutil.copytree(folder, copy, dirs_exist_ok=True)
        return _start(copy)
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _start(state: Path) -> Text | None:
    output = state / "rehearsal.txt"
    # Systemd hears of the real one only.
    environ = {name: value for name, value in os.environ.items() if name not in ("NOTIFY_SOCKET", "WATCHDOG_USEC")}
    words = [sys.executable, "-c", COMMAND, "serve", "--state", str(state), "--rig", "none", "--port", "0"]
    with output.open("wb") as told:
        companion = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=told, stderr=told, env=environ)
    try:
        return _watch(companion, output)
    finally:
        companion.kill()
        companion.wait()


def _watch(companion: subprocess.Popen[bytes], output: Path) -> Text | None:
    until = time.monotonic() + LONGEST
    while True:
        told = output.read_text("utf-8", errors="replace").splitlines()
        ready = next((line for line in told if line.startswith(READY)), None)
        if companion.poll() is not None:
            return say("a start with it fails ({reason})", reason=told[-1][-200:] if told else "")
        if _megabytes(companion.pid) > LARGEST:
            return say("a start with it takes too much memory")
        if time.monotonic() > until:
            return say("a start with it takes too long")
        if ready is not None:
            broken = next((page for page in PAGES if not _shown(ready.removeprefix(READY), page)), None)
            return None if broken is None else say("after a start with it the page {page} fails", page=broken)
        time.sleep(GLANCE)


def _shown(address: str, page: str) -> bool:
    place = urlsplit(address)
    asked = HTTPConnection(place.hostname or "", place.port, timeout=20)
    try:
        asked.request("GET", page)
        return asked.getresponse().status < 500
    except (OSError, HTTPException):
        return False
    finally:
        asked.close()


def _megabytes(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")), 0)
