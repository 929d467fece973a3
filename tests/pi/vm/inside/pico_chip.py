"""A Pico's chip for MicroPython on Linux, under the real firmware: quiet, and a blow when a file called `blow` appears.

It stands in for what the chip's own modules reach; the firmware's files lie beside it. Time goes slower where the
machine is slow, so that no sample is lost for that: how fast a Pico is cannot be told here.
"""
# ruff: noqa: ARG002, ARG005, PTH107, PTH123, PTH208 (asked for more than it does here; MicroPython has no pathlib)

import math
import os
import sys
import time

import uctypes

RATE = 8
"""Samples a millisecond."""

MIDDLE = 2048
AT_ONCE = 256
"""Samples by which the converter gets ahead of a slow machine at most."""


class DMA:
    """Writes the converter's samples into the ring as time goes by."""

    def __init__(self):
        self._left = 0

    def pack_ctrl(self, **fields):
        return fields

    def config(self, read, write, count, ctrl, trigger):
        self._size = 1 << ctrl["ring_size"]
        self._ring = uctypes.bytearray_at(write, self._size)
        self._left = count
        self._at = 0
        self._sounding = []
        self._before = time.ticks_ms()

    def active(self):
        return self._left > 0

    @property
    def count(self):
        now = time.ticks_ms()
        due = min(AT_ONCE, time.ticks_diff(now, self._before) * RATE)
        if due:
            self._before = now
        if not self._sounding and "blow" in os.listdir():
            self._sounding = ring()
            os.remove("blow")
        for _ in range(due):
            level = MIDDLE + self._left % 3 - 1 + (self._sounding.pop(0) if self._sounding else 0)
            self._ring[self._at] = level & 0xFF
            self._ring[self._at + 1] = level >> 8
            self._at = (self._at + 2) % self._size
            self._left -= 1
        return self._left


def ring():
    """A wooden tower struck once: 600 Hz that die away within a tenth of a second."""
    return [int(1500 * math.exp(-i / 160) * math.sin(2 * math.pi * 0.6 / RATE * i)) for i in range(1000)]


class Pin:
    OUT = 1

    def __init__(self, name, mode):
        pass

    def value(self, on):
        pass


class WDT:
    def __init__(self, timeout):
        pass

    def feed(self):
        pass


class Module:
    pass


machine, rp2 = Module(), Module()
machine.mem32 = {}
machine.ADC = lambda pin: None
machine.Pin, machine.WDT = Pin, WDT
machine.reset = sys.exit
rp2.DMA = DMA
sys.modules["machine"], sys.modules["rp2"] = machine, rp2

if __name__ == "__main__":
    with open("main.py") as program:
        exec(program.read())
