"""The chip's modules for MicroPython without a chip: registers that remember, a DMA controller moved by hand."""
# ruff: noqa: ARG002, ARG005 (the chip is asked for more than the tests look at)

import sys


class Module:
    pass


class Memory(dict):
    pass


class Pin:
    OUT = 1

    def __init__(self, name, mode):
        self.name = name
        self.states = []

    def value(self, on):
        self.states.append(on)


class DMA:
    """Copies what the test says the converter saw, round and round as the real one does."""

    latest = None

    def __init__(self):
        DMA.latest = self
        self.starts = 0
        self.count = 0

    def pack_ctrl(self, **fields):
        return fields

    def config(self, read, write, count, ctrl, trigger):
        self.starts += 1
        self.write, self.count, self.ctrl = write, count, ctrl

    def active(self):
        return self.count > 0

    def saw(self, samples):
        space = uctypes.space
        first = (self.write - uctypes.base) // 2
        ring = (1 << self.ctrl["ring_size"]) // 2
        assert (uctypes.base + 2 * first) % (2 * ring) == 0, "the ring must lie on its own boundary"
        for sample in samples:
            space[first + self._at % ring] = sample
            self._at += 1
            self.count -= 1

    _at = 0


class WDT:
    """Notes for how long it was set and how often it was fed."""

    timeouts = []  # noqa: RUF012  MicroPython has no typing
    fed = 0

    def __init__(self, timeout):
        WDT.timeouts.append(timeout)

    def feed(self):
        WDT.fed += 1


machine, rp2, uctypes, select = Module(), Module(), Module(), Module()
machine.Pin = Pin
machine.WDT = WDT
machine.ADC = lambda pin: None
machine.mem32 = Memory()
rp2.DMA = DMA
uctypes.base = 0x20001238  # anywhere, and on no boundary


def addressof(space):
    uctypes.space = space
    return uctypes.base


class Poll:
    typed = b""

    def register(self, stream, events):
        pass

    def poll(self, timeout):
        return Poll.typed != b""


class Typed:
    """What stdin is: text that waits for whole letters, and the bytes behind it."""

    def read(self, count):
        raise AssertionError("a stray byte would stop whoever reads text")


class TypedBytes:
    def read(self, count):
        bytes_read, Poll.typed = Poll.typed[:count], Poll.typed[count:]
        return bytes_read


Typed.buffer = TypedBytes()


uctypes.addressof = addressof
select.poll = Poll
select.POLLIN = 1
for name, module in (("machine", machine), ("rp2", rp2), ("uctypes", uctypes), ("select", select)):
    sys.modules[name] = module
