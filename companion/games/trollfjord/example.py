"""The example board that ships with the game; the one place of these rules that opens a file."""

from functools import cache
from importlib.resources import files

from companion.games.trollfjord.board import Board, read_board


@cache
def example_board() -> Board:
    return read_board(files(__package__).joinpath("example.toml").read_text(encoding="utf-8"))
