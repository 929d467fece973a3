"""Simulated dice: thrown on the mat, or laid out a face each; they lie there until the next throw. It draws none."""

from math import hypot
from random import Random
from threading import Lock

from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH
from hardware.camera.dice import SYMBOLS, DiceLook
from hardware.camera.scene import Die

MOST = 10
_RIM = 40.0
"""Millimetres: clear of what is printed along the edges."""


class DiceCup:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._lock = Lock()
        self._far = 1.42 * DiceLook().size_mm + 4.0
        self.lying: tuple[Die, ...] = ()

    def throw(self, dice: int, kinds: int) -> None:
        """So many dice, each with so many different faces on its six sides."""
        symbols = SYMBOLS[: max(1, min(kinds, len(SYMBOLS)))]
        self._lay([self._rng.choice(symbols) for _ in range(min(dice, MOST))], symbols)

    def lay_out(self, kinds: int) -> None:
        """Each face once, for whoever shows them to the camera."""
        symbols = SYMBOLS[: max(1, min(kinds, len(SYMBOLS)))]
        self._lay(list(symbols), symbols)

    def take_away(self) -> None:
        self.lying = ()

    def _lay(self, tops: list[str], symbols: tuple[str, ...]) -> None:
        with self._lock:
            dice: list[Die] = []
            while len(dice) < len(tops):
                x = self._rng.uniform(_RIM, MAT_WIDTH - _RIM)
                y = self._rng.uniform(_RIM, MAT_HEIGHT - _RIM)
                if all(hypot(die.x_mm - x, die.y_mm - y) > self._far for die in dice):
                    others = tuple(self._rng.choice(symbols) for _ in range(5))
                    dice.append(Die((tops[len(dice)], *others), x, y, self._rng.uniform(0, 360)))
            self.lying = tuple(dice)
