"""What the host has to be told once: kept in the state folder until it is read; it decides nothing.

A notice is a sentence with facts, so that it is told in the language of whoever reads it.
"""

import threading
from pathlib import Path

import msgspec

from companion.files import put
from companion.rules import Text

MOST = 20
"""Older ones go: a card that dies slowly must not be filled with the news of it."""


class Notices:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._texts = _read(path)

    @property
    def texts(self) -> list[Text]:
        """Oldest first."""
        return list(self._texts)

    def add(self, text: Text) -> None:
        with self._lock:
            self._keep([*self._texts, text][-MOST:])

    def read(self) -> None:
        """The host has seen them all."""
        with self._lock:
            self._keep([])

    def _keep(self, texts: list[Text]) -> None:
        put(self._path, msgspec.json.encode(texts))
        self._texts = texts


def _read(path: Path) -> list[Text]:
    """Nothing where nothing can be read: a lost notice must not cost the evening."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Text])
    except (OSError, msgspec.DecodeError):
        return []
