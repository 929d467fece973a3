"""Counts the starts that ended badly and soon, so that the third leads to a safe mode instead of a fourth; no clock.

A start puts a number on the disk; a proper end, or having run for a while, takes it back.
"""

import logging
from pathlib import Path
from threading import Timer

from companion.files import put

log = logging.getLogger(__name__)

FILE = "unfinished-starts"
ENOUGH = 3
WELL_AFTER = 120.0
"""Seconds; whoever ran that long did not fail at starting."""


class Starts:
    def __init__(self, state: Path, well_after: float = WELL_AFTER) -> None:
        self._path = state / FILE
        self._before = _read(self._path)
        self._timer = Timer(well_after, self.well)
        self._timer.daemon = True

    @property
    def safe(self) -> bool:
        """The last starts all failed: leave the devices alone this time."""
        return self._before >= ENOUGH

    def begin(self) -> None:
        # The next start after a safe one is an ordinary one again, and has its three goes.
        try:
            put(self._path, b"0" if self.safe else str(self._before + 1).encode())
        except OSError:
            # A full card is no reason not to start: the game that is on it can still be seen.
            log.exception("That a start began could not be noted.")
        self._timer.start()

    def well(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            log.exception("That the start went well could not be noted.")

    def close(self) -> None:
        """It ended as it should."""
        self._timer.cancel()
        self.well()


def _read(path: Path) -> int:
    try:
        return int(path.read_bytes())
    except (OSError, ValueError):
        return 0
