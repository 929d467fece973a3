"""What Trollfjord asks before it begins: four steps about the board from the box, each entered or dealt."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.games.trollfjord.box import BOARDS
from companion.games.trollfjord.dealing import Entered, as_entered, dealt_around
from companion.games.trollfjord.names import names_of
from companion.games.trollfjord.setup import Setup, deal
from companion.rules import Chosen, Preparation, Seat, Shuffle, Step, Text, say


class TrollfjordPreparation(Preparation):
    steps = (
        Step("start", say("Starting order")),
        Step("fortresses", say("Fortress numbers"), about=BOARDS.name),
        Step("planks", say("Walkway"), about=BOARDS.name),
        Step("treasures", say("Treasures"), about=BOARDS.name),
    )
    entered = Entered

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],  # noqa: ARG002  there is nothing to decide
        entered: Entered,
        shuffle: Shuffle | None,
    ) -> Setup:
        (board,), drawing = box[BOARDS.name].things, box[BOARDS.name].drawing
        told = dealt_around(board, seats, entered, shuffle) if shuffle else as_entered(board, seats, entered)
        return msgspec.structs.replace(told, drawing=drawing)

    def again(self, setup: Setup, shuffle: Shuffle) -> Setup:
        return msgspec.structs.replace(deal(setup.board, setup.seats, shuffle), drawing=setup.drawing)

    def names(self, setup: Setup) -> Mapping[str, Text]:
        return names_of(setup.board)
