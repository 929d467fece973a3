"""What is installed in the virtual machine: the project's own bundle, packed for its system."""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.pi.vm.image import SUITE, cached
from tests.systemd.fake_root import load_bundle

PROJECT = Path(__file__).parents[3]
PARTS = ("companion", "hardware", "web", "firmware", "systemd", "pyproject.toml", "README.md", "LICENSE")

NEWER = ("README.md", "\nA newer version.\n")
"""A change that makes another version, which is as well as this one."""

UNWELL = ("web/serving.py", '\nraise RuntimeError("this version is not well")\n')
"""One that makes a version which takes over the games, and then does not come up."""


def bundle() -> Path:
    return cached("bundle", project_key(), pack)


def pack(file: Path) -> None:
    words = [sys.executable, str(PROJECT / "systemd" / "bundle"), str(file), f"{SUITE}-amd64"]
    subprocess.run(words, check=True, capture_output=True)


def changed(file: Path, name: str, more: str) -> None:
    """Pack another version of the same maker."""
    with version(name, more) as folder:
        load_bundle().pack(folder, folder.name, file)


@contextmanager
def version(name: str, more: str) -> Iterator[Path]:
    """Another version of the same maker, unpacked: with more at the end of the file of that name."""
    packer = load_bundle()
    with tempfile.TemporaryDirectory() as scratch:
        folder = unpacked(Path(scratch))
        with (folder / name).open("a", encoding="utf-8") as part:
            part.write(more)
        packer.seal(folder, packer.own_key())
        yield folder


def unpacked(folder: Path) -> Path:
    with tarfile.open(bundle()) as packed:
        packed.extractall(folder, filter="fully_trusted")
    return folder / "companion"


def project_key() -> str:
    """Another one when anything that is installed is."""
    listed = ["git", "ls-files", "--", *PARTS]
    names = subprocess.run(listed, cwd=PROJECT, capture_output=True, text=True, check=True).stdout.split("\n")
    files = [PROJECT / name for name in names if name and (PROJECT / name).is_file()]
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)).hexdigest()
