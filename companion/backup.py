"""Games, boards, calibration and the table's name as one file, and back; keys, seats and passwords are never in it.

A restored file is unpacked beside the state, read by the real loaders, and only then waits for the next start to take
the place of what was there; that is kept, until the next time.
"""

import hashlib
import io
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion import welcome
from companion.bell import Bell
from companion.boards import Boards
from companion.files import NoRoom, put, room, sync
from companion.journal import Entry, Journal
from companion.records import Records
from companion.recovery import GOOD, JOURNAL, SEATING
from companion.rules import Illegal, Text, say
from companion.table import Table
from companion.welcome import FILE as FIRST_RUN
from companion.welcome import LONGEST_NAME

NAME, VERSION = b"trollhammer-companion ", 2
FORMAT = NAME + b"%d\n" % VERSION
"""A newer version reads every older format; this one says so when it meets a newer. The second has the table's name."""

LABEL, GAMES, TABLE = "backup", "games.jsonl", "table-name"
NO_BACKUP = "no_backup"

KINDS = {
    LABEL: 100,
    GAMES: 64_000_000,
    TABLE: 4 * LONGEST_NAME,
    "settings.toml": 100_000,
    "boulders.toml": 100_000,
    "boulders.jpg": 10_000_000,
    "landing-place.json": 10_000,
    "boards/chosen": 1_000,
    r"boards/[a-z0-9-]{1,80}\.toml": 200_000,
    r"boards/[0-9a-f]{16}\.jpg": 4_000_000,
    r"records/record-[0-9a-f]{16}\.json": 1_000_000,
}
"""What may be in it, and how large each may be, unpacked."""

MOST_FILES = 200
LARGEST = 64_000_000
"""Bytes, packed; and of all files together, unpacked."""

DRAFT, STAGED, CLEARED, BEFORE = "restore.new", "restore", "restore.cleared", "before-restore"
FILES = ("settings.toml", "boulders.toml", "boulders.jpg", "landing-place.json")
REPLACED = (
    *(f"{name}{suffix}" for name in (JOURNAL, SEATING) for suffix in ("", "-wal", "-shm")),
    GOOD,
    *FILES,
    FIRST_RUN,
    "settings.toml.good",
    "boards",
    "records",
)


def packed(state: Path, journal: Journal) -> bytes:
    """Everything worth keeping, as it is on the disk now."""
    copy = state / "journal.backup.sqlite"
    journal.copy_to(copy)
    kept = Journal(copy)
    try:
        games = b"".join(msgspec.json.encode(entry) + b"\n" for entry in kept.since(0))
    finally:
        kept.close()
        for suffix in ("", "-wal", "-shm"):
            copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    paths = [state / name for name in FILES]
    paths += [path for folder in ("boards", "records") for path in sorted((state / folder).glob("*"))]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LABEL, FORMAT)
        archive.writestr(GAMES, games)
        archive.writestr(TABLE, welcome.read(state / FIRST_RUN).name.encode())
        for path in paths:
            name = path.relative_to(state).as_posix()
            if path.is_file() and _limit(name):
                archive.writestr(name, path.read_bytes())
    return made.getvalue()


def unpack(state: Path, data: bytes) -> Path:
    """The files of a backup in a folder of their own beside the state; Illegal, and nothing there, if it is none."""
    draft = state / DRAFT
    shutil.rmtree(draft, ignore_errors=True)
    try:
        files = _files(data)
        with room():
            for name, content in files.items():
                if name not in (LABEL, GAMES, TABLE):
                    (draft / name).parent.mkdir(parents=True, exist_ok=True)
                    (draft / name).write_bytes(content)
        _write_games(draft, files[GAMES])
        _read_boards(draft)
        _read_records(draft)
        _name_table(draft, files.get(TABLE))
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return draft


def accept(draft: Path) -> None:
    """What was unpacked takes the state's place at the next start."""
    staged = draft.with_name(STAGED)
    for old in (staged, draft.with_name(BEFORE)):
        shutil.rmtree(old, ignore_errors=True)
    for path in draft.rglob("*"):
        sync(path)
    sync(draft)
    draft.replace(staged)
    sync(draft.parent)


