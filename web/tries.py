"""Slows down whoever guesses the host's PIN; it knows no PIN."""

import threading
from collections.abc import Callable

FREE_TRIES = 5
PAUSE = 30.0


class Tries:
    """Counts wrong guesses by where they came from."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: dict[str, tuple[int, float]] = {}

    def wait(self, whence: str) -> float:
        """Seconds until the next guess is heard."""
        with self._lock:
            wrong, last = self._wrong.get(whence, (0, 0.0))
            return max(0.0, last + PAUSE - self._clock()) if wrong >= FREE_TRIES else 0.0

    def wrong(self, whence: str) -> None:
        with self._lock:
            now = self._clock()
            self._wrong = {where: guess for where, guess in self._wrong.items() if guess[1] + PAUSE > now}
            self._wrong[whence] = (self._wrong.get(whence, (0, now))[0] + 1, now)

    def right(self, whence: str) -> None:
        with self._lock:
            self._wrong.pop(whence, None)
