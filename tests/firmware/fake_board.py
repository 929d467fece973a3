"""A Pico without hardware, for the real MicroPython: samples from a file, lines onto the screen, flash in memory."""

from array import array


class FakeBoard:
    def __init__(self, samples, wishes=()):
        self.samples = samples
        self.wishes = list(wishes)  # (block at which it arrives, line)
        self.lost = 0
        self.taken = 0
        self.lights = []
        self.flash = None

    def block(self):
        if self.wishes and self.wishes[0][0] * 64 <= self.taken:
            return None
        if self.taken + 64 > len(self.samples):
            return None
        self.taken += 64
        return memoryview(self.samples)[self.taken - 64 : self.taken]

    def past(self, ago, count):
        first = max(0, self.taken - ago)
        return self.samples[first : min(first + count, self.taken)]

    def led(self, on):
        self.lights.append(on)

    def say(self, line):
        print(line)

    def asked(self):
        return self.wishes.pop(0)[1] if self.wishes else None

    def load(self):
        if self.flash is None:
            raise OSError(2)
        return self.flash

    def keep(self, settings):
        self.flash = settings


def samples_from(name):
    with open(name, "rb") as file:  # noqa: PTH123  MicroPython has no pathlib
        return array("i", file.read())


def play(listener):
    board = listener.board
    while board.wishes or board.taken + 64 <= len(board.samples):
        listener.step()
