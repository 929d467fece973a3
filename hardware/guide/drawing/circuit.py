"""A circuit as it is drawn: parts with pads, and wires from pad to pad; what is connected is read off the same data.

A wire's route is its first pad, the turns on its way (`x(…)` and `y(…)`: straight there; `JOG` and `JOG_UP`: out
between the pins of a header), and its last pad. A pad of the part "·" is a mere joint.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from hardware.guide.drawing.canvas import PAPER, WIRES, Canvas, Point

Turn = tuple[str, float]


def x(place: float) -> Turn:
    return "x", place


def y(place: float) -> Turn:
    return "y", place


JOG: Turn = ("jog", 11)
JOG_UP: Turn = ("jog-up", 11)


class Wire(NamedTuple):
    kind: str
    start: str
    turns: tuple[Turn, ...]
    end: str


@dataclass
class Circuit:
    pads: dict[str, Point] = field(default_factory=dict)
    """By part and name, as in `pi.19`."""
    wires: list[Wire] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    """What a part with two ends is: `r1` is 330 Ω, its pads are `r1.a` and `r1.b`."""

    def pad(self, name: str, x: float, y: float) -> None:
        if name in self.pads:
            raise ValueError(f"There are two pads called {name}.")
        self.pads[name] = (x, y)

    def wire(self, kind: str, start: str, *route: Turn | str) -> None:
        *turns, end = route
        if not isinstance(end, str) or any(isinstance(turn, str) for turn in turns):
            raise ValueError(f"A wire goes from pad to pad, and {start} → {route} does not.")
        self.wires.append(Wire(kind, start, tuple(turn for turn in turns if not isinstance(turn, str)), end))

    def points(self, wire: Wire) -> list[Point]:
        """Where the wire runs; the last stretch turns once more if it has to."""
        run = [self.pads[wire.start]]
        for axis, place in wire.turns:
            left, top = run[-1]
            turned = {"x": (place, top), "y": (left, place), "jog": (left + place, top + place)}
            run.append(turned.get(axis, (left + place, top - place)))
        end = self.pads[wire.end]
        if run[-1][0] != end[0] and run[-1][1] != end[1]:
            raise ValueError(f"The wire {wire.start} → {wire.end} would end askew: {run[-1]} and {end}.")
        run.append(end)
        return [here for here, before in zip(run, [None, *run[:-1]], strict=True) if here != before]

    def nets(self) -> list[frozenset[str]]:
        """The pads that are connected, a set for each potential."""
        groups: dict[str, set[str]] = {name: {name} for name in self.pads}
        for wire in self.wires:
            joined = groups[wire.start] | groups[wire.end]
            for name in joined:
                groups[name] = joined
        return [frozenset(group) for group in {id(group): group for group in groups.values()}.values()]

    def net(self, pad: str) -> frozenset[str]:
        return next(net for net in self.nets() if pad in net)

    def between(self, one: str, other: str) -> list[str]:
        """The values of the parts whose two ends lie on these two potentials, first end first."""
        first, second = self.net(one), self.net(other)
        return [value for part, value in self.values.items() if f"{part}.a" in first and f"{part}.b" in second]


def draw_wires(canvas: Canvas, circuit: Circuit) -> None:
    """One after the other: where two cross without a dot, the later one passes over the earlier."""
    for wire in circuit.wires:
        run = circuit.points(wire)
        if len(run) == 1:
            continue  # two legs in one place
        canvas.path(_drawn([_short_of(run[0], run[1]), *run[1:-1], _short_of(run[-1], run[-2])]), class_="halo")
        canvas.path(_drawn(run), class_="wire", stroke=WIRES[wire.kind][0])


def _drawn(run: Sequence[Point]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in run)


def _short_of(end: Point, next_one: Point) -> Point:
    """A halo ends a little before its wire does, so that it cuts nothing where they meet."""
    length = math.dist(end, next_one)
    part = min(8.0, length / 2) / length
    return end[0] + (next_one[0] - end[0]) * part, end[1] + (next_one[1] - end[1]) * part


def draw_pads(canvas: Canvas, circuit: Circuit, parts: Iterable[str]) -> None:
    for name, (left, top) in circuit.pads.items():
        if name.split(".")[0] in parts:
            kinds = [wire.kind for wire in circuit.wires if name in (wire.start, wire.end)]
            canvas.circle(left, top, 5, fill=PAPER, stroke=WIRES[kinds[0]][0] if kinds else "#8a7a66", stroke_width=2.5)


def legend(canvas: Canvas, kinds: Sequence[str], left: float, top: float) -> None:
    for number, kind in enumerate(kinds):
        place = left + 120 * number
        canvas.path(f"M{place:g} {top:g} h34", class_="wire", stroke=WIRES[kind][0])
        canvas.text(place + 42, top + 5, WIRES[kind][1])
