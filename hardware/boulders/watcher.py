"""Watches the mat frame by frame and speaks up once boulders lie still and counts agree; it never guesses in between.

Times are the frames' own. A picture that does not change is not counted again and again.
"""

from typing import Literal, Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.boulders import troubles
from hardware.boulders.count import Count
from hardware.devices import Frame, Image
from hardware.health import Health, failing, fine

Kind = Literal["moving", "hand", "dark", "trouble", "counted"]

_SMALL = (160, 90)
_CHANGED = 5.0
"""Steps of 255 in the small picture; noise stays below 2."""
_BUSY = 0.04
"""Share of the picture: more than a handful of rolling boulders changes."""
_STILL = 0.3
"""Seconds without change before counting begins."""
_AGAIN = 5.0
"""Seconds after which an unchanged picture is counted anew: slow changes of light stay below any threshold."""

MOVING = fine("Boulders are still rolling.")
COUNTING = fine("Counting the boulders.")
HAND = fine("Waiting until nothing but boulders is on the mat.")
UNSTEADY = failing("The counts do not agree from picture to picture: more light will help.")


class CanCount(Protocol):
    def count(self, image: Image) -> Count: ...


class Sighting(msgspec.Struct, frozen=True):
    """What one frame added: `count` is there only when `kind` is "counted"; `words` are for people."""

    kind: Kind
    time: float
    count: Count | None
    words: Health


class Watcher:
    """`agree` counts on end must be the same."""

    def __init__(self, counter: CanCount, agree: int = 3) -> None:
        self._counter = counter
        self._agree = agree
        self._number = -1
        self._before: NDArray[np.float32] | None = None
        self._since = 0.0
        self._counts: list[Count] = []
        self._settled: Sighting | None = None

    def see(self, frame: Frame) -> Sighting:
        if frame.number == self._number and self._settled is not None:
            return self._settled
        self._number = frame.number
        changed = self._change(frame)
        if changed > 0:
            self._counts, self._settled = [], None
            self._since = frame.time
            if changed > _BUSY:
                return Sighting("hand", frame.time, None, HAND)
        if frame.time - self._since < _STILL:
            return Sighting("moving", frame.time, None, MOVING)
        if self._settled is not None and frame.time - self._settled.time < _AGAIN:
            return self._settled
        return self._look(frame)

    def _look(self, frame: Frame) -> Sighting:
        count = self._counter.count(frame.image)
        if count.trouble is not None:
            self._counts = []
            self._settled = Sighting(_kind(count.trouble), frame.time, None, count.trouble)
            return self._settled
        self._counts = [*self._counts, count][-2 * self._agree :]
        last = self._counts[-self._agree :]
        if len(last) == self._agree and all(other.colours == count.colours for other in last):
            surest = max(last, key=lambda c: c.confidence)
            self._settled = Sighting("counted", frame.time, surest, fine("Counted."))
            self._counts = []
            return self._settled
        if len(self._counts) == 2 * self._agree:
            surest = max(self._counts, key=lambda c: c.confidence)
            unsure = msgspec.structs.replace(surest, sure=False)
            self._settled = Sighting("counted", frame.time, unsure, UNSTEADY)
            self._counts = []
            return self._settled
        return Sighting("moving", frame.time, None, COUNTING)

    def _change(self, frame: Frame) -> float:
        """The share of the picture that differs from the frame before; all of it for the first frame."""
        small = cv2.resize(cv2.extractChannel(frame.image, 1), _SMALL, interpolation=cv2.INTER_AREA).astype(np.float32)
        before, self._before = self._before, small
        if before is None:
            self._since = frame.time
            return 0.0
        return float((np.abs(small - before) > _CHANGED).mean())


def _kind(trouble: Health) -> Kind:
    if trouble == troubles.DARK:
        return "dark"
    return "hand" if troubles.hides_the_mat(trouble) else "trouble"
