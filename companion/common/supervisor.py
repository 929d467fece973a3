"""Notices threads that died and starts them again, ever less often; a thread that hangs it can only report.

It does so in the log, too, with what every thread is doing, while there is time: whoever ends us for it knows nothing.
"""

import logging
from collections.abc import Callable, Sequence

from companion.common.back_off import BackOff
from companion.common.clock import Clock
from companion.common.health import Health, failing, fine
from companion.common.stacks import stacks
from companion.common.worker import Worker

log = logging.getLogger(__name__)

PAUSE = 1.0
STUCK = 10.0
"""Seconds: no step of ours takes a tenth of that."""

RECOVERED = 60.0
"""Seconds a thread must live before its next death counts as the first one."""


class _Watched:
    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.back_off = BackOff(first=1.0, most=60.0)
        self.started: float | None = None
        self.start_at: float | None = None
        self.deaths = 0
        self.stuck = False


class Supervisor:
    """`workers` is asked again and again: a device that comes late brings its thread along.

    `changed` is called when a death was noticed, and when what died runs again.
    """

    def __init__(
        self, workers: Callable[[], Sequence[Worker]], clock: Clock, changed: Callable[[], None] = lambda: None
    ) -> None:
        self.worker = Worker("supervisor", self.check, clock)
        self._workers = workers
        self._changed = changed
        self._known: dict[Worker, _Watched] = {}
        self._clock = clock

    def start(self) -> None:
        self.worker.start()

    def close(self) -> None:
        self.worker.close()

    @property
    def _watched(self) -> list[_Watched]:
        return [self._known.setdefault(worker, _Watched(worker)) for worker in self._workers()]

    @property
    def well(self) -> bool:
        """Whether nothing is stuck, not even the supervisor: whoever feeds a watchdog may feed it.

        A thread that died is no reason to end the evening: it is started again here, and health() tells of it.
        """
        workers = [self.worker, *(watched.worker for watched in self._watched)]
        return not self.worker.died and all(worker.busy_for <= STUCK for worker in workers)

    def check(self) -> float:
        """Start again what died, if its time has come; says in how many seconds to check again."""
        now = self._clock()
        for watched in self._watched:
            if watched.worker.died:
                self._revive(watched, now)
            elif watched.started is not None and now - watched.started > RECOVERED:
                watched.back_off.worked()
            self._note_stuck(watched)
        return PAUSE

    def _note_stuck(self, watched: _Watched) -> None:
        stuck = watched.worker.busy_for > STUCK
        if stuck and not watched.stuck:
            log.error("%s is stuck. What every thread is doing:\n%s", watched.worker.name, stacks())
        watched.stuck = stuck

    def health(self) -> dict[str, Health]:
        return {watched.worker.name: self._of(watched) for watched in self._watched}

    def troubles(self) -> list[Health]:
        return [health for health in self.health().values() if not health.fine]

    def _revive(self, watched: _Watched, now: float) -> None:
        if watched.start_at is None:
            watched.deaths += 1
            watched.start_at = now + watched.back_off.failed()
            self._changed()
        if now >= watched.start_at:
            log.warning("starting %s again", watched.worker.name)
            watched.start_at, watched.started = None, now
            watched.worker.start()
            self._changed()

    def _of(self, watched: _Watched) -> Health:
        name, worker = watched.worker.name, watched.worker
        if worker.died:
            return failing(
                "“{name}” stopped ({why}) and is started again by itself. So far: {deaths} times.",
                name=name,
                why=str(worker.crash),
                deaths=watched.deaths,
            )
        busy = worker.busy_for
        if busy > STUCK:
            return failing(
                "“{name}” has been stuck for {seconds} s: restart the companion.", name=name, seconds=round(busy)
            )
        return fine("“{name}” is running.", name=name)
