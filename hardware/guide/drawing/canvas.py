"""A sheet that collects SVG elements and dresses them in the guide's one style; it knows no part and no wire."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

Point = tuple[float, float]

PAPER, INK, SOFT = "#fbf7ee", "#2b2620", "#6a5a48"
WIRES = {
    "v5": ("#c8322b", "5 V"),
    "v3": ("#d9822b", "3.3 V"),
    "gnd": ("#3a3a3a", "ground"),
    "data": ("#1f7a4d", "light data"),
    "sig": ("#2a62b8", "sensor"),
    "usb": ("#7a5aa6", "USB"),
    "ribbon": ("#b5aa92", "ribbon"),
}
"""Each kind of wire: its colour, and its name in the legend."""

STYLE = """text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #2b2620; font-size: 14px; }
.title { font-size: 24px; font-weight: 700; }
.name { font-size: 17px; font-weight: 650; }
.term { font-weight: 600; }
.tiny { font-size: 12.5px; }
.note { font-style: italic; fill: #6a5a48; }
.light { fill: #f3f0ea; }
.mono { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px; }
.wire { fill: none; stroke-width: 4; stroke-linejoin: round; stroke-linecap: round; }
.halo { fill: none; stroke: #fbf7ee; stroke-width: 8; stroke-linejoin: round; }
.part { fill: #fffdf8; stroke: #8a7a66; stroke-width: 2; }"""


class Canvas:
    def __init__(self, width: int, height: int, title: str, told: str = "") -> None:
        self.width, self.height = width, height
        self._head = f"<title>{escape(title)}</title>" + (f"\n<desc>{escape(told)}</desc>" if told else "")
        self._body: list[str] = []

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" role="img">\n'
            f"{self._head}\n<style>\n{STYLE}\n</style>\n"
            f'<rect fill="{PAPER}" width="{self.width}" height="{self.height}" rx="14"/>\n'
            + "\n".join(self._body)
            + "\n</svg>\n"
        )

    def add(self, element: str, **attributes: object) -> None:
        self._body.append(f"<{element}{_attributes(attributes)}/>")

    def rect(self, x: float, y: float, width: float, height: float, **attributes: object) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: object) -> None:
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def path(self, d: str, **attributes: object) -> None:
        self.add("path", d=d, **attributes)

    def polygon(self, points: Sequence[Point], **attributes: object) -> None:
        self.add("polygon", points=" ".join(f"{x:g},{y:g}" for x, y in points), **attributes)

    def text(self, x: float, y: float, words: str, look: str = "", anchor: str = "start", **attributes: object) -> None:
        given = {"x": x, "y": y, "class": look, "text-anchor": "" if anchor == "start" else anchor, **attributes}
        self._body.append(f"<text{_attributes(given)}>{escape(words, quote=False)}</text>")

    def lines(self, x: float, y: float, words: Sequence[str], look: str = "", anchor: str = "start") -> None:
        for number, line in enumerate(words):
            self.text(x, y + 20 * number, line, look, anchor)

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1.0, turned: float = 0.0) -> Iterator[None]:
        """What is drawn inside has its origin there."""
        moved = f"translate({x:g} {y:g})" + (f" rotate({turned:g})" if turned else "")
        self._body.append(f'<g transform="{moved}{f" scale({scale:g})" if scale != 1 else ""}">')
        yield
        self._body.append("</g>")


def _attributes(given: dict[str, object]) -> str:
    told = ((name.rstrip("_").replace("_", "-"), value) for name, value in given.items() if value != "")
    return "".join(f' {name}="{_value(value)}"' for name, value in told)


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else escape(str(value))
