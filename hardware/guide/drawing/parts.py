"""The electrical parts as they look from above, each with its pads in a circuit; they know nothing of each other."""

from collections.abc import Iterable
from typing import NamedTuple

from hardware.guide.drawing.canvas import INK, Canvas
from hardware.guide.drawing.circuit import Circuit
from hardware.guide.drawing.header import PICO_PINS, SHIFTER_PINS, pin_name

BOARD, EDGE, GOLD, CHIP = "#2c6147", "#1c4331", "#d8b45a", "#2b2b2f"
ROW = 22


class Sheet(NamedTuple):
    canvas: Canvas
    circuit: Circuit


def raspberry_pi(sheet: Sheet, x: float, y: float, used: Iterable[int], models: str = "3, 4, 5 or Zero 2 W") -> None:
    """Portrait, USB at the lower edge: pin 1 is at the top of the inner row, pin 2 beside it in the outer one."""
    canvas, circuit = sheet
    canvas.rect(x, y, 260, 500, rx=14, fill=BOARD, stroke=EDGE, stroke_width=2)
    canvas.text(x + 18, y + 420, "Raspberry Pi", "name light")
    canvas.text(x + 18, y + 442, models, "light")
    canvas.rect(x + 198, y + 16, 52, 456, rx=6, fill="#1b1b1b")
    for pin in range(1, 41):
        left, top = x + (212 if pin % 2 else 236), y + 30 + ROW * ((pin - 1) // 2)
        circuit.pad(f"pi.{pin}", left, top)
        canvas.circle(left, top, 6, fill=GOLD, stroke="#1b1b1b", stroke_width=1.5)
        if pin in used:
            canvas.text(x + 190, top + 5, f"{pin_name(pin)} · pin {pin}", "light", "end")
    for name, left in (("usb1", x + 30), ("usb2", x + 110)):
        canvas.rect(left, y + 486, 62, 26, rx=4, fill="#c9ccd1", stroke="#7d8288", stroke_width=2)
        canvas.text(left + 31, y + 478, "USB", "light", "middle")
        circuit.pad(f"pi.{name}", left + 31, y + 512)


def ribbon_socket(sheet: Sheet, x: float, y: float) -> None:
    """On the board that is drawn there already; its clip is the dark half."""
    canvas, circuit = sheet
    canvas.rect(x, y, 26, 92, rx=3, fill="#f4f1ea", stroke="#7d8288", stroke_width=2)
    canvas.rect(x, y, 11, 92, rx=3, fill="#3a3a3a")
    circuit.pad("pi.ribbon", x, y + 46)


def camera(sheet: Sheet, name: str, x: float, y: float) -> None:
    """Its lens from the front; the cable leaves to the right."""
    canvas, circuit = sheet
    canvas.rect(x, y, 110, 92, rx=14, fill=CHIP, stroke="#000")
    canvas.circle(x + 55, y + 46, 30, fill="#3a3a40", stroke="#85878c", stroke_width=2)
    canvas.circle(x + 55, y + 46, 16, fill="#6f8fb8", stroke="#d9e4f2", stroke_width=3)
    circuit.pad(f"{name}.cable", x + 110, y + 46)


def zero_2_w(sheet: Sheet, x: float, y: float, used: Iterable[int]) -> None:
    """Header at the upper edge, pin 1 at its left end in the inner row; sockets below, the ribbon's to the right."""
    canvas, circuit = sheet
    canvas.rect(x, y, 480, 190, rx=20, fill=BOARD, stroke=EDGE, stroke_width=2)
    canvas.rect(x + 14, y + 8, 452, 52, rx=5, fill="#1b1b1b")
    for pin in range(1, 41):
        left, top = x + 31 + ROW * ((pin - 1) // 2), y + (46 if pin % 2 else 22)
        circuit.pad(f"pi.{pin}", left, top)
        canvas.circle(left, top, 6, fill=GOLD, stroke="#1b1b1b", stroke_width=1.5)
        if pin in used:
            canvas.text(left, y + 80, f"{pin_name(pin)}", "light tiny", "middle")
            canvas.text(left, y + 96, f"pin {pin}", "light tiny", "middle")
    canvas.text(x + 30, y + 130, "Raspberry Pi Zero 2 W", "name light")
    for name, words, left in (("", "HDMI", 80), ("data", "USB", 268), ("power", "PWR IN", 368)):
        canvas.rect(x + left, y + 168, 56, 30, rx=4, fill="#c9ccd1", stroke="#7d8288", stroke_width=2)
        canvas.text(x + left + 28, y + 160, words, "light tiny", "middle")
        if name:
            circuit.pad(f"pi.{name}", x + left + 28, y + 198)
    canvas.rect(x + 462, y + 56, 26, 74, rx=3, fill="#f4f1ea", stroke="#7d8288", stroke_width=2)
    circuit.pad("pi.ribbon", x + 488, y + 93)


def pico(sheet: Sheet, x: float, y: float) -> None:
    """USB up; on the right side pin 40 is at the top and pin 21 at the bottom."""
    canvas, circuit = sheet
    canvas.rect(x, y, 170, 460, rx=12, fill=BOARD, stroke=EDGE, stroke_width=2)
    canvas.rect(x + 58, y - 14, 54, 40, rx=5, fill="#c9ccd1", stroke="#7d8288", stroke_width=2)
    canvas.text(x + 85, y + 12, "USB", "tiny", "middle")
    canvas.rect(x + 56, y + 290, 58, 58, rx=4, fill=CHIP)
    canvas.text(x + 85, y + 410, "Pico", "name light", "middle")
    names = {pin: name for name, pin in PICO_PINS.items()}
    for row in range(20):
        top = y + 22 + ROW * row
        canvas.circle(x, top, 6, fill=GOLD, stroke=EDGE, stroke_width=1.5)
        canvas.circle(x + 170, top, 6, fill=GOLD, stroke=EDGE, stroke_width=1.5)
        pin = 40 - row
        if pin in names:
            circuit.pad(f"pico.{pin}", x + 170, top)
            canvas.text(x + 156, top + 5, f"{names[pin]} · pin {pin}", "light", "end")


def shifter(sheet: Sheet, x: float, y: float) -> None:
    """Notch to the left, as it sits in a breadboard: pins 1 to 7 run along the lower side, 8 to 14 back above."""
    canvas, circuit = sheet
    canvas.rect(x, y, 350, 80, rx=6, fill=CHIP, stroke="#111")
    canvas.path(f"M{x:g} {y + 28:g} a12 12 0 0 1 0 24 Z", fill="#56565c")
    canvas.text(x + 175, y + 46, "74AHCT125", "name light", "middle")
    for name, pin in SHIFTER_PINS.items():
        lower = pin <= 7
        left, top = x + 25 + 50 * (pin - 1 if lower else 14 - pin), y + (80 if lower else 0)
        circuit.pad(f"shifter.{pin}", left, top)
        canvas.text(left, y + (72 if lower else 18), f"{pin} {name}", "light tiny", "middle")


def upright(sheet: Sheet, kind: str, name: str, value: str, x: float, top: float, bottom: float) -> None:
    """A part with two ends, standing: end `a` at the top, end `b` at the bottom."""
    canvas, circuit = sheet
    circuit.pad(f"{name}.a", x, top)
    circuit.pad(f"{name}.b", x, bottom)
    circuit.values[name] = value
    middle = (top + bottom) / 2
    half = {"resistor": 26, "diode": 15, "ceramic": 6, "electrolytic": 6}[kind]
    for start, end in ((top, middle - half), (middle + half, bottom)):
        canvas.path(f"M{x:g} {start:g} V{end:g}", stroke=INK, stroke_width=3)
    BODIES[kind](canvas, x, middle, value)
    if bottom - top < 100:
        canvas.text(x - 28, middle + 5, value, "term", "end")
    else:
        canvas.text(x + (18 if kind in ("resistor", "diode") else 28), middle + 5, value, "term")


def lying_resistor(sheet: Sheet, name: str, value: str, x: float, y: float) -> None:
    """End `a` to the left, end `b` to the right, 100 apart."""
    canvas, circuit = sheet
    circuit.pad(f"{name}.a", x, y)
    circuit.pad(f"{name}.b", x + 100, y)
    circuit.values[name] = value
    canvas.path(f"M{x:g} {y:g} h24 M{x + 76:g} {y:g} h24", stroke=INK, stroke_width=3)
    with canvas.at(x + 50, y, turned=-90):
        _resistor(canvas, 0, 0, value)
    canvas.text(x + 50, y - 16, value, "term", "middle")


BANDS = {
    "1 MΩ": ("#7a4a20", "#1b1b1b", "#2f8f4e"),
    "10 kΩ": ("#7a4a20", "#1b1b1b", "#e0842a"),
    "330 Ω": ("#e0842a", "#e0842a", "#7a4a20"),
}
"""Brown, black, green; brown, black, orange; orange, orange, brown: as on resistors with four rings."""


def _resistor(canvas: Canvas, x: float, y: float, value: str) -> None:
    canvas.rect(x - 9, y - 26, 18, 52, rx=7, fill="#ead9b8", stroke="#6d5a3a", stroke_width=2)
    for offset, colour in zip((-16, -7, 2, 15), (*BANDS[value], "#c9a227"), strict=True):
        canvas.rect(x - 9, y + offset - 2, 18, 5, fill=colour)


def _diode(canvas: Canvas, x: float, y: float, _value: str) -> None:
    """Its stripe is up: current may flow upwards only."""
    canvas.polygon(((x - 12, y + 15), (x + 12, y + 15), (x, y - 9)), fill=INK)
    canvas.rect(x - 13, y - 15, 26, 6, fill=INK)


def _ceramic(canvas: Canvas, x: float, y: float, _value: str) -> None:
    canvas.path(f"M{x - 20:g} {y - 6:g} h40 M{x - 20:g} {y + 6:g} h40", stroke=INK, stroke_width=5)


def _electrolytic(canvas: Canvas, x: float, y: float, value: str) -> None:
    _ceramic(canvas, x, y, value)
    canvas.text(x + 28, y - 8, "+", "name", "middle")


BODIES = {"resistor": _resistor, "diode": _diode, "ceramic": _ceramic, "electrolytic": _electrolytic}


def piezo(sheet: Sheet, x: float, y: float) -> None:
    """Its red wire is up, its black one down, 90 from the middle each."""
    canvas, circuit = sheet
    circuit.pad("piezo.red", x, y - 90)
    circuit.pad("piezo.black", x, y + 90)
    canvas.path(f"M{x:g} {y - 90:g} V{y:g}", stroke="#c8322b", stroke_width=4)
    canvas.path(f"M{x:g} {y + 90:g} V{y + 34:g}", stroke="#222", stroke_width=4)
    canvas.circle(x, y, 42, fill=GOLD, stroke="#8b6c22", stroke_width=2)
    canvas.circle(x, y, 25, fill="#f2efe8", stroke="#a59c8b", stroke_width=1.5)
    canvas.circle(x, y - 6, 5, fill="#b9b4a8")
    canvas.circle(x, y + 34, 5, fill="#b9b4a8")
    canvas.path(f"M{x:g} {y - 90:g} V{y - 6:g}", stroke="#c8322b", stroke_width=4)


def lamps(sheet: Sheet, x: float, y: float) -> None:
    canvas, circuit = sheet
    canvas.rect(x, y, 240, 96, rx=8, fill="#26231f", stroke="#111")
    for number, name in enumerate(("5V", "DIN", "GND")):
        circuit.pad(f"lamps.{name}", x, y + 20 + 28 * number)
        canvas.text(x + 12, y + 25 + 28 * number, name, "light tiny")
    colours = ("#ffe0b8", "#ffa640", "#6b4420", "#ff5148", "#5a86ff")
    for number, colour in enumerate(colours):
        canvas.rect(x + 56 + 36 * number, y + 34, 28, 28, rx=4, fill=colour, stroke="#fff6e6", stroke_width=1)


def supply(sheet: Sheet, x: float, y: float) -> None:
    canvas, circuit = sheet
    canvas.rect(x, y, 230, 78, rx=10, class_="part")
    circuit.pad("supply.-", x + 50, y)
    circuit.pad("supply.+", x + 230, y + 39)
    canvas.text(x + 50, y + 24, "−", "name", "middle")
    canvas.text(x + 216, y + 45, "+", "name", "end")
    canvas.text(x + 16, y + 48, "5 V for the lamps", "term")
    canvas.text(x + 16, y + 67, "60 mA a lamp, or a limit", "tiny")


def module(sheet: Sheet, x: float, y: float) -> None:
    """A vibration switch or a piezo with a comparator, as it is sold ready made."""
    canvas, circuit = sheet
    canvas.rect(x, y, 250, 130, rx=10, fill="#2d4f8a", stroke="#1b3159", stroke_width=2)
    for number, name in enumerate(("VCC", "GND", "DO")):
        circuit.pad(f"module.{name}", x, y + 25 + 40 * number)
        canvas.text(x + 16, y + 30 + 40 * number, name, "light term")
    canvas.rect(x + 84, y + 24, 40, 40, rx=3, fill="#3b6bc0", stroke="#dfe8f7", stroke_width=1.5)
    canvas.circle(x + 104, y + 44, 12, fill=GOLD)
    canvas.path(f"M{x + 96:g} {y + 44:g} h16 M{x + 104:g} {y + 36:g} v16", stroke="#6d5a1a", stroke_width=3)
    canvas.rect(x + 168, y + 32, 50, 66, rx=25, fill="#1d1d20", stroke="#85878c", stroke_width=2)
    canvas.circle(x + 104, y + 94, 7, fill="#ff6a4d", stroke="#fff", stroke_width=1.5)
    canvas.text(x + 104, y + 120, "lamp", "light tiny", "middle")
