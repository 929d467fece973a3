"""The wiring of each rung: which pad goes where, and how the wire runs on the sheet; parts are drawn elsewhere."""

from hardware.guide.drawing.canvas import INK, PAPER, Canvas
from hardware.guide.drawing.circuit import JOG, JOG_UP, Circuit, draw_pads, draw_wires, legend, x, y
from hardware.guide.drawing.parts import (
    Sheet,
    camera,
    lamps,
    lying_resistor,
    module,
    pico,
    piezo,
    raspberry_pi,
    ribbon_socket,
    shifter,
    supply,
    upright,
    zero_2_w,
)


def pico_sensor() -> Sheet:
    sheet = Sheet(
        Canvas(
            1120,
            600,
            "A piezo disc on a Raspberry Pi Pico",
            "Two 1 megohm resistors hold the red wire between 3.3 V (pin 36) and AGND (pin 33); 220 nanofarads lie "
            "across the disc; 10 kilohms lead to GP26 (pin 31), which two BAT85 diodes clamp to 3.3 V and to AGND.",
        ),
        Circuit(),
    )
    canvas, circuit = sheet
    canvas.text(60, 52, "Piezo on a Pico", "title")
    canvas.text(60, 76, "The numbers are the order of soldering: the disc comes last.", "note")
    pico(sheet, 60, 110)
    high, middle, low = 130, 330, 530
    for place, kind in ((420, "diode"), (680, "resistor")):
        value = "BAT85" if kind == "diode" else "1 MΩ"
        upright(sheet, kind, f"{kind}-up", value, place, high, middle)
        upright(sheet, kind, f"{kind}-down", value, place, middle, low)
    lying_resistor(sheet, "series", "10 kΩ", 500, middle)
    upright(sheet, "ceramic", "across", "220 nF", 800, middle, low)
    piezo(sheet, 960, (middle + low) / 2)
    circuit.wire("v3", "pico.36", x(320), y(high), "diode-up.a")
    circuit.wire("v3", "diode-up.a", "resistor-up.a")
    circuit.wire("sig", "pico.31", "diode-up.b")
    circuit.wire("sig", "diode-up.b", "diode-down.a")
    circuit.wire("sig", "diode-up.b", "series.a")
    circuit.wire("sig", "series.b", "resistor-up.b")
    circuit.wire("sig", "resistor-up.b", "resistor-down.a")
    circuit.wire("sig", "resistor-up.b", "across.a")
    circuit.wire("sig", "across.a", x(960), "piezo.red")
    circuit.wire("gnd", "pico.33", x(320), y(low), "diode-down.b")
    circuit.wire("gnd", "diode-down.b", "resistor-down.b")
    circuit.wire("gnd", "resistor-down.b", "across.b")
    circuit.wire("gnd", "across.b", x(960), "piezo.black")
    draw_wires(canvas, circuit)
    _joints(sheet)
    draw_pads(canvas, circuit, ("pico",))
    for number, left, top in (
        (1, 644, 230),
        (1, 644, 430),
        (2, 550, 366),
        (3, 382, 230),
        (3, 382, 430),
        (4, 762, 400),
        (5, 1032, 430),
    ):
        _order(canvas, number, left, top)
    canvas.lines(436, 256, ("stripe up,", "to 3.3 V"), "note tiny")
    canvas.lines(436, 456, ("stripe up,", "to GP26"), "note tiny")
    canvas.lines(750, 200, ("The two 1 MΩ hold the wire at 1.65 V.", "The diodes keep a hard blow's 20 V off the Pico.",
                            "220 nF: without it a hard blow is cut off."), "note")  # fmt: skip
    canvas.text(1018, 475, "27 mm disc", "term")
    legend(canvas, ("v3", "gnd", "sig"), 740, 64)
    return sheet


def gpio_sensor() -> Sheet:
    sheet = Sheet(
        Canvas(
            900,
            640,
            "A sensor module on one pin of the Pi",
            "VCC of the module to 3.3 V (pin 1), its ground to pin 9, its output to GPIO17 (pin 11).",
        ),
        Circuit(),
    )
    canvas, circuit = sheet
    canvas.text(40, 52, "Sensor module on one pin", "title")
    canvas.text(40, 76, "A vibration switch, or a piezo with a comparator: hits, but not how hard.", "note")
    raspberry_pi(sheet, 40, 100, (1, 9, 11))
    module(sheet, 560, 200)
    circuit.wire("v3", "pi.1", JOG, x(480), y(225), "module.VCC")
    circuit.wire("gnd", "pi.9", JOG, x(440), y(265), "module.GND")
    circuit.wire("sig", "pi.11", JOG, x(400), y(305), "module.DO")
    draw_wires(canvas, circuit)
    draw_pads(canvas, circuit, ("module",))
    canvas.text(560, 186, "SW-420, KY-031 or alike", "name")
    canvas.lines(560, 370, ("3.3 V only, from pin 1:", "5 V on a pin destroys the Pi."), "note")
    canvas.lines(560, 424, ("The lamp of an SW-420 is lit at rest", "and flickers when the tower is hit."), "note")
    legend(canvas, ("v3", "gnd", "sig"), 360, 590)
    return sheet


