"""Games, boxes, calibration and the table's name as one file, and back; keys, seats and passwords are never in it.

What is secret in a game that still runs is sealed in it.

A restored file is unpacked beside the state, read by the real loaders, and only then waits for the next start to take
the place of what was there; that is kept, until the next time.
"""

import hashlib
import io
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from companion import first_run
from companion.atomic_files import NoRoom, put, sync, writing
from companion.box import FOLDER as BOX
from companion.chain import LARGEST_NUMBER
from companion.change_signal import ChangeSignal
from companion.first_run import FILE as FIRST_RUN
from companion.first_run import LONGEST_NAME
from companion.game_files import FOLDER as GAME_FILES
from companion.imported_records import ImportedRecords
from companion.journal import MOST_ACTS, Began, Entry, Journal
from companion.recovery import GOOD, JOURNAL, SEATING
from companion.rules import Illegal, Text, say
from companion.sealing import Seal
from companion.snapshot import FILE as SNAPSHOT
from companion.table import Table
from companion.zip_files import BadZip, unzipped, zipped

NAME, VERSION = b"trollhammer-companion ", 4
FORMAT = NAME + b"%d\n" % VERSION
"""A newer version reads every older format; this one says so when it meets a newer. The second has the table's name,
the third the boxes of all games, where there were only boards, and answers that were taken back alone; the fourth
pictures that were put right by tapping."""

LABEL, GAMES, SEALED, TABLE = "backup", "games.jsonl", "running-game.sealed", "table-name"
NO_BACKUP = "no_backup"

NOT_OURS = say(
    "In the backup is a game that was still being played, with secrets in it. Only the companion that made the backup "
    "can open that one; it was left out."
)

THINGS = r"(boards|box/[a-z0-9-]{1,40}/[a-z0-9-]{1,40})"
"""Folders of what owners recorded."""

KINDS = {
    LABEL: 100,
    GAMES: 64_000_000,
    SEALED: 16_000_000,
    TABLE: 4 * LONGEST_NAME,
    "settings.toml": 100_000,
    "boulders.toml": 100_000,
    "boulders.jpg": 10_000_000,
    "landing-place.json": 10_000,
    r"dice/[a-z0-9_-]{1,40}\.json": 1_000_000,
    r"corrected/[0-9a-f]{16}\.json": 100_000,
    r"corrected/[0-9a-f]{16}\.jpg": 1_000_000,
    rf"{THINGS}/chosen": 1_000,
    rf"{THINGS}/[a-z0-9-]{{1,80}}\.toml": 200_000,
    rf"{THINGS}/[0-9a-f]{{16}}\.jpg": 4_000_000,
    r"records/record-[0-9a-f]{16}\.json": 1_000_000,
}
"""What may be in it, and how large each may be, unpacked."""

MOST_FILES = 2_000
LARGEST = 64_000_000
"""Bytes, packed."""

DRAFT, STAGED, CLEARED, BEFORE = "restore.new", "restore", "restore.cleared", "before-restore"
TRYING, MOST_TRIES = "restore.trying", b"2"
"""The second start that does not get as far as its pages is the last with what was restored."""

Settled = Literal["nothing", "in place", "gone back"]
FILES = ("settings.toml", "boulders.toml", "boulders.jpg", "landing-place.json")
REPLACED = (
    *(f"{name}{suffix}" for name in (JOURNAL, SEATING) for suffix in ("", "-wal", "-shm")),
    GOOD,
    GAME_FILES,
    SNAPSHOT,
    *FILES,
    FIRST_RUN,
    "settings.toml.good",
    "boards",
    BOX,
    "dice",
    "corrected",
    "records",
)


def packed(state: Path, journal: Journal, sealed_from: int | None, seal: Seal) -> bytes:
    """Everything worth keeping, as it is on the disk now, read back and found to be so.

    Acts from `sealed_from` on are of a game with secrets that still runs: whoever looks into the file learns none.
    """
    games, sealed = bytearray(), bytearray()
    for entry in journal.all_entries():
        part = games if sealed_from is None or entry.number < sealed_from else sealed
        part += msgspec.json.encode(entry) + b"\n"
    name = first_run.read_first_run(state / FIRST_RUN).name.encode()
    files = {LABEL: FORMAT, GAMES: bytes(games), TABLE: name}
    if sealed:
        files[SEALED] = seal.close(bytes(sealed))
    paths = [state / name for name in FILES]
    folders = ("boards/*", f"{BOX}/*/*/*", "dice/*", "corrected/*", "records/*")
    paths += [path for kept in folders for path in sorted(state.glob(kept))]
    for path in paths:
        name_inside = path.relative_to(state).as_posix()
        if path.is_file() and _limit(name_inside):
            files[name_inside] = path.read_bytes()
    made = zipped(files)
    if _files(made) != files:
        raise Illegal("backup_failed", say("The backup could not be made. Try again."))
    return made


def unpack(state: Path, data: bytes, seal: Seal, tell: Callable[[Text], object]) -> Path:
    """The files of a backup in a folder of their own beside the state; Illegal, and nothing there, if it is none.

    A game that another companion sealed is left out, and that is told.
    """
    draft = state / DRAFT
    shutil.rmtree(draft, ignore_errors=True)
    try:
        files = _files(data)
        with writing():
            for name, content in files.items():
                if name not in (LABEL, GAMES, SEALED, TABLE):
                    (draft / name).parent.mkdir(parents=True, exist_ok=True)
                    (draft / name).write_bytes(content)
        running = seal.open(files[SEALED]) if SEALED in files else b""
        _write_games(draft, files[GAMES] + (running or b""))
        _check_photos(draft)
        _read_records(draft)
        _name_table(draft, files.get(TABLE))
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    if running is None:
        tell(NOT_OURS)
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


