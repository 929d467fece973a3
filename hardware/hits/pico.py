"""A Raspberry Pi Pico with a piezo, over USB serial; it never guesses a hit the Pico did not tell.

It is opened again and again: unplugging, a restart, a new port are all survived. Where the settings name a port,
whatever speaks the protocol there will do.
"""

import os
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Protocol

import serial
from serial.tools import list_ports

from companion.common.health import Health, failing, fine
from companion.common.worker import Worker
from hardware.devices import Blow, Clock
from hardware.hits import boot_loader
from hardware.hits.flashing import FlashError, flash, program
from hardware.hits.pico_state import PicoLink, cannot_open
from hardware.hits.programmable import Offer, Program, Writing
from hardware.hits.settings import HitSettings

VENDOR = 0x2E8A  # Raspberry Pi
BAUD = 115200  # USB ignores it
READ_SECONDS = 0.2
RETRY_SECONDS = 1.0


class Port(Protocol):
    """As much of a serial port as is needed."""

    @property
    def name(self) -> str: ...

    def read_some(self) -> bytes:
        """What has arrived, after a short wait; OSError once it is unplugged."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class SerialPort:
    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self._serial = serial.Serial(name, BAUD, timeout=READ_SECONDS, write_timeout=1, exclusive=True)
        except serial.SerialException as error:
            if error.errno is None:
                raise
            raise OSError(error.errno, os.strerror(error.errno), name) from error

    def read_some(self) -> bytes:
        data: bytes = self._serial.read(1)
        return data + self._serial.read(self._serial.in_waiting) if data else data

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()


def find_pico() -> str | None:
    """The port of the first Pico that is plugged in."""
    return next((port.device for port in list_ports.comports() if port.vid == VENDOR), None)


def open_port(name: str) -> Port | None:
    """None: there is no Pico; OSError: there is one that cannot be opened."""
    found = name or find_pico()
    return SerialPort(found) if found else None


class PicoHits:
    name = "pico"

    def __init__(
        self, clock: Clock, settings: HitSettings, open_port: Callable[[str], Port | None] = open_port
    ) -> None:
        self._link = PicoLink(settings, clock)
        self._link_lock = Lock()
        self._port_name = settings.port
        self._open = open_port
        self._port: Port | None = None
        self._port_lock = Lock()  # held by whoever uses the port: the worker, or the writing of a program
        self._clock = clock
        self._writing = Writing(clock)
        self._boot_loader = False
        self._heard: Callable[[Blow], None] = lambda _: None
        self.worker = Worker("pico", self._step, clock)
        self.trace = self._link.trace

    def start(self, heard: Callable[[Blow], None]) -> None:
        self._heard = heard
        self.worker.start()

    def watch(self) -> None:
        """Ask for ten more seconds of levels."""
        with self._link_lock:
            self._link.watch()

    def tune(self, settings: HitSettings) -> None:
        with self._link_lock:
            self._link.tune(settings)

    def health(self) -> Health:
        with self._link_lock:
            return self._link.health()

    def program(self) -> Program:
        with self._link_lock:
            old, silent = self._link.has_old_program, self._link.says_nothing
        offer: Offer = "old" if old else "silent" if silent else "boot_loader" if self._boot_loader else ""
        return self._writing.told(offer)

    def flash(self) -> None:
        if self._writing.share is None:
            self._writing.begin()
            Thread(target=self._flash, name="flashing the Pico", daemon=True).start()

    def close(self) -> None:
        self.worker.close()
        self._hang_up()

    def _flash(self) -> None:
        outcome = failing("The writing of the program broke off: see the log.")
        try:
            with self._port_lock:
                outcome = boot_loader.copy() if self._boot_loader else self._flash_at_port()
        finally:
            self._writing.end(outcome)

    def _flash_at_port(self) -> Health:
        try:
            port = self._port = self._port or self._open(self._port_name)
            if port is None:
                return failing("No Pico is plugged in: connect it by USB. Enter hits by hand meanwhile.")
            flash(port, program(), self._clock, time.sleep, self._writing.arrived)
        except FlashError as error:
            return error.health
        except OSError as error:
            return cannot_open(error)
        finally:
            self._hang_up()
        return fine("The Pico has its program and starts it.")

    def _step(self) -> float:
        """Listen for a moment, or try to find the Pico; says in how many seconds to go on."""
        if not self._port_lock.acquire(blocking=False):
            return RETRY_SECONDS
        try:
            return self._use_port()
        finally:
            self._port_lock.release()

    def _use_port(self) -> float:
        if self._port is None and not self._found():
            return RETRY_SECONDS
        try:
            self._listen()
        except OSError as error:  # pyserial's errors are OSErrors too
            with self._link_lock:
                self._link.unplugged(str(error))
            self._hang_up()
            return RETRY_SECONDS
        return 0.0

    def _found(self) -> bool:
        try:
            self._port = self._open(self._port_name)
        except OSError as error:
            with self._link_lock:
                self._link.barred(error)
            return False
        self._boot_loader = self._port is None and boot_loader.waits()
        with self._link_lock:
            if self._port is None:
                self._link.missing()
                return False
            self._link.plugged(self._port.name)
        return True

    def _listen(self) -> None:
        assert self._port is not None
        data = self._port.read_some()
        with self._link_lock:
            blows = self._link.take(data)
            answers = self._link.answers()
        for blow in blows:
            self._heard(blow)
        if answers:
            self._port.write(answers)

    def _hang_up(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()
