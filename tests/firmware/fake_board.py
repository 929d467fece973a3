"""A Pico without hardware, for the real MicroPython: samples from a file, lines onto the screen, flash in memory."""

import binascii
from array import array

TYPE_CHECKING = False  # MicroPython has no typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from listener import Listener


class FakeBoard:
    def __init__(self, samples: "array[int]", wishes: "Sequence[tuple[int, str]]" = ()) -> None:
        self.samples = samples
        self.wishes = list(wishes)  # (block at which it arrives, line)
        self.lost = 0
        self.taken = 0
        self.lights: list[bool] = []
        self.flash: dict[str, int] | None = None
        self.flash_full = False
        self.waiting = 0  # samples

    def block(self) -> "memoryview[int] | None":
        if self.wishes and self.wishes[0][0] * 64 <= self.taken:
            return None
        if self.taken + 64 > len(self.samples):
            return None
        self.taken += 64
        return memoryview(self.samples)[self.taken - 64 : self.taken]

    def behind(self) -> int:
        return self.waiting

    def past(self, ago: int, count: int) -> str:
        first = max(0, self.taken - ago)
        return binascii.hexlify(array("H", self.samples[first : min(first + count, self.taken)])).decode()

    def led(self, on: bool) -> None:
        self.lights.append(on)

    def say(self, line: str) -> None:
        print(line)

    def asked(self) -> "str | None":
        return self.wishes.pop(0)[1] if self.wishes else None

    def load(self) -> "dict[str, int]":
        if self.flash is None:
            raise OSError(2)
        return self.flash

    def keep(self, settings: "dict[str, int]") -> None:
        if self.flash_full:
            raise OSError(28)
        self.flash = settings


def samples_from(name: str) -> "array[int]":
    with open(name, "rb") as file:  # noqa: PTH123  MicroPython has no pathlib
        return array("i", file.read())


def play(listener: "Listener") -> None:
    board = listener.board
    while board.wishes or board.taken + 64 <= len(board.samples):
        listener.step()
