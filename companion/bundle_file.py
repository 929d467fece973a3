"""A bundle of another version, as systemd/bundle packs it: looked at before any of it is used; it installs nothing.

Whoever can bring a bundle brings what will run as root. So it counts only if its list of files was signed by the maker
whose bundle was installed by hand, and only what that list names is ever written.
"""

import hashlib
import platform
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from companion.rules import Illegal, say

LARGEST = 300 * 1024**2
"""Bytes of a bundle: twice what one for a Pi has today."""

LARGEST_LIST = 1024**2
TOP = "companion"
LIST, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
EARLY = 20
"""Both are among the first so many files."""

NAMESPACE, MAKER = "trollhammer-bundle", "maker"
LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")
PROCESSORS = {"aarch64": "arm64", "x86_64": "amd64"}


class BundleList(NamedTuple):
    """What a bundle says is inside, and who says so."""

    text: bytes
    signature: bytes

    @property
    def sums(self) -> dict[str, str]:
        """By name, what each file's sum has to be."""
        found = [LINE.fullmatch(line) for line in self.text.decode(errors="replace").splitlines()]
        if not all(found):
            raise damaged()
        sums = {match[2]: match[1] for match in found if match}
        if any(PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts for name in sums):
            raise damaged()
        return sums

    @property
    def systems(self) -> list[str]:
        return sorted({name.split("/")[1] for name in self.sums if name.startswith("wheels/")})


def read_list(file: Path) -> BundleList:
    """Illegal, in words, if this is no bundle."""
    found: dict[str, bytes] = {}
    with opened(file) as packed:
        for number, member in enumerate(packed):
            name = member.name.removeprefix(f"{TOP}/")
            if name in (LIST, SIGNATURE) and member.isfile() and member.size <= LARGEST_LIST:
                content = packed.extractfile(member)
                assert content is not None
                found[name] = content.read()
            if len(found) == 2 or number > EARLY:
                break
    if LIST not in found:
        raise no_bundle()
    return BundleList(found[LIST], found.get(SIGNATURE, b""))


def demand_for(listed: BundleList, system: str) -> None:
    if system not in listed.systems:
        theirs = ", ".join(listed.systems) or "–"
        words = say("This bundle is for {theirs}, and this machine is {ours}.", theirs=theirs, ours=system)
        raise Illegal("other_system", words)


def demand_signed(listed: BundleList, key: Path) -> None:
    """Illegal, in words, unless whoever made the key's bundle made this list."""
    with tempfile.TemporaryDirectory() as scratch:
        signers, signature = Path(scratch) / "signers", Path(scratch) / "signature"
        signers.write_text(f"{MAKER} {key.read_text()}")
        signature.write_bytes(listed.signature)
        words = ["ssh-keygen", "-Y", "verify", "-f", str(signers), "-I", MAKER, "-n", NAMESPACE, "-s", str(signature)]
        try:
            done = subprocess.run(words, input=listed.text, capture_output=True, check=False)
        except FileNotFoundError:
            raise Illegal("no_ssh", say("No signature can be checked here: openssh-client is missing.")) from None
    if done.returncode:
        raise other_maker()


def unpack(file: Path, listed: BundleList, folder: Path) -> None:
    """Every file that is listed and none that is not, each with its sum; Illegal if one is missing or another."""
    left = listed.sums
    with opened(file) as packed:
        for member in packed:
            expected = left.pop(member.name.removeprefix(f"{TOP}/"), None)
            content = packed.extractfile(member) if expected and member.isfile() else None
            if content is None:
                continue
            path = folder / member.name.removeprefix(f"{TOP}/")
            path.parent.mkdir(parents=True, exist_ok=True)
            found = hashlib.sha256()
            with path.open("xb") as new:
                while piece := content.read(1024**2):
                    found.update(piece)
                    new.write(piece)
            path.chmod(0o755 if member.mode & 0o100 else 0o644)
            if found.hexdigest() != expected:
                raise damaged()
    if left:
        raise damaged()
    (folder / LIST).write_bytes(listed.text)
    (folder / SIGNATURE).write_bytes(listed.signature)


@contextmanager
def opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r|gz") as packed:
            yield packed
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the card's fault, not the file's
        raise no_bundle() from error


def this_system() -> str:
    """As bundles are named after it."""
    try:
        codename = platform.freedesktop_os_release().get("VERSION_CODENAME", "unknown")
    except OSError:
        codename = "unknown"
    return f"{codename}-{PROCESSORS.get(platform.machine(), platform.machine())}"


def no_bundle() -> Illegal:
    return Illegal("no_bundle", say("This file is no bundle of the companion, or only a part of one."))


def damaged() -> Illegal:
    return Illegal("damaged", say("This bundle is damaged: a file in it is not as it was packed. Nothing was changed."))


def other_maker() -> Illegal:
    words = say(
        "This bundle was not made by whoever made the one that is installed here, or it was changed on its way. "
        "Nothing was changed."
    )
    return Illegal("other_maker", words)
