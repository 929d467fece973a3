"""The rig as the pages know it from the first moment on: starting at first, and then whatever its conductor says.

The devices are opened on a thread of its own: what a camera is built on takes seconds to load, and neither a page nor
the game waits for that.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from threading import Event, Lock
from typing import TYPE_CHECKING, cast

from companion.bell import Bell
from companion.cli.tower import SimulatedTower
from companion.referee import Status
from companion.rules import Illegal, Text
from hardware.devices import Clock, Pixel
from hardware.health import Health, failing
from hardware.rig.backoff import BackOff
from hardware.rig.show import Show
from hardware.worker import Worker
from web.desks import CameraDesk, HitsDesk, LightsDesk

if TYPE_CHECKING:
    from companion.cli.conductor import Conductor
    from hardware.rig.sim import SimRig

log = logging.getLogger(__name__)

LONGEST = 120.0
"""Seconds: on the smallest Pi it takes some twenty, so by then it hangs."""

PATIENCE = 10.0
"""Seconds that a page of a device waits for that device."""


STARTING = failing("The devices are still starting. Enter hits by hand meanwhile.")


class WakingRig:
    """`steps` lead to the conductor, one after another: an end may come between any two, and waits for only one.

    `devices` are their names, and `show` says meanwhile that they start.
    """

    def __init__(
        self,
        devices: Mapping[str, str],
        steps: "Callable[[], Iterator[Conductor | None]]",
        show: Show,
        bell: Bell,
        clock: Clock,
    ) -> None:
        self.devices = devices
        self.simulated = SimulatedTower(self._simulated) if devices["hits"] == "sim" else None
        self._begin = steps
        self._steps = steps()
        self._show = show
        self._bell = bell
        self._worker = Worker("waking", self._wake, clock)
        self._back_off = BackOff(first=5.0, most=60.0)
        self._health = STARTING
        self._conductor: Conductor | None = None
        self._awake = Event()
        self._lock = Lock()
        self._closed = False

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._awake.set()
        self._worker.close()
        self._show.close()
        if self._conductor is not None:
            self._conductor.close()

    @property
    def well(self) -> bool:
        """Whether nothing is stuck; a rig that cannot be opened is told, but no reason to end the game."""
        return self._worker.busy_for < LONGEST if self._conductor is None else self._conductor.well

    @property
    def status(self) -> Status:
        if self._conductor is not None:
            return self._conductor.status
        none = set(self.devices.values()) == {"none"}
        return Status("asleep", None if none else self._words)

    @property
    def blows(self) -> int:
        return 0 if self._conductor is None else self._conductor.blows

    def no_hit(self) -> None:
        if self._conductor is not None:
            self._conductor.no_hit()

    def health(self) -> Mapping[str, Health]:
        return dict.fromkeys(self.devices, self._health) if self._conductor is None else self._conductor.health()

    def picture(self) -> bytes | None:
        return None if self._conductor is None else self._conductor.picture()

    def picture_of(self, number: int) -> bytes | None:
        return None if self._conductor is None else self._conductor.picture_of(number)

    @property
    def pixels(self) -> list[Pixel]:
        return (self._conductor or self._show).pixels

    @property
    def hits_desk(self) -> HitsDesk:
        return self._demand().hits_desk

    @property
    def camera_desk(self) -> CameraDesk:
        return self._demand().camera_desk

    @property
    def lights_desk(self) -> LightsDesk:
        return self._demand().lights_desk

    def _demand(self) -> "Conductor":
        self._awake.wait(PATIENCE)
        if self._conductor is None:
            raise Illegal("starting", self._words)
        return self._conductor

    @property
    def _words(self) -> Text:
        return Text(self._health.sentence, {name: str(fact) for name, fact in self._health.facts.items()})

    def _simulated(self) -> "SimRig":
        return cast("SimRig", self._demand().rig)

    def _wake(self) -> float | None:
        """Take the next step; says in how many seconds the one after is due, None once the devices are there."""
        try:
            conductor = next(self._steps)
        except Exception as failure:  # whatever the devices' libraries raise: the game goes on without them
            self._steps = self._begin()
            log.exception("The devices cannot be used.")
            self._health = failing(
                "The devices cannot be used ({why}). Enter hits by hand; they are tried again by themselves.",
                why=str(failure) or type(failure).__name__,
            )
            self._bell.ring()
            return self._back_off.failed()
        if conductor is None:
            return 0.0
        with self._lock:
            if self._closed:
                conductor.close()
                return None
            # One strip, one show: the conductor's own takes over.
            self._show.close()
            conductor.start()
            self._conductor = conductor
        self._awake.set()
        self._bell.ring()
        return None
