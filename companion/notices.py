"""What the host has to be told once: kept in the state folder until it is read; it decides nothing.

A notice is a sentence with facts, so that it is told in the language of whoever reads it.
"""

import logging
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from zlib import crc32

import msgspec

from companion.atomic_files import NotWritten, put
from companion.rules import Text

log = logging.getLogger(__name__)

MOST = 20
"""Older ones go: a card that dies slowly must not be filled with the news of it."""


class Notices:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._tell: Callable[[], None] = lambda: None
        self._texts = _read(path)

    @property
    def texts(self) -> list[Text]:
        """Oldest first."""
        return list(self._texts)

    def add(self, text: Text) -> None:
        with self._lock:
            self._keep([*self._texts, text][-MOST:])

    def read(self, keys: Collection[str]) -> None:
        """The host has seen these."""
        with self._lock:
            self._keep([text for text in self._texts if key_of(text) not in keys])

    def when_changed(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def _keep(self, texts: list[Text]) -> None:
        if texts == self._texts:
            return
        try:
            put(self._path, msgspec.json.encode(texts))
        except NotWritten:
            # News of a full or failing card, of all things, must not be kept back by it.
            log.exception("The notices are kept until the next start only.")
        self._texts = texts
        self._tell()


def key_of(text: Text) -> str:
    """What a page calls this notice by when the host has read it."""
    return f"{crc32(msgspec.json.encode(text)):08x}"


def _read(path: Path) -> list[Text]:
    """Nothing where nothing can be read: a lost notice must not cost the evening."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Text])
    except (OSError, msgspec.DecodeError):
        return []
