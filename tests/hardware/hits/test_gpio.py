"""A vibration switch on a pin, driven through gpiozero's own mock pins."""

import threading
import time
from collections.abc import Iterator
from queue import Queue
from typing import Any

import pytest

from hardware.devices import Blow
from hardware.hits import HitSettings
from hardware.hits.gpio import WAITING, GpioHits
from hardware.hits.resting import Rests
from tests.clock import Hand
from tests.needs import missing


@pytest.fixture
def factory() -> Iterator[Any]:
    try:
        from gpiozero.pins.mock import MockFactory
    except ImportError:
        missing("gpiozero")
    factory = MockFactory()
    yield factory
    factory.close()


@pytest.fixture
def hour() -> Hand:
    return Hand(10.0)


@pytest.fixture
def sensor(factory: Any, hour: Hand) -> Iterator[GpioHits]:
    sensor = GpioHits(hour, HitSettings(), lambda: factory)
    yield sensor
    sensor.close()
    sensor.close()


def drain(sensor: GpioHits) -> list[Blow]:
    blows: list[Blow] = []
    while not sensor._queue.empty():
        sensor.take(sensor._queue.get(), blows.append)
    return blows


def ring(pin: Any, hour: Hand, edges: int, apart: float = 0.001) -> None:
    for i in range(edges):
        (pin.drive_low if i % 2 else pin.drive_high)()
        hour.now += apart
    pin.drive_low()


def test_a_ringing_burst_is_one_blow_at_its_first_edge(sensor: GpioHits, factory: Any, hour: Hand) -> None:
    pin = factory.pin(17)
    ring(pin, hour, 40)
    hour.now += 0.5
    ring(pin, hour, 7)
    blows = drain(sensor)
    assert [round(blow.time, 3) for blow in blows] == [10.0, 10.54]
    assert sensor.health().fine


def test_ten_thousand_edges_lose_no_hit_and_grow_no_queue(sensor: GpioHits, factory: Any, hour: Hand) -> None:
    pin = factory.pin(17)
    ring(pin, hour, 10_000, apart=0.00001)
    assert sensor._queue.qsize() <= WAITING
    hour.now += 0.3
    ring(pin, hour, 3)
    assert [round(blow.time, 2) for blow in drain(sensor)] == [10.0, 10.4]


def test_a_queue_that_nobody_empties_stays_bounded_and_the_callback_never_raises(
    sensor: GpioHits, factory: Any, hour: Hand
) -> None:
    ring(factory.pin(17), hour, 3 * WAITING, apart=0.002)
    assert sensor._queue.qsize() == WAITING


def rest(sensor: GpioHits, hour: Hand, seconds: float = 3.0) -> None:
    drain(sensor)
    for _ in range(round(seconds * 10)):
        sensor.look()
        hour.now += 0.1


def strike(sensor: GpioHits, factory: Any, hour: Hand, then_high: bool) -> None:
    """A burst of edges, and the level at which the switch comes to rest."""
    pin = factory.pin(17)
    for _ in range(4):
        (pin.drive_low if pin.state else pin.drive_high)()
        sensor.look()
        hour.now += 0.05
    (pin.drive_high if then_high else pin.drive_low)()
    rest(sensor, hour)


@pytest.mark.parametrize("high", [False, True], ids=["rests low", "rests high"])
def test_a_module_may_rest_at_either_level_and_is_stuck_once_it_does_not_come_back_to_its_own(
    sensor: GpioHits, factory: Any, hour: Hand, high: bool
) -> None:
    pin = factory.pin(17)
    (pin.drive_high if high else pin.drive_low)()
    rest(sensor, hour)
    assert sensor.health().fine
    for _ in range(5):
        strike(sensor, factory, hour, then_high=high)
        assert sensor.health().fine
    (pin.drive_low if high else pin.drive_high)()
    rest(sensor, hour)
    assert "has not come back to rest for 3 s" in str(sensor.health())
    (pin.drive_high if high else pin.drive_low)()
    sensor.look()
    assert sensor.health().fine


def test_a_switch_that_comes_to_rest_as_it_happens_is_never_called_stuck_for_long(
    sensor: GpioHits, factory: Any, hour: Hand
) -> None:
    rests = [False] * 6 + [True, False, True, True, False, True] * 5
    called_stuck = 0
    for high in rests:
        strike(sensor, factory, hour, then_high=high)
        called_stuck += not sensor.health().fine
    assert called_stuck == 1


@pytest.mark.parametrize(("rests", "high"), [("low", True), ("high", False)])
def test_what_the_settings_say_of_its_rest_counts_at_once(factory: Any, hour: Hand, rests: Rests, high: bool) -> None:
    sensor = GpioHits(hour, HitSettings(rests=rests), lambda: factory)
    (factory.pin(17).drive_high if high else factory.pin(17).drive_low)()
    rest(sensor, hour)
    assert "has not come back to rest" in str(sensor.health())
    sensor.close()


def test_the_line_is_let_go_when_the_sensor_is_closed(factory: Any, hour: Hand) -> None:
    """gpiozero on lgpio frees a line only with the factory that claimed it."""
    sensor = GpioHits(hour, HitSettings(), lambda: factory)
    assert factory.pins
    sensor.close()
    assert not factory.pins


def test_a_line_that_cannot_be_had_leaves_nothing_open(factory: Any, hour: Hand) -> None:
    from gpiozero import DigitalInputDevice, GPIOPinInUse

    with DigitalInputDevice(17, pin_factory=factory), pytest.raises(GPIOPinInUse):
        GpioHits(hour, HitSettings(), lambda: factory)
    assert not factory.pins


def test_a_constant_buzz_is_said_and_is_no_row_of_hits(sensor: GpioHits, factory: Any, hour: Hand) -> None:
    pin = factory.pin(17)
    blows = []
    for _ in range(300):
        ring(pin, hour, 2, apart=0.005)
        blows += drain(sensor)
    assert len(blows) == 1
    assert "buzzes" in str(sensor.health())
    hour.now += 1
    assert sensor.health().fine


def test_the_death_of_the_thread_that_tells_edges_is_noticed(sensor: GpioHits, factory: Any, hour: Hand) -> None:
    sensor._device.when_activated = sensor._device.when_deactivated = None
    pin = factory.pin(17)
    for i in range(6):
        (pin.drive_low if i % 2 else pin.drive_high)()
        sensor.look()
        hour.now += 0.1
    assert "no longer told" in str(sensor.health())


def test_a_pin_that_cannot_be_read_any_more_is_said(sensor: GpioHits) -> None:
    sensor._device.close()
    sensor.look()
    assert "cannot be read" in str(sensor.health())


def test_blows_arrive_from_the_drivers_thread(factory: Any) -> None:
    blows: Queue[tuple[Blow, str]] = Queue()
    sensor = GpioHits(time.monotonic, HitSettings(), lambda: factory)
    sensor.start(lambda blow: blows.put((blow, threading.current_thread().name)))
    try:
        factory.pin(17).drive_high()
        blow, thread = blows.get(timeout=5)
        assert thread == "gpio hits"
        assert (blow.strength, blow.length) == (1.0, 0.0)
    finally:
        sensor.close()
