"""Watches the mat frame by frame and speaks up once boulders lie still and counts agree; it never guesses in between.

Times are the frames' own. A picture that does not change is not counted again and again. What lay there a moment ago
still lies there: where nothing has changed since a count that was taken for right, nothing is doubtful any more. When
the light is another one than in the last sure count, and what was sure then is not any more, the colours must be
learned anew.
"""

from typing import Literal, NamedTuple, Protocol

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.common.health import Health, failing, fine
from hardware.boulders import troubles
from hardware.boulders.count import Count, Piece, Point
from hardware.devices import Frame, Image

Kind = Literal["moving", "hand", "light", "dark", "trouble", "counted"]

_SMALL = (160, 90)
_CHANGED = 5.0
"""Steps of 255 in the small picture; noise stays below 2."""
_BUSY = 0.04
"""Share of the picture: more than a handful of rolling boulders changes."""
_STILL = 0.3
"""Seconds without change before counting begins."""
_AGAIN = 5.0
"""Seconds after which an unchanged picture is counted anew: slow changes of light stay below any threshold."""

_RELIT, _ONE_WAY, _SAME_THINGS = 0.6, 0.95, 0.9
"""Another light changes most of the picture, nearly all of it in one direction, and leaves every edge where it was."""

_NEAR = 6
"""Pixels of the small picture: a little more than a boulder and its shadow."""

MOVING = fine("Boulders are still rolling.")
COUNTING = fine("Counting the boulders.")
COUNTED = fine("Counted.")
HAND = fine("Waiting until nothing but boulders is on the mat.")
RELIT = fine("The light has changed: looking again.")
RECALIBRATE = failing(
    "The light has changed, and the colours no longer fit: switch on white light, or let the camera learn them anew."
)
UNSTEADY = failing("The counts do not agree from picture to picture: more light will help.")


Small = NDArray[np.float32]


class CanCount(Protocol):
    def count(self, image: Image) -> Count: ...


class Sighting(msgspec.Struct, frozen=True):
    """What one frame added: `count` is there only when `kind` is "counted"; `words` are for people."""

    kind: Kind
    time: float
    count: Count | None
    words: Health


class Known(NamedTuple):
    """What lies there, as it was taken for right, and how that looked."""

    small: Small
    pieces: tuple[Piece, ...]


