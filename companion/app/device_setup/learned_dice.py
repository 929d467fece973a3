"""The faces of each game's dice as they were learned at this table, kept in the state folder; it reads no picture."""

import logging
from pathlib import Path

from companion.atomic_files import put
from companion.common.health import Health
from hardware.dice import store
from hardware.dice.faces import Faces

log = logging.getLogger(__name__)

FOLDER = "dice"


class LearnedDice:
    """By the names of the games; a file each, read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._known: dict[str, Faces | Health | None] = {}

    def of(self, game: str) -> Faces | None:
        found = self._found(game)
        return found if isinstance(found, Faces) else None

    def warning(self, game: str) -> Health | None:
        """Why what was learned is not used."""
        found = self._found(game)
        return found if isinstance(found, Health) else None

    def keep(self, game: str, faces: Faces) -> None:
        """On the disk on return."""
        self._folder.mkdir(parents=True, exist_ok=True)
        put(self._path(game), store.written(faces))
        self._known[game] = faces

    def forget(self, game: str) -> None:
        self._path(game).unlink(missing_ok=True)
        self._known[game] = None

    def _found(self, game: str) -> Faces | Health | None:
        if game not in self._known:
            self._known[game] = self._read(self._path(game))
        return self._known[game]

    def _path(self, game: str) -> Path:
        return self._folder / f"{game}.json"

    def _read(self, path: Path) -> Faces | Health | None:
        try:
            found = store.read(path.read_bytes())
        except FileNotFoundError:
            return None
        if isinstance(found, Health):
            log.warning("%s: %s", path, found)
        return found
