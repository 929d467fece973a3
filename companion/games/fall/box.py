"""What of the box its owner records: both sides of the board, numbers, cards, champions. Examples stand in for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.fall import examples
from companion.games.fall.card_box import CARDS, EXAMPLE, STARTERS
from companion.games.fall.cards import SYMBOL_NAMES
from companion.games.fall.champions import BANNER_NAMES, Champion, champion_faults
from companion.games.fall.mountain import CLAN_NAMES, Mountain, mountain_faults, mountain_of
from companion.games.fall.numbers import EFFECTS, Numbers, numbers_faults
from companion.rules import BoxKind, Shipped, Text, say

BOARD = say("Comes with the companion. What really touches what is on the board in your box: record that.")
NUMBERS_ABOUT = say(
    "The rulebook prints only some of these numbers, the others are examples. Check them against your box."
)


def drawn(mountain: Mountain) -> Mapping[str, Sequence[str]]:
    return {
        "caverns": [cavern.id for cavern in mountain.caverns],
        "dens": [den.id for den in mountain.dens],
        "halls": [hall.id for hall in mountain.halls],
    }


BOARD_LABELS: Mapping[str, Text] = {
    **CLAN_NAMES,
    "Example front": say("Example board for four and five"),
    "Example back": say("Example board for two and three"),
}
FRONTS: BoxKind[Mountain] = BoxKind(
    name="fronts",
    title=say("Boards for four and five players"),
    thing=Mountain,
    shipped=lambda: [Shipped(examples.mountain("front"), BOARD)],
    faults=lambda mountain: mountain_faults(mountain, 5),
    read=mountain_of,
    labels=BOARD_LABELS,
    drawn=drawn,
    picked=say("Board for four and five"),
)
BACKS: BoxKind[Mountain] = BoxKind(
    name="backs",
    title=say("Boards for two and three players"),
    thing=Mountain,
    shipped=lambda: [Shipped(examples.mountain("back"), BOARD)],
    faults=lambda mountain: mountain_faults(mountain, 3),
    read=mountain_of,
    labels=BOARD_LABELS,
    drawn=drawn,
    picked=say("Board for two and three"),
)
NUMBERS: BoxKind[Numbers] = BoxKind(
    name="numbers",
    title=say("Check your box"),
    thing=Numbers,
    shipped=lambda: [Shipped(examples.NUMBERS, NUMBERS_ABOUT)],
    faults=numbers_faults,
    labels={
        **CLAN_NAMES,
        **{str(effect): text for effect, text in EFFECTS.items()},
        "numbers": say("Numbers on boards and tokens"),
        "supplies": say("Supplies in waves I, II and III. In the rulebook: 6 in wave I"),
        "invaders": say("Invaders at a gate in waves I, II and III. In the rulebook: 2 and 3 in waves I and II"),
        "first_fallen": say("First fallen in waves I, II and III. In the rulebook: 4 in wave II"),
        "fallen": say("Every later fallen troll. In the rulebook: 2"),
        "halls": say("Great halls, three values. In the rulebook: 4 and 12"),
        "votes": say("Vote tiles. In the rulebook: 9, 5 and 3"),
        "first": say("First"),
        "second": say("Second"),
        "third": say("Third"),
        "clans": say("Clans from the top of the clan board. Not in the rulebook"),
        "wheel": say("Gnome wheel, clockwise from the star. Not in the rulebook"),
        "boost_wire": say("The boost wire lies behind space. Not in the rulebook"),
        "breach_wire": say("The breach wire lies behind space. Not in the rulebook"),
        "boosts": say("Boost track from the star. Not in the rulebook"),
    },
    fixed=True,
)
CHAMPIONS: BoxKind[Champion] = BoxKind(
    name="champions",
    title=say("Champions"),
    thing=Champion,
    shipped=lambda: [Shipped(examples.IMBOLG, EXAMPLE)],
    faults=champion_faults,
    told=lambda state: state.met,
    labels={
        **BANNER_NAMES,
        **{str(symbol): text for symbol, text in SYMBOL_NAMES.items()},
        "pack": say("Pack"),
        "0": say("Pack 0"),
        "I/II": say("Pack I/II"),
        "III": say("Pack III"),
        "clan": say("Clan"),
        "votes": say("Votes"),
        "letter": say("Code letter"),
        "lines": say("Spaces behind the yellow lines"),
        "at_once": say("Resolved at once"),
        "each_wave": say("Resolved at the end of each wave"),
        "claws": say("Claws"),
        "symbols": say("Ancestry symbols"),
        "symbol": say("Symbol"),
        "strength": say("Number beside it, 1 for none"),
        "ability": say("What is on the card"),
    },
    most=80,
)
KINDS: tuple[BoxKind[Any], ...] = (FRONTS, BACKS, NUMBERS, CARDS, STARTERS, CHAMPIONS)
