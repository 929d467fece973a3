"""The Pico itself: converter, light, USB, flash and watchdog; it never decides what a hit is.

The converter runs by itself at 8 kHz and the DMA controller writes its samples round and round into one buffer of half
a second, so that no sample waits for Python.
"""

import binascii
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
LONGEST = 200  # bytes of a line from the host
AT_ONCE = 64  # bytes read between two blocks: a host that floods the line must not stop the listening
LIFELESS = 8000  # milliseconds without a sample, after which the watchdog starts the Pico anew
VISIT = 5000  # milliseconds that whoever breaks in has, before the watchdog does the same

# Where the two chips differ: base of the converter's registers, its DMA request.
CONVERTER, REQUEST = (0x400A0000, 48) if "RP2350" in sys.implementation._machine else (0x4004C000, 36)
CS, FCS, FIFO, DIV = CONVERTER, CONVERTER + 0x8, CONVERTER + 0xC, CONVERTER + 0x10


class Board:
    def __init__(self) -> None:
        self.lost = 0
        self._light = machine.Pin("LED", machine.Pin.OUT)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._line = b""
        self._taken = 0
        self._watchdog = machine.WDT(timeout=LIFELESS)
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

    def behind(self) -> int:
        """Samples that have arrived and were not taken yet."""
        return int(COUNT - self._dma.count - self._taken)

    def block(self) -> "memoryview[int] | None":
        """The next 64 samples, or None; they stay as they are for half a second."""
        if not self._dma.active():
            self._start_transfers()
        waiting = self.behind()
        if waiting > RING - BLOCK:
            skipped = waiting // BLOCK * BLOCK - BLOCK
            self._taken += skipped
            self.lost += skipped
            waiting -= skipped
        if waiting < BLOCK:
            return None
        self._watchdog.feed()
        at = self._taken % RING
        self._taken += BLOCK
        return self._ring[at : at + BLOCK]

    def past(self, ago: int, count: int) -> str:
        """Samples from `ago` before the newest taken on, four digits each; what the ring holds no more is left out.

        A call for all of them: a format for each would take longer than the next blow lets it.
        """
        kept = min(self._taken, RING - BLOCK - self.behind())
        count = min(count - max(0, ago - kept), ago)
        if count <= 0:
            return ""
        first = (self._taken - min(ago, kept)) % RING
        digits = binascii.hexlify(self._ring[first : min(first + count, RING)])
        if first + count > RING:
            digits += binascii.hexlify(self._ring[: first + count - RING])
        return digits.decode()

    def led(self, on: bool) -> None:
        self._light.value(on)

    def say(self, line: str) -> None:
        print(line)

    def asked(self) -> "bytes | None":
        """A whole line from the host, or None. Bytes: a stray one would make text wait for the rest of its letter."""
        for _ in range(AT_ONCE):
            if not self._poll.poll(0):
                break
            byte = sys.stdin.buffer.read(1)
            if byte == b"\n":
                line, self._line = self._line, b""
                return line
            self._line = (self._line + byte)[-LONGEST:]
        return None

    def load(self) -> object:
        with open(SETTINGS) as file:
            return json.load(file)

    def keep(self, settings: "dict[str, int]") -> None:
        with open(SETTINGS + ".new", "w") as file:
            json.dump(settings, file)
        os.rename(SETTINGS + ".new", SETTINGS)

    def let_in(self) -> None:
        """Somebody pressed Ctrl-C: leave them the prompt for a while. A stray one costs no more than that."""
        machine.WDT(timeout=VISIT)

    def restart(self) -> None:
        machine.reset()
