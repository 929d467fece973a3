"""What the pages may ask of the rig; the application hands in something that answers."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.common.health import Health
from companion.referee import Status
from companion.rules import Option
from web.device_api import CameraSetup, CountedPictures, DeviceKind, DiceSetup, HitsSetup, LightsSetup


class SimulatedTower(Protocol):
    """The tower made of software, which a page may hit."""

    def hit(self, strength: float) -> Mapping[str, int]: ...

    def put_back(self) -> None: ...

    def spill(self) -> Mapping[str, int]: ...

    def on_mat(self) -> Mapping[str, int]:
        """The truth, by colour: what really lies there."""

    @property
    def faults(self) -> Mapping[str, bool]: ...

    def throw(self, dice: int, kinds: int) -> None:
        """So many dice with so many different faces, in place of those that lie there."""

    def lay_out(self, kinds: int) -> None:
        """One die for each face, apart from each other."""

    def fault(self, name: str, on: bool) -> None:
        """Switch a fault on or off; ValueError for one that does not exist."""


class Rig(Protocol):
    @property
    def status(self) -> Status:
        """What the referee is doing; changes are announced."""

    @property
    def blows(self) -> int:
        """How many blows on the tower were heard since the start, in play or not."""

    @property
    def hears_next(self) -> bool:
        """Whether a blow plays the next step where a game offers it: the sensor hears, and nobody switched that off."""

    def reads_dice(self, game: str, faces: Sequence[Option]) -> bool:
        """Whether the camera is there and was shown each of these faces of that game's dice."""

    def no_hit(self) -> None:
        """Somebody says that what was heard or seen was no hit."""

    @property
    def devices(self) -> Mapping[str, str]:
        """Which hits, camera and lights there are, by the settings' names; "none" where there is none."""

    def health(self) -> Mapping[str, Health]:
        """By device: hits, camera, lights; and companion, when a part of the program itself is unwell."""

    def picture(self) -> bytes | None:
        """The camera's newest picture with what was recognised, as JPEG."""

    def picture_of(self, number: int) -> bytes | None:
        """The picture that a question is about, as JPEG."""

    @property
    def pictures(self) -> CountedPictures:
        """Those that players may tap right: the camera's, and what a phone took."""

    @property
    def pixels(self) -> Sequence[tuple[int, int, int]]:
        """The lights as they are lit now."""

    @property
    def simulated(self) -> SimulatedTower | None:
        """The tower made of software, where the rig is one."""

    def cures(self, device: DeviceKind) -> Sequence[object]:
        """What is wrong with the machine that may keep a device from working, and what mends it."""

    @property
    def hits_setup(self) -> HitsSetup:
        """Where the host sets the hit sensor up."""

    @property
    def camera_setup(self) -> CameraSetup:
        """Where the host sets the camera up."""

    @property
    def dice_setup(self) -> DiceSetup:
        """Where dice are read, and the host shows the camera their faces."""

    @property
    def lights_setup(self) -> LightsSetup:
        """Where the host sets the lights up."""
