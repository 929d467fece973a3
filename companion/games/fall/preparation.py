"""A set-up as it is dealt, or left for the table to tell; chance is handed in."""

from collections.abc import Mapping, Sequence

import msgspec

from companion.games.fall import examples
from companion.games.fall.box import BACKS, CHAMPIONS, FRONTS, NUMBERS
from companion.games.fall.card_box import CARDS, STARTERS
from companion.games.fall.example_cards import ANCESTRY_CARDS, STARTING_CARDS
from companion.games.fall.mountain import CLANS, Clan, lay_of
from companion.games.fall.numbers import HALL_TOKENS_EACH, ONE_MORE, WAVES
from companion.games.fall.state import Box, Depth, Setup
from companion.games.fall.waves import DEALT
from companion.rules import Chosen, Decision, Preparation, Seat, Shuffle, Way, say

SCORING = "scoring"


def example_box(players: int) -> Box:
    board = examples.mountain(examples.side_for(players))
    return Box(board, examples.NUMBERS, ANCESTRY_CARDS, STARTING_CARDS, examples.champions())


def deal(seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
    setup = Setup(tuple(seats), example_box(len(seats)), first=shuffle(range(len(seats)))[0])
    return with_hands(laid(setup, shuffle), shuffle)


def laid(setup: Setup, shuffle: Shuffle) -> Setup:
    """All that lies face up on the table before a game."""
    numbers, mountain, count = setup.box.numbers, setup.box.mountain, len(setup.seats) + ONE_MORE
    tokens = shuffle([worth for worth in numbers.halls for _ in range(HALL_TOKENS_EACH)])
    gates: list[Clan] = shuffle(CLANS)
    doors = [shuffle(lay_of(mountain).doors[clan])[0] for clan in gates[:count]]
    names = [champion.name for champion in setup.box.champions if champion.pack == "I/II"]
    starts = [shuffle(setup.box.starters)[0].name for _ in setup.seats]
    if len(setup.box.starters) >= len(setup.seats):
        starts = [card.name for card in shuffle(setup.box.starters)[: len(setup.seats)]]
    return msgspec.structs.replace(
        setup,
        halls=tuple(tokens[: len(mountain.halls)]),
        votes=tuple(shuffle(numbers.votes)),
        doors=tuple(doors),
        rally=gates[count],
        offer=tuple(shuffle(names)[:count]) if len(names) >= count else (),
        starts=tuple(starts),
    )


def with_hands(setup: Setup, shuffle: Shuffle) -> Setup:
    """With a shuffled deck, if the box has cards enough for every wave."""
    names = [card.name for card in setup.box.cards]
    enough = len(names) >= DEALT * WAVES * len(setup.seats)
    return msgspec.structs.replace(setup, deck=tuple(shuffle(names)) if enough else ())


class FallPreparation(Preparation):
    ways = (
        Way(
            SCORING,
            say("Honour, votes and scoring only"),
            say("You play on the table and tell honour and votes as they come; each wave is scored here."),
            steps=(),
            box=False,
        ),
        Way(
            "everything",
            say("Everything"),
            say("The map too: every action is asked and checked, and invasions show their way."),
            steps=(),
        ),
    )
    decisions = (
        Decision(
            "table", say("The table"), {"dealt": say("The companion deals"), "told": say("We tell what lies there")}
        ),
        Decision(
            "hands",
            say("Ancestry cards"),
            {"told": say("From your own box"), "dealt": say("The companion deals the hands")},
        ),
    )

    def setup(
        self,
        seats: Sequence[Seat],
        box: Mapping[str, Chosen],
        decided: Mapping[str, str],
        entered: object,  # noqa: ARG002  what is not dealt is told in the game
        shuffle: Shuffle | None,
    ) -> Setup:
        kind = FRONTS if examples.side_for(len(seats)) == "front" else BACKS
        (board,), drawing = box[kind.name].things, box[kind.name].drawing
        (numbers,) = box[NUMBERS.name].things
        cards, starters, champions = (box[each.name].things for each in (CARDS, STARTERS, CHAMPIONS))
        first = shuffle(range(len(seats)))[0] if shuffle else 0
        way: Depth = "scoring" if decided.get("way") == SCORING else "everything"
        played_with = Box(board, numbers, cards, starters, champions)
        setup = Setup(tuple(seats), played_with, way, first, drawing=drawing)
        if way == "scoring" or not shuffle:
            return setup
        if decided["table"] == "dealt":
            setup = laid(setup, shuffle)
        return with_hands(setup, shuffle) if decided["hands"] == "dealt" else setup

    def again(self, setup: Setup, shuffle: Shuffle) -> Setup:
        """Another starting player; what was dealt is dealt anew, what was told will be told."""
        setup = msgspec.structs.replace(setup, first=shuffle(range(len(setup.seats)))[0])
        setup = laid(setup, shuffle) if setup.halls else setup
        return with_hands(setup, shuffle) if setup.deck else setup
