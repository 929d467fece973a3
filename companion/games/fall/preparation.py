"""A set-up as it is dealt, or left for the table to tell; chance is handed in."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from companion.games.fall import examples
from companion.games.fall.box import BACKS, CHAMPIONS, FRONTS, NUMBERS
from companion.games.fall.card_box import CARDS, STARTERS
from companion.games.fall.cards import Card
from companion.games.fall.champions import Champion
from companion.games.fall.example_cards import ANCESTRY_CARDS, STARTING_CARDS
from companion.games.fall.mountain import CLANS, Clan, lay_of
from companion.games.fall.numbers import HALL_TOKENS_EACH, ONE_MORE
from companion.games.fall.state import Box, Depth, Setup
from companion.rules import Chosen, Decision, Preparation, Seat, Shuffle, Way, say

SCORING, DEALT_HERE = "scoring", "dealt"
ANSWERS = {"told": say("From your own box"), DEALT_HERE: say("The companion deals")}
EXAMPLE_CARDS = frozenset((*ANCESTRY_CARDS, *STARTING_CARDS))


def example_box(players: int) -> Box:
    board = examples.mountain(examples.side_for(players))
    return Box(board, examples.NUMBERS, ANCESTRY_CARDS, STARTING_CARDS, examples.champions())


def deal(seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
    setup = Setup(tuple(seats), example_box(len(seats)), first=shuffle(range(len(seats)))[0])
    return with_hands(with_offer(laid(setup, shuffle), shuffle), shuffle)


def laid(setup: Setup, shuffle: Shuffle) -> Setup:
    """Halls, votes and gnomes, as they lie on the table before a game."""
    numbers, mountain, count = setup.box.numbers, setup.box.mountain, len(setup.seats) + ONE_MORE
    tokens = shuffle([worth for worth in numbers.halls for _ in range(HALL_TOKENS_EACH)])
    gates: list[Clan] = shuffle(CLANS)
    doors = [shuffle(lay_of(mountain).doors[clan])[0] for clan in gates[:count]]
    return msgspec.structs.replace(
        setup,
        halls=tuple(tokens[: len(mountain.halls)]),
        votes=tuple(shuffle(numbers.votes)),
        doors=tuple(doors),
        rally=gates[count],
    )


def with_offer(setup: Setup, shuffle: Shuffle) -> Setup:
    """The first offer, and the packs that those of later waves come from."""
    packs: list[str] = shuffle([champion.name for champion in setup.box.champions])
    first = {champion.name for champion in setup.box.champions if champion.pack == "I/II"}
    offer = [name for name in packs if name in first][: len(setup.seats) + ONE_MORE]
    return msgspec.structs.replace(setup, offer=tuple(offer), packs=tuple(packs))


def with_hands(setup: Setup, shuffle: Shuffle) -> Setup:
    """With starting cards and a shuffled deck."""
    starts = shuffle(setup.box.starters)[: len(setup.seats)]
    return msgspec.structs.replace(
        setup,
        starts=tuple(card.name for card in starts),
        deck=tuple(shuffle([card.name for card in setup.box.cards])),
    )


def own_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in EXAMPLE_CARDS)


def own_champions(champions: Sequence[Champion]) -> tuple[Champion, ...]:
    return tuple(champion for champion in champions if champion not in examples.champions())


def filled_up(own: tuple[Card, ...], shipped: tuple[Card, ...]) -> tuple[Card, ...]:
    """Whoever lets the companion deal has all cards there are: examples for those that are not written down yet."""
    taken = {card.name for card in own}
    return (*own, *[card for card in shipped if card.name not in taken][: max(0, len(shipped) - len(own))])


def champions_filled_up(own: tuple[Champion, ...]) -> tuple[Champion, ...]:
    taken, packs = {champion.name for champion in own}, Counter(champion.pack for champion in own)
    found = list(own)
    for champion in examples.champions():
        if champion.name not in taken and packs[champion.pack] < examples.PACK_SIZES[champion.pack]:
            packs[champion.pack] += 1
            found.append(champion)
    return tuple(found)


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
            "table", say("The table"), {DEALT_HERE: say("The companion deals"), "told": say("We tell what lies there")}
        ),
        Decision("champions", say("Champions"), ANSWERS),
        Decision("hands", say("Ancestry cards"), ANSWERS),
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
        cards, starters = (own_cards(box[each.name].things) for each in (CARDS, STARTERS))
        champions = own_champions(box[CHAMPIONS.name].things)
        if decided.get("hands") == DEALT_HERE:
            cards, starters = filled_up(cards, ANCESTRY_CARDS), filled_up(starters, STARTING_CARDS)
        if decided.get("champions") == DEALT_HERE:
            champions = champions_filled_up(champions)
        first = shuffle(range(len(seats)))[0] if shuffle else 0
        way: Depth = "scoring" if decided.get("way") == SCORING else "everything"
        played_with = Box(board, numbers, cards, starters, champions)
        setup = Setup(tuple(seats), played_with, way, first, drawing=drawing)
        if way == "scoring" or not shuffle:
            return setup
        for name, dealing in DEALINGS.items():
            setup = dealing(setup, shuffle) if decided[name] == DEALT_HERE else setup
        return setup

    def again(self, setup: Setup, shuffle: Shuffle) -> Setup:
        """Another starting player; what was dealt is dealt anew, what was told will be told."""
        setup = msgspec.structs.replace(setup, first=shuffle(range(len(setup.seats)))[0])
        setup = laid(setup, shuffle) if setup.halls else setup
        setup = with_offer(setup, shuffle) if setup.offer else setup
        return with_hands(setup, shuffle) if setup.deck else setup


DEALINGS = {"table": laid, "champions": with_offer, "hands": with_hands}
"""By the decision that asks for it."""
