"""A move in words, and who put it right: for every list of moves, as its reader may know them; it plays none."""

from typing import Any

import msgspec

from companion.discretion import asked_then
from companion.hammering.moves import SetHit
from companion.position import Position, Turn
from companion.rules import Boulders, Hit, Illegal, Text, hidden_in, move_in_words, say
from companion.rules.hammering import counted
from web.game_pages import GamePages


def in_words(pages: GamePages, position: Position, before: Any, turn: Turn) -> Text:
    """Of a turn as its reader may know it."""
    own = pages.move_in_words(before, turn.seat, turn.move, turn.after)
    return own or move_in_words(asked_then(position, before), turn.move)


def signature(pages: GamePages, position: Position, before: Any, turn: Turn) -> Text | None:
    """None for a move that stands as it was played. The turn is as its reader may know it."""
    if isinstance(turn.move, SetHit):
        hits = hits_in(position, before)
        return signed_hit(len(hits), hits[-1].boulders, turn.move.boulders, signer(position, turn))
    if turn.corrected is None:
        return None
    was, who = turn.corrected.was, signer(position, turn)
    if isinstance(turn.move, Hit) and isinstance(was, Hit):
        return signed_hit(len(hits_in(position, before)) + 1, was.boulders, turn.move.boulders, who)
    if (first := as_it_was(pages, position, before, turn)) is None:
        return say("Changed by {who}", who=who)
    return say("Changed by {who}. Before: {what}", who=who, what=first)


def signed_hit(blow: int, was: Boulders, now: Boulders, who: Text) -> Text:
    """How many there were; where that stayed the same, which."""
    before, after = (was.total, now.total) if was.total != now.total else (counted(was), counted(now))
    return say("Blow {blow}: {before} → {after}, {who}", blow=blow, before=before, after=after, who=who)


def hits_in(position: Position, state: Any) -> tuple[Any, ...]:
    bout = position.game.view(state, None).hammering
    return bout.hits if bout else ()


def signer(position: Position, turn: Turn) -> Text:
    by = turn.corrected.by if turn.corrected else None
    if by is not None:
        return say("{name}", name=position.seats[by].name)
    return say("a player") if turn.corrected and turn.corrected.source == "phone" else say("the host")


def as_it_was(pages: GamePages, position: Position, before: Any, turn: Turn) -> Text | None:
    """None where its reader may not know it, or where it can no longer be played."""
    assert turn.corrected is not None
    was = turn.corrected.was
    if hidden_in(was):
        return None
    try:
        after = position.game.apply(before, turn.seat, was)
    except Illegal:
        return None
    return in_words(pages, position, before, msgspec.structs.replace(turn, move=was, after=after))
