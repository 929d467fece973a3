"""What the doctor may ask of the machine it runs on: files, commands, groups, pins; it changes nothing."""

import fcntl
import grp
import os
import pwd
import shutil
import socket
import struct
import subprocess
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol


class Line(NamedTuple):
    """One line of a GPIO chip: its name, and who holds it (None: nobody)."""

    name: str
    holder: str | None


class Machine(Protocol):
    @property
    def state(self) -> Path:
        """The folder where games are kept."""

    @property
    def companion_runs(self) -> bool:
        """Whether a companion keeps its games there right now."""

    @property
    def user(self) -> str: ...

    @property
    def groups(self) -> set[str]: ...

    def now(self) -> datetime: ...

    def last_written(self) -> datetime:
        """When the newest file of the games or of this program was written."""

    def read(self, path: str) -> str:
        """A file's text; nothing if there is no such file."""

    def paths(self, pattern: str) -> list[str]: ...

    def may_use(self, path: str) -> bool:
        """Whether we may read and write it."""

    def run(self, *command: str) -> str | None:
        """What a command says; None if it is not there or fails."""

    def has(self, package: str) -> bool: ...

    def answers(self, address: str, port: int) -> bool:
        """Whether somebody takes calls there, within two seconds."""

    def free(self) -> int:
        """Bytes free for the games."""

    def line(self, chip: str, offset: int) -> Line | None:
        """A line of a GPIO chip; None if it cannot be asked."""


LINE_INFO = struct.Struct("32s 32s I I Q 160x 16x")
LINE_INFO_IOCTL = 3 << 30 | LINE_INFO.size << 16 | 0xB4 << 8 | 0x05
LINE_USED = 1
"""Linux' struct gpio_v2_line_info: name, consumer, offset, number of attributes, flags, and what we do not read."""


class ThisMachine:
    def __init__(self, state: Path, companion_runs: bool) -> None:
        self.state = state
        self.companion_runs = companion_runs

    @property
    def user(self) -> str:
        try:
            return pwd.getpwuid(os.getuid()).pw_name
        except KeyError:
            return str(os.getuid())

    @property
    def groups(self) -> set[str]:
        names = set()
        for number in {os.getegid(), *os.getgroups()}:
            try:
                names.add(grp.getgrgid(number).gr_name)
            except KeyError:
                names.add(str(number))
        return names

    def now(self) -> datetime:
        return datetime.now(UTC)

    def last_written(self) -> datetime:
        written = [path.lstat().st_mtime for path in (Path(__file__), *self.state.glob("*"))]
        return datetime.fromtimestamp(max(written), UTC)

    def read(self, path: str) -> str:
        try:
            return Path(path).read_text(errors="replace")
        except OSError:
            return ""

    def paths(self, pattern: str) -> list[str]:
        return sorted(str(path) for path in Path("/").glob(pattern.removeprefix("/")))

    def may_use(self, path: str) -> bool:
        return os.access(path, os.R_OK | os.W_OK)

    def run(self, *command: str) -> str | None:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=15, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout if done.returncode == 0 else None

    def has(self, package: str) -> bool:
        return find_spec(package) is not None

    def answers(self, address: str, port: int) -> bool:
        try:
            with socket.create_connection((address, port), timeout=2):
                return True
        except OSError:
            return False

    def free(self) -> int:
        there = next(folder for folder in (self.state, *self.state.absolute().parents) if folder.exists())
        return shutil.disk_usage(there).free

    def line(self, chip: str, offset: int) -> Line | None:
        try:
            with Path(chip).open("rb") as file:
                told = fcntl.ioctl(file, LINE_INFO_IOCTL, LINE_INFO.pack(b"", b"", offset, 0, 0))
        except OSError:
            return None
        return read_line_info(told)


def read_line_info(told: bytes) -> Line:
    name, consumer, _offset, _attributes, flags = LINE_INFO.unpack(told)
    holder = consumer.split(b"\0")[0].decode(errors="replace") or "the kernel"
    return Line(name.split(b"\0")[0].decode(errors="replace"), holder if flags & LINE_USED else None)
