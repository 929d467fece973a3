"""What the pages of the Hall draw, as plain values in one language: from the view of one seat, never from the state.

Only the story and the ending read moves and states; both tell what everyone may know.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.games.hall.moot import ROWS, Member, Moot
from companion.games.hall.moves import Correction
from companion.games.hall.resources import CLANS, Goods
from companion.games.hall.seen import HallView, OfferedTroll, SideView
from companion.games.hall.state import UNTOLD, Cascade
from companion.games.hall.words import WORKSHOP_NAMES, called, gained_in_words
from companion.position import Position
from companion.rules import GameView, say
from web.game_pages import GamePages
from web.games.hall import story
from web.games.hall.drawn_mountain import drawn_mountain
from web.games.hall.ending import ending
from web.i18n import Catalogue
from web.moves_in_words import signature

RECENT = 24
"""Moves whose sentences a page is given."""

Scene = dict[str, Any]


def scene(pages: GamePages, position: Position, view: GameView, words: Catalogue) -> Scene:
    assert isinstance(view, HallView)
    return {
        "began": position.began,
        "turn": view.turn,
        "order": view.order,
        "phase": view.phase,
        "way": view.way,
        "mountain": drawn_mountain(view, position.setup.drawing, words) if view.way == "everything" else None,
        "sides": [side(each) for each in view.sides],
        "moots": [moot(each.moot) for each in view.seated],
        "spendable": [counted(each.spendable) for each in view.seated],
        "horde": [offered(each) if each else None for each in view.horde],
        "spells": [{"name": words.say(called(each.name)), "runes": each.runes} for each in view.spellbook],
        "workshops": [
            {"name": words.say(WORKSHOP_NAMES[name]), "count": count}
            for name, count in sorted(Counter(view.workshops).items())
        ],
        "halls": [words.say(called(name)) for name in view.halls],
        "track": track(view.track),
        "coronations": view.coronations,
        "crowned": [{"seat": each.seat, "worth": each.worth} for each in view.crowned],
        "turns_left": view.turns_left,
        "cascade": view.cascade and cascade(view.cascade, words),
        "story": list(islice(latest(pages, position, words), 2 * RECENT)),
        "ending": ending(position, words),
    }


def side(seen: SideView) -> Scene:
    return {
        "seats": seen.seats,
        "storage": counted(seen.storage),
        "pedestals": seen.pedestals,
        "token_count": seen.token_count,
        "tokens": seen.tokens,
    }


def counted(goods: Goods) -> list[tuple[str, int]]:
    """What there is of it, and how much."""
    return list(Counter(goods.each()).items())


def moot(members: Moot) -> list[Scene | None]:
    return [troll(member) if member else None for member in members]


def troll(member: Member) -> Scene:
    held = [{"kind": kind, "held": held} for kind, held in zip(member.symbols, member.held, strict=True)]
    return {"name": member.name, "level": member.level, "symbols": held}


def offered(seen: OfferedTroll) -> Scene:
    waiting = seen.waiting
    return {
        "name": waiting.troll.name,
        "level": waiting.troll.level,
        "clan": waiting.troll.clan,
        "symbols": waiting.troll.symbols,
        "price": seen.price,
        "bribes": counted(waiting.bribes),
        "pedestal": waiting.pedestal,
    }


def track(worths: tuple[int | None, ...]) -> list[list[int | str | None]]:
    """Tier by tier from the outside, for each clan: its worth, "?" where only the box knows, None where it is taken."""
    shown = ["?" if worth == UNTOLD else worth for worth in worths]
    return [shown[start : start + len(CLANS)] for start in range(0, len(shown), len(CLANS))]


def cascade(seen: Cascade, words: Catalogue) -> Scene:
    """Who gained what, and in which step of it: row by row from the top."""
    top = row_of(seen.gains[0].place)
    return {
        "seat": seen.seat,
        "gains": [
            {
                "place": gain.place,
                "step": top - row_of(gain.place),
                "symbols": gain.symbols,
                "text": words.say(
                    say("{troll} gains {goods}.", troll=gain.name, goods=gained_in_words(gain.symbols))
                    if gain.symbols
                    else say("{troll} is full.", troll=gain.name)
                ),
            }
            for gain in seen.gains
        ],
    }


def row_of(place: int) -> int:
    ends = [sum(ROWS[: row + 1]) for row in range(len(ROWS))]
    return next(row for row, end in enumerate(ends) if place < end)


def latest(pages: GamePages, position: Position, words: Catalogue) -> Iterator[Scene]:
    """Newest first."""
    count = len(position.turns)
    for index in reversed(range(max(0, count - RECENT), count)):
        yield from reversed(list(told(pages, position, index, words)))


def told(pages: GamePages, position: Position, index: int, words: Catalogue) -> Iterator[Scene]:
    """One move, what came of it, and who put it right if somebody did."""
    before, turn = position.state_after(index), position.turns[index]
    if isinstance(turn.move, Correction) and (what := story.corrected(before, turn.move)) is not None:
        text = say("Corrected by the host. {what}", what=what)
        yield {"seat": None, "text": words.say(text), "signed": True}
    seat = None if turn.seat is None else story.about(before, turn.seat)
    for text in story.sentences(before, turn.seat, turn.move, turn.after):
        yield {"seat": seat, "text": words.say(text), "signed": False}
    if (signed := signature(pages, position, before, turn)) is not None:
        by = turn.corrected.by if turn.corrected else None
        yield {"seat": by, "text": words.say(signed), "signed": True}
