"""What the Hall's own pages draw: all that lies on the table, and of the tokens face down only one's own."""

import msgspec

from companion.games.hall.diggings import Diggings, WorkshopName
from companion.games.hall.moot import Moot
from companion.games.hall.mountain import Mountain
from companion.games.hall.purse import owned
from companion.games.hall.recruiting import price
from companion.games.hall.resources import Clan, Goods
from companion.games.hall.state import Cascade, Crowned, OnShow, State, Waiting, Way
from companion.rules import GameView


class SideView(msgspec.Struct, frozen=True):
    """A player, or a team."""

    seats: tuple[int, ...]
    """In turn order."""
    storage: Goods
    pedestals: tuple[Clan, ...]
    token_count: int
    tokens: tuple[int, ...] | None
    """What the tokens are worth that lie face down: None for anybody else."""


class SeatedView(msgspec.Struct, frozen=True):
    """One of them, with trolls of their own."""

    moot: Moot
    spendable: Goods
    """On their trolls and in the storage."""


class OfferedTroll(msgspec.Struct, frozen=True):
    """A troll of the horde."""

    waiting: Waiting
    price: int
    """In bribes."""


class HallView(GameView, frozen=True, kw_only=True):
    """What its own pages draw besides."""

    way: Way
    """How much is kept here: without a map, `mountain` and `diggings` say nothing."""
    mountain: Mountain
    diggings: Diggings
    networks: tuple[bytes, ...]
    """By seat, as the bits of a grid."""
    turn: int
    order: tuple[int, ...]
    sides: tuple[SideView, ...]
    seated: tuple[SeatedView, ...]
    horde: tuple[OfferedTroll | None, ...]
    """From the bottom left."""
    spellbook: tuple[OnShow, ...]
    workshops: tuple[WorkshopName, ...]
    halls: tuple[str, ...]
    track: tuple[int | None, ...]
    coronations: tuple[int, ...]
    crowned: tuple[Crowned, ...]
    turns_left: int | None
    cascade: Cascade | None
    phase: str


def seen(state: State, seat: int | None, view: GameView) -> HallView:
    """A view, and all that is drawn of it."""
    order = tuple(sorted(state.all_seats, key=state.place_in_order))
    return HallView(
        headline=view.headline,
        acting=view.acting,
        panels=view.panels,
        way=state.way,
        mountain=state.box.mountain,
        diggings=state.diggings,
        networks=tuple(state.ground.packed(state.network(each)) for each in state.all_seats),
        turn=state.turn,
        order=order,
        sides=tuple(
            SideView(
                tuple(each for each in order if each in side.seats),
                side.storage,
                side.pedestals,
                len(side.tokens),
                side.tokens if seat in side.seats else None,
            )
            for side in state.sides
        ),
        seated=tuple(SeatedView(state.moots[each], owned(state.purse(each))) for each in state.all_seats),
        horde=tuple(
            OfferedTroll(waiting, price(space)) if waiting else None for space, waiting in enumerate(state.horde)
        ),
        spellbook=tuple(on_show for on_show in state.spellbook if on_show),
        workshops=state.workshops,
        halls=state.halls,
        track=state.track,
        coronations=state.coronations,
        crowned=state.crowned,
        turns_left=state.turns_left,
        cascade=state.cascade,
        phase=str(state.now.__struct_config__.tag),
    )
