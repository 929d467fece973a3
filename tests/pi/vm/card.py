"""A disk image as a card in this machine: mounted, and what systemd would start on it started, without a boot.

The kernel mends its file system as at a boot, and programs on it run on this machine's own processor. It is all gone
with the program that ran, and nothing outside of the image is touched.
"""

import os
import signal
import socket
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.pi.vm.machine import until
from tests.plug import READY, Phone

APP, UNITS = "/opt/companion", "/etc/systemd/system"
MOUNT = """\
set -e
mount -o loop "$0" "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/run"
exec chroot "$@"
"""
START = f"""\
{{ $1; }} >&2 || {{ echo "$1 fails"; exit; }}
for unit in companion.service companion-take-back.service companion-update.path; do
  test -e {UNITS}/multi-user.target.wants/$unit || {{ echo "$unit would not be started"; exit; }}
done
if [ -e {APP}/upgrading ]; then
  $(sed -n s/^ExecStart=//p {UNITS}/companion-take-back.service) >&2 || {{ echo "it could not be taken back"; exit; }}
fi
test -e {APP}/current/complete || {{ echo "$(readlink {APP}/current) is not complete"; exit; }}
unit={UNITS}/companion.service
cmp $unit {APP}/current/source/systemd/companion.service >&2 || {{ echo "the unit is another version's"; exit; }}
exec setpriv --reuid companion --regid companion --init-groups \
  $(sed -n s/^ExecStart=//p $unit) --rig none --host 127.0.0.1 --port "$0"
"""
"""As systemd does it at a start, after one more command."""

TABLE = "/stream?as=table&page=the-page-of-the-table"


class Address(NamedTuple):
    address: str


@contextmanager
def exported(folder: Path, *nodes: str) -> Iterator[Path]:
    """QEMU's node "disk", the last of these, as a file that can be mounted."""
    file = folder / "card"
    file.touch()
    words = ["setpriv", "--pdeathsig", "KILL", "qemu-storage-daemon"]
    words += [word for node in nodes for word in ("--blockdev", node)]
    words += ["--export", f"fuse,id=card,node-name=disk,mountpoint={file},writable=on"]
    daemon = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    try:
        for _ in until(60.0, pause=0.05):
            if file.stat().st_size:
                break
        yield file
    finally:
        daemon.terminate()
        daemon.wait()


@contextmanager
def layer_on(image: Path, kind: str, folder: Path) -> Iterator[Path]:
    """A card that starts out as the image, and leaves it as it is."""
    own = folder / "layer.qcow2"
    subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", image, "-F", kind, own], check=True)
    with exported(folder, f"driver=qcow2,node-name=disk,file.driver=file,file.filename={own}") as card:
        yield card


def inside(card: Path, *words: str) -> list[str]:
    """The words that run a program on the card."""
    place = card.parent / "mounted"
    place.mkdir(exist_ok=True)
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
    return [*apart, "sh", "-c", MOUNT, str(card), str(place), *words]


@contextmanager
def started(card: Path, first: str = "true") -> Iterator[Phone]:
    """The companion runs, after that command; AssertionError if it does not get so far."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (card.parent / "said").open("w+") as said:
        words = inside(card, "sh", "-c", START, str(port), first)
        companion = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=said, text=True, start_new_session=True)
        try:
            assert companion.stdout is not None
            line = companion.stdout.readline()
            if not line.startswith(READY):
                said.seek(0)
                raise AssertionError(f"{line.strip() or 'it does not start'}: {said.read()[-300:]}")
            yield Phone(Address(line.removeprefix(READY).strip()))
        finally:
            # All of them: who became another user does not go with who started it.
            os.killpg(companion.pid, signal.SIGKILL)
            companion.communicate()


def goes_on(raw: Path, folder: Path, versions: Collection[int], first: str = "true") -> int:
    """At which of these versions its table is; AssertionError unless a companion starts there with page and table."""
    with layer_on(raw, "raw", folder) as card, started(card, first) as phone:
        assert "<main" in phone.get("/"), "there is no page"
        version = int(phone.first_event(TABLE)["version"])
        assert version in versions, f"the table is at {version}, not at {' or '.join(map(str, versions))}"
        return version
