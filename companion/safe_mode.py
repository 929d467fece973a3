"""Counts the starts that ended badly and soon, so that the third leads to a safe mode instead of a fourth; no clock.

A start puts a number on the disk; a proper end, or having run for a while, takes it back.
"""

import logging
from pathlib import Path
from threading import Lock, Timer

from companion.atomic_files import put

log = logging.getLogger(__name__)

FILE = "unfinished-starts"
ENOUGH = 3
WELL_AFTER = 120.0
"""Seconds; whoever ran that long did not fail at starting."""


class Starts:
    def __init__(self, state: Path, well_after: float = WELL_AFTER) -> None:
        self._path = state / FILE
        self._before = _read(self._path)
        self._begun = "0" if self.safe else str(self._before + 1)
        self._noted: str | None = None
        """What stands on the disk; nothing once this start went well."""
        self._lock = Lock()
        self._timer = Timer(well_after, self.well)
        self._timer.daemon = True

    @property
    def safe(self) -> bool:
        """The last starts all failed: leave the devices alone this time."""
        return self._before >= ENOUGH

    def begin(self) -> None:
        # The next start after a safe one is an ordinary one again, and has its three goes.
        with self._lock:
            self._note(self._begun)
        self._timer.start()

    def excuse(self, excused: bool) -> None:
        """Should it end now, that would be no fault of this start, and it does not count; or it would, again."""
        number = str(self._before) if excused and not self.safe else self._begun
        with self._lock:
            if self._noted not in (None, number):
                self._note(number)

    def well(self) -> None:
        with self._lock:
            self._noted = None
            try:
                self._path.unlink(missing_ok=True)
            except OSError:
                log.exception("That the start went well could not be noted.")

    def close(self) -> None:
        """It ended as it should."""
        self._timer.cancel()
        self.well()

    def _note(self, number: str) -> None:
        self._noted = number
        try:
            put(self._path, number.encode())
        except OSError:
            # A full card is no reason not to start: the game that is on it can still be seen.
            log.exception("That a start began could not be noted.")


def _read(path: Path) -> int:
    try:
        return int(path.read_bytes())
    except (OSError, ValueError):
        return 0
