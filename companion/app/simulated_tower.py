"""The tower made of software, for the page that hits it; it waits for its rig rather than pretend to be one."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.rig.sim import SimRig  # draws with numpy and OpenCV, which no page waits for


class SimulatedTower:
    def __init__(self, rig: "Callable[[], SimRig]") -> None:
        self._rig = rig
        self._random = Random()

    def hit(self, strength: float) -> Mapping[str, int]:
        return self._rig().hit(strength)

    def put_back(self) -> None:
        self._rig().put_back()

    def spill(self) -> Mapping[str, int]:
        return self._rig().spill(self._random.randint(1, 3))

    def throw(self, dice: int, kinds: int) -> None:
        self._rig().dice_cup.throw(dice, kinds)

    def lay_out(self, kinds: int) -> None:
        self._rig().dice_cup.lay_out(kinds)

    def on_mat(self) -> Mapping[str, int]:
        return self._rig().tower.on_mat()

    @property
    def faults(self) -> Mapping[str, bool]:
        return self._rig().faults

    def fault(self, name: str, on: bool) -> None:
        self._rig().fault(name, on)