def lights() -> Sheet:
    sheet = Sheet(
        Canvas(
            1300,
            680,
            "A strip of lamps on the Pi through a level shifter",
            "GPIO10 (pin 19) to input 1A of a 74AHCT125, its output 1Y through 330 ohms to the first lamp. All unused "
            "inputs and every OE of the shifter are on ground, 100 nanofarads between its pins 14 and 7, 1000 "
            "microfarads across the lamps' own 5 V supply, and all grounds are joined with pin 25 of the Pi.",
        ),
        Circuit(),
    )
    canvas, circuit = sheet
    canvas.text(40, 52, "Lights", "title")
    canvas.text(40, 76, "Ground first. The Pi's 5 V pins stay free: the lamps have their own supply.", "note")
    raspberry_pi(sheet, 40, 100, (19, 25))
    shifter(sheet, 470, 230)
    five, ground, upper = 120, 510, 180
    upright(sheet, "ceramic", "bypass", "100 nF", 425, five, upper)
    upright(sheet, "electrolytic", "buffer", "1000 µF", 900, five, upper)
    lying_resistor(sheet, "series", "330 Ω", 880, 390)
    lamps(sheet, 1030, 342)
    supply(sheet, 1040, 560)
    joints = {
        five: {"five": 495, "drop": 1000, "plus": 1285},
        upper: {"4oe": 545, "4a": 595, "3oe": 695, "3a": 745},
        350: {"2oe": 645, "2a": 695, "gnd": 795},
        ground: {"left": 425, "1oe": 495, "bar": 840, "lamps": 1000, "minus": 1090},
    }
    for top, row in joints.items():
        for name, left in row.items():
            circuit.pad(f"·.{name}", left, top)
    circuit.wire("v5", "bypass.a", "·.five")
    circuit.wire("v5", "·.five", "shifter.14")
    circuit.wire("v5", "·.five", "buffer.a")
    circuit.wire("v5", "buffer.a", "·.drop")
    circuit.wire("v5", "·.drop", y(362), "lamps.5V")
    circuit.wire("v5", "·.drop", "·.plus")
    circuit.wire("v5", "·.plus", y(599), "supply.+")
    circuit.wire("gnd", "bypass.b", "·.left")
    for here, there in (
        ("bypass.b", "·.4oe"),
        ("·.4oe", "·.4a"),
        ("·.4a", "·.3oe"),
        ("·.3oe", "·.3a"),
        ("·.3a", "buffer.b"),
    ):
        circuit.wire("gnd", here, there)
    for joint, pin in (("4oe", 13), ("4a", 12), ("3oe", 10), ("3a", 9), ("2oe", 4), ("2a", 5), ("gnd", 7)):
        circuit.wire("gnd", f"·.{joint}", f"shifter.{pin}")
    circuit.wire("gnd", "·.2oe", "·.2a")
    circuit.wire("gnd", "·.2a", "·.gnd")
    circuit.wire("gnd", "·.gnd", x(840), "·.bar")
    circuit.wire("gnd", "shifter.1", "·.1oe")
    circuit.wire("gnd", "pi.25", JOG, x(350), y(ground), "·.left")
    for here, there in (("left", "1oe"), ("1oe", "bar"), ("bar", "lamps"), ("lamps", "minus")):
        circuit.wire("gnd", f"·.{here}", f"·.{there}")
    circuit.wire("gnd", "lamps.GND", x(1000), "·.lamps")
    circuit.wire("gnd", "supply.-", "·.minus")
    circuit.wire("data", "pi.19", JOG, x(545), "shifter.2")
    circuit.wire("data", "shifter.3", y(390), "series.a")
    circuit.wire("data", "series.b", "lamps.DIN")
    draw_wires(canvas, circuit)
    _joints(sheet)
    draw_pads(canvas, circuit, ("shifter", "lamps", "supply"))
    canvas.text(1030, 330, "8 to 60 WS2812 lamps", "name")
    canvas.text(1046, 462, "into the end marked DIN", "note")
    canvas.lines(512, 430, ("Pins 1, 4, 5, 7, 9, 10, 12 and 13", "all go to ground;", "6, 8 and 11 stay open."), "note")
    canvas.text(430, 540, "One ground for all: Pi, level shifter, lamps, supply.", "note")
    canvas.lines(1016, 150, ("1000 µF, 6.3 V or more:", "its long leg to 5 V"), "note")
    legend(canvas, ("v5", "gnd", "data"), 430, 640)
    return sheet


