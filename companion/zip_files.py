"""Several files as one ZIP file, and back only if nothing in it is too large or out of place; it touches no disk."""

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping

from companion.rules import Text, say

LARGEST = 64_000_000
"""Bytes of all files together, unpacked."""


class BadZip(Exception):
    """Why it cannot be used: a few words without a full stop, or what the reader of the format says."""

    def __init__(self, reason: str | Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


def unzipped(
    data: bytes, most_files: int, limit: Callable[[str], int | None], label: str, check: Callable[[bytes], None]
) -> dict[str, bytes]:
    """All files by name; `limit` says how large each may be, or None for one that does not belong there.

    What `check` finds on the label is told before anything else: a newer version may well have put in more.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            names = {info.filename for info in infos}
            if len(infos) > most_files or len(names) != len(infos) or sum(i.file_size for i in infos) > LARGEST:
                raise BadZip(say("too much is in it"))
            if label in names:
                check(content(archive, archive.getinfo(label), limit(label)))
            return {info.filename: content(archive, info, limit(info.filename)) for info in infos}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise BadZip(str(error)) from error


def content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int | None) -> bytes:
    if limit is None:
        raise BadZip(say("{file} does not belong there", file=info.filename[:60]))
    # What the file says about its own size need not be true.
    with archive.open(info) as file:
        found = file.read(limit + 1)
    if len(found) > limit:
        raise BadZip(say("{file} is too large", file=info.filename))
    return found


def zipped(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # Without a date of its own a file is from 1980: the clock may say a year that a ZIP file cannot hold.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()
