"""What to measure or look at when a device is silent although nothing is wrong with the machine; it measures nothing.

The build guide has the same lines, rung by rung, and a test holds the two together.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hardware.rig.opening import RigSettings


class Measure(NamedTuple):
    where: str
    expected: str
    otherwise: str

    def told(self, device: str) -> str:
        return f"look   {device:<13}  {self.where}: {self.expected}\n{'':22}→ {self.otherwise}"


MAT = (
    Measure(
        "the bar on the printed mat, with a ruler",
        "100 mm",
        "print the mat again at 100 %, not fitted to the page",
    ),
    Measure(
        "the picture on the page Camera",
        "all four corner markers, with a finger's breadth to spare",
        "move the camera: 35 to 45 cm above the mat, over its middle",
    ),
    Measure(
        "the same picture, with the lamps of the room as they are in a game",
        "no bright spot mirrored on the mat",
        "move the lamp, or print on matt paper",
    ),
)

MEASURES: Mapping[str, Sequence[Measure]] = {
    "pico": (
        Measure(
            "3V3 (pin 36) against AGND (pin 33) of the Pico",
            "3.3 V",
            "0 V: the cable feeds it nothing, or something is shorted; unplug it and look for solder between two pins",
        ),
        Measure(
            "GP26 (pin 31) against AGND (pin 33), while nobody touches the tower",
            "1.5 to 1.7 V",
            "near 0 or 3.3 V: a 1 MΩ is missing, or the stripe of a diode points down",
        ),
        Measure(
            "the disc alone, in AC millivolts, while you tap it",
            "the reading jumps",
            "nothing: the disc is cracked, or a wire came off",
        ),
        Measure(
            "the light on the Pico, while you hit the tower",
            "one flash a hit",
            "none: press the disc flat onto the wood, then calibrate again",
        ),
    ),
    "gpio": (
        Measure(
            "VCC against GND of the sensor module",
            "3.3 V",
            "5 V: unplug it at once, its wire belongs on pin 1; 0 V: one of the two wires is off",
        ),
        Measure(
            "DO against GND of the module, while nobody touches the tower",
            "0 V or 3.3 V, and it stays there",
            "something between: turn the screw of the module back a little",
        ),
        Measure(
            "the lamp of the module, while you tap the tower",
            "it flickers",
            "it does not: turn the screw until it does, and back until a tap on the table no longer does it",
        ),
    ),
    "usb": MAT,
    "csi": MAT,
    "spi": (
        Measure(
            "5V against GND at the first lamp",
            "4.8 to 5.2 V",
            "less while they are lit: a stronger supply, thicker wires, or a smaller limit_ma",
        ),
        Measure(
            "pin 14 against pin 7 of the level shifter",
            "4.8 to 5.2 V",
            "0 V: it is not fed, or it sits the wrong way round",
        ),
        Measure(
            "pins 1, 4, 5, 9, 10, 12 and 13 of the level shifter against pin 7",
            "0 V, each of them",
            "anything else: that pin is not tied to ground",
        ),
        Measure(
            "pin 25 of the Pi against GND of the lamps, in ohms, all unplugged",
            "less than 1 Ω",
            "more: they have no ground in common",
        ),
        Measure(
            "the arrows on the strip",
            "they point away from the cable",
            "feed its other end, the one marked DIN",
        ),
    ),
    "wled": (
        Measure(
            "WLED's own page, at its address, while the companion is off",
            "it lights all lamps in the colours that you choose there",
            "set number, pin and colour order there first: here they are not known",
        ),
        Measure(
            "on that page, below Config and Sync Interfaces",
            "realtime is received by UDP, port 21324",
            "switch it on there, and leave gamma correction for realtime off: the companion has its own",
        ),
    ),
}


def to_measure(settings: RigSettings) -> list[str]:
    """The lines for the devices that are chosen."""
    chosen = (settings.hits, settings.camera, settings.lights)
    return [measure.told(device) for device in chosen for measure in MEASURES.get(device, ())]
