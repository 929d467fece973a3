"""What is installed in the virtual machine: the project's own bundle, packed for its system."""

import hashlib
import subprocess
import sys
from pathlib import Path

from tests.pi.vm.image import SUITE, cached

PROJECT = Path(__file__).parents[3]
PARTS = ("companion", "hardware", "web", "firmware", "systemd", "pyproject.toml", "README.md", "LICENSE")


def bundle() -> Path:
    return cached("bundle", project_key(), pack)


def pack(file: Path) -> None:
    words = [sys.executable, str(PROJECT / "systemd" / "bundle"), str(file), f"{SUITE}-amd64"]
    subprocess.run(words, check=True, capture_output=True)


def project_key() -> str:
    """Another one when anything that is installed is."""
    listed = ["git", "ls-files", "--", *PARTS]
    names = subprocess.run(listed, cwd=PROJECT, capture_output=True, text=True, check=True).stdout.split("\n")
    files = [PROJECT / name for name in names if name and (PROJECT / name).is_file()]
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)).hexdigest()
