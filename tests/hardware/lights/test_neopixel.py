import importlib.util

import pytest

from hardware.lights.layout import Layout, current
from hardware.lights.neopixel import neopixel_strip
from tests.clock import Hand
from tests.hardware.lights.board import Board
from tests.needs import missing


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(monkeypatch)


def test_adafruits_own_package_blanks_lights_and_blanks_again(board: Board) -> None:
    strip = neopixel_strip(Layout(count=8, brightness=1.0, limit_ma=600), Hand())
    strip.show([(255, 0, 0)] * 8)
    strip.close()
    strip.close()
    assert board.sent == [bytes(24), bytes([0, 255, 0]) * 8, bytes(24)]
    assert board.released == 1
    assert strip.name == "neopixel"


def test_each_picture_goes_out_once_in_the_strips_order_and_within_the_current_limit(board: Board) -> None:
    strip = neopixel_strip(Layout(count=60, order="RGB", brightness=1.0, limit_ma=400), Hand())
    strip.show([(255, 255, 0)] * 60)
    assert len(board.sent) == 2
    assert board.sent[1][2] == 0
    assert board.sent[1][0] == board.sent[1][1] > 0
    assert current(board.sent[1]) <= 400


def test_a_package_that_may_not_use_the_board_fails_like_any_lost_device_and_comes_back(board: Board) -> None:
    board.failure = RuntimeError("ws2811_init failed")
    strip = neopixel_strip(Layout(count=8), Hand())
    assert "ws2811_init" in str(strip.health())
    with pytest.raises(OSError, match="ws2811_init"):
        strip.show([(9, 9, 9)] * 8)
    board.failure = None
    strip.show([(9, 9, 9)] * 8)
    assert strip.health().fine


def test_a_pin_that_somebody_else_holds_is_told_and_tried_again(board: Board) -> None:
    board.refusal = ValueError("pin 18 is in use")
    strip = neopixel_strip(Layout(count=8), Hand())
    assert "in use" in str(strip.health())
    board.refusal = None
    strip.show([(9, 9, 9)] * 8)
    assert strip.health().fine


@pytest.mark.usefixtures("board")
def test_a_pin_that_the_board_does_not_have_is_named() -> None:
    strip = neopixel_strip(Layout(count=8, pin="D99"), Hand())
    assert "no pin D99" in str(strip.health())


def test_off_a_board_it_says_so_and_names_the_other_way() -> None:
    if importlib.util.find_spec("neopixel") is None:
        missing("adafruit-circuitpython-neopixel")
    strip = neopixel_strip(Layout(count=8), Hand())
    assert "choose the lights “spi”" in str(strip.health())
