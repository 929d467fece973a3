"""A war for the example mountain in the middle of a battle, with just what a test speaks of."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from companion.games.fall import FALL
from companion.games.fall.ancestry import Ancestry, started
from companion.games.fall.cards import PRINTABLE, told_card
from companion.games.fall.mountain import Clan
from companion.games.fall.state import Fights, Gnome, Invades, Offered, Player, State, Token, changed
from companion.games.fall.turn import settle
from companion.rules import Move
from tests.players import dealt

BLUE, YELLOW, PINK, GREEN = range(4)
"""The players of the rulebook's examples, by their seats."""
GLYPHS = ("B", "C", "D", "A")
"""Whose dens are whose."""


def ancestry(*quadrants: str) -> Ancestry:
    top_left, top_right, bottom_left, bottom_right = (PRINTABLE[key] for key in quadrants)
    return started(told_card((top_left, top_right, bottom_left, bottom_right)))


PLAIN = ancestry("advance", "reinforce", "influence", "gnome")


def war(
    turn: int = PINK,
    trolls: Mapping[str, Mapping[int, int]] | None = None,
    gnomes: Mapping[str, int] | None = None,
    tokens: Mapping[str, tuple[int, str]] | None = None,
    votes: Mapping[str, tuple[tuple[int, int], ...]] | None = None,
    offer: Mapping[str, tuple[tuple[int, int], ...]] | None = None,
    mine: Ancestry = PLAIN,
    **fields: Any,
) -> State:
    """Four players in wave I, in a turn of one of them."""
    begun: State = FALL.new(dealt(FALL, 4, Random(1)))
    players = tuple(
        Player(mine if seat == turn else PLAIN, begun.mountain.pair(glyph), supplies=4)
        for seat, glyph in enumerate(GLYPHS)
    )
    standing = {place: tuple(each.get(seat, 0) for seat in range(4)) for place, each in (trolls or {}).items()}
    state = changed(
        begun,
        players=players,
        first=0,
        turn=turn,
        now=Fights(),
        pending=(),
        packs=(),
        hands=(),
        trolls=standing,
        tokens=tuple(Token(name, seat, place) for name, (seat, place) in (tokens or {}).items()),
        gnomes={cavern: (Gnome(),) * count for cavern, count in (gnomes or {}).items()},
        votes=dict(votes or {}),
        offer=tuple(Offered(name, discs) for name, discs in (offer or {}).items()),
        wheel=0,
        news=(),
    )
    return changed(state, **fields)


def with_player(state: State, seat: int, **fields: Any) -> State:
    player = msgspec.structs.replace(state.players[seat], **fields)
    return changed(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def after(state: State, *moves: tuple[int, Move]) -> State:
    for seat, move in moves:
        state = FALL.apply(state, seat, move)
    return state


def invaded(state: State, clan: Clan, gnomes: int) -> State:
    """With so many gnomes at a rally point, and all that passes by itself."""
    return settle(changed(state, pending=(Invades(clan, gnomes),)))
