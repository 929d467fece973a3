"""Where the pages of each game are: in the package of `web.games` with its name. It opens none of them."""

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from flask import Blueprint

from companion.games import GAMES


class GameFolder(NamedTuple):
    """A game's own templates, scripts, styles and pictures."""

    name: str
    path: Path

    @property
    def package(self) -> str:
        return package_of(self.name)

    @property
    def script(self) -> str | None:
        """Where `pages.js` and `pages.css` are served, which draw this game on the pages for everyone."""
        return self._address if self._has("pages.js") else None

    @property
    def picture(self) -> str | None:
        return f"{self._address}/picture.svg" if self._has("picture.svg") else None

    @property
    def icons(self) -> str | None:
        """The template with its own icons, which every page is given, for whatever shows this game there."""
        file = f"{self.name}/icons.svg"
        return file if (self.path / "templates" / file).exists() else None

    def file(self, name: str) -> str | None:
        """Where one of its files is served, if it has it."""
        return f"{self._address}/{name}" if self._has(name) else None

    def blueprint(self) -> Blueprint:
        """Serves all of it; the game's own routes come besides."""
        return Blueprint(
            f"{self.name}_files",
            self.package,
            root_path=str(self.path),
            template_folder="templates",
            static_folder="static",
            static_url_path=self._address,
        )

    @property
    def _address(self) -> str:
        return f"/static/games/{self.name}"

    def _has(self, file: str) -> bool:
        return (self.path / "static" / file).exists()


def package_of(name: str) -> str:
    return f"web.games.{name}"


def game_folders() -> dict[str, GameFolder]:
    """Those there are, by the game's name: a game may have none."""
    found = {name: find_spec(package_of(name)) for name in GAMES}
    return {name: GameFolder(name, Path(spec.origin).parent) for name, spec in found.items() if spec and spec.origin}
