"""What an image holds, as a list that two builds can be compared by: packages with versions, files with sums."""

import hashlib
import os
import stat
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path

MADE_WHILE_RUNNING = ("dev", "proc", "run", "sys", "tmp", "lost+found")
CACHE = "__pycache__"
"""The interpreter makes it of the file beside it, and writes down when: it is not listed."""


def listed(root: Path, base: str) -> str:
    lines = [f"Trollhammer Companion on {base}", "", "Debian packages"]
    lines += [f"  {name} {version}" for name, version in debian_packages(root)]
    lines += ["", "Python packages"]
    lines += [f"  {name} {version}" for name, version in python_packages(root)]
    lines += ["", "Files: mode, owner, SHA-256 or where it leads, name"]
    lines += [f"  {line}" for line in files(root)]
    return "\n".join([*lines, ""])


def debian_packages(root: Path) -> list[tuple[str, str]]:
    """What is installed, as dpkg keeps it."""
    found = []
    for block in (root / "var/lib/dpkg/status").read_text(encoding="utf-8").split("\n\n"):
        told = HeaderParser().parsestr(block)
        if told["Status"] == "install ok installed":
            found.append((f"{told['Package']}:{told['Architecture']}", str(told["Version"])))
    return sorted(found)


def python_packages(root: Path) -> list[tuple[str, str]]:
    told = (
        HeaderParser().parsestr(file.read_text(encoding="utf-8"))
        for file in root.glob("opt/companion/releases/*/venv/lib/python3*/site-packages/*.dist-info/METADATA")
    )
    return sorted((str(each["Name"]), str(each["Version"])) for each in told)


def files(root: Path) -> Iterator[str]:
    for path in walked(root):
        state = path.lstat()
        owner = f"{stat.S_IMODE(state.st_mode):04o} {state.st_uid}:{state.st_gid}"
        if path.is_symlink():
            content = f"-> {path.readlink()}"
        elif path.is_file():
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
        else:
            content = "folder" if path.is_dir() else "special"
        yield f"{owner} {content} /{path.relative_to(root)}"


def walked(root: Path) -> Iterator[Path]:
    """Everything that was put there, in the order of the names."""
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        if here == root:
            folders[:] = [name for name in folders if name not in MADE_WHILE_RUNNING]
        folders[:] = sorted(name for name in folders if name != CACHE)
        yield from (here / name for name in sorted([*folders, *names]))
