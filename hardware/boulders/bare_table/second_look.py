"""Holds what was spotted against what ends sharply: the one knows pieces, the other outlines; it names no colour.

Where hardly anything but pieces lies there, what ends sharply and was not spotted is a piece, too; and spots of one
paint within one convex outline are one piece.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hardware.boulders.bare_table.blob import Blob, closing, depth, dilated, merged, solidity
from hardware.boulders.bare_table.tints import paints_apart

_OWN = 0.3
"""Of a spot: if less of it lies in a thing, it is not of that thing."""
_HALF = 0.5
"""Of a piece: a spot holds a piece if it holds more of it."""
_THIN = 0.88
"""Of the usual depth: what is larger by a third to two thirds and cut in two gives halves of 0.68 to 0.85."""
_CONVEX, _PAINT = 0.9, 15.0
"""Of a convex outline, and in Lab in the same light: spots of such a thing and so near in paint are one piece."""
_BORDER = 0.7
"""Of the thinner one's width: spots of one paint that meet along more are one piece."""
_JUNK, _SMALL = 4.0, 0.3
"""Times the usual spot: no piece is larger if it is cut, ragged or made of several; and what is smaller than the second
is a crumb."""
_RAGGED, _LONG = 0.7, 8.0
"""Of a convex outline; and times its width: pieces fill more of it and are not so long."""
_CUT = 1.0
"""Of its width: what the picture's edge cuts that broadly is only a part of a piece."""
_ENOUGH = 400
"""Pixels that tell a paint."""
_ALONE = 2e-3
"""Of the picture: smaller, a thing by itself is dirt."""


class Look(NamedTuple):
    pieces: list[Blob]
    agreed: bool
    """Whether each piece is one spot and one thing, and nothing is cut off."""


def compared(spots: list[Blob], things: list[Blob], lab: NDArray[np.float32]) -> Look:
    shape = lab.shape[:2]
    whole = _of_one_paint(spots, lab, _BORDER)
    left = [spot for spot in whole if spot.cut(shape) <= _CUT]
    usual = float(np.median([spot.area for spot in left])) if left else _ALONE / _SMALL * shape[0] * shape[1]
    large = [thing for thing in things if thing.area > _SMALL * usual]
    tidy = not any(
        thing.area > _JUNK * usual and (thing.cut(shape) > _CUT or solidity(thing) < _RAGGED) for thing in large
    )
    agreed = tidy and len(left) == len(whole) == len(spots) and not any(thing.cut(shape) > 0 for thing in large)
    pieces = []
    for thing in large:
        own = [spot for spot in left if _near(spot, thing) and _shared(spot, thing) > _OWN * spot.area]
        left = [spot for spot in left if not any(spot is each for each in own)]
        agreed = agreed and len(own) == 1
        if len(own) > 1 and solidity(thing) > _CONVEX:
            own = _of_one_paint(own, lab, None)
        if not own and tidy and _like_a_piece(thing, shape):
            own = [thing._replace(clear=0.5)]
        pieces += own
    return Look(pieces + left, agreed and not left)


class Odds(NamedTuple):
    """What whole spots say against pieces of one size."""

    missed: bool
    """One lies where there is no piece."""
    joined: bool
    """One holds several pieces."""
    cut_up: bool
    """And those are thinner than others, as halves of something larger are."""


def odds(spots: list[Blob], pieces: list[Blob], shape: tuple[int, int]) -> Odds:
    usual = float(np.median([depth(piece.mask > 0) for piece in pieces])) if pieces else 0.0
    missed = joined = cut_up = False
    for spot in spots:
        if spot.cut(shape) > 0:
            continue
        shares = [(piece, _shared(spot, piece)) for piece in pieces if _near(spot, piece)]
        missed = missed or all(shared < _OWN * spot.area for _, shared in shares)
        within = [depth(piece.mask > 0) for piece, shared in shares if shared > _HALF * piece.area]
        joined = joined or len(within) > 1
        cut_up = cut_up or (len(within) > 1 and min(within) < _THIN * usual)
    return Odds(missed, joined, cut_up)


def _shared(one: Blob, other: Blob) -> int:
    top, left = max(one.y, other.y), max(one.x, other.x)
    low, right = (
        min(one.y + one.mask.shape[0], other.y + other.mask.shape[0]),
        min(one.x + one.mask.shape[1], other.x + other.mask.shape[1]),
    )
    if top >= low or left >= right:
        return 0
    masks = [blob.mask[top - blob.y : low - blob.y, left - blob.x : right - blob.x] for blob in (one, other)]
    return int((masks[0] & masks[1]).sum())


def _of_one_paint(spots: list[Blob], lab: NDArray[np.float32], border: float | None) -> list[Blob]:
    """Those of one paint are one piece, if they meet along such a border or none is asked for."""
    joined: list[Blob] = []
    most = _JUNK * float(np.median([spot.area for spot in spots])) if spots else 0.0
    for spot in spots:
        own = spot
        for other in [each for each in joined if _halves(own, each, lab, border)]:
            if border is not None and own.area + other.area > most:
                continue
            joined = [each for each in joined if each is not other]
            both = merged(own, other)
            mask = closing(np.pad(both.mask, 4), 7)[4:-4, 4:-4]
            own = both._replace(mask=mask, area=int(mask.sum()), clear=max(own.clear, other.clear))
        joined.append(own)
    return joined


def _halves(one: Blob, other: Blob, lab: NDArray[np.float32], border: float | None) -> bool:
    if border is not None and not (_near(one, other) and _meet(one, other) > border):
        return False
    return bool(paints_apart(_paint(one, lab), _paint(other, lab)) < _PAINT)


def _meet(one: Blob, other: Blob) -> float:
    """How long the border is, against the thinner one's width."""
    grown = one._replace(mask=dilated(np.pad(one.mask, 3), 5), x=one.x - 3, y=one.y - 3)
    # It grew by two pixels.
    return _shared(grown, other) / 2 / (2 * min(depth(one.mask > 0), depth(other.mask > 0)))


def _near(one: Blob, other: Blob) -> bool:
    """Whether they may touch."""
    (high, wide), (other_high, other_wide) = one.mask.shape, other.mask.shape
    beside = one.x - other_wide - 3 <= other.x <= one.x + wide + 3
    return bool(beside and one.y - other_high - 3 <= other.y <= one.y + high + 3)


def _paint(blob: Blob, lab: NDArray[np.float32]) -> NDArray[np.float32]:
    pixels = np.asarray(blob.of(lab))[blob.mask > 0]
    return np.asarray(np.median(pixels[:: max(1, len(pixels) // _ENOUGH)], axis=0), np.float32)


def _like_a_piece(thing: Blob, shape: tuple[int, int]) -> bool:
    wide = 2 * depth(thing.mask > 0)
    return thing.cut(shape) <= _CUT and solidity(thing) > _RAGGED and thing.area < _LONG * wide**2