def settle(state: Path) -> bool:
    """At the start: let an accepted backup take the state's place. A power cut in between is made good next time.

    NoRoom, and nothing is changed yet, if the card is too full even for that.
    """
    staged, cleared, before = state / STAGED, state / CLEARED, state / BEFORE
    shutil.rmtree(state / DRAFT, ignore_errors=True)
    if staged.exists():
        with room():
            before.mkdir(exist_ok=True)
        for name in REPLACED:
            if (state / name).exists():
                (state / name).replace(before / name)
        sync(before)
        # A new name says that the place is clear: on a full card there may be no room for more.
        staged.replace(cleared)
        sync(state)
    if not cleared.exists():
        return False
    for path in list(cleared.iterdir()):
        path.replace(state / path.name)
    sync(state)
    shutil.rmtree(cleared)
    return True


def _files(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            names = [info.filename for info in infos]
            if len(infos) > MOST_FILES or len(set(names)) != len(names) or sum(i.file_size for i in infos) > LARGEST:
                raise _no_backup(say("too much is in it"))
            if LABEL in names and _version(_content(archive, archive.getinfo(LABEL))) > VERSION:
                raise _no_backup(say("a newer version made it; upgrade this companion first"))
            files = {info.filename: _content(archive, info) for info in infos}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise _no_backup(str(error)) from error
    if not _version(files.get(LABEL, b"")) or GAMES not in files:
        raise _no_backup(say("something else is in it"))
    return files


def _version(label: bytes) -> int:
    number = label.removeprefix(NAME).strip()
    return int(number) if label.startswith(NAME) and number.isdigit() else 0


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    limit = _limit(info.filename)
    if limit is None:
        raise _no_backup(say("{file} does not belong there", file=info.filename[:60]))
    # What the file says about its own size need not be true.
    with archive.open(info) as file:
        content = file.read(limit + 1)
    if len(content) > limit:
        raise _no_backup(say("{file} is too large", file=info.filename))
    return content


def _write_games(draft: Path, lines: bytes) -> None:
    """The journal, as the table will read it."""
    draft.mkdir(parents=True, exist_ok=True)
    journal = Journal(draft / JOURNAL)
    try:
        journal.fill(_entries(lines))
        Table(journal, Bell(), lambda: 0.0)
    except NoRoom:
        raise
    except Exception as error:
        # Rows from elsewhere may break the rules in any way; nothing has been replaced yet.
        raise error if isinstance(error, Illegal) and error.code == NO_BACKUP else _no_backup(str(error)) from error
    finally:
        journal.close()


def _entries(lines: bytes) -> Iterator[Entry]:
    """One after the other: all at once they would take more memory than the smallest Pi has."""
    expected = None
    for line in io.BytesIO(lines):
        entry = msgspec.json.decode(line, type=Entry)
        if expected not in (None, entry.number):
            raise _no_backup(say("moves are missing"))
        expected = entry.number + 1
        yield entry


def _read_boards(draft: Path) -> None:
    for photo in (draft / "boards").glob("*.jpg"):
        content = photo.read_bytes()
        if not content.startswith(b"\xff\xd8\xff") or hashlib.sha256(content).hexdigest()[:16] != photo.stem:
            raise _no_backup(say("{file} is not the photo that was kept", file=photo.name))
    unreadable = Boards(draft / "boards").unreadable
    for name, faults in unreadable.items():
        raise _no_backup(f"{name}: {' '.join(str(fault) for fault in faults)}")


def _read_records(draft: Path) -> None:
    if (draft / "records").exists():
        for name, reason in Records(draft / "records").unreadable.items():
            raise _no_backup(say("{file}: {reason}", file=name, reason=reason))


def _name_table(draft: Path, name: bytes | None) -> None:
    """What the host of this machine was asked stays as it is, and without a name in the backup the name does too."""
    kept = welcome.read(draft.with_name(FIRST_RUN))
    if name is not None:
        try:
            kept = msgspec.structs.replace(kept, name=name.decode())
        except UnicodeDecodeError as error:
            raise _no_backup(say("{file}: {reason}", file=TABLE, reason=str(error))) from error
    if len(kept.name) > LONGEST_NAME:
        raise _no_backup(say("{file} is too large", file=TABLE))
    put(draft / FIRST_RUN, msgspec.json.encode(kept))


def _limit(name: str) -> int | None:
    return next((limit for pattern, limit in KINDS.items() if re.fullmatch(pattern, name)), None)


def _no_backup(reason: str | Text) -> Illegal:
    words = say("This file is no backup that can be used: {reason}. Nothing was changed.", reason=reason)
    return Illegal(NO_BACKUP, words)
