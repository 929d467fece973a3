"""What the host can do for the machine from a phone: look, save, restore, restart, switch off; it plays no game."""

import platform
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import msgspec

from companion import backup, log_file
from companion.atomic_files import put
from companion.discretion import secretive
from companion.journal import Journal
from companion.keys import Keys
from companion.network import passwords
from companion.notices import Notices, key_of
from companion.rules import Illegal, Text, say
from companion.sealing import Seal
from companion.table import Table
from companion.zip_files import zipped

LARGEST_PIECE = 1024 * 1024
HIDDEN = "(hidden)"
SHORTEST_SECRET = 4

SAFE = say(
    "Safe mode: the companion ended unexpectedly three times in a row, so it started without hit sensor, camera and "
    "lights. The game goes on by hand. Look at the log, then start again to try the devices again."
)

FULL = say(
    "The memory card is full, or nearly. What is on it can be seen, but nothing new can be written down until there is "
    "room: no move, no seat, no setting."
)

OFFERED = say(
    "Five hits were heard right after the start, so for ten minutes anyone could choose a new PIN. If none of you did "
    "that, the companion has a noisy neighbour: look at the hit sensor."
)

Reports = Mapping[str, Callable[[], str]]
"""By file name, what else a diagnosis tells."""

Check = Callable[[Path], Sequence[str]]
"""Why the files in a folder cannot be used; nothing if they can."""

Rehearse = Callable[[Path], Text | None]
"""Why no companion can start with the files in a folder; None if one can."""


