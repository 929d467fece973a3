"""The pages of each game, in a folder that has its name: found by that name, and named nowhere else."""

from importlib import import_module

from companion.games import GAMES
from web.game_folders import game_folders
from web.game_pages import GamePages


def open_pages() -> dict[str, GamePages]:
    """The pages of every game the table can run."""
    folders = game_folders()
    opened = {}
    for name in GAMES:
        folder = folders.get(name)
        pages = getattr(import_module(folder.package), "Pages", GamePages)() if folder else GamePages()
        pages.folder = folder
        opened[name] = pages
    return opened
