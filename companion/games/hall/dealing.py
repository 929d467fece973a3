"""A set-up as it is dealt, or left for the table to tell; chance is handed in."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.games.hall import examples
from companion.games.hall.beginning import PEDESTALS_EACH, TEAM_TABLE, revealed_workshops
from companion.games.hall.box import CHARTS, HALLS, MOUNTAINS, SPELLS, STARTERS, TOKENS, TROLLS, TUNNELS, TokenChart
from companion.games.hall.mountain import Mountain, Side
from companion.games.hall.resources import CLANS
from companion.games.hall.spells import PRINTED, SHOWN
from companion.games.hall.state import HORDE, Box, Setup
from companion.games.hall.state import Way as WayName
from companion.games.hall.workshops import EACH, WORKSHOPS
from companion.rules import Chosen, Decision, Preparation, Seat, Shuffle, Way, say

SIDES: dict[int, Side] = {3: "autumn", 4: "winter", 5: "winter"}


def example_box(players: int) -> Box:
    return Box(
        examples.mountain(SIDES.get(players, "autumn")),
        examples.TUNNELS,
        examples.HALLS,
        examples.CHART,
        examples.trolls(),
        examples.starters(),
        (*PRINTED, *examples.SPELLS),
    )


def without_examples(box: Box) -> Box:
    """Cards that lie on the table are told by whoever sees them: an example is none of them."""
    return msgspec.structs.replace(
        box,
        trolls=tuple(card for card in box.trolls if card not in examples.trolls()),
        starters=tuple(card for card in box.starters if card not in examples.starters()),
        spells=tuple(card for card in box.spells if card not in examples.SPELLS),
    )


def deal(seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
    setup = Setup(tuple(seats), example_box(len(seats)), shuffle(range(len(seats)))[0])
    return dealt(setup, list(examples.TOKENS), shuffle)


def dealt(setup: Setup, tokens: list[int], shuffle: Shuffle) -> Setup:
    """Everything that is random before a game, as far as it is kept here."""
    if setup.way == "honour":
        return setup
    horde: list[str] = []
    for level, count in enumerate(HORDE, 1):
        names = [troll.name for troll in setup.box.trolls if troll.level == level]
        horde += shuffle(names)[:count]
    if len(horde) < sum(HORDE):
        horde = []  # Too few are known yet to deal them: the table tells what it turns over.
    pedestals = shuffle([clan for clan in CLANS for _ in range(PEDESTALS_EACH)])[: HORDE[1]]
    workshops = shuffle([name for name in WORKSHOPS for _ in range(EACH)])
    return msgspec.structs.replace(
        setup,
        horde=tuple(horde),
        pedestals=tuple(pedestals),
        spellbook=tuple(shuffle([spell.name for spell in setup.box.spells])[:SHOWN]),
        workshops=tuple(workshops[: revealed_workshops(len(setup.seats))]),
        statues=tuple(shuffle(CLANS)) if setup.way == "everything" else (),
        tokens=tuple(shuffle(tokens)),
    )


TABLE, SIDES_TAKEN, BOARD = "table", "sides", "board"


class HallPreparation(Preparation):
    ways = (
        Way(
            "honour",
            say("Honour only"),
            say("Whose turn it is, tunnels, tokens, the coronation and the last sums. The rest stays on the table."),
            steps=(),
            decisions=(SIDES_TAKEN,),
        ),
        Way(
            "mapless",
            say("Everything but the map"),
            say("Trolls, cascades, payments, spells and workshops. What lies on the mountain you are asked."),
            steps=(),
            decisions=(TABLE, SIDES_TAKEN),
        ),
        Way(
            "everything",
            say("Everything"),
            say("The mountain too: every legal place is shown on the map, and statues move there."),
            steps=(),
        ),
    )
    decisions = (
        Decision(
            TABLE, say("The table"), {"dealt": say("The companion deals"), "told": say("We tell what lies there")}
        ),
        Decision(
            SIDES_TAKEN,
            say("Sides"),
            {"alone": say("Each for themselves"), "teams": say("With four players: two teams")},
        ),
        Decision(BOARD, say("Board for two"), {"autumn": say("Autumn"), "winter": say("Winter")}),
    )

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],
        entered: object,  # noqa: ARG002  what is not dealt is told in the game
        shuffle: Shuffle | None,
    ) -> Setup:
        side = SIDES.get(len(seats), decided[BOARD])
        mountains: dict[str, Mountain] = {mountain.name: mountain for mountain in box[MOUNTAINS.name].things}
        (chart,) = box[CHARTS.name].things
        played_with = Box(
            mountains[side],
            box[TUNNELS.name].things,
            box[HALLS.name].things,
            chart,
            box[TROLLS.name].things,
            box[STARTERS.name].things,
            box[SPELLS.name].things,
        )
        first = shuffle(range(len(seats)))[0] if shuffle else 0
        teams = decided[SIDES_TAKEN] == "teams" and len(seats) == TEAM_TABLE
        drawing = box[MOUNTAINS.name].drawings.get(side, box[MOUNTAINS.name].drawing)
        way = msgspec.convert(decided.get("way", "everything"), WayName)
        setup = Setup(tuple(seats), played_with, first, teams, drawing=drawing, way=way)
        if decided[TABLE] == "told" or not shuffle:
            return msgspec.structs.replace(setup, box=without_examples(played_with))
        (tokens,) = box[TOKENS.name].things
        assert isinstance(tokens, TokenChart)
        return dealt(setup, tokens.values(), shuffle)

    def again(self, setup: Setup, shuffle: Shuffle) -> Setup:
        """Another starting player; what was dealt is dealt anew, what was told will be told."""
        setup = msgspec.structs.replace(setup, first=shuffle(range(len(setup.seats)))[0])
        return dealt(setup, list(setup.tokens), shuffle) if setup.horde else setup
