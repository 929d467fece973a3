"""What Trollfjord asks before it begins: how much is kept here, and about the board from the box, entered or dealt."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.games.trollfjord.box import BOARDS
from companion.games.trollfjord.dealing import Entered, as_entered, dealt_around
from companion.games.trollfjord.names import names_of
from companion.games.trollfjord.setup import Setup, deal, kept_by_hand
from companion.rules import Chosen, Preparation, Seat, Shuffle, Step, Text, Way, say


class TrollfjordPreparation(Preparation):
    steps = (
        Step("start", say("Starting order")),
        Step("fortresses", say("Fortress numbers"), about=BOARDS.name),
        Step("planks", say("Walkway"), about=BOARDS.name, drawn=True),
        Step("treasures", say("Treasures"), about=BOARDS.name),
    )
    ways = (
        Way(
            "treasures",
            say("Tower and treasures"),
            say(
                "Hammering, gifts, belts, sacks and the score. Trolls and troll lords you keep on the board yourselves."
            ),
            steps=(),
            box=False,
        ),
        Way(
            "everything",
            say("Everything"),
            say("The board too: every move is asked, shown on the map and checked."),
            steps=tuple(step.name for step in steps),
        ),
    )
    entered = Entered

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],
        entered: Entered,
        shuffle: Shuffle | None,
    ) -> Setup:
        (board,), drawing = box[BOARDS.name].things, box[BOARDS.name].drawing
        if decided.get("way") == "treasures":
            return kept_by_hand(board, seats)
        told = dealt_around(board, seats, entered, shuffle) if shuffle else as_entered(board, seats, entered)
        return msgspec.structs.replace(told, drawing=drawing)

    def again(self, setup: Setup, shuffle: Shuffle) -> Setup:
        if setup.way == "treasures":
            return setup
        return msgspec.structs.replace(deal(setup.board, setup.seats, shuffle), drawing=setup.drawing)

    def names(self, setup: Setup) -> Mapping[str, Text]:
        return names_of(setup.board)
