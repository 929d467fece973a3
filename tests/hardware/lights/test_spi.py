import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.lights.layout import Layout, current
from hardware.lights.spi import LATCH, SPEED, encode, open_spi, spi_strip
from tests.clock import Hand
from tests.hardware.lights.spidev import FakeSpi, install
from tests.hardware.lights.ws2812 import CHIPS, WS2812B_V5, Chain, Chip, OutOfSpec, waveform

SPIDEV_BUFFER = 4096
CLOCKS = [6_000_000, SPEED, 6_875_000]
"""What a Pi makes of it; the last is a Pi 4 whose core runs a tenth faster, as it does for some screens."""


def read_by(chip: Chip, sent: list[bytes], lamps: int, clock: float = SPEED, rests_high: bool = False) -> bytes:
    """What the lamps show in the end."""
    chain = Chain(lamps, chip)
    chain.hear(waveform(sent, clock, rests_high))
    return b"".join(chain.shown)


@pytest.mark.parametrize("rests_high", [False, True], ids=["rests low", "rests high"])
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("chip", CHIPS, ids=[chip.name for chip in CHIPS])
@settings(max_examples=20, deadline=None)
@given(lamps=st.lists(st.binary(min_size=3, max_size=3), min_size=1, max_size=4))
def test_lamps_read_back_the_colours_at_every_speed_a_pi_makes_of_it(
    chip: Chip, clock: float, rests_high: bool, lamps: list[bytes]
) -> None:
    """Three pictures one after the other: what the line does between them must not become a colour."""
    colours = b"".join(lamps)
    before = bytes(byte ^ 255 for byte in colours)
    sent = [encode(before), encode(colours[::-1]), encode(colours)]
    assert read_by(chip, sent, len(lamps), clock, rests_high) == colours


def test_every_byte_value_survives() -> None:
    colours = bytes(range(256)) + b"\0\0"
    assert read_by(WS2812B_V5, [encode(colours)], len(colours) // 3) == colours


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (0b11100000, "high for 480 ns"),
        (0b10000000, "high for 160 ns"),
        (0b11111000, "after a 1 the line was low for 480 ns"),
    ],
)
def test_the_lamps_refuse_what_is_outside_their_data_sheet(pattern: int, words: str) -> None:
    with pytest.raises(OutOfSpec, match=words):
        read_by(WS2812B_V5, [bytes([0, *[pattern] * 24, *bytes(300)])], 1)


def test_the_lamps_take_a_line_that_rested_high_for_a_bit_unless_a_whole_latch_comes_first() -> None:
    red = encode(bytes([0, 128, 0]))[len(LATCH) :]
    assert read_by(WS2812B_V5, [LATCH + red], 1, rests_high=True) == bytes([0, 128, 0])
    short_of_it = bytes(8)
    assert read_by(WS2812B_V5, [short_of_it + red], 1, rests_high=True) == bytes([128, 64, 0])


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
    dark, lit, dark_again = (read_by(WS2812B_V5, [sent], lamps=8) for sent in bus.sent)
    assert dark == dark_again == bytes(24)
    assert lit == bytes([0, 255, 0]) * 8
    assert (bus.path, bus.max_speed_hz, bus.mode, bus.opened, bus.closed) == ("/dev/spidev0.0", SPEED, 0, 1, 1)
    assert strip.name == "spi"


def test_what_goes_over_the_line_keeps_the_current_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = install(monkeypatch)
    spi_strip(Layout(count=60, brightness=1.0, limit_ma=500), Hand()).show([(255, 255, 255)] * 60)
    assert 450 < current(read_by(WS2812B_V5, [bus.sent[-1]], lamps=60)) <= 500


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
