"""A vibration switch or a piezo with a comparator on one pin of the Pi; it never knows how hard a blow was.

lgpio has one callback thread, which an exception would end: the callback takes the time and enqueues, nothing else.
gpiozero's `bounce_time` stays unset: with it, lgpio reports no edge at all while the sensor rings.
"""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from queue import Empty, Full, Queue
from typing import Any

from companion.common.health import Health, failing, fine
from companion.common.worker import Worker
from hardware.devices import Blow, Clock
from hardware.hits.detector import Edges
from hardware.hits.resting import Resting
from hardware.hits.settings import HitSettings

WAITING = 256  # edges in the queue
CLOSEST = 0.0005  # seconds: edges closer than this to the last one enqueued tell nothing new
LOOK = 0.1  # seconds between looks at the pin
BUZZ = 1.0
DEAF_LOOKS = 3  # the pin was seen to move so often without an edge being told


def pi_factory() -> Any:
    """gpiozero's pins through lgpio, by name: left to itself it falls through other libraries with a mere warning."""
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


class GpioHits:
    name = "gpio"

    def __init__(self, clock: Clock, settings: HitSettings, make_pins: Callable[[], Any] | None = None) -> None:
        self._clock = clock
        self._pin = settings.pin
        self._edges = Edges(round(settings.gap * 1_000_000))
        self._queue: Queue[float] = Queue(WAITING)
        self._enqueued = float("-inf")
        self._told = 0  # edges, as counted by the callback
        self._looked = (False, 0)  # the pin, and the edges told, at the last look
        self._deaf_looks = 0
        self._resting = Resting(settings.rests, clock())
        self._fault: Health | None = None
        self._looked_at = clock()
        self._heard: Callable[[Blow], None] = lambda _: None
        self.worker = Worker("gpio hits", self._listen, clock)
        self._pins = (make_pins or pi_factory)()
        with ExitStack() as opening:
            opening.callback(self._pins.close)
            self._device = self._claim()
            opening.pop_all()

    def start(self, heard: Callable[[Blow], None]) -> None:
        self._heard = heard
        self.worker.start()

    def health(self) -> Health:
        now = self._clock()
        if self._fault is not None:
            return self._fault
        if self._deaf_looks >= DEAF_LOOKS:
            return failing(
                "Pin GPIO{pin} moves but its edges are no longer told: restart the companion. "
                "Enter hits by hand meanwhile.",
                pin=self._pin,
            )
        if self._edges.buzzing(round(now * 1_000_000)) > BUZZ * 1_000_000:
            return failing(
                "The hit sensor on pin GPIO{pin} buzzes without pause: turn its trimmer to less sensitive. "
                "Enter hits by hand meanwhile.",
                pin=self._pin,
            )
        if stuck := self._resting.stuck_for(now):
            return failing(
                "The hit sensor on pin GPIO{pin} has not come back to rest for {seconds} s: check its wire and its "
                "trimmer. Enter hits by hand meanwhile.",
                pin=self._pin,
                seconds=round(stuck),
            )
        return fine("The hit sensor on pin GPIO{pin} listens.", pin=self._pin)

    def close(self) -> None:
        self.worker.close()
        self._device.close()
        # A device that is closed only makes its line an input again; the line is let go with all pins.
        self._pins.close()

    def _claim(self) -> Any:
        from gpiozero import DigitalInputDevice

        device = DigitalInputDevice(self._pin, pull_up=False, pin_factory=self._pins)
        device.when_activated = device.when_deactivated = self._edge
        return device

    def _edge(self) -> None:
        now = self._clock()
        self._told += 1
        if now - self._enqueued < CLOSEST:
            return
        try:
            self._queue.put_nowait(now)
        except Full:
            return  # the queue holds older edges of this same burst; the next one tries again
        self._enqueued = now

    def _listen(self) -> float:
        with suppress(Empty):
            self.take(self._queue.get(timeout=LOOK), self._heard)
        if self._clock() - self._looked_at >= LOOK:
            self._looked_at = self._clock()
            self.look()
        return 0.0

    def take(self, time: float, heard: Callable[[Blow], None]) -> None:
        """One edge from the queue."""
        if self._edges.edge(round(time * 1_000_000)):
            heard(Blow(time, 1.0, 0.0))

    def look(self) -> None:
        """See for ourselves how the pin is: it may be stuck, and the thread that tells its edges may have died."""
        try:
            on = bool(self._device.value)
        except Exception as error:  # whatever the pin library raises, the game goes on by hand
            self._fault = failing(
                "Pin GPIO{pin} cannot be read any more ({reason}). Enter hits by hand meanwhile.",
                pin=self._pin,
                reason=str(error) or type(error).__name__,
            )
            return
        was, told = self._looked
        moved_untold = on != was and self._told == told
        self._deaf_looks = 0 if self._told != told else self._deaf_looks + moved_untold
        self._looked = (on, self._told)
        self._resting.look(on, self._told != told, self._clock())
