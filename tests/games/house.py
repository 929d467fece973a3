"""A copy of the house into which a game of the tests moves, as the guide tells it; the house itself stays as it is."""

import difflib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "hardware", "web")
REGISTRY = "companion/games/__init__.py"


class House:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for room in ROOMS:
            shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))

    def move_in(self, name: str) -> None:
        """The game's two folders, and its line."""
        for part, home in (("rules", "companion"), ("pages", "web")):
            moved = self.folder / home / "games" / name
            shutil.copytree(ROOT / "tests/games" / name / part, moved, ignore=shutil.ignore_patterns("__pycache__"))
            for path in moved.rglob("*.py"):
                text = path.read_text("utf-8")
                for there, here in (("rules", "companion"), ("pages", "web")):
                    text = text.replace(f"tests.games.{name}.{there}", f"{here}.games.{name}")
                path.write_text(text, "utf-8")
        registry = self.folder / REGISTRY
        registry.write_text(registry.read_text("utf-8").replace("\n)\n", f'\n    "{name}",\n)\n', 1), "utf-8")

    def run(self, *args: str) -> str:
        """What a program of this house prints."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        done = subprocess.run(
            [sys.executable, *args], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def changes(self) -> dict[str, list[str]]:
        """By file, the lines that are not as in the house it was copied from; a new file has all its lines."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if path.is_dir() or "__pycache__" in name:
                continue
            before = ROOT / name
            old, new = (each.read_bytes().splitlines() if each.exists() else [] for each in (before, path))
            if old != new:
                was, now = ([line.decode("utf-8", "replace") for line in lines] for lines in (old, new))
                found[name] = [line for line in difflib.ndiff(was, now) if line[0] in "+-"]
        return found
