"""What one dwarf may know of the siege, or the room: built up from it, never stripped of what is hidden."""

from collections.abc import Iterator

import msgspec

from companion.games.runedar.dangers import Danger, dangers
from companion.games.runedar.faces import SECTIONS, Card, EngineName
from companion.games.runedar.fighting import is_ranged, targets
from companion.games.runedar.fortress import Fortress, beside, places
from companion.games.runedar.goods import GOODS, Goods
from companion.games.runedar.mercenaries import price
from companion.games.runedar.moves import MERCENARIES, Mercenary
from companion.games.runedar.prompts import prompts
from companion.games.runedar.state import Loss, Machine, Over, Space, State
from companion.games.runedar.wording import headline, lacking, panels
from companion.games.runedar.words import (
    card_in_full,
    card_name,
    engine_text,
    goblin_text,
    hire_text,
    place_name,
    troll_text,
)
from companion.rules import GameView, Text


class PlaceView(msgspec.Struct, frozen=True):
    """A space of the fortress, and who is there."""

    place: str
    """chamber, courtyard, joinery, tannery, foundry, or wall, outside and tower with their number."""
    text: Text
    beside: tuple[str, ...]
    dwarves: tuple[int, ...]
    orcs: int


class FoeView(msgspec.Struct, frozen=True):
    """A troll or a goblin in the courtyard."""

    text: Text
    circles: tuple[int, ...]
    """The damage that it still takes, each in hits."""
    rubble: int = 0
    goods: Goods = Goods()
    """What it was given."""


class CardView(msgspec.Struct, frozen=True):
    card: int
    """As the moves call it; -1 is an orc."""
    name: Text | None
    text: Text | None
    """None for an orc."""


class SpaceView(msgspec.Struct, frozen=True):
    """One of five on the upgrade board."""

    blocked: bool
    card: CardView | None
    goods: Goods
    lacking: Goods
    ready: bool


class EngineView(msgspec.Struct, frozen=True):
    engine: EngineName
    seat: int
    """In whose area it is."""
    lying: bool
    text: Text


class MercenaryView(msgspec.Struct, frozen=True):
    who: Mercenary
    price: int
    hired: bool
    text: Text


class RunedarView(GameView, frozen=True, kw_only=True):
    """What its own pages draw besides."""

    fortress: Fortress
    places: tuple[PlaceView, ...]
    dangers: tuple[Danger, ...]
    turn: int
    hand: tuple[CardView, ...] | None
    """This seat's own; None for the room, and until it is told."""
    hand_sizes: tuple[int | None, ...]
    laid: tuple[CardView, ...]
    """What was played in this turn."""
    spaces: tuple[SpaceView, ...]
    stores: Goods
    """What is left in the workshops."""
    gold: int
    rubble: int
    rubble_each: int
    sections: int
    sections_most: int
    goblins: tuple[FoeView, ...]
    trolls: tuple[FoeView, ...]
    beaten: int
    engines: tuple[EngineView, ...]
    """Those that are not in the reserve."""
    mercenaries: tuple[MercenaryView, ...]
    targets: tuple[str, ...]
    """What the dwarf whose turn it is could attack from here."""
    ranged: bool
    """Whether with a crossbow."""
    lost: Loss | None
    won: bool
    phase: str


def view(state: State, seat: int | None) -> RunedarView:
    over = state.now if isinstance(state.now, Over) else None
    hand = None if seat is None else state.hands[seat]
    return RunedarView(
        headline=headline(state, seat),
        acting=acting(state),
        panels=panels(state, seat),
        fortress=state.kit.fortress,
        places=tuple(place_view(state, place) for place in places(state.kit.fortress)),
        dangers=dangers(state),
        turn=state.turn,
        hand=None if hand is None else tuple(card_view(state, card) for card in hand),
        hand_sizes=tuple(None if each is None else len(each) for each in state.hands),
        laid=tuple(card_view(state, card) for card in state.laid),
        spaces=tuple(space_view(state, number, each) for number, each in enumerate(state.spaces, 1)),
        stores=Goods(*(state.stored(good) for good in GOODS)),
        gold=state.gold,
        rubble=state.rubble,
        rubble_each=state.rubble_each,
        sections=state.sections,
        sections_most=SECTIONS,
        goblins=tuple(FoeView(goblin_text(each), each.circles, each.rubble, each.goods) for each in state.goblins),
        trolls=tuple(FoeView(troll_text(each), each.circles) for each in state.trolls),
        beaten=state.beaten,
        engines=tuple(engines(state)),
        mercenaries=mercenaries(state),
        targets=tuple(targets(state)),
        ranged=is_ranged(state),
        lost=over.lost if over else None,
        won=over is not None and over.lost is None,
        phase=state.due[0] if state.due and not over else str(state.now.__struct_config__.tag),
    )


def acting(state: State) -> tuple[int, ...]:
    return tuple(dict.fromkeys(seat for prompt in prompts(state) if not prompt.aside for seat in prompt.seats))


def place_view(state: State, place: str) -> PlaceView:
    fortress = state.kit.fortress
    here = tuple(seat for seat, where in enumerate(state.dwarves) if where == place)
    near = beside(fortress)[place]
    return PlaceView(
        place,
        place_name(fortress, place),
        tuple(other for other in places(fortress) if other in near),
        here,
        state.orcs_at(place),
    )


def card_view(state: State, card: int) -> CardView:
    if card < 0:
        return CardView(card, None, None)
    face: Card = state.face(card)
    return CardView(card, card_name(face), card_in_full(face))


def space_view(state: State, number: int, space: Space) -> SpaceView:
    card = None if space.card is None else card_view(state, space.card)
    missing = lacking(state, number, space)
    return SpaceView(space.blocked, card, space.goods, missing, card is not None and not missing.total)


def engines(state: State) -> Iterator[EngineView]:
    both: tuple[tuple[EngineName, Machine | None], ...] = (("tower", state.tower), ("catapult", state.catapult))
    for engine, machine in both:
        if machine:
            text = engine_text(engine, state.name(machine.seat), machine.lying)
            yield EngineView(engine, machine.seat, machine.lying, text)


def mercenaries(state: State) -> tuple[MercenaryView, ...]:
    prices = [(who, price(state, who)) for who in MERCENARIES]
    return tuple(MercenaryView(who, cost, who not in state.mercenaries, hire_text(who, cost)) for who, cost in prices)
