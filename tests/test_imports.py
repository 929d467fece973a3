"""Who may import whom, as the folders promise: data flows one way, and a game knows nothing but the rules' words."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("companion", "hardware", "web", "firmware", "tests")

OUTSIDE_WORLD = {"os", "io", "pathlib", "shutil", "subprocess", "socket", "sqlite3", "threading", "asyncio", "logging"}
CLOCK_AND_CHANCE = {"time", "datetime", "random", "secrets", "uuid"}

MAY_IMPORT = {
    "companion/common": ("companion.common",),
    "companion/rules": ("companion.rules", "companion.common"),
    "companion/hammering": ("companion.rules", "companion.hammering"),
    "companion/games": ("companion.rules", "companion.hammering", "companion.games"),
    "companion": ("companion",),
    "companion/app": ("companion", "hardware", "web"),
    "companion/cli": ("companion", "hardware", "web"),
    "hardware": ("hardware", "companion.common"),
    "web": ("web", "companion"),
}
"""For each folder, what it may import of ours; the longest path that fits a file decides."""

MICROPYTHON = {
    "array",
    "asyncio",
    "binascii",
    "collections",
    "deflate",
    "errno",
    "gc",
    "hashlib",
    "heapq",
    "io",
    "json",
    "machine",
    "math",
    "micropython",
    "neopixel",
    "os",
    "platform",
    "random",
    "re",
    "rp2",
    "select",
    "struct",
    "sys",
    "time",
    "uctypes",
}
"""What comes with MicroPython on a Pico."""


def files(folder: str) -> list[Path]:
    """The folder's own modules, without those of a folder with its own rule."""
    inner = [ROOT / other for other in MAY_IMPORT if other.startswith(f"{folder}/")]
    found = sorted((ROOT / folder).rglob("*.py"))
    return [path for path in found if not any(path.is_relative_to(other) for other in inner)]


def imports(path: Path) -> Iterator[str]:
    """The full name of every module that this file imports, wherever in the file it does."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*start, *filter(None, [node.module])))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def within(name: str, allowed: tuple[str, ...]) -> bool:
    return any(f"{name}.".startswith(f"{prefix}.") for prefix in allowed)


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_what_it_may(folder: str) -> None:
    assert files(folder)
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files(folder)
        for name in imports(path)
        if within(name, OURS) and not within(name, MAY_IMPORT[folder])
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("top", "below"),
    [
        ("companion.cli", ("companion", "companion/app", "web", "hardware")),
        ("companion.app", ("companion", "web", "hardware")),
    ],
)
def test_nothing_below_knows_the_application_or_its_commands(top: str, below: tuple[str, ...]) -> None:
    outside = [path for folder in below for path in files(folder)]
    assert not [path for path in outside for name in imports(path) if within(name, (top,))]


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (ROOT / "companion/games").glob("*/__init__.py")))
def test_no_game_imports_another(game: str) -> None:
    own = f"companion.games.{game}"
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files(f"companion/games/{game}")
        for name in imports(path)
        if within(name, ("companion.games",)) and not within(name, (own,))
    ]
    assert not wrong


@pytest.mark.parametrize("folder", ["companion/rules", "companion/hammering", "companion/games"])
def test_rules_touch_no_file_clock_or_chance(folder: str) -> None:
    banned = tuple(OUTSIDE_WORLD | CLOCK_AND_CHANCE)
    wrong = [f"{path} imports {name}" for path in files(folder) for name in imports(path) if within(name, banned)]
    assert not wrong


def test_what_all_share_touches_no_file_clock_or_chance_and_only_the_worker_has_a_thread() -> None:
    found = {
        (path.stem, banned)
        for path in files("companion/common")
        for name in imports(path)
        for banned in OUTSIDE_WORLD | CLOCK_AND_CHANCE
        if within(name, (banned,))
    }
    # Who tells where threads hang must know their names.
    naming = {("stacks", "threading")}
    assert found == {("worker", "threading"), ("worker", "logging"), ("supervisor", "logging"), *naming}


@pytest.mark.parametrize("folder", ["companion/common", "companion/rules"])
def test_the_words_that_others_are_built_on_need_only_msgspec(folder: str) -> None:
    allowed = {"companion", "msgspec", *sys.stdlib_module_names}
    assert {name.split(".")[0] for path in files(folder) for name in imports(path)} <= allowed


def test_the_pico_runs_what_micropython_has() -> None:
    beside = {path.stem for path in (ROOT / "firmware").rglob("*.py")} | {"detector"}
    names = {name.split(".")[0] for path in (ROOT / "firmware").rglob("*.py") for name in imports(path)}
    assert names <= MICROPYTHON | beside


def test_the_check_finds_a_wrong_import_however_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    folder = tmp_path / "companion" / "games"
    folder.mkdir(parents=True)
    source = "import web.app\nfrom hardware import hits\ndef late():\n    from ..table import Table\n"
    (folder / "bad.py").write_text(source, encoding="utf-8")
    assert set(imports(folder / "bad.py")) == {"web.app", "hardware.hits", "companion.table.Table"}
