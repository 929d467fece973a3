"""How a switch rests: some modules low, some high, and some come to rest either way; it never tells a hit.

Edges tell a hit whichever way they go, so nothing but this hangs on it: whether a pin that stays where it is is stuck.
"""

from typing import Literal

Rests = Literal["", "low", "high"]

STILL = 2.0  # seconds: a blow has long rung out
SURE = 5  # rests at one level, with none at the other


class Resting:
    """`told` is what the settings say; where they say nothing it is found out from how the pin rests between hits."""

    def __init__(self, told: Rests, now: float) -> None:
        self._told = {"": None, "low": False, "high": True}[told]
        self._seen: dict[bool, int] = {False: 0, True: 0}
        self._on = False
        self._since = now
        self._still = False

    def look(self, on: bool, moved: bool, now: float) -> None:
        """How the pin is, and whether it moved since the last look; to be called a few times a second."""
        if moved or on != self._on:
            if self._still and self._away:
                # What still hears hits is not stuck: it rests at this level too.
                self._seen[self._on] += 1
            self._on, self._since, self._still = on, now, False
        elif not self._still and now - self._since >= STILL:
            self._still = True
            self._seen[on] += not self._away

    def stuck_for(self, now: float) -> float:
        """Seconds for which the pin has not come back to where it rests."""
        return now - self._since if self._away and now - self._since > STILL else 0.0

    @property
    def level(self) -> bool | None:
        """Where it rests, if it always rests there."""
        if self._told is not None:
            return self._told
        low, high = self._seen[False], self._seen[True]
        return high > 0 if max(low, high) >= SURE and min(low, high) == 0 else None

    @property
    def _away(self) -> bool:
        return self.level is not None and self._on != self.level
