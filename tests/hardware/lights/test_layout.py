import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.devices import Pixel
from hardware.lights.layout import Layout, current
from hardware.lights.sim import SimStrip

pixel = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
WHITE: Pixel = (255, 255, 255)
DARK: Pixel = (0, 0, 0)


@given(
    st.integers(8, 60).flatmap(lambda count: st.lists(pixel, min_size=count, max_size=count)),
    st.floats(0, 1),
    st.floats(61, 3000),
)
def test_the_current_limit_holds_for_every_picture(picture: list[Pixel], brightness: float, limit: float) -> None:
    layout = Layout(count=len(picture), brightness=brightness, limit_ma=limit)
    strip = SimStrip(layout)
    strip.show(picture)
    assert current(strip.sent) <= limit


def test_an_all_white_strip_draws_the_full_current() -> None:
    assert current(bytes([255]) * 30 * 3) == pytest.approx(30 * 61)


def test_a_picture_within_the_limit_keeps_its_light() -> None:
    layout = Layout(count=8, brightness=1.0, limit_ma=600)
    assert layout.levels([WHITE] * 8) == [WHITE] * 8


def test_half_as_bright_for_eyes_is_a_fifth_of_the_light() -> None:
    layout = Layout(count=8, brightness=1.0, limit_ma=600)
    assert layout.levels([(128, 128, 128)] * 8)[0][0] == 56


def _lamp_of_the_first_pixel(layout: Layout) -> list[int]:
    picture = [DARK] * layout.count
    picture[0], picture[1] = WHITE, (0, 255, 0)
    levels = layout.levels(picture)
    return [next(i for i, lamp in enumerate(levels) if bool(lamp[0]) == first and lamp[1]) for first in (True, False)]


@pytest.mark.parametrize(
    ("layout", "lamps"),
    [
        (Layout(count=8), [0, 1]),
        (Layout(count=8, backwards=True), [7, 6]),
        (Layout(count=8, shape="ring"), [0, 1]),
        (Layout(count=8, shape="ring", first=3), [3, 4]),
        (Layout(count=8, shape="ring", first=7), [7, 0]),
        (Layout(count=8, shape="ring", first=3, backwards=True), [3, 2]),
        (Layout(count=8, shape="ring", backwards=True), [0, 7]),
    ],
)
def test_the_picture_starts_where_the_strip_was_mounted(layout: Layout, lamps: list[int]) -> None:
    assert _lamp_of_the_first_pixel(layout) == lamps


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"count": 7}, "8 to 60"),
        ({"count": 61}, "8 to 60"),
        ({"order": "RGBW"}, "colour order"),
        ({"first": 3}, "Only a ring"),
        ({"shape": "ring", "first": 24}, "0 to 23"),
        ({"brightness": 1.1}, "0 to 1"),
        ({"limit_ma": 24}, "even when dark"),
        ({"shape": "star"}, "Invalid enum"),
        ({"colour": "red"}, "unknown field"),
    ],
)
def test_impossible_layouts_are_refused_with_the_reason(settings: dict[str, object], reason: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=reason):
        msgspec.convert(settings, Layout)


def test_a_picture_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="24 lamps, the picture 3"):
        SimStrip().show([WHITE] * 3)


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG"])
def test_colours_go_out_in_the_strips_order(order: str) -> None:
    strip = SimStrip(Layout(count=8, order=order, brightness=1.0))
    strip.show([(255, 0, 0)] * 8)
    assert strip.sent == bytes(255 if channel == "R" else 0 for channel in order) * 8


def test_the_simulated_strip_is_dark_at_start_and_at_close() -> None:
    strip = SimStrip(Layout(count=8))
    assert strip.sent == bytes(24)
    strip.show([WHITE] * 8)
    assert strip.sent != bytes(24)
    strip.close()
    strip.close()
    assert strip.sent == bytes(24)


def test_a_failing_strip_can_still_be_closed() -> None:
    strip = SimStrip(Layout(count=8))
    strip.show([WHITE] * 8)
    strip.failing = True
    strip.close()
    strip.close()


def test_a_failing_strip_says_so_and_comes_back() -> None:
    strip = SimStrip(Layout(count=8))
    strip.failing = True
    with pytest.raises(OSError, match="fail"):
        strip.show([WHITE] * 8)
    assert not strip.health().fine
    strip.failing = False
    strip.show([WHITE] * 8)
    assert strip.health().fine
