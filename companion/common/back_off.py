"""How long to wait before trying again what failed: soon at first, then ever less often; it tries nothing itself."""


class BackOff:
    def __init__(self, first: float = 0.5, most: float = 15.0) -> None:
        self._first = first
        self._most = most
        self._next = first

    def failed(self) -> float:
        """Seconds until the next try."""
        pause, self._next = self._next, min(self._next * 2, self._most)
        return pause

    def worked(self) -> None:
        self._next = self._first
