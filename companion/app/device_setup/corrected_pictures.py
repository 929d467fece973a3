"""Pictures that somebody put right by tapping, kept as the owner's own samples; it learns nothing from them.

Few are kept, the newest, and each only once, as it was left last.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock

import msgspec

from companion.atomic_files import put
from companion.common.boulders import Labelled
from companion.photos import kept
from companion.rules import Illegal
from hardware.boulders.learn_from_corrections import Sample
from hardware.camera.jpeg import picture_in

FOLDER = "corrected"
KEPT = 20
"""Of at most 800 kB each: they are part of every backup."""

LABELS = msgspec.json.Decoder(list[Labelled])


class CorrectedPictures:
    def __init__(self, state: Path) -> None:
        self._folder = state / FOLDER
        self._lock = Lock()

    def keep(self, picture: bytes, pieces: Sequence[Labelled]) -> None:
        name = self._folder / sha256(picture).hexdigest()[:16]
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            put(name.with_suffix(".jpg"), picture)
            # What is not labelled is no sample: a power cut between the two leaves nothing that misleads.
            put(name.with_suffix(".json"), msgspec.json.encode(pieces))
            for old in self._names()[:-KEPT]:
                self._drop(old)

    def samples(self) -> list[Sample]:
        """Those that can be read, the oldest first; of the others there is nothing to learn."""
        with self._lock:
            read = (_read(self._folder / name) for name in self._names())
            return [sample for sample in read if sample is not None]

    @property
    def number(self) -> int:
        return len(self._names())

    def forget(self) -> None:
        with self._lock:
            for name in self._names():
                self._drop(name)

    def _names(self) -> list[str]:
        labelled = [path for path in self._folder.glob("*.json") if path.with_suffix(".jpg").exists()]
        return [path.stem for path in sorted(labelled, key=lambda path: (path.stat().st_mtime_ns, path.stem))]

    def _drop(self, name: str) -> None:
        for suffix in (".json", ".jpg"):
            (self._folder / name).with_suffix(suffix).unlink(missing_ok=True)


def _read(path: Path) -> Sample | None:
    try:
        labels = LABELS.decode(path.with_suffix(".json").read_bytes())
        # It may come from a backup: whatever is in it, it is unpacked where it does no harm.
        data = kept(path.with_suffix(".jpg").read_bytes())
    except (OSError, msgspec.DecodeError, Illegal):
        return None
    return Sample(picture_in(data), labels)
