"""One virtual machine: started from a disk or a saved moment, asked to run commands, cut off from its power.

Only one runs at a time, on one processor that is emulated (a guest of the host's own is not to be had everywhere).
"""

import itertools
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.pi.vm.image import PORT, Disk

MEGABYTES = 1024
BOOTING = 1800.0
"""Seconds until the agent answers; a boot takes some two minutes, or ten where others keep the machine busy."""

CLOCK = ("-icount", "shift=1")
"""Time inside goes by instructions, two nanoseconds each: on a busy machine it goes slower, and nothing is late."""

PATIENCE = 8
"""So much longer than its own seconds may the machine take, by our clock."""

COMMAND_LINE = "root=/dev/vda rw console=ttyS0 quiet loglevel=4 systemd.show_status=0 net.ifnames=0"


class Answer(NamedTuple):
    status: int
    output: str


class Dead(Exception):
    """The machine did not answer any more."""


class Machine:
    """`folder` holds what belongs to it: the disk it writes to, its sockets, what the console said."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        """With a disk of its own that starts out as `disk`."""
        folder.mkdir(parents=True, exist_ok=True)
        self.console = folder / "console"
        self._disk = disk
        self._folder = folder
        self._own = folder / "disk.qcow2"
        self._numbers = itertools.count()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._unread = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.cut_power()

    def fresh(self) -> None:
        """Its disk is as the image has it."""
        words = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(self._disk.image), "-F", "qcow2", str(self._own)]
        subprocess.run(words, check=True)

    def boot(self) -> None:
        self._start()
        self._await_agent()

    def resume(self, name: str, saved: Path) -> None:
        """From a moment that `save` kept in a file: disk, memory and all."""
        shutil.copy(saved, self._own)
        self._start("-loadvm", name)
        self._await_agent()

    def save(self, name: str, saved: Path) -> None:
        """Keep this moment in a file; the machine is off after it."""
        self._monitor("human-monitor-command", {"command-line": f"savevm {name}"})
        self.cut_power()
        shutil.copy(self._own, saved)

    def cut_power(self) -> None:
        """What the disk was not told to keep is gone, and nobody is asked."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._line = self._process = None

    def wait_until_off(self) -> str:
        """For a machine that was told to switch itself off or to start anew: the console's last words."""
        assert self._process is not None, "it is off"
        try:
            self._process.wait(BOOTING)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it stays on; the console said: {self._last_words()}") from None
        self.cut_power()
        return self._last_words()

    def run(self, *words: str, seconds: float = 120.0, given: str = "") -> str:
        """What the command said; that it failed breaks the part."""
        answer = self.ask(*words, seconds=seconds, given=given)
        assert answer.status == 0, f"{' '.join(words)[:80]} ended with {answer.status}: {answer.output[-600:]}"
        return answer.output.strip()

    def ask(self, *words: str, seconds: float = 120.0, given: str = "") -> Answer:
        """What the command said and how it ended; 124 when its time was up."""
        number = self._send(words, seconds, given)
        return self._receive(number, PATIENCE * (seconds + 60.0))

    def until(self, *words: str, holds: str = "", seconds: float = 120.0) -> str:
        """Ask again until the command ends well and its output has `holds` in it."""
        last = Answer(0, "")
        for _ in until(PATIENCE * seconds):
            last = self.ask(*words)
            if last.status == 0 and holds in last.output:
                return last.output.strip()
        raise AssertionError(f"{' '.join(words)[:80]}: not so after {seconds:.0f} s: {last.output[-600:]}")

    def _start(self, *more: str) -> None:
        assert self._process is None, "it runs already"
        sockets = {name: self._folder / name for name in ("channel", "monitor")}
        for path in sockets.values():
            path.unlink(missing_ok=True)
        # It goes when we go, however that is.
        words = ["setpriv", "--pdeathsig", "KILL"]
        words += ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "Nehalem", "-smp", "1", *CLOCK]
        words += ["-m", str(MEGABYTES), "-nodefaults", "-display", "none", "-nic", "none", "-rtc", "base=utc"]
        # A machine that starts anew goes off first: who sees that, boots it.
        words += ["-no-reboot"]
        words += ["-kernel", str(self._disk.kernel), "-initrd", str(self._disk.initrd), "-append", COMMAND_LINE]
        words += ["-drive", f"file={self._own},if=virtio,format=qcow2,cache=writeback"]
        words += ["-device", "virtio-serial", "-chardev", f"socket,id=rig,path={sockets['channel']},server=on,wait=off"]
        words += ["-device", f"virtserialport,chardev=rig,name={PORT}", "-device", "virtio-rng-pci"]
        words += ["-serial", f"file:{self.console}", "-qmp", f"unix:{sockets['monitor']},server=on,wait=off", *more]
        with (self._folder / "qemu").open("ab") as said:
            self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        self._line = self._connected("channel")

    def _connected(self, name: str) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        for _ in until(60.0, pause=0.1):
            if self._process is None or self._process.poll() is not None:
                raise Dead((self._folder / "qemu").read_text()[-600:])
            try:
                line.connect(str(self._folder / name))
            except OSError:
                continue
            return line
        raise Dead(f"there is no {name}")

    def _await_agent(self) -> None:
        self._unread = b""
        self._receive(self._send(["true"], 10.0, ""), BOOTING)

    def _send(self, words: tuple[str, ...] | list[str], seconds: float, given: str) -> int:
        assert self._line is not None, "it is off"
        number = next(self._numbers)
        order = {"id": number, "run": list(words), "seconds": seconds, "input": given}
        self._line.sendall(json.dumps(order).encode() + b"\n")
        return number

    def _receive(self, number: int, seconds: float) -> Answer:
        """The answer to that order; one to an order before a power cut is passed over."""
        assert self._line is not None
        end = time.monotonic() + seconds
        while True:
            *lines, self._unread = self._unread.split(b"\n")
            for place, line in enumerate(lines):
                answer = json.loads(line)
                if answer["id"] == number:
                    self._unread = b"\n".join([*lines[place + 1 :], self._unread])
                    return Answer(answer["status"], answer["output"])
            self._line.settimeout(max(0.1, end - time.monotonic()))
            try:
                read = self._line.recv(65536)
            except TimeoutError:
                raise Dead(f"no answer after {seconds:.0f} s; the console said: {self._last_words()}") from None
            if not read:
                raise Dead(f"it went off; the console said: {self._last_words()}")
            self._unread += read

    def _last_words(self) -> str:
        return self.console.read_text(errors="replace")[-600:] if self.console.exists() else ""

    def _monitor(self, command: str, arguments: dict[str, Any]) -> str:
        with self._connected("monitor") as line, line.makefile("rw", encoding="utf-8") as words:
            words.readline()
            for order in ({"execute": "qmp_capabilities"}, {"execute": command, "arguments": arguments}):
                words.write(json.dumps(order) + "\n")
                words.flush()
                while "return" not in (told := json.loads(words.readline())):
                    assert "error" not in told, told
        assert not told["return"], told["return"]
        return str(told["return"])


def until(seconds: float, pause: float = 1.0) -> Iterator[None]:
    """Once more and once more, with a pause between, for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(pause)