class Maintenance:
    def __init__(
        self,
        state: Path,
        journal: Journal,
        table: Table,
        keys: Keys,
        notices: Notices,
        safe: bool,
        full: Callable[[], bool],
        reports: Reports,
        check: Check,
        rehearse: Rehearse,
        stop: Callable[[], None],
        switchable: bool,
    ) -> None:
        self._state = state
        self._journal = journal
        self._table = table
        self._keys = keys
        self._notices = notices
        self._reports = reports
        self._check = check
        self._rehearse = rehearse
        self._stop = stop
        self._switchable = switchable
        keys.when_offered(lambda: notices.add(OFFERED))
        self._seal = Seal(keys.signing)
        self._packing = threading.Lock()
        self._lock = threading.Lock()
        self._pieces = bytearray()
        self.safe = safe
        self._full = full
        self._standing_read: set[str] = set()
        self.again = False
        """Whether it shall start again after it has stopped."""

    @property
    def folder(self) -> Path:
        """Where the state is kept."""
        return self._state

    @property
    def notices(self) -> list[Text]:
        """What the host has not read yet; how things stand is told first, at every start."""
        standing = [text for text, so in ((SAFE, self.safe), (FULL, self._full())) if so]
        return [*(text for text in standing if key_of(text) not in self._standing_read), *self._notices.texts]

    def notices_read(self, keys: Collection[str]) -> None:
        self._standing_read |= {key_of(SAFE), key_of(FULL)} & set(keys)
        self._notices.read(keys)

    def tell(self, notice: Text) -> None:
        """The host has to be told this; once, however often it happens before it is read."""
        if notice not in self._notices.texts:
            self._notices.add(notice)

    def when_noticed(self, tell: Callable[[], None]) -> None:
        self._notices.when_changed(tell)

    def log(self) -> str:
        return self._without_secrets(log_file.text(self._state))

    def backup(self) -> bytes:
        """One at a time: each takes memory, and all would tell the same."""
        if not self._packing.acquire(blocking=False):
            raise Illegal("backup_running", say("A backup is being made already. Try again in a moment."))
        try:
            position = self._table.position
            sealed_from = position.began if position and secretive(position) else None
            return backup.packed(self._state, self._journal, sealed_from, self._seal)
        finally:
            self._packing.release()

    def receive(self, start: int, piece: bytes) -> None:
        """A backup comes in pieces, because nobody else shall be able to send anything large."""
        with self._lock:
            if start == 0:
                self._pieces.clear()
            if start != len(self._pieces):
                raise Illegal("piece_missing", say("A piece of the file got lost on the way. Choose the file again."))
            if start + len(piece) > backup.LARGEST:
                self._pieces.clear()
                raise Illegal("too_large", say("That is too much at once."))
            self._pieces += piece

    def restore(self) -> None:
        """Use the backup that was received: look through it, rehearse a start, then start again with it."""
        if not self._packing.acquire(blocking=False):
            raise Illegal("backup_running", say("A backup is being made already. Try again in a moment."))
        try:
            with self._lock:
                data = bytes(self._pieces)
                self._pieces.clear()
            left_out: list[Text] = []
            draft = backup.unpack(self._state, data, self._seal, left_out.append)
            try:
                self._demand_usable(draft)
                backup.accept(draft)
            except BaseException:
                shutil.rmtree(draft, ignore_errors=True)
                raise
            for words in left_out:
                self._notices.add(words)
        finally:
            self._packing.release()
        self.restart()

    def _demand_usable(self, draft: Path) -> None:
        if faults := self._check(draft):
            raise Illegal("no_backup", say("{faults} Nothing was changed.", faults=" ".join(faults)))
        if reason := self._rehearse(draft):
            raise backup.no_backup(reason)

    def restart(self) -> None:
        self.again = True
        self._stop()

    def switch_off(self) -> None:
        """Illegal, in words, where this machine cannot be switched off from here."""
        if not self._switchable:
            words = say("This machine is not switched off from here: the companion was started by hand.")
            raise Illegal("not_ours", words)
        try:
            done = subprocess.run(
                ["systemctl", "poweroff"], capture_output=True, text=True, timeout=10, check=False, errors="replace"
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise cannot_switch_off(str(error)) from error
        if done.returncode:
            raise cannot_switch_off(done.stderr.strip())

    def diagnosis(self) -> bytes:
        """What somebody who helps needs to know, in one file: no PIN, no key, no password, no move."""
        files = {
            "log.txt": lambda: log_file.text(self._state),
            "machine.txt": self._machine,
            "state.txt": self._folder,
            "table.json": self._game,
            "notices.txt": lambda: "\n".join(str(text) for text in self.notices),
            **self._reports,
        }
        told = {name: self._without_secrets(report_or_why_not(tell)).encode() for name, tell in files.items()}
        return zipped(told)

    def _machine(self) -> str:
        room = shutil.disk_usage(self._state)
        packages = sorted(f"{found.name} {found.version}" for found in distributions())
        lines = [platform.platform(), f"Python {sys.version}", f"{room.free // 2**20} of {room.total // 2**20} MB free"]
        return "\n".join([*lines, "", *packages])

    def _folder(self) -> str:
        paths = sorted(path for path in self._state.rglob("*") if path.is_file())
        return "\n".join(f"{path.stat().st_size:>12} {path.relative_to(self._state)}" for path in paths)

    def _game(self) -> str:
        position = self._table.position
        shown: dict[str, Any] = {"version": self._table.version}
        if position:
            shown |= {
                "game": position.game.name,
                "seats": len(position.seats),
                "moves": len(position.turns),
                "ended": position.ended,
            }
        return msgspec.json.encode(shown).decode()

    def _without_secrets(self, text: str) -> str:
        secrets = [self._keys.signing, self._keys.host, self._keys.pin or "", *passwords(self._state)]
        for secret in sorted(secrets, key=len, reverse=True):
            if len(secret) >= SHORTEST_SECRET:
                text = text.replace(secret, HIDDEN)
        return text


def reset_pin(keys: Keys, state: Path, boot: Path) -> bool:
    """Forget the PIN if a file called reset-pin asks for it; the one on the boot partition, which stays, only once."""
    own, lasting, done = state / "reset-pin", boot / "reset-pin", state / "reset-pin.done"
    try:
        stamp = str(lasting.stat().st_mtime_ns)
    except OSError:
        stamp = ""
    again = bool(stamp) and not (done.exists() and done.read_text() == stamp)
    if not (own.exists() or again):
        return False
    # What asked for it goes only when it is done: on a full card it waits for the next start.
    keys.forget_pin()
    own.unlink(missing_ok=True)
    if again:
        put(done, stamp.encode())
    return True


def report_or_why_not(tell: Callable[[], str]) -> str:
    try:
        return tell()
    except Exception as error:
        # A diagnosis is asked for when something is broken: the rest of it is worth having.
        return f"This could not be told: {error!r}"


def cannot_switch_off(reason: str) -> Illegal:
    words = say("The machine cannot be switched off from here ({reason}). Use its own switch or plug.", reason=reason)
    return Illegal("cannot_switch_off", words)
