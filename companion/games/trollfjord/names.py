"""What people call the parts of a board, instead of their ids."""

from companion.games.trollfjord.board import Board
from companion.games.trollfjord.land import region_names
from companion.rules import Text, say


def names_of(board: Board) -> dict[str, Text]:
    regions = dict(zip([region.id for region in board.regions], region_names(board), strict=True))
    spots = {spot.id: say("Fortress spot {number}", number=number) for number, spot in enumerate(board.spots, 1)}
    planks = {plank.id: say("Plank {number}", number=number) for number, plank in enumerate(board.planks, 1)}
    return {**regions, **spots, **planks}
