"""What of Trollfjord's box its owner records: the board, which no rulebook prints. The example stands in for it."""

from collections.abc import Mapping, Sequence

from companion.games.trollfjord.board import Board, board_faults, board_of
from companion.games.trollfjord.example import example_board
from companion.rules import BoxKind, Shipped, say

EXAMPLE = say("Comes with the companion. What really touches what is on the board in your box: record that.")


def drawn(board: Board) -> Mapping[str, Sequence[str]]:
    return {"regions": [region.id for region in board.regions], "spots": [spot.id for spot in board.spots]}


BOARDS: BoxKind[Board] = BoxKind(
    name="boards",
    title=say("Boards"),
    thing=Board,
    shipped=lambda: [Shipped(example_board(), EXAMPLE)],
    faults=board_faults,
    read=board_of,
    labels={"Example board": say("Example board")},
    drawn=drawn,
    picked=say("Board"),
    formerly="boards",
)
