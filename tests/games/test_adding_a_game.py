"""A game is one folder of rules, one folder of pages, one line of registration, and its translations."""

import os
import re

import pytest

from tests.games.house import REGISTRY, ROOT, House

NAME = "beacon"
OWN = (f"companion/games/{NAME}/", f"web/games/{NAME}/")
CATALOGUES = f"web/games/{NAME}/translations"
KEPT = ROOT / "tests/games" / NAME / "pages/translations"

PLAYED = """
from pathlib import Path
import companion.games, sys, tempfile
from companion.change_signal import ChangeSignal
from companion.journal import Journal
from companion.rules import Seat
from companion.table import Table
from web.games import open_pages

assert Path(companion.games.__file__).is_relative_to(Path.cwd()), companion.games.__file__
game = companion.games.GAMES[sys.argv[1]]
pages = open_pages()[game.name]
journal = Journal(Path(tempfile.mkdtemp()) / "journal.sqlite")
table = Table(journal, ChangeSignal(), lambda: 0.0)
seats = [Seat(name, colour.name) for name, colour in zip(("Astrid", "Sven"), game.colours)]
position = table.start(game.name, game.deal(seats, list), 0)
while prompts := game.prompts(position.state):
    prompt = next(each for each in prompts if each.given is None)
    move = prompt.choices[0].move if prompt.choices else game.chance(position.state, prompt.seats[0], list)
    position = table.play(prompt.seats[0], move, position.version)
print(game.outcome(position.state).why, pages.picture, pages.address)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("house"))
    assert not house.changes()
    house.move_in(NAME)
    return house


def test_outside_its_folders_a_game_changes_one_line_and_catalogues(house: House) -> None:
    house.run("-m", "web.i18n_update")
    outside = {name: lines for name, lines in house.changes().items() if not name.startswith(OWN)}
    catalogues = {name for name in outside if name.endswith(".po")}
    assert outside.keys() - catalogues == {REGISTRY}
    assert outside[REGISTRY] == [f'+     "{NAME}",']
    write_anew(house)
    for path in sorted((house.folder / CATALOGUES).glob("*.po")):
        assert path.read_text("utf-8") == (KEPT / path.name).read_text("utf-8"), "run with GOLDEN=write, and translate"


def write_anew(house: House) -> None:
    """After a meant change of words, with GOLDEN=write in the environment; what is new is to be translated by hand."""
    if os.environ.get("GOLDEN") == "write":
        for path in (house.folder / CATALOGUES).glob("*.po"):
            (KEPT / path.name).write_bytes(path.read_bytes())


@pytest.mark.parametrize("language", ["de", "fr"])
def test_all_that_it_says_is_translated(language: str) -> None:
    assert 'msgstr ""\n\n' not in (KEPT / f"{language}.po").read_text("utf-8")


def test_there_it_is_found_and_played_to_its_end(house: House) -> None:
    told = house.run("-c", PLAYED, NAME)
    assert told.strip() == f"The ship is home. /static/games/{NAME}/picture.svg /static/games/{NAME}"


GUIDES = {"companion/games/README.md": "rules", "web/README.md": "pages"}


@pytest.mark.parametrize("guide", GUIDES)
def test_the_code_in_the_guide_is_the_games_own(guide: str) -> None:
    blocks = re.findall(r"(?ms)^```(?:python|js)\n(?:#|//) (\S+)\n(.*?)^```", (ROOT / guide).read_text("utf-8"))
    assert len(blocks) >= 2
    for file, code in blocks:
        (source,) = (ROOT / "tests/games" / NAME / GUIDES[guide]).rglob(file)
        assert code in source.read_text("utf-8"), (guide, file)


def test_the_guide_shows_the_line_as_it_is_written(house: House) -> None:
    shown = (ROOT / "companion/games/README.md").read_text("utf-8")
    assert f'    NAMES = (\n        …\n        "{NAME}",\n    )\n' in shown
    assert f'    "{NAME}",\n)\n' in (house.folder / REGISTRY).read_text("utf-8")
