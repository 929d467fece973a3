from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.lights.layout import Layout, current
from hardware.lights.spi import SPEED, encode, open_spi, spi_strip
from tests.clock import Hand
from tests.hardware.lights.spidev import FakeSpi, install

# WS2812B, in seconds: the time high and then low of a 0 and of a 1, each give or take 150 ns.
ZERO_HIGH, ZERO_LOW = 0.40e-6, 0.85e-6
ONE_HIGH, ONE_LOW = 0.80e-6, 0.45e-6
SLACK = 0.15e-6
LATCH = 280e-6
SPIDEV_BUFFER = 4096


def pulses(sent: bytes, clock: float) -> list[tuple[bool, float]]:
    """The line as it is: high or low, and for how many seconds."""
    line = [bool(byte >> bit & 1) for byte in sent for bit in range(7, -1, -1)]
    return [(high, len(list(run)) / clock) for high, run in groupby(line)]


def decode(sent: bytes, clock: float) -> bytes:
    """What lamps that keep to the data sheet read from the line."""
    line = pulses(sent, clock)
    assert line[0][0] is False, "the line must start low"
    assert line[-1][0] is False
    assert line[-1][1] >= LATCH, "the lamps must take the picture over"
    bits = []
    runs = line[1:]
    for place in range(0, len(runs), 2):
        (_, high), (_, low) = runs[place : place + 2]
        bit = high > (ZERO_HIGH + ONE_HIGH) / 2
        assert high == pytest.approx(ONE_HIGH if bit else ZERO_HIGH, abs=SLACK)
        if place + 2 < len(runs):
            assert low == pytest.approx(ONE_LOW if bit else ZERO_LOW, abs=SLACK)
        bits.append(bit)
    assert len(bits) % 8 == 0
    return bytes(
        sum(bit << 7 - at for at, bit in enumerate(bits[start : start + 8])) for start in range(0, len(bits), 8)
    )


@pytest.mark.parametrize("clock", [SPEED, 6_250_000, 6_666_667])
@given(colours=st.binary(min_size=1, max_size=180))
def test_lamps_read_back_the_colours_at_every_speed_a_pi_makes_of_it(clock: float, colours: bytes) -> None:
    """The Pi divides its core clock by whole even numbers: 6.25 MHz on most models is as near as it gets."""
    assert decode(encode(colours), clock) == colours


def test_every_byte_value_survives() -> None:
    assert decode(encode(bytes(range(256))), SPEED) == bytes(range(256))


def test_a_pause_between_two_bytes_only_makes_a_low_longer() -> None:
    sent = encode(bytes(range(256)))
    assert all(not byte & 1 for byte in sent)


def test_the_longest_strip_goes_out_in_one_piece() -> None:
    assert len(encode(bytes(60 * 3))) <= SPIDEV_BUFFER


def test_the_strip_is_blanked_at_start_lit_and_dark_after_close(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = install(monkeypatch)
    strip = spi_strip(Layout(count=8, brightness=1.0, limit_ma=600), Hand())
    strip.show([(255, 0, 0)] * 8)
    strip.close()
    strip.close()
    dark, lit, dark_again = (decode(sent, SPEED) for sent in bus.sent)
    assert dark == dark_again == bytes(24)
    assert lit == bytes([0, 255, 0]) * 8
    assert (bus.path, bus.max_speed_hz, bus.mode, bus.opened, bus.closed) == ("/dev/spidev0.0", SPEED, 0, 1, 1)
    assert strip.name == "spi"


def test_what_goes_over_the_line_keeps_the_current_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = install(monkeypatch)
    spi_strip(Layout(count=60, brightness=1.0, limit_ma=500), Hand()).show([(255, 255, 255)] * 60)
    assert 450 < current(decode(bus.sent[-1], SPEED)) <= 500


def test_a_line_that_fails_is_closed_and_opened_again_at_the_next_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    bus, clock = install(monkeypatch), Hand()
    strip = spi_strip(Layout(count=8), clock)
    bus.failure = OSError(5, "Input/output error")
    with pytest.raises(OSError, match="Input/output"):
        strip.show([(1, 2, 3)] * 8)
    clock.now += 7 * 60
    assert "7 min" in str(strip.health())
    assert "Input/output" in str(strip.health())
    assert bus.closed == 1
    bus.failure = None
    strip.show([(1, 2, 3)] * 8)
    assert strip.health().fine
    assert bus.opened == 2


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (FileNotFoundError(2, "No such file"), "raspi-config nonint do_spi 0"),
        (PermissionError(13, "Permission denied"), "usermod -aG spi"),
        (OSError(16, "Device or resource busy"), "resource busy"),
    ],
)
def test_a_line_that_cannot_be_opened_says_what_to_do_and_keeps_the_game_going(
    monkeypatch: pytest.MonkeyPatch, failure: OSError, words: str
) -> None:
    bus, clock = install(monkeypatch), Hand()
    bus.refusal = failure
    strip = spi_strip(Layout(count=8), clock)
    clock.now += 3 * 60
    assert words in str(strip.health())
    assert "3 min" in str(strip.health())
    bus.refusal = None
    strip.show([(0, 0, 0)] * 8)
    assert strip.health().fine


def test_without_the_package_the_strip_says_which_one_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "spidev", None)
    strip = spi_strip(Layout(count=8), Hand())
    assert "spidev" in str(strip.health())
    assert not strip.health().fine


def test_closed_lights_stay_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    strip = spi_strip(Layout(count=8), Hand())
    strip.close()
    with pytest.raises(OSError, match="closed"):
        strip.show([(0, 0, 0)] * 8)


def test_the_line_is_a_plain_spidev(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = install(monkeypatch)
    spi = open_spi("/dev/spidev1.0")
    assert isinstance(spi, FakeSpi)
    assert bus.path == "/dev/spidev1.0"
