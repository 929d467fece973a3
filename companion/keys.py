"""The secrets of this table: the key that signs cookies and the host's PIN; it never sends them anywhere.

The PIN is kept readable on purpose: whoever owns the machine can look it up when it is forgotten.
"""

import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.atomic_files import put

OFFERED = 600.0
"""Seconds in which whoever stands at the device can choose a new PIN."""

FEWEST_DIGITS, MOST_DIGITS = 6, 12
"""Of a PIN that is chosen now; shorter ones from before still hold."""


class BadPin(ValueError):
    """Not a PIN: it takes 6 to 12 digits."""


class Unusable(Exception):
    """The file of keys cannot be read; the words say what to do."""


class Secrets(msgspec.Struct, frozen=True):
    signing: str
    pin: str | None = None
    host: str = ""
    """Changes with the PIN, so that whoever knew the old one is asked again."""


class Keys:
    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._offered_until = 0.0
        self._tell: Callable[[], None] = lambda: None
        self._choosing = threading.Lock()
        self._lock = threading.Lock()
        if path.exists():
            self._secrets = read_secrets(path)
        else:
            self._secrets = Secrets(secrets.token_hex(32))
            write(path, self._secrets)

    @property
    def signing(self) -> str:
        return self._secrets.signing

    @property
    def pin(self) -> str | None:
        return self._secrets.pin

    @property
    def host(self) -> str:
        """What a host's cookie holds; empty while there is no PIN."""
        return self._secrets.host

    def set_pin(self, pin: str) -> None:
        if not (pin.isascii() and pin.isdigit() and FEWEST_DIGITS <= len(pin) <= MOST_DIGITS):
            raise BadPin(f"A PIN has {FEWEST_DIGITS} to {MOST_DIGITS} digits.")
        with self._lock:
            changed = msgspec.structs.replace(self._secrets, pin=pin, host=secrets.token_hex(16))
            write(self._path, changed)
            self._secrets = changed
            self._offered_until = 0.0

    def choose(self, pin: str) -> bool:
        """Take up an offer: the first one to come sets the PIN, everybody else is too late."""
        with self._choosing:
            if not self.offered:
                return False
            self.set_pin(pin)
            return True

    def offer(self) -> None:
        """For some minutes anyone may choose a new PIN; until somebody does, the old one stays in force."""
        with self._lock:
            self._offered_until = self._clock() + OFFERED
        self._tell()

    def when_offered(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    @property
    def offered(self) -> bool:
        """Whether anyone may choose the PIN now: there is none, or it was asked for at the device."""
        return self.pin is None or self._clock() < self._offered_until

    def forget_pin(self) -> None:
        """Whoever comes first chooses a new one; nobody is the host until then."""
        with self._lock:
            changed = msgspec.structs.replace(self._secrets, pin=None, host="")
            write(self._path, changed)
            self._secrets = changed

    def is_pin(self, pin: str) -> bool:
        return self.pin is not None and secrets.compare_digest(self.pin.encode(), pin.encode())


def read_secrets(path: Path) -> Secrets:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Secrets)
    except (OSError, msgspec.DecodeError) as error:
        raise Unusable(f"The keys in {path} cannot be read ({error}). Move the file aside to make new ones.") from error


def write(path: Path, secrets: Secrets) -> None:
    put(path, msgspec.json.encode(secrets))
