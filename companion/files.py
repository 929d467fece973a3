"""Writes a file whole or not at all: a power cut leaves the old one or the new one; it never reads."""

import os
from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """When this returns, the file and its name are on the disk."""
    draft = path.with_name(f".{path.name}.new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
