"""The companion's own log, small enough never to fill a card: a file and the one before it; it logs nothing itself."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "log.txt"
LARGEST = 256 * 1024
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextmanager
def kept(state: Path) -> Iterator[None]:
    """Write warnings and worse to the state folder for as long as this lasts, and to where they are seen now."""
    handlers: list[logging.Handler] = [
        # Opened with the first line to write: a full card is no reason not to start.
        RotatingFileHandler(state / FILE, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True),
        logging.StreamHandler(),
    ]
    for handler in handlers:
        handler.setLevel(logging.WARNING)
        handler.setFormatter(logging.Formatter(LINE))
        logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            logging.getLogger().removeHandler(handler)
            handler.close()


def text(state: Path) -> str:
    """All that is kept, oldest first."""
    files = [state / f"{FILE}.1", state / FILE]
    return "".join(path.read_text("utf-8", errors="replace") for path in files if path.exists())
