"""The games that every conformance test plays: the registered, the example, and toys for what those do not need.

What the tests have to know of a game is in the folder of its own tests, and named nowhere else.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.rules import Game
from tests.companion.games.hall.ways import HONOUR_ONLY, MAPLESS
from tests.companion.games.trollfjord.by_hand import KEPT_BY_HAND
from tests.games.beacon.rules import BEACON
from tests.web.games.fists.game import FISTS
from tests.web.games.hush.game import HUSH
from tests.web.games.quarry.game import QUARRY
from tests.web.games.toy.game import CAIRN, PEBBLES

ROOT = Path(__file__).parents[3]
TOYS: dict[str, Game[Any]] = {
    "tests.web.games.toy": PEBBLES,
    "tests.web.games.quarry": QUARRY,
    "tests.web.games.hush": HUSH,
    "tests.web.games.fists": FISTS,
    "tests.games.beacon": BEACON,
}
"""By where their tests are. They seat more people and fewer, in other colours, are won or lost together, ask for all
there is or all at once, or hide a hand."""

WAYS: dict[Game[Any], str] = {KEPT_BY_HAND: "trollfjord", MAPLESS: "hall", HONOUR_ONLY: "hall"}
"""Games of which less is kept here, each enrolled as a game of its own, by the game they are ways to play."""

ENROLLED: dict[str, Game[Any]] = {**GAMES, **{game.name: game for game in (*TOYS.values(), CAIRN, *WAYS)}}

PACKAGES = {
    **{name: f"tests.companion.games.{name}" for name in GAMES},
    **{game.name: each for each, game in TOYS.items()},
    **{game.name: f"tests.companion.games.{whole}" for game, whole in WAYS.items()},
}


def golden_file(name: str) -> Path:
    file = f"golden_{name}.txt" if ENROLLED[name] in WAYS else "golden.txt"
    return ROOT / PACKAGES[name].replace(".", "/") / file


TOLD = {name: game for name, game in ENROLLED.items() if name in GAMES or game in (BEACON, MAPLESS, HONOUR_ONLY)}
"""Those of which one play-through is told as a text."""


def its_own(name: str, module: str) -> Any:
    """What a module of the game's own tests says, if there is one."""
    package = PACKAGES.get(name)
    return import_module(f"{package}.{module}") if package and find_spec(f"{package}.{module}") else None
