"""How many pages may listen at once, and for how long; what they hear is decided elsewhere."""

import threading

MOST = 64
"""Each open stream holds a thread of the server for as long as its page is open."""


class Full(Exception):
    """Too many pages listen already."""


class Streams:
    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._open: dict[str, object] = {}
        self._closed = False

    def open(self, page: str) -> object:
        """A place for this page; if it had one (its phone slept, its network changed) that one ends."""
        with self._lock:
            if page not in self._open and len(self._open) >= self.most:
                raise Full
            place = self._open[page] = object()
            return place

    def stands(self, page: str, place: object) -> bool:
        return not self._closed and self._open.get(page) is place

    def leave(self, page: str, place: object) -> None:
        with self._lock:
            if self._open.get(page) is place:
                del self._open[page]

    def close(self) -> None:
        """The house closes: every stream ends as soon as it wakes."""
        self._closed = True

    def __len__(self) -> int:
        return len(self._open)
