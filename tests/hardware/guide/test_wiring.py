"""The wiring drawings against the pins in the settings, the firmware's pin, and what keeps the parts alive."""

import ast
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from hardware.guide.drawing import header
from hardware.guide.drawing.all_drawings import GUIDE, drawings
from hardware.guide.drawing.canvas import Point
from hardware.guide.drawing.circuit import Circuit
from hardware.guide.drawing.wiring import WIRINGS, cameras, gpio_sensor, lights, pico_sensor, zero
from hardware.hits.settings import HitSettings
from hardware.lights.effects import FEWEST, MOST
from hardware.lights.layout import Layout

BOARD = Path(__file__).parents[3] / "firmware" / "board.py"
SHIFTER = header.SHIFTER_PINS


def piezo_pin() -> int:
    """What the firmware listens to; the file itself runs on a Pico only."""
    for statement in ast.parse(BOARD.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "PIEZO":
            return int(ast.literal_eval(statement.value))
    raise AssertionError("the firmware names no PIEZO")


def lamp_pin() -> int:
    """The pin of the Pi's header where the lights' data comes out, by the settings' default."""
    return header.GPIO_PINS[header.SPI_DATA[Layout().spi]]


@pytest.mark.parametrize("revision", ["a02082", "902120", "c03111", "c04170"], ids=["3B", "Zero 2 W", "4B", "5B"])
def test_the_header_is_the_one_that_gpiozero_knows(revision: str) -> None:
    from gpiozero import pi_info

    known = {number: pin.name for number, pin in pi_info(revision).headers["J8"].pins.items()}
    volts = {"3V3": "3.3 V", "5V": "5 V"}
    assert {pin: header.pin_name(pin) for pin in range(1, 41)} == {
        number: volts.get(name, name) for number, name in known.items()
    }


def test_the_sensor_module_is_wired_to_the_pin_in_the_settings_and_fed_with_3_3_volts() -> None:
    circuit = gpio_sensor().circuit
    assert f"pi.{header.GPIO_PINS[HitSettings().pin]}" in circuit.net("module.DO")
    assert any(f"pi.{pin}" in circuit.net("module.GND") for pin in header.GROUND_PINS)
    assert {pin for pin, volts in header.POWER_PINS.items() if f"pi.{pin}" in circuit.net("module.VCC")} == {1}
    assert header.POWER_PINS[1] == "3.3 V"


def test_the_piezo_is_held_in_the_middle_slowed_and_clamped_before_the_firmwares_pin() -> None:
    circuit = pico_sensor().circuit
    three, ground = f"pico.{header.PICO_PINS['3V3']}", f"pico.{header.PICO_PINS['AGND']}"
    pin = f"pico.{header.PICO_PINS[f'GP{piezo_pin()}']}"
    assert circuit.between(three, "piezo.red") == ["1 MΩ"]
    assert sorted(circuit.between("piezo.red", ground)) == ["1 MΩ", "220 nF"]
    assert circuit.between(pin, "piezo.red") == ["10 kΩ"]
    # A diode's end `a` is the striped one: current flows from `b` to `a`.
    assert circuit.between(three, pin) == ["BAT85"]
    assert circuit.between(pin, ground) == ["BAT85"]
    assert circuit.net("piezo.black") == circuit.net(ground)
    assert len({circuit.net(pad) for pad in (three, ground, pin, "piezo.red")}) == 4


def test_the_lights_data_goes_through_one_buffer_and_one_resistor() -> None:
    circuit = lights().circuit
    assert circuit.net(f"pi.{lamp_pin()}") == {f"pi.{lamp_pin()}", f"shifter.{SHIFTER['1A']}"}
    (resistor,) = circuit.between(f"shifter.{SHIFTER['1Y']}", "lamps.DIN")
    assert 300 <= int(resistor.removesuffix(" Ω")) <= 500


def test_no_input_of_the_level_shifter_is_left_open_and_every_oe_is_low() -> None:
    circuit = lights().circuit
    ground = circuit.net("supply.-")
    for name, pin in SHIFTER.items():
        pad = f"shifter.{pin}"
        if name == "VCC":
            assert pad in circuit.net("supply.+")
        elif name == "GND" or name.endswith("OE") or (name.endswith("A") and name != "1A"):
            assert pad in ground, f"{name} is not on ground"
        elif name.endswith("Y") and name != "1Y":
            assert circuit.net(pad) == {pad}, f"the unused output {name} goes somewhere"


def test_the_lamps_have_their_own_supply_with_both_capacitors_and_one_ground() -> None:
    circuit = lights().circuit
    plus, ground = circuit.net("supply.+"), circuit.net("supply.-")
    assert "lamps.5V" in plus
    assert sorted(circuit.between("supply.+", "supply.-")) == ["100 nF", "1000 µF"]
    assert "lamps.GND" in ground
    assert any(f"pi.{pin}" in ground for pin in header.GROUND_PINS)
    assert not any(pad.startswith("pi.") for pad in plus), "the lamps' supply feeds into the Pi"


def test_a_camera_hangs_on_the_ribbon_or_on_usb_and_on_nothing_else() -> None:
    circuit = cameras().circuit
    assert circuit.net("csi.cable") == {"csi.cable", "pi.ribbon"}
    assert circuit.net("usb.cable") == {"usb.cable", "pi.usb1"}


def test_the_zero_has_the_lights_on_the_same_pins() -> None:
    alone, together = lights().circuit, zero().circuit
    assert together.net("lights.data") == {f"pi.{lamp_pin()}", "lights.data"}
    (ground,) = (pad for pad in alone.net("supply.-") if pad.startswith("pi."))
    assert ground in together.net("lights.GND")
    assert together.net("pico.usb") == {"pi.data", "pico.usb"}
    assert together.net("supply.+") == {"pi.power", "supply.+"}


@pytest.mark.parametrize("name", list(WIRINGS))
def test_no_wire_runs_over_a_pad_that_it_does_not_reach(name: str) -> None:
    circuit = WIRINGS[name]().circuit
    for wire in circuit.wires:
        net = circuit.net(wire.start)
        for (x0, y0), (x1, y1) in pairwise(circuit.points(wire)):
            for pad, (x, y) in circuit.pads.items():
                near = min(x0, x1) - 4 <= x <= max(x0, x1) + 4 and min(y0, y1) - 4 <= y <= max(y0, y1) + 4
                straight = x0 == x1 or y0 == y1
                assert pad in net or not (near and straight), f"{wire.start} → {wire.end} touches {pad}"


@pytest.mark.parametrize("name", list(WIRINGS))
def test_wires_of_two_potentials_cross_at_most_and_never_run_on_top_of_each_other(name: str) -> None:
    circuit = WIRINGS[name]().circuit
    stretches = [
        (circuit.net(wire.start), wire, stretch) for wire in circuit.wires for stretch in pairwise(circuit.points(wire))
    ]
    for (net, wire, stretch), (other_net, other, other_stretch) in combinations(stretches, 2):
        assert net == other_net or not on_top(stretch, other_stretch), f"{wire} and {other}"


def on_top(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two straight stretches lie within a wire's breadth of each other for more than that."""
    shared = []
    for axis in (0, 1):
        low = max(min(one[0][axis], one[1][axis]), min(other[0][axis], other[1][axis]))
        high = min(max(one[0][axis], one[1][axis]), max(other[0][axis], other[1][axis]))
        shared.append(high - low)
    return min(shared) >= -8 and max(shared) > 8


@pytest.mark.parametrize("name", list(WIRINGS))
def test_the_words_of_a_drawing_name_the_pins_that_its_wires_use(name: str) -> None:
    sheet = WIRINGS[name]()
    svg = sheet.canvas.svg()
    wired = {pad for net in sheet.circuit.nets() if len(net) > 1 for pad in net}
    used = [pad.split(".")[1] for pad in wired if pad.startswith(("pi.", "pico."))]
    assert [pin for pin in used if pin.isdigit() and not re.search(rf">[^<]*pin {pin}<", svg)] == []


def test_the_drawing_says_how_many_lamps_may_be_lit() -> None:
    assert f"{FEWEST} to {MOST} WS2812 lamps" in lights().canvas.svg()


def test_a_wire_that_would_end_askew_is_refused() -> None:
    circuit = Circuit()
    circuit.pad("a.1", 0, 0)
    circuit.pad("b.1", 50, 50)
    circuit.wire("gnd", "a.1", "b.1")
    with pytest.raises(ValueError, match="askew"):
        circuit.points(circuit.wires[0])


def test_the_stored_drawings_are_the_ones_that_the_data_draws() -> None:
    stored = {str(path.relative_to(GUIDE)): path.read_text(encoding="utf-8") for path in GUIDE.rglob("*.svg")}
    drawn = drawings()
    assert sorted(stored) == sorted(drawn)
    changed = [name for name, svg in drawn.items() if stored[name] != svg]
    assert changed == [], "run python -m hardware.guide.drawing"
