"""The set-up: who defends Runedar, how hard it is, and copies of what of the box it is played with."""

from collections import Counter

import msgspec

from companion.games.runedar.engines import begin_turn
from companion.games.runedar.faces import (
    FIRST_CARD,
    SPACES,
    Cards,
    Enemies,
    SiegeDeck,
    cards_faults,
    enemies_faults,
    siege_faults,
)
from companion.games.runedar.fortress import Fortress, fortress_faults
from companion.games.runedar.state import (
    ORC,
    ORCS_IN_DECK,
    Due,
    Kit,
    Space,
    State,
    Untold,
    changed,
    start_places,
)
from companion.games.runedar.telling import listed_deck
from companion.rules import Drawing, PlayerColour, Seat, Text, fault_at, say, seating_faults

SEATS = range(1, 5)
RUBBLE: dict[str, int] = {"easy": 6, "normal": 8, "hard": 10, "epic": 12}

COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("crimson", say("red"), rgb="#b3261e", ink="#ffffff", lamp="#ff2010"),
    PlayerColour("saffron", say("yellow"), rgb="#f2c230", ink="#231a02", lamp="#ffb400"),
    PlayerColour("amethyst", say("violet"), rgb="#6a3d9a", ink="#ffffff", lamp="#8228ff"),
    PlayerColour("moss", say("green"), rgb="#2f6b3a", ink="#ffffff", lamp="#20c040"),
)
"""Red, yellow and violet dwarves are in the rulebook's examples."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[Seat, ...]
    """Clockwise; the first of them begins."""
    difficulty: str
    fortress: Fortress
    cards: Cards
    siege: SiegeDeck
    enemies: Enemies
    board: tuple[int, ...] = ()
    """The yellow cards on the five spaces, by their numbers; none where the game asks for them first."""
    drawing: Drawing | None = None
    told: tuple[Untold, ...] = ()
    """What of the box is an example, and told first."""


def setup_faults(setup: Setup) -> list[Text]:
    faults = [
        *seating_faults(setup.seats, SEATS, COLOURS),
        *fortress_faults(setup.fortress),
        *cards_faults(setup.cards),
        *siege_faults(setup.siege),
        *enemies_faults(setup.enemies),
    ]
    walls = len(setup.fortress.walls)
    if any(number > walls for card in setup.siege.cards for number in card.orcs):
        words = say("A siege card sends orcs to a wall that this fortress does not have: it has {count}.", count=walls)
        faults.append(fault_at("siege", words))
    if setup.difficulty not in RUBBLE:
        faults.append(fault_at("difficulty", say("There is no {name}.", name=setup.difficulty)))
    return faults or board_faults(setup)


def board_faults(setup: Setup) -> list[Text]:
    numbered = enumerate(setup.cards.cards, FIRST_CARD)
    known = Counter({number: card.copies for number, card in numbered if card.pile == "yellow"})
    if setup.board and (len(setup.board) != SPACES or Counter(setup.board) - known):
        return [fault_at("board", say("Five yellow cards lie on the upgrade board."))]
    return []


def first_state(setup: Setup) -> State:
    kit = Kit(setup.fortress, setup.cards.cards, setup.cards.row(len(setup.seats)), setup.siege.cards, setup.enemies)
    deck = (ORC,) * ORCS_IN_DECK if "tools" in setup.told else listed_deck(kit.cards)
    everyone = range(len(setup.seats))
    upgrades = [0 if card.pile == "start" else card.copies for card in kit.cards]
    for card in setup.board:
        upgrades[card - FIRST_CARD] -= 1
    rubble = RUBBLE[setup.difficulty]
    state = State(
        seats=setup.seats,
        kit=kit,
        rubble_each=rubble,
        rubble=rubble,
        dwarves=start_places(len(setup.seats)),
        decks=tuple(deck for _ in everyone),
        hands=tuple(None for _ in everyone),
        used=tuple(() for _ in everyone),
        siege=tuple(card.copies for card in kit.siege),
        troll_tiles=tuple(tile.copies for tile in kit.trolls),
        goblin_tiles=tuple(tile.copies for tile in kit.goblins),
        upgrades=tuple(upgrades),
        spaces=tuple(map(Space, setup.board)) or (Space(),) * SPACES,
    )
    state = begin_turn(state, 0)
    untold: list[Due] = [] if setup.board else ["board"] * SPACES
    return changed(state, due=(*setup.told, *untold, *state.due))
