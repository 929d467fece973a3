"""The 40 pins of every Raspberry Pi in question, and those of the Pico and the level shifter that are wired here."""

GPIO_PINS = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""GPIO number: pin on the header."""

GROUND_PINS = (6, 9, 14, 20, 25, 30, 34, 39)
POWER_PINS = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}

SPI_DATA = {"/dev/spidev0.0": 10, "/dev/spidev0.1": 10, "/dev/spidev1.0": 20}
"""The GPIO number where a bus puts its data out."""

PICO_PINS = {"GP26": 31, "AGND": 33, "3V3": 36}

SHIFTER_PINS = {
    "1OE": 1, "1A": 2, "1Y": 3, "2OE": 4, "2A": 5, "2Y": 6, "GND": 7,
    "3Y": 8, "3A": 9, "3OE": 10, "4Y": 11, "4A": 12, "4OE": 13, "VCC": 14,
}  # fmt: skip
"""74AHCT125: four buffers, each with an input A, an output Y, and OE, which switches it on when it is low."""


def pin_name(pin: int) -> str:
    """What a pin of the Pi's header is called."""
    if pin in GROUND_PINS:
        return "GND"
    if pin in POWER_PINS:
        return POWER_PINS[pin]
    return next(f"GPIO{gpio}" for gpio, place in GPIO_PINS.items() if place == pin)
