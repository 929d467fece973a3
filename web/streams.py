"""How many pages may listen at once, and for how long; what they hear is decided elsewhere."""

import threading

MOST = 128
"""Each open stream holds a thread of the server for as long as its page is open."""


LEFT_BEHIND = 5
"""So many streams of one page may not have noticed yet that they were replaced."""


class Full(Exception):
    """Too many pages listen already."""


class Streams:
    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._open: dict[str, object] = {}
        self._alive: dict[object, str] = {}
        """Every place that still holds a thread, also those that another one has replaced."""
        self._closed = False

    def open(self, page: str) -> object:
        """A place for this page; if it had one (its phone slept, its network changed) that one ends."""
        with self._lock:
            if page not in self._open and len(self._open) >= self.most:
                raise Full
            # Whoever reconnects in a loop must not use up the threads that answer everybody's taps.
            held = sum(other == page for other in self._alive.values())
            if held >= LEFT_BEHIND or len(self._alive) >= self.most + LEFT_BEHIND:
                raise Full
            place = self._open[page] = object()
            self._alive[place] = page
            return place

    def stands(self, page: str, place: object) -> bool:
        return not self._closed and self._open.get(page) is place

    def leave(self, page: str, place: object) -> None:
        with self._lock:
            self._alive.pop(place, None)
            if self._open.get(page) is place:
                del self._open[page]

    def close(self) -> None:
        """The house closes: every stream ends as soon as it wakes."""
        self._closed = True

    def __len__(self) -> int:
        return len(self._open)
