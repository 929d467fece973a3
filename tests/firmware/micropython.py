"""The real MicroPython, run on Node; without it the tests that need it skip."""

import base64
import json
import shutil
import subprocess
from array import array
from pathlib import Path

from tests.needs import missing

PROJECT = Path(__file__).parents[2]
PACKAGE = PROJECT / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
DETECTOR = PROJECT / "hardware" / "hits" / "detector.py"
LISTENER = PROJECT / "firmware" / "listener.py"


def is_here() -> bool:
    return shutil.which("node") is not None and PACKAGE.exists()


def packed(samples: list[int]) -> bytes:
    return array("i", samples).tobytes()


def run(script: str, files: dict[str, bytes] | None = None) -> str:
    """What the script prints; the detector and the firmware's loop can be imported in it."""
    if not is_here():
        missing("MicroPython: npm install --no-save @micropython/micropython-webassembly-pyscript@1.27.0")
    everything = {"detector.py": DETECTOR.read_bytes(), "listener.py": LISTENER.read_bytes(), **(files or {})}
    encoded = {name: base64.b64encode(content).decode() for name, content in everything.items()}
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("run.mjs"))],
        input=json.dumps({"files": encoded, "script": script}),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
