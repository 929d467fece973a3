"""Learns the boulders' colours from pictures that somebody put right piece by piece; it never stores them.

What would count those very pictures worse than before is not learned.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.common.boulders import COLOUR_NAMES, Labelled
from companion.common.health import Health, failing
from hardware.boulders.calibration import Calibration
from hardware.boulders.counter import Counter
from hardware.boulders.learn import LEAST, off_the_mat, paint_at, spread_of
from hardware.boulders.mat_view import MatView
from hardware.boulders.palette import tint_apart
from hardware.boulders.plane import HEIGHT, WIDTH
from hardware.devices import Image

NOTHING = failing(
    "There is too little to learn from: correct pictures in which at least three boulders of one colour lie on the mat."
)


_APART = 8.0
"""Steps of Lab: a fifth of what lies between any two colours that the companion comes with."""


class Sample(NamedTuple):
    image: Image
    pieces: Sequence[Labelled]

    @property
    def colours(self) -> dict[str, int]:
        told = [piece.colour for piece in self.pieces]
        return {colour: told.count(colour) for colour in told}

    def counted_right(self, counter: Counter) -> bool:
        count = counter.count(self.image)
        return count.trouble is None and {name: many for name, many in count.colours.items() if many} == self.colours


def learn_from(samples: Sequence[Sample], usual: Calibration) -> Calibration | Health:
    """Each colour that is seen often enough on the mat gets what was seen of it beside the samples it had."""
    paints: dict[str, list[Image]] = {name: [] for name in usual.colours}
    on_mat = []
    for sample in samples:
        seen = MatView(usual.size_mm).look(sample.image)
        if isinstance(seen, Health):
            continue
        on_mat.append(sample)
        height, width = sample.image.shape[:2]
        for piece in sample.pieces:
            x, y = seen.plane.from_picture(piece.x * width, piece.y * height)
            if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
                continue
            paint = paint_at(seen, x, y)
            if off_the_mat(paint.reshape(1, 1, 3)).all():
                paints[piece.colour].append(paint)
    # A finger may have missed a boulder: no quarter of them decides.
    learned = {name: spread_of(told, but=len(told) // 4) for name, told in paints.items() if len(told) >= LEAST}
    if not learned:
        return NOTHING
    colours = {
        name: tuple(dict.fromkeys((*samples_of, *learned.get(name, ())))) for name, samples_of in usual.colours.items()
    }
    if alike := _alike(learned, colours):
        return failing(
            "In these pictures boulders that look alike are called {one} and {other}. Nothing was changed.",
            one=COLOUR_NAMES[alike[0]],
            other=COLOUR_NAMES[alike[1]],
        )
    taught = msgspec.structs.replace(usual, colours=colours)
    before, after = (_right(on_mat, calibration) for calibration in (usual, taught))
    if after < before:
        return failing(
            "These pictures would make counting worse: {before} of {all} are counted right as it is, {after} after "
            "learning from them. Nothing was changed.",
            before=before,
            after=after,
            all=len(on_mat),
        )
    return taught


def _alike(learned: Mapping[str, Sequence[str]], colours: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
    """Two colours of which no light tells apart what was learned of one and what is known of the other."""
    for name, samples in learned.items():
        for other in colours:
            if other != name and any(tint_apart(a, b) < _APART for a in samples for b in colours[other]):
                return name, other
    return None


def _right(samples: Sequence[Sample], calibration: Calibration) -> int:
    counter = Counter(calibration)
    return sum(sample.counted_right(counter) for sample in samples)
