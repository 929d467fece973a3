"""A game lives in its own folders: nothing else of the product names it, and no game's pages know another game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.test_imports import imports, within
from web.game_folders import game_folders
from web.games import open_pages

ROOT = Path(__file__).parents[2]
WRITTEN = {".py", ".html", ".js", ".css", ".svg", ".toml", ".po"}
ALSO_A_THING = {"tower", "hall", "fall"}
"""One stands on every table, whatever is played; in one every table stands; and boulders do the third."""

FOLDERS = sorted(path.name for path in (ROOT / "web/games").iterdir() if (path / "__init__.py").exists())


def outside() -> Iterator[Path]:
    for part in ("web", "companion"):
        for path in (ROOT / part).rglob("*"):
            if path.suffix in WRITTEN and not path.is_relative_to(ROOT / part / "games"):
                yield path


@pytest.mark.parametrize("name", sorted(GAMES.keys() - ALSO_A_THING))
def test_nothing_outside_its_folders_names_a_game(name: str) -> None:
    files = list(outside())
    assert {".py", ".html", ".js", ".css", ".po"} <= {path.suffix for path in files}
    assert [str(path) for path in files if name in path.read_text("utf-8").casefold()] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_the_pages_of_a_game_know_no_other_game(name: str) -> None:
    others = tuple(
        f"{part}.games.{other}" for part in ("web", "companion") for other in {*GAMES, *FOLDERS} if other != name
    )
    modules = list((ROOT / "web/games" / name).rglob("*.py"))
    assert modules
    assert not [f"{path} imports {each}" for path in modules for each in imports(path) if within(each, others)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_picture_of_its_own_for_the_start_page(name: str) -> None:
    folder = game_folders()[name]
    assert folder.picture == f"/static/games/{name}/picture.svg"
    drawn = (folder.path / "static/picture.svg").read_text("utf-8")
    assert 'viewBox="0 0 400 240"' in drawn
    assert "<image" not in drawn
    assert "<script" not in drawn


def icons() -> list[str]:
    files = [*(ROOT / "web/templates").glob("*icons.svg"), *(ROOT / "web/games").rglob("icons.svg")]
    assert len(files) > 2
    return [name for path in files for name in re.findall(r'<symbol id="([\w-]+)"', path.read_text("utf-8"))]


def test_no_two_icons_have_the_same_name() -> None:
    assert len(icons()) == len(set(icons()))


def test_no_icon_is_called_like_a_part_of_a_page() -> None:
    scripts = [path.read_text("utf-8") for path in (ROOT / "web").rglob("*.js") if "node_modules" not in path.parts]
    looked_up = [name for text in scripts for name in re.findall(r'\$\("([\w-]+)"', text)]
    made = [
        name
        for text in scripts
        for call in re.findall(r"= sections\(([^)]*)\)", text)
        for name in re.findall(r"([\w-]+)\"?:", call)
    ]
    assert "seats" in looked_up
    assert "people" in made
    assert not set(icons()) & {*looked_up, *made}


def test_every_folder_is_that_of_a_registered_game() -> None:
    assert sorted(game_folders()) == FOLDERS


@pytest.mark.parametrize("name", GAMES)
def test_no_word_of_a_game_hides_behind_one_of_its_pages(name: str) -> None:
    """The pages' own words come first: another of the same name is never read."""
    templates = [ROOT / "web/templates" / f"{page}.html" for page in ("base", "play", "table", "replay")]
    own = {word for page in templates for word in re.findall(r'"(\w+)": _\(', page.read_text(encoding="utf-8"))}
    assert {"turn", "why"} <= own
    assert own & open_pages()[name].words.keys() == set()