class Watcher:
    """`agree` counts on end must be the same."""

    def __init__(self, counter: CanCount, agree: int = 3) -> None:
        self._counter = counter
        self._agree = agree
        self._number = -1
        self._before: Small | None = None
        self._since = 0.0
        self._counts: list[Count] = []
        self._settled: Sighting | None = None
        self._sure: tuple[Small, dict[str, int]] | None = None
        """The last sure count, and the small picture it was made from."""
        self._touched = False
        """Whether anything but the light has changed since."""
        self._last: Known | None = None
        self._known: Known | None = None

    def accept(self) -> None:
        """What was counted last is taken for right: somebody has said how many fell, and the game went on."""
        self._known = self._last

    def see(self, frame: Frame) -> Sighting:
        if frame.number == self._number and self._settled is not None:
            return self._settled
        self._number = frame.number
        before, now = self._before, _small(frame)
        self._before = now
        if before is None:
            self._since = frame.time
        elif (changed := _changed(before, now)) > 0:
            self._counts, self._settled = [], None
            self._since = frame.time
            if _relit(before, now):
                return Sighting("light", frame.time, None, RELIT)
            self._touched = True
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
            self._settled = self._troubled(count.trouble, frame)
            return self._settled
        self._counts = [*self._counts, count][-2 * self._agree :]
        last = self._counts[-self._agree :]
        if len(last) == self._agree and all(other.colours == count.colours for other in last):
            surest = self._with_what_is_known(max(last, key=lambda c: c.confidence), _small(frame))
            self._settled = self._judged(surest, frame, COUNTED)
            self._counts = []
            return self._settled
        if len(self._counts) == 2 * self._agree:
            surest = max(self._counts, key=lambda c: c.confidence)
            unsure = msgspec.structs.replace(surest, sure=False)
            self._settled = self._judged(unsure, frame, UNSTEADY)
            self._counts = []
            return self._settled
        return Sighting("moving", frame.time, None, COUNTING)

    def _with_what_is_known(self, count: Count, now: Small) -> Count:
        """Sure if all that is doubtful lies where nothing has changed and the same is seen as when it was accepted."""
        if count.doubtful and self._known is not None:
            still = (_unchanged(self._known.small, now, place) for place in count.doubtful)
            same = (_around(place, self._known.pieces) == _around(place, count.pieces) for place in count.doubtful)
            if all(still) and all(same):
                count = msgspec.structs.replace(count, sure=True, doubtful=())
        self._last = Known(now, count.pieces)
        if count.sure:
            self._known = self._last
        return count

    def _troubled(self, trouble: Health, frame: Frame) -> Sighting:
        # In a coloured lamp's light the bare mat itself looks strange, as if something lay on it.
        strange = trouble == troubles.COLOURED_LIGHT or troubles.hides_the_mat(trouble)
        if strange and self._only_relit(_small(frame)):
            return Sighting("trouble", frame.time, None, RECALIBRATE)
        return Sighting(_kind(trouble), frame.time, None, trouble)

    def _only_relit(self, now: Small) -> bool:
        return self._sure is not None and not self._touched and _relit(self._sure[0], now)

    def _judged(self, count: Count, frame: Frame, words: Health) -> Sighting:
        """What came of several pictures, seen against the last sure count: another light alone changes no boulders."""
        now = _small(frame)
        if self._sure is not None and _relit(self._sure[0], now):
            if not self._touched and not (count.sure and count.colours == self._sure[1]):
                return Sighting("trouble", frame.time, None, RECALIBRATE)
            if not count.sure:
                return Sighting("counted", frame.time, count, RECALIBRATE)
        if count.sure:
            self._sure, self._touched = (now, count.colours), False
        return Sighting("counted", frame.time, count, words)


def _small(frame: Frame) -> Small:
    return np.asarray(cv2.resize(frame.image, _SMALL, interpolation=cv2.INTER_AREA), np.float32)


def _unchanged(before: Small, now: Small, place: Point) -> bool:
    across, along = round(place[0] * _SMALL[0]), round(place[1] * _SMALL[1])
    here = np.s_[max(0, along - _NEAR) : along + _NEAR + 1, max(0, across - _NEAR) : across + _NEAR + 1, 1]
    return bool((np.abs(now[here] - before[here]) <= _CHANGED).all())


def _around(place: Point, pieces: tuple[Piece, ...]) -> list[str]:
    """The colours that are seen there."""
    reach = _NEAR / _SMALL[0], _NEAR / _SMALL[1]
    return sorted(p.colour for p in pieces if abs(p.x - place[0]) < reach[0] and abs(p.y - place[1]) < reach[1])


def _changed(before: Small, now: Small) -> float:
    """The share of the picture that differs."""
    return float((np.abs(now[..., 1] - before[..., 1]) > _CHANGED).mean())


def _relit(before: Small, now: Small) -> bool:
    """Whether the same things are seen in another light. A colour the lamp lacks shows nothing, the others suffice."""
    return any(_scaled(before[..., channel], now[..., channel]) for channel in range(3))


def _scaled(before: Small, now: Small) -> bool:
    apart = now - before
    moved = apart[np.abs(apart) > _CHANGED]
    if moved.size < _RELIT * apart.size:
        return False
    one_way = max(float((moved > 0).mean()), float((moved < 0).mean()))
    alike = float(((before - before.mean()) * (now - now.mean())).mean())
    return one_way > _ONE_WAY and alike > _SAME_THINGS * float(before.std() * now.std())


def _kind(trouble: Health) -> Kind:
    if trouble == troubles.DARK:
        return "dark"
    return "hand" if troubles.hides_the_mat(trouble) else "trouble"
