"""`companion update`: installs the version that the host asked for; systemd calls it as root, nobody else needs to.

The state belongs to a user with no rights, so nothing there is trusted: what is taken from it is copied first, no link
is followed, and only a bundle that its maker signed is unpacked and run.
"""

import argparse
import os
import shutil
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from companion.atomic_files import put
from companion.bundle_file import LARGEST, demand_for, demand_signed, no_bundle, read_list, this_system, unpack
from companion.rules import Illegal, Text, say
from companion.updates import BUNDLE, FOLDER, KEY, RESULT, RUNNING, WANTED

LONGEST_ADDRESS = 2000
PATIENCE = 60.0
"""Seconds without a byte, after which an address is given up."""

TAKEN_BACK = 3
"""The status with which systemd/install says so."""

FETCHING = say("The update is being fetched.")
CHECKING = say("The update is being checked.")
INSTALLING = say(
    "The update is being installed beside this version; that takes some minutes. The game goes on, and this page is "
    "gone for a moment when it changes over."
)
CUT_OFF = say("The last update was cut off and taken back. Choose it again.")
UPDATED = say("The last update is installed.")
UNWELL = say("The last update did not come up, so it was taken back. Games and settings are as they were.")


def add_parser(commands: "argparse._SubParsersAction[Any]") -> None:
    parser = commands.add_parser("update", help="install the version that the host's page asked for (as root)")
    parser.add_argument("--state", type=Path, required=True, help="the folder that keeps games, keys and settings")
    parser.add_argument("--app", type=Path, required=True, help="the folder that keeps the releases")
    parser.add_argument("--running", type=Path, default=RUNNING, help="the file that tells what is being done")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    app: Path = arguments.app
    folder = app / FOLDER

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    # What stands there if the power goes before the end.
    tell(app / RESULT, CUT_OFF)
    try:
        last = update(arguments.state / FOLDER, folder, app / KEY, partial(tell, arguments.running))
    except Illegal as refused:
        last = refused.text
    except OSError as error:
        last = failed(str(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    tell(app / RESULT, last)
    return 0


def tell(file: Path, text: Text) -> None:
    """The companion, which is another user, and whoever reads the log."""
    print(text, flush=True)
    put(file, msgspec.json.encode(text))
    file.chmod(0o644)


def update(spool: Path, folder: Path, key: Path, tell: Callable[[Text], None]) -> Text:
    """What came of it."""
    bundle = folder / BUNDLE
    if address := take(spool, bundle):
        tell(FETCHING)
        fetch(address, bundle)
    tell(CHECKING)
    listed = read_list(bundle)
    demand_for(listed, this_system())
    demand_signed(listed, key)
    unpack(bundle, listed, folder / "companion")
    bundle.unlink()
    tell(INSTALLING)
    done = subprocess.run(
        [folder / "companion/systemd/install"], capture_output=True, text=True, errors="replace", check=False
    )
    print(done.stdout, done.stderr, flush=True)
    if done.returncode == TAKEN_BACK:
        return UNWELL
    if done.returncode:
        return failed((done.stderr.strip().splitlines() or ["?"])[-1])
    return UPDATED


def take(spool: Path, bundle: Path) -> str:
    """What is wanted, out of the companion's hands and into ours: an address; or nothing, and the bundle is there."""
    there = os.open(spool, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        with open_plain(WANTED, there) as file:
            address = file.read(LONGEST_ADDRESS).decode(errors="replace").strip()
        os.unlink(WANTED, dir_fd=there)
        if not address:
            with open_plain(BUNDLE, there) as file, bundle.open("wb") as copy:
                copy_some(file, copy)
            os.unlink(BUNDLE, dir_fd=there)
    finally:
        os.close(there)
    return address


def open_plain(name: str, folder: int) -> BinaryIO:
    """A file and nothing else: no link, no pipe that never ends."""
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise no_bundle()
    return os.fdopen(handle, "rb")


def copy_some(source: BinaryIO, copy: BinaryIO) -> None:
    left = LARGEST
    while piece := source.read(1024**2):
        left -= len(piece)
        if left < 0:
            raise Illegal("too_large", say("That is too much at once."))
        copy.write(piece)


def fetch(address: str, bundle: Path) -> None:
    if not address.startswith(("http://", "https://")):
        raise not_fetched()
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer, bundle.open("wb") as copy:
            copy_some(answer, copy)
    except (urllib.error.URLError, ValueError, TimeoutError, ConnectionError) as error:
        print(error, file=sys.stderr)
        raise not_fetched() from error


def not_fetched() -> Illegal:
    return Illegal("not_fetched", say("The update could not be fetched. Is the address right, and is there a network?"))


def failed(reason: str) -> Text:
    return say("The last update was not installed: {reason}", reason=reason)
