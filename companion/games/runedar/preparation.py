"""What Runedar asks before it begins: how hard it shall be, and whether the companion deals."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.games.runedar.box import CARD_SETS, FOES, FORTRESSES, SIEGES
from companion.games.runedar.example import CARDS, ENEMIES, EXAMPLE, FORTRESS, SIEGE
from companion.games.runedar.faces import FIRST_CARD, SPACES, Cards, Enemies
from companion.games.runedar.setup import Setup
from companion.games.runedar.state import Untold
from companion.rules import Chosen, Decision, Preparation, Seat, Shuffle, say

DIFFICULTY = Decision(
    "difficulty",
    say("Difficulty"),
    {
        "easy": say("Easy: 6 rubble a section"),
        "normal": say("Normal: 8 rubble a section"),
        "hard": say("Hard: 10 rubble a section"),
        "epic": say("Epic: 12 rubble a section"),
    },
)
TABLE = Decision(
    "table", say("The table"), {"dealt": say("The companion deals"), "told": say("We tell what lies there")}
)


class RunedarPreparation(Preparation):
    decisions = (DIFFICULTY, TABLE)

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],
        entered: Any,  # noqa: ARG002  the rest is told when it is turned over
        shuffle: Shuffle | None,
    ) -> Setup:
        ((fortress,), (cards,), (siege,), (enemies,)) = (
            box[kind.name].things for kind in (FORTRESSES, CARD_SETS, SIEGES, FOES)
        )
        deals = shuffle if decided["table"] == "dealt" else None
        board = first_upgrades(cards, deals) if deals else ()
        told = () if deals else untold(cards, enemies)
        drawing = box[FORTRESSES.name].drawing
        return Setup(tuple(seats), decided["difficulty"], fortress, cards, siege, enemies, board, drawing, told)

    def again(self, setup: Setup, shuffle: Shuffle) -> Setup:
        """Somebody else begins: the next one clockwise. First upgrades that were told will be told."""
        first, *others = setup.seats
        board = first_upgrades(setup.cards, shuffle) if setup.board else ()
        return msgspec.structs.replace(setup, seats=(*others, first), board=board)


def untold(cards: Cards, enemies: Enemies) -> tuple[Untold, ...]:
    """What the owner has not recorded."""
    prices: tuple[Untold, ...] = ("prices",) if enemies.name == EXAMPLE else ()
    return (*prices, "tools", "spaces") if cards.name == EXAMPLE else prices


def first_upgrades(cards: Cards, shuffle: Shuffle) -> tuple[int, ...]:
    numbered = enumerate(cards.cards, FIRST_CARD)
    yellow = [number for number, card in numbered for _ in range(card.copies) if card.pile == "yellow"]
    return tuple(shuffle(yellow)[:SPACES])


def deal(seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
    """With what ships, at the easy level."""
    return Setup(tuple(seats), "easy", FORTRESS, CARDS, SIEGE, ENEMIES, first_upgrades(CARDS, shuffle))