def cameras() -> Sheet:
    sheet = Sheet(
        Canvas(
            900,
            680,
            "A camera on the Pi, by USB or on the ribbon",
            "One of two: a USB camera straight into a socket of the Pi, or a camera board on the ribbon, its bare "
            "contacts towards the contacts of the socket.",
        ),
        Circuit(),
    )
    canvas, circuit = sheet
    canvas.text(40, 52, "One camera: either way", "title")
    raspberry_pi(sheet, 520, 80, (), "3, 4 or 5")
    ribbon_socket(sheet, 534, 250)
    camera(sheet, "csi", 60, 250)
    camera(sheet, "usb", 60, 534)
    circuit.wire("ribbon", "csi.cable", "pi.ribbon")
    circuit.wire("usb", "usb.cable", x(300), y(634), x(581), "pi.usb1")
    draw_wires(canvas, circuit)
    draw_pads(canvas, circuit, ("csi", "usb"))
    canvas.text(60, 238, "“csi”: Camera Module", "name")
    canvas.lines(190, 330, ("Pi off. Lift the clip (dark), push the", "ribbon in straight, close the clip."), "note")
    canvas.lines(190, 384, ("Bare contacts to the socket's contacts,", "the stiff side to the clip."), "note")
    canvas.text(60, 522, "“usb”: any UVC camera", "name")
    canvas.text(312, 624, "straight in, no hub", "note")
    legend(canvas, ("ribbon", "usb"), 60, 660)
    return sheet


def zero() -> Sheet:
    sheet = Sheet(
        Canvas(
            1060,
            560,
            "Everything on a Zero 2 W",
            "The lights on GPIO10 (pin 19) and ground (pin 25), the camera on the ribbon, the Pico on the inner "
            "micro-USB socket through an adapter, the supply on the outer one.",
        ),
        Circuit(),
    )
    canvas, circuit = sheet
    canvas.text(40, 52, "Everything on a Zero 2 W", "title")
    canvas.text(40, 76, "Two sockets look alike: the inner one carries data, the outer one only power.", "note")
    zero_2_w(sheet, 260, 200, (19, 25))
    for words, left, top in (
        (("Level shifter and lamps", "as on rung 4"), 620, 96),
        (("Camera Module 3", "“csi”, narrow ribbon"), 820, 256),
        (("Pico and piezo", "as on rung 2"), 60, 440),
        (("5 V, 2.5 A", "the Pi's own supply"), 700, 440),
    ):
        canvas.rect(left, top, 200, 74, rx=10, class_="part")
        canvas.text(left + 100, top + 32, words[0], "term", "middle")
        canvas.text(left + 100, top + 54, words[1], "tiny", "middle")
    circuit.pad("lights.data", 620, 116)
    circuit.pad("lights.GND", 620, 150)
    circuit.pad("camera.ribbon", 820, 293)
    circuit.pad("pico.usb", 260, 477)
    circuit.pad("supply.+", 700, 477)
    circuit.wire("data", "pi.19", JOG_UP, y(116), "lights.data")
    circuit.wire("gnd", "pi.25", JOG_UP, y(150), "lights.GND")
    circuit.wire("ribbon", "pi.ribbon", "camera.ribbon")
    circuit.wire("usb", "pi.data", y(477), "pico.usb")
    circuit.wire("v5", "pi.power", y(477), "supply.+")
    draw_wires(canvas, circuit)
    draw_pads(canvas, circuit, ("lights", "camera", "pico", "supply"))
    canvas.text(282, 462, "micro-USB to USB-A adapter (OTG)", "note tiny")
    legend(canvas, ("data", "gnd", "ribbon", "usb", "v5"), 60, 536)
    return sheet


def _order(canvas: Canvas, number: int, x: float, y: float) -> None:
    canvas.circle(x, y, 12, fill=INK)
    canvas.text(x, y + 5, str(number), "term light", "middle")


def _joints(sheet: Sheet) -> None:
    """A dot wherever more than two wires or legs meet."""
    canvas, circuit = sheet
    meeting: dict[tuple[float, float], int] = {}
    for wire in circuit.wires:
        for name in (wire.start, wire.end):
            meeting[circuit.pads[name]] = meeting.get(circuit.pads[name], 0) + 1
    for name, place in circuit.pads.items():
        if name.split(".")[0] in circuit.values:
            meeting[place] = meeting.get(place, 0) + 1
    for (left, top), count in meeting.items():
        if count > 2:
            canvas.circle(left, top, 6, fill=INK, stroke=PAPER, stroke_width=1.5)


WIRINGS = {
    "wiring-pico": pico_sensor,
    "wiring-gpio": gpio_sensor,
    "wiring-camera": cameras,
    "wiring-lights": lights,
    "wiring-zero": zero,
}
