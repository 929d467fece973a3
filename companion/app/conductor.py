"""Brings rig, referee and table together: one thread takes every blow and sight in turn and plays what comes of it.

It decides nothing: the referee says what is a hit, the table whether it may be played.
"""

import logging
import queue
from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.app.device_setup.camera import CameraSetup
from companion.app.device_setup.corrected_pictures import CorrectedPictures
from companion.app.device_setup.counted_pictures import CountedPictures
from companion.app.device_setup.cures import Cure, cures_of
from companion.app.device_setup.dice import DiceSetup
from companion.app.device_setup.hits import HitsSetup
from companion.app.device_setup.learned_dice import LearnedDice
from companion.app.device_setup.lights import LightsSetup
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import CompanionSettings
from companion.app.simulated_tower import SimulatedTower
from companion.atomic_files import NoRoom
from companion.change_signal import ChangeSignal
from companion.common.health import Health, failing
from companion.common.supervisor import Supervisor
from companion.common.worker import Worker
from companion.five_hits import FiveHits
from companion.next_by_blow import NextByBlow, Offer, offer_in
from companion.position import Position, Stale
from companion.referee import Referee, Sight, Status
from companion.rules import Boulders, Hit, Illegal, Lights, Option, say
from companion.settings import Settings
from companion.table import Table
from hardware.boulders.watcher import Sighting, Watcher
from hardware.devices import Blow, Clock, Pixel
from hardware.rig.camera_loop import CameraLoop
from hardware.rig.doctor import DeviceKind
from hardware.rig.light_player import LightPlayer
from hardware.rig.rig import Rig
from hardware.rig.sim import SimRig

log = logging.getLogger(__name__)

BEAT = 0.25
"""Seconds between looks at the clock when nothing happens."""

WAITING_ROOM = 1000
"""Events kept for the referee; when a device floods it, the rest is dropped rather than piled up."""