def settle(state: Path) -> Settled:
    """At the start: let an accepted backup take the state's place. A power cut in between is made good next time.

    If starts with it never got as far as their pages, what was before takes its place again. NotWritten, and nothing is
    changed yet, if the card is too full even for that.
    """
    shutil.rmtree(state / DRAFT, ignore_errors=True)
    for left in state.glob("rehearsal.*"):
        shutil.rmtree(left, ignore_errors=True)
    gone_back = _go_back(state)
    if not _put_in_place(state):
        return "nothing"
    if gone_back:
        return "gone back"
    put(state / TRYING, b"1")
    return "in place"


def proved(state: Path) -> None:
    """The pages answer: whatever was restored can be started with."""
    (state / TRYING).unlink(missing_ok=True)


def _go_back(state: Path) -> bool:
    """What was before is restored in turn, once enough starts have failed; what they failed with is kept instead."""
    trying, before = state / TRYING, state / BEFORE
    if not trying.exists() or (state / STAGED).exists() or (state / CLEARED).exists():
        return False
    tries = trying.read_bytes()
    if tries == MOST_TRIES and before.is_dir():
        before.replace(state / STAGED)
        trying.unlink()
        sync(state)
        return True
    put(trying, MOST_TRIES)
    return False


def _put_in_place(state: Path) -> bool:
    staged, cleared, before = state / STAGED, state / CLEARED, state / BEFORE
    if staged.exists():
        with writing():
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
        files = unzipped(data, MOST_FILES, _limit, LABEL, _refuse_newer)
    except BadZip as bad:
        raise no_backup(bad.reason) from bad
    if not _version(files.get(LABEL, b"")) or GAMES not in files:
        raise no_backup(say("something else is in it"))
    return files


def _refuse_newer(label: bytes) -> None:
    if _version(label) > VERSION:
        raise BadZip(say("a newer version made it; upgrade this companion first"))


def _version(label: bytes) -> int:
    number = label.removeprefix(NAME).strip()
    return int(number) if label.startswith(NAME) and number.isdigit() else 0


def _write_games(draft: Path, lines: bytes) -> None:
    """The journal, as the table will read it."""
    draft.mkdir(parents=True, exist_ok=True)
    journal = Journal(draft / JOURNAL)
    try:
        journal.fill(_entries(lines))
        Table(journal, ChangeSignal(), lambda: 0.0)
    except NoRoom:
        raise
    except Exception as error:
        # Rows from elsewhere may break the rules in any way; nothing has been replaced yet.
        raise error if isinstance(error, Illegal) and error.code == NO_BACKUP else no_backup(str(error)) from error
    finally:
        journal.close()


def _entries(lines: bytes) -> Iterator[Entry]:
    """One after the other: all at once they would take more memory than the smallest Pi has."""
    expected, acts = 0, 0
    for line in io.BytesIO(lines):
        entry = msgspec.json.decode(line, type=Entry)
        begins = isinstance(entry.act, Began)
        acts = 0 if begins else acts + 1
        if entry.number < expected or (entry.number > expected and expected and not begins):
            raise no_backup(say("moves are missing"))
        if not 0 < entry.number < LARGEST_NUMBER or acts > MOST_ACTS + 1:
            raise no_backup(say("too much is in it"))
        expected = entry.number + 1
        yield entry


def _check_photos(draft: Path) -> None:
    for photo in (*draft.glob("boards/*.jpg"), *draft.glob(f"{BOX}/*/*/*.jpg"), *draft.glob("corrected/*.jpg")):
        content = photo.read_bytes()
        if not content.startswith(b"\xff\xd8\xff") or hashlib.sha256(content).hexdigest()[:16] != photo.stem:
            raise no_backup(say("{file} is not the photo that was kept", file=photo.name))


def _read_records(draft: Path) -> None:
    if (draft / "records").exists():
        for name, reason in ImportedRecords(draft / "records").unreadable.items():
            raise no_backup(say("{file}: {reason}", file=name, reason=reason))


def _name_table(draft: Path, name: bytes | None) -> None:
    """What the host of this machine was asked stays as it is, and without a name in the backup the name does too."""
    kept = first_run.read_first_run(draft.with_name(FIRST_RUN))
    if name is not None:
        try:
            kept = msgspec.structs.replace(kept, name=name.decode())
        except UnicodeDecodeError as error:
            raise no_backup(say("{file}: {reason}", file=TABLE, reason=str(error))) from error
    if len(kept.name) > LONGEST_NAME:
        raise no_backup(say("{file} is too large", file=TABLE))
    put(draft / FIRST_RUN, msgspec.json.encode(kept))


def _limit(name: str) -> int | None:
    return next((limit for pattern, limit in KINDS.items() if re.fullmatch(pattern, name)), None)


def no_backup(reason: str | Text) -> Illegal:
    words = say("This file is no backup that can be used: {reason}. Nothing was changed.", reason=reason)
    return Illegal(NO_BACKUP, words)
