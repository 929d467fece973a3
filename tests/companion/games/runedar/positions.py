"""Sieges to begin a test with: the example box, everyone in the chamber, and what the test says is otherwise."""

from typing import Any

from companion.games.runedar import RUNEDAR
from companion.games.runedar.courtyard import fresh
from companion.games.runedar.example import CARDS, ENEMIES, SIEGE
from companion.games.runedar.faces import FIRST_CARD, GoblinTile, SiegeCard, TrollTile
from companion.games.runedar.goods import Goods
from companion.games.runedar.state import ORC, Goblin, Plays, Space, State, Troll, changed, replaced
from companion.rules import Move
from tests.players import people

SIGRUN, SVEN, ASTRID = 0, 1, 2

CARD = {card.name: number for number, card in enumerate(CARDS.cards, FIRST_CARD)}
PICKAXE, HATCHET, CROSSBOW, HAMMER, AWL = (
    CARD[name] for name in ("Rusty pickaxe", "Blunt hatchet", "Old crossbow", "Worn hammer", "Worn awl")
)
AXE, SAW = CARD["Axe"], CARD["Saw"]


def siege(*hand: int, players: int = 2, place: str = "chamber", **fields: Any) -> State:
    """In the middle of the first dwarf's turn, with this hand, in this space."""
    state = RUNEDAR.new(RUNEDAR.deal(people(RUNEDAR, players), list))
    played = (ORC, HATCHET, CROSSBOW, HAMMER, AWL)[len(hand) :]
    base: dict[str, Any] = {
        "hands": replaced(state.hands, SIGRUN, hand),
        "dwarves": replaced(state.dwarves, SIGRUN, place),
        "laid": played,
        "due": (),
        "now": Plays(),
    }
    return changed(state, **(base | fields))


def after(state: State, *moves: Move, seat: int = SIGRUN) -> State:
    for move in moves:
        state = RUNEDAR.apply(state, seat, move)
    return state


def offered(state: State, seat: int = SIGRUN) -> list[Move]:
    """Every choice that this seat has."""
    return [choice.move for prompt in RUNEDAR.prompts(state) if seat in prompt.seats for choice in prompt.choices]


def siege_card(**shown: Any) -> int:
    """A card of the example deck that shows this."""
    return next(number for number, card in enumerate(SIEGE.cards) if card == SiegeCard(card.pile, card.copies, **shown))


def on_top(state: State, card: int) -> State:
    """An orc was played, and this siege card lies on top of what is left."""
    siege = tuple(int(number == card or face.pile > SIEGE.cards[card].pile) for number, face in enumerate(SIEGE.cards))
    return changed(state, siege=siege, due=("siege",))


def goblin(**wants: Any) -> Goblin:
    """One of the example's that wants this."""
    tile = next(
        number for number, face in enumerate(ENEMIES.goblins) if face == GoblinTile(face.section, face.copies, **wants)
    )
    return fresh(ENEMIES.goblins[tile])


def troll(*circles: int) -> Troll:
    assert circles in [tile.circles for tile in ENEMIES.trolls]
    return Troll(circles)


def troll_tile(*circles: int) -> int:
    return ENEMIES.trolls.index(TrollTile(circles))


def board(*cards: int | None, goods: dict[int, Goods] | None = None) -> tuple[Space, ...]:
    """These cards on the first spaces, with goods on some of them by their number."""
    laid = goods or {}
    padded = (*cards, *(None,) * (5 - len(cards)))
    return tuple(Space(card, laid.get(number, Goods())) for number, card in enumerate(padded, 1))


def lost(state: object) -> str | None:
    why: str | None = state.now.lost  # type: ignore[attr-defined]
    return why
