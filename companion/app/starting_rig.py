"""The rig as the pages know it from the first moment on: starting at first, and then whatever its conductor says.

What a camera is built on takes seconds to load, and neither a page nor the game waits for that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from companion.app.simulated_tower import SimulatedTower
from companion.change_signal import ChangeSignal
from companion.common.back_off import BackOff
from companion.common.health import Health, failing
from companion.common.supervisor import Supervisor
from companion.referee import Status
from companion.rules import Illegal, Option
from hardware.devices import Clock, Pixel
from hardware.rig.awaited import Awaited
from hardware.rig.light_player import LightPlayer
from web.device_api import CameraSetup, CountedPictures, DeviceKind, DiceSetup, HitsSetup, LightsSetup

if TYPE_CHECKING:
    from companion.app.conductor import Conductor
    from hardware.rig.sim import SimRig

LONGEST = 120.0
"""Seconds: on the smallest Pi it takes some twenty, so by then it hangs."""

PATIENCE = 10.0
"""Seconds that a page of a device waits for that device."""


STARTING = failing("The devices are still starting. Enter hits by hand meanwhile.")


class StartingRig(Awaited["Conductor"]):
    """`steps` lead to the conductor; `devices` are their names, and `light_player` says meanwhile that they start.

    `supervisor` looks after the threads that run with or without devices: their trouble is the companion's own.
    """

    def __init__(
        self,
        devices: Mapping[str, str],
        steps: "Callable[[], Iterator[Conductor | None]]",
        light_player: LightPlayer,
        changes: ChangeSignal,
        clock: Clock,
        supervisor: Supervisor,
    ) -> None:
        super().__init__("devices", steps, BackOff(first=5.0, most=60.0), clock)
        self.devices = devices
        self.simulated = SimulatedTower(self._simulated) if devices["hits"] == "sim" else None
        self._light_player = light_player
        self._changes = changes
        self._supervisor = supervisor

    @property
    def well(self) -> bool:
        """Whether nothing is stuck; a rig that cannot be opened is told, but no reason to end the game."""
        return self._worker.busy_for < LONGEST if self.found is None else self.found.well

    @property
    def status(self) -> Status:
        if self.found is not None:
            return self.found.status
        return Status("asleep", self._missing.text if set(self.devices.values()) != {"none"} else None)

    @property
    def blows(self) -> int:
        return 0 if self.found is None else self.found.blows

    @property
    def hears_next(self) -> bool:
        return self.found is not None and self.found.hears_next

    def reads_dice(self, game: str, faces: Sequence[Option]) -> bool:
        return self.found is not None and self.found.reads_dice(game, faces)

    def no_hit(self) -> None:
        if self.found is not None:
            self.found.no_hit()

    def health(self) -> Mapping[str, Health]:
        health = dict.fromkeys(self.devices, self._missing) if self.found is None else self.found.health()
        troubles = self._supervisor.troubles()
        return {**health, "companion": troubles[0]} if troubles else health

    def cures(self, device: DeviceKind) -> Sequence[object]:
        return self._demand().cures(device)

    def picture(self) -> bytes | None:
        return None if self.found is None else self.found.picture()

    def picture_of(self, number: int) -> bytes | None:
        return None if self.found is None else self.found.picture_of(number)

    @property
    def pixels(self) -> list[Pixel]:
        return (self.found or self._light_player).pixels

    @property
    def pictures(self) -> CountedPictures:
        return self._demand().pictures

    @property
    def hits_setup(self) -> HitsSetup:
        return self._demand().hits_setup

    @property
    def camera_setup(self) -> CameraSetup:
        return self._demand().camera_setup

    @property
    def dice_setup(self) -> DiceSetup:
        return self._demand().dice_setup

    @property
    def lights_setup(self) -> LightsSetup:
        return self._demand().lights_setup

    def _demand(self) -> "Conductor":
        conductor = self.wait(PATIENCE)
        if conductor is None:
            raise Illegal("starting", self._missing.text)
        return conductor

    @property
    def _missing(self) -> Health:
        if not self.why:
            return STARTING
        return failing(
            "The devices cannot be used ({why}). Enter hits by hand; they are tried again by themselves.", why=self.why
        )

    def _simulated(self) -> "SimRig":
        return cast("SimRig", self._demand().rig)

    def _arrived(self, found: "Conductor") -> None:
        # One strip, one player: the conductor's own takes over.
        self._light_player.close()
        found.start()

    def _changed(self) -> None:
        self._changes.announce()
