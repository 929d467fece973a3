"""The lights on a WLED: what arrives at its port, told by a socket of our own in its place."""

import socket
from collections.abc import Iterator

import pytest

from hardware.lights import wled
from hardware.lights.layout import Layout, current
from hardware.lights.wled import WledStrip
from hardware.rig.opening import RigSettings, open_lights
from tests.clock import Hand

WHITE = (255, 255, 255)


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Where a WLED would listen; it gives up after a second."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind(("127.0.0.1", 0))
        listening.settimeout(1.0)
        monkeypatch.setattr(wled, "PORT", listening.getsockname()[1])
        yield listening


def home(count: int = 8, limit_ma: float = 600.0) -> Layout:
    return Layout(count=count, brightness=1.0, limit_ma=limit_ma, address="127.0.0.1")


def test_each_picture_is_one_datagram_red_first_and_it_is_dark_at_start_and_end(port: socket.socket) -> None:
    strip = WledStrip(home(), Hand())
    strip.show([(255, 0, 0)] + [(0, 0, 255)] * 7)
    strip.close()
    strip.close()
    arrived = [port.recv(2000) for _ in range(3)]
    head = bytes((2, wled.HOLD))
    assert arrived == [head + bytes(24), head + bytes((255, 0, 0)) + bytes((0, 0, 255)) * 7, head + bytes(24)]


def test_the_current_limit_holds_for_wled_too(port: socket.socket) -> None:
    strip = WledStrip(home(60, 400), Hand())
    strip.show([WHITE] * 60)
    strip.close()
    _dark, lit, _dark_again = (port.recv(2000) for _ in range(3))
    assert 0 < current(lit[2:]) <= 400


def test_its_health_does_not_claim_to_know_that_the_lamps_are_lit(port: socket.socket) -> None:
    strip = open_lights(RigSettings(lights="wled", strip=home()), Hand())
    assert strip.name == "wled"
    assert str(strip.health()) == "8 lamps are sent to WLED at 127.0.0.1, which does not tell whether they are lit."
    strip.close()
    assert port.recv(2000)


def test_a_picture_is_told_again_well_before_wled_forgets_it() -> None:
    assert WledStrip.lasts <= wled.HOLD / 3, "two lost datagrams are not to be seen"


def test_without_an_address_it_says_what_to_do() -> None:
    strip = WledStrip(Layout(count=8), Hand())
    assert "need an address" in str(strip.health())
    with pytest.raises(OSError, match="under \\[lights\\]"):
        strip.show([WHITE] * 8)


def test_a_machine_that_does_not_listen_is_told_and_tried_again(port: socket.socket) -> None:
    number = port.getsockname()[1]
    port.close()
    strip = WledStrip(home(), Hand())
    with pytest.raises(ConnectionRefusedError):  # the refusal of the picture before
        strip.show([WHITE] * 8)
    assert not strip.health().fine
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as back:
        back.bind(("127.0.0.1", number))
        strip.show([WHITE] * 8)
        assert strip.health().fine
        strip.close()


@pytest.mark.parametrize("address", ["wled.local", "8.8.8.8", "192.168.1", "everywhere"])
def test_only_an_address_of_the_house_in_numbers_is_taken(address: str) -> None:
    with pytest.raises(ValueError, match=r"such as 192\.168\.1\.50"):
        Layout(address=address)