class Conductor:
    def __init__(
        self,
        table: Table,
        changes: ChangeSignal,
        rig: Rig,
        settings: Settings[CompanionSettings],
        counter: TableCounter,
        clock: Clock,
    ) -> None:
        self._table = table
        self._changes = changes
        self.rig = rig
        self._settings = settings
        self._clock = clock
        self._referee = Referee()
        self._next_by_blow = NextByBlow()
        self._events: queue.Queue[Callable[[], Boulders | None]] = queue.Queue(WAITING_ROOM)
        self._camera_loop = CameraLoop(rig.camera, Watcher(counter), self._seen, clock)
        self._light_player = LightPlayer(rig.lights, settings.values.lights.count, clock)
        self._followed: Position | None = None
        self._heard_changes = 0
        self._five_hits = FiveHits(clock(), _nothing)
        self.blows = 0
        """How many were heard since the start, in play or not."""
        self._status = self._referee.status
        self._health: Mapping[str, Health] = {}
        self._own = [
            Worker("conductor", self._conduct, clock),
            Worker("table changes", self._listen_to_the_table, clock),
        ]
        self._supervisor = Supervisor(self._workers, clock)
        self.simulated = SimulatedTower(lambda: rig) if isinstance(rig, SimRig) else None
        corrected = CorrectedPictures(counter.folder)
        self.camera_setup = CameraSetup(rig.camera, self._camera_loop, counter, corrected, clock)
        self.pictures = CountedPictures(self._camera_loop, counter, corrected, settings)
        self.dice_setup = DiceSetup(rig.camera, LearnedDice(counter.folder), changes.announce)
        self.hits_setup = HitsSetup(rig.hits, settings, self._in_play, clock)
        self.lights_setup = LightsSetup(rig.lights, self._light_player, settings, clock)

    def on_five_hits(self, done: Callable[[], None]) -> None:
        """What to do when somebody at the device asks for a new PIN; to be said before the start."""
        self._five_hits = FiveHits(self._clock(), done)

    def start(self) -> None:
        self.rig.hits.start(self._heard)
        self._camera_loop.start()
        self._light_player.start()
        for worker in self._own:
            worker.start()
        self._supervisor.start()

    def close(self) -> None:
        """End every thread and close the rig."""
        self._supervisor.close()
        self._changes.announce()
        for worker in self._own:
            worker.close()
        self._camera_loop.close()
        self._light_player.close()
        self.rig.close()

    @property
    def well(self) -> bool:
        """Whether no thread is dead or stuck."""
        return self._supervisor.well

    @property
    def status(self) -> Status:
        return self._status

    @property
    def devices(self) -> Mapping[str, str]:
        return {"hits": self.rig.hits.name, "camera": self.rig.camera.name, "lights": self.rig.lights.name}

    @property
    def hears_next(self) -> bool:
        return self._hears() and self.hits_setup.next_by_blow

    def reads_dice(self, game: str, faces: Sequence[Option]) -> bool:
        return self.dice_setup.reads(game, faces)

    def no_hit(self) -> None:
        self._enqueue(self._referee.no_hit)

    def health(self) -> Mapping[str, Health]:
        unwell = self._supervisor.troubles()
        if self._settings.faults:
            faults = " ".join(str(fault) for fault in self._settings.faults)
            file = self._settings.path.name
            words = failing("{file} has faults, so earlier settings are used: {faults}", file=file, faults=faults)
            unwell.append(words)
        return {**self.rig.health(), **self._badly_seen(), **({"companion": unwell[0]} if unwell else {})}

    def _badly_seen(self) -> Mapping[str, Health]:
        """In play, a picture that cannot be counted is the camera's trouble, and the host's to cure."""
        sighting = self._camera_loop.sighting
        if sighting is None or sighting.words.fine or sighting.kind == "hand" or not self._in_play():
            return {}
        return {"camera": sighting.words} if self.rig.camera.health().fine else {}

    def cures(self, device: DeviceKind) -> list[Cure]:
        return cures_of(device, self._settings)

    def picture(self) -> bytes | None:
        return self._camera_loop.picture()

    def picture_of(self, number: int) -> bytes | None:
        return self.pictures.picture_of("camera", number)

    @property
    def pixels(self) -> list[Pixel]:
        return self._light_player.pixels

    def _workers(self) -> list[Worker]:
        return [*self.rig.workers(), self._camera_loop.worker, self._light_player.worker, *self._own]

    def _heard(self, blow: Blow) -> None:
        if not self.hits_setup.takes(blow):
            self._enqueue(lambda: self._hear(blow))

    def _seen(self, number: int, sighting: Sighting) -> None:
        self._enqueue(lambda: self._look(number, sighting))

    def _enqueue(self, event: Callable[[], Boulders | None]) -> None:
        try:
            self._events.put_nowait(event)
        except queue.Full:
            log.warning("Too much at once from the rig: an event was dropped.")

    def _listen_to_the_table(self) -> float:
        self._heard_changes = self._changes.wait(self._heard_changes, BEAT)
        if self._followed is not self._table.position:
            self._enqueue(_nothing)
        return 0.0

    def _conduct(self) -> float:
        try:
            event = self._events.get(timeout=BEAT)
        except queue.Empty:
            event = _nothing
        try:
            self._step(event)
        except Exception:
            # A fault in one event must not silence the rig for the rest of the evening.
            log.exception("The rig's event could not be handled.")
        return 0.0

    def _step(self, event: Callable[[], Boulders | None]) -> None:
        self._follow()
        hears = self._hears()
        self._referee.sensor(hears)
        if hears:
            self._five_hits.ready(self._clock())
        fallen = event()
        self._referee.tick(self._clock())
        self.hits_setup.tick()
        if fallen is not None:
            self._play(fallen)
            self._follow()
        self._tell()

    def _hears(self) -> bool:
        return self.rig.hits.name != "none" and self.rig.hits.health().fine

    def _follow(self) -> None:
        position = self._table.position
        if position is self._followed:
            return
        self._followed = position
        live = position is not None and not position.ended
        self._referee.table(position.game.armed(position.state) if position and live else None)
        if self._referee.accepted_picture is not None:
            self._camera_loop.accept(self._referee.accepted_picture)
        offer = offer_in(position.game.prompts(position.state)) if position and live else None
        self._next_by_blow.table(offer, self._clock())

    def _play(self, fallen: Boulders) -> None:
        position = self._followed
        hammering = position.game.armed(position.state) if position else None
        if position is None or hammering is None:
            return
        try:
            self._table.play(hammering.hammerer, Hit(fallen), position.version, source="sensor")
        except (Stale, NoRoom):
            # Somebody tapped at this very moment, or the card is full: the blow still waits, and the next sight decides
            # again.
            pass
        except (Illegal, msgspec.ValidationError) as refusal:
            # More than a tower holds is no move at all.
            log.warning("The rig counted %s, which the rules refuse: %s", fallen, refusal)
            self._referee.refused()

    def _tell(self) -> None:
        """Pass on what has changed: to the lights, to the camera loop, to the screens."""
        status, health = self._referee.status, self.health()
        self._camera_loop.armed = status.doing != "asleep" or self.camera_setup.looked_at
        self._light_player.say(self._lights(status))
        if (status, health) != (self._status, self._health):
            self._status, self._health = status, health
            self._changes.announce()

    def _in_play(self) -> bool:
        return self._status.doing != "asleep"

    def _lights(self, status: Status) -> Lights:
        position = self._followed
        lights = position.game.lights(position.state) if position and not position.ended else Lights()
        return msgspec.structs.replace(lights, mood="counting") if status.doing == "settling" else lights

    def _hear(self, blow: Blow) -> Boulders | None:
        self.blows += 1
        in_play = self._referee.status.doing != "asleep"
        taken = self._five_hits.heard(blow.time, in_play)
        fallen = self._referee.heard(blow.time)
        calm, offer = self._next_by_blow.heard(blow.time), self._next_by_blow.offer
        if offer and not in_play and not taken and self.hits_setup.next_by_blow:
            played = calm and self._play_next(offer)
            not_now = say("That blow does not count. Wait a moment and hit again.")
            self._referee.remark(say("By a blow: {what}", what=offer.choice.text) if played else not_now, blow.time)
        return fallen

    def _play_next(self, offer: Offer) -> bool:
        assert self._followed is not None
        try:
            self._table.play(offer.seat, offer.choice.move, self._followed.version, source="sensor")
        except (Stale, NoRoom):
            return False
        self._follow()
        return True

    def _look(self, number: int, sighting: Sighting) -> Boulders | None:
        self.camera_setup.seen(number, sighting)
        if sighting.kind == "counted" and sighting.count is not None:
            sight = Sight(Boulders(**sighting.count.colours), sighting.count.sure, number)
            fallen = self._referee.saw(sight, sighting.time)
            self.camera_setup.judged(number, fallen, self._referee.status)
            return fallen
        if sighting.kind == "moving":
            self._referee.moving(sighting.time)
        elif sighting.kind == "trouble" and self.rig.camera.newest() is None:
            self._referee.blind(sighting.words.text)
        else:
            self._referee.hidden(sighting.words.text, sighting.time)
        return None


def _nothing() -> None:
    return None
