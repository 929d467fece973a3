"""Brings rig, referee and table together: one thread takes every blow and sight in turn and plays what comes of it.

It decides nothing: the referee says what is a hit, the table whether it may be played.
"""

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from random import Random

import msgspec

from companion.bell import Bell
from companion.referee import Referee, Sight, Status
from companion.rules import Boulders, Hit, Illegal, Lights, Text
from companion.table import Position, Stale, Table
from hardware.boulders.counter import Counter
from hardware.boulders.watcher import Sighting, Watcher
from hardware.devices import Blow, Clock, Pixel
from hardware.health import Health
from hardware.rig.eyes import Eyes
from hardware.rig.rig import Rig
from hardware.rig.show import Show
from hardware.rig.sim import SimRig

log = logging.getLogger(__name__)

BEAT = 0.25
"""Seconds between looks at the clock when nothing happens."""

WAITING_ROOM = 1000
"""Events kept for the referee; when a device floods it, the rest is dropped rather than piled up."""


class Conductor:
    def __init__(self, table: Table, bell: Bell, rig: Rig, pixel_count: int, clock: Clock) -> None:
        self._table = table
        self._bell = bell
        self._rig = rig
        self._clock = clock
        self._referee = Referee()
        self._events: queue.Queue[Callable[[], Boulders | None]] = queue.Queue(WAITING_ROOM)
        self._eyes = Eyes(rig.camera, Watcher(Counter()), self._seen, clock)
        self._show = Show(rig.lights, pixel_count, clock)
        self._followed: Position | None = None
        self._status = self._referee.status
        self._health: dict[str, Health] = {}
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._conduct, name="conductor", daemon=True),
            threading.Thread(target=self._listen_to_the_table, name="conductor's bell", daemon=True),
        ]
        self.simulated = SimulatedTower(rig) if isinstance(rig, SimRig) else None

    def start(self) -> None:
        self._rig.hits.start(self._heard)
        self._eyes.start()
        self._show.start()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._stopping.set()
        self._bell.ring()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self._eyes.close()
        self._show.close()

    @property
    def status(self) -> Status:
        return self._status

    def no_hit(self) -> None:
        self._enqueue(self._referee.no_hit)

    def health(self) -> Mapping[str, Health]:
        return self._rig.health()

    def picture(self) -> bytes | None:
        return self._eyes.picture()

    def picture_of(self, number: int) -> bytes | None:
        return self._eyes.picture_of(number)

    @property
    def pixels(self) -> list[Pixel]:
        return self._show.pixels

    def _heard(self, blow: Blow) -> None:
        self._enqueue(lambda: self._referee.heard(blow.time))

    def _seen(self, number: int, sighting: Sighting) -> None:
        self._enqueue(lambda: self._look(number, sighting))

    def _enqueue(self, event: Callable[[], Boulders | None]) -> None:
        try:
            self._events.put_nowait(event)
        except queue.Full:
            log.warning("Too much at once from the rig: an event was dropped.")

    def _listen_to_the_table(self) -> None:
        heard = 0
        while not self._stopping.is_set():
            heard = self._bell.wait(heard, BEAT)
            if self._followed is not self._table.position:
                self._enqueue(lambda: None)

    def _conduct(self) -> None:
        while not self._stopping.is_set():
            try:
                event = self._events.get(timeout=BEAT)
            except queue.Empty:
                event = _nothing
            try:
                self._step(event)
            except Exception:
                # A fault in one event must not silence the rig for the rest of the evening.
                log.exception("The rig's event could not be handled.")

    def _step(self, event: Callable[[], Boulders | None]) -> None:
        self._follow()
        self._referee.sensor(self._rig.hits.name != "none" and self._rig.hits.health().fine)
        fallen = event()
        self._referee.tick(self._clock())
        if fallen is not None:
            self._play(fallen)
            self._follow()
        self._tell()

    def _follow(self) -> None:
        position = self._table.position
        if position is self._followed:
            return
        self._followed = position
        live = position is not None and not position.ended
        self._referee.table(position.game.armed(position.state) if position and live else None)

    def _play(self, fallen: Boulders) -> None:
        position = self._followed
        hammering = position.game.armed(position.state) if position else None
        if position is None or hammering is None:
            return
        try:
            self._table.play(hammering.hammerer, Hit(fallen), position.version, source="sensor")
        except Stale:
            pass  # somebody tapped at this very moment: the blow still waits, and the next sight decides again
        except Illegal as illegal:
            log.warning("The rig counted %s, which the rules refuse: %s", fallen, illegal)
            self._referee.no_hit()

    def _tell(self) -> None:
        """Pass on what has changed: to the lights, to the eyes, to the screens."""
        status, health = self._referee.status, self._rig.health()
        self._eyes.armed = status.doing != "asleep"
        self._show.say(self._lights(status))
        if (status, health) != (self._status, self._health):
            self._status, self._health = status, health
            self._bell.ring()

    def _lights(self, status: Status) -> Lights:
        position = self._followed
        lights = position.game.lights(position.state) if position and not position.ended else Lights()
        return msgspec.structs.replace(lights, mood="counting") if status.doing == "settling" else lights

    def _look(self, number: int, sighting: Sighting) -> Boulders | None:
        words = Text(sighting.words.sentence, {name: str(fact) for name, fact in sighting.words.facts.items()})
        if sighting.kind == "counted" and sighting.count is not None:
            sight = Sight(Boulders(**sighting.count.colours), sighting.count.sure, number)
            return self._referee.saw(sight, sighting.time)
        if sighting.kind == "moving":
            self._referee.moving(sighting.time)
        elif sighting.kind == "trouble" and self._rig.camera.newest() is None:
            self._referee.blind(words)
        else:
            self._referee.hidden(words, sighting.time)
        return None


class SimulatedTower:
    """The tower made of software, for the page that hits it."""

    def __init__(self, rig: SimRig) -> None:
        self._rig = rig
        self._random = Random()
        self.hit = rig.hit
        self.put_back = rig.put_back
        self.fault = rig.fault

    def spill(self) -> Mapping[str, int]:
        return self._rig.spill(self._random.randint(1, 3))

    def on_mat(self) -> Mapping[str, int]:
        return self._rig.tower.on_mat()

    @property
    def faults(self) -> Mapping[str, bool]:
        return self._rig.faults


def _nothing() -> None:
    return None
