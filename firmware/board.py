"""The Pico itself: converter, light, USB and flash; it never decides what a hit is.

The converter runs by itself at 8 kHz and the DMA controller writes its samples round and round into one buffer of half
a second, so that no sample waits for Python.
"""

import json
import os
import select
import sys
from array import array

import machine
import rp2
import uctypes

PIEZO = 26  # the pin of the converter's first input
RATE = 8000
BLOCK = 64
RING = 4096  # samples; a power of two, because the DMA controller wraps addresses by their bits
RING_BITS = 13  # of the ring's bytes
COUNT = 0x0FFFFFFF  # transfers before the DMA controller must be started again: nine hours
SETTINGS = "settings.json"
LONGEST = 200  # characters of a line from the host

# Where the two chips differ: base of the converter's registers, its DMA request.
CONVERTER, REQUEST = (0x400A0000, 48) if "RP2350" in sys.implementation._machine else (0x4004C000, 36)
CS, FCS, FIFO, DIV = CONVERTER, CONVERTER + 0x8, CONVERTER + 0xC, CONVERTER + 0x10


class Board:
    def __init__(self) -> None:
        self.lost = 0
        self._light = machine.Pin("LED", machine.Pin.OUT)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._line = ""
        self._taken = 0
        self._start_sampling()

    def _start_sampling(self) -> None:
        machine.ADC(PIEZO)  # sets the pin up as an analogue input
        space = array("H", bytes(4 * RING))
        beyond = -uctypes.addressof(space) % (2 * RING)
        self._ring = memoryview(space)[beyond // 2 : beyond // 2 + RING]
        self._address = uctypes.addressof(space) + beyond
        self._dma = rp2.DMA()
        machine.mem32[CS] = 1
        machine.mem32[FCS] = 1 << 24 | 1 << 3 | 1  # queue on, ask for a transfer at each sample
        machine.mem32[DIV] = (48_000_000 // RATE - 1) << 8
        self._start_transfers()
        machine.mem32[CS] = 1 << 3 | 1  # sample on and on

    def _start_transfers(self) -> None:
        control = self._dma.pack_ctrl(
            size=1, inc_read=False, inc_write=True, ring_sel=True, ring_size=RING_BITS, treq_sel=REQUEST
        )
        self._dma.config(read=FIFO, write=self._address, count=COUNT, ctrl=control, trigger=True)
        self._taken = 0

    def block(self) -> "memoryview[int] | None":
        """The next 64 samples, or None; they stay as they are for half a second."""
        if not self._dma.active():
            self._start_transfers()
        waiting = COUNT - self._dma.count - self._taken
        if waiting > RING - BLOCK:
            skipped = waiting // BLOCK * BLOCK - BLOCK
            self._taken += skipped
            self.lost += skipped
            waiting -= skipped
        if waiting < BLOCK:
            return None
        at = self._taken % RING
        self._taken += BLOCK
        return self._ring[at : at + BLOCK]

    def past(self, ago: int, count: int) -> "list[int]":
        """Samples that are still in the buffer, beginning `ago` before the newest taken."""
        ago = min(ago, RING - 2 * BLOCK)
        first = self._taken - ago
        return [self._ring[(first + i) % RING] for i in range(min(count, ago))]

    def led(self, on: bool) -> None:
        self._light.value(on)

    def say(self, line: str) -> None:
        print(line)

    def asked(self) -> "str | None":
        """A whole line from the host, or None."""
        while self._poll.poll(0):
            character = sys.stdin.read(1)
            if character == "\n":
                line, self._line = self._line, ""
                return line
            self._line = (self._line + character)[-LONGEST:]
        return None

    def load(self) -> object:
        with open(SETTINGS) as file:
            return json.load(file)

    def keep(self, settings: "dict[str, int]") -> None:
        with open(SETTINGS + ".new", "w") as file:
            json.dump(settings, file)
        os.rename(SETTINGS + ".new", SETTINGS)

    def restart(self) -> None:
        machine.reset()
