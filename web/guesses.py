"""Slows down whoever guesses: one budget for all, with pauses that grow and outlive a restart; it knows no secret.

One for all addresses, because whoever guesses has as many as he likes. A phone that is the host's already is not asked.
"""

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion.atomic_files import put

log = logging.getLogger(__name__)

FREE_TRIES = 5
PAUSE, LONGEST_PAUSE = 30.0, 900.0
"""Seconds; each further wrong guess doubles them. At the longest, six digits take years."""


class TooSoon(Exception):
    """Nothing was looked at: the pause is not over."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"wait {seconds:.0f} s")
        self.seconds = seconds


class Guesses:
    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong = read(path)
        # How long it was off, nobody knows: the pause begins anew.
        self._last = clock()

    def guess(self, right: Callable[[], bool]) -> bool:
        """Whether it was right; TooSoon if it is not heard at all. One at a time: all at once would be free tries."""
        with self._lock:
            if (seconds := self._last + pause_after(self._wrong) - self._clock()) > 0:
                raise TooSoon(seconds)
            if right():
                self._note(0)
                return True
            self._note(self._wrong + 1)
            return False

    def forget(self) -> None:
        """There is another secret to guess now."""
        with self._lock:
            self._note(0)

    def _note(self, wrong: int) -> None:
        self._last = self._clock()
        if wrong == self._wrong:
            return
        self._wrong = wrong
        try:
            put(self._path, str(wrong).encode())
        except OSError:
            log.exception("A wrong guess could not be noted.")


def pause_after(wrong: int) -> float:
    if wrong < FREE_TRIES:
        return 0.0
    return float(min(PAUSE * 2 ** min(wrong - FREE_TRIES, 10), LONGEST_PAUSE))


def read(path: Path) -> int:
    try:
        return max(0, int(path.read_bytes()[:9]))
    except (OSError, ValueError):
        return 0
