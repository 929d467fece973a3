"""What the pages of Trollfjord draw, as plain values in one language: from the view of one seat, never from the state.

Only the story and the ending read moves and states; both tell what everyone may know.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from companion.games.trollfjord.moves import Correction
from companion.games.trollfjord.view import PlayerView, RegionView, TrollfjordView
from companion.hammering.moves import SetHit
from companion.position import Position
from companion.rules import GameView, Text, say
from web.game_pages import GamePages
from web.games.trollfjord import story
from web.games.trollfjord.end_statistics import ending
from web.games.trollfjord.move_wording import corrected
from web.i18n import Catalogue
from web.moves_in_words import signature

RECENT = 24
"""Moves whose sentences a page is given."""

Scene = dict[str, Any]


def scene(pages: GamePages, position: Position, view: GameView, words: Catalogue) -> Scene:
    assert isinstance(view, TrollfjordView)
    return {
        "began": position.began,
        "phase": view.phase,
        "turn": view.turn,
        "up_next": view.up_next,
        "regions": [region(each, words) for each in view.regions],
        "spots": [{"id": spot.id, "number": spot.number, "regions": spot.regions} for spot in view.spots],
        "spot": view.spot,
        "prizes": [{"region": each.region, "short": each.short, "takers": each.takers} for each in view.prizes],
        "calm": view.calm,
        "filling": view.filling,
        "walkway": view.walkway,
        "placing": view.placing,
        "wandering": view.wandering,
        "players": [player(each) for each in view.players],
        "story": [
            {"seat": line.seat, "text": words.say(line.text), "signed": line.signed}
            for line in latest_story(pages, position)
        ],
        "ending": ending_scene(position, words),
    }


def region(seen: RegionView, words: Catalogue) -> Scene:
    label = seen.name.facts.get("number", seen.name.facts.get("name", ""))
    return {
        "id": seen.id,
        "landscape": seen.landscape,
        "name": words.say(seen.name),
        "label": str(label),
        "treasure": seen.treasure,
        "trolls": seen.trolls,
    }


def player(seen: PlayerView) -> Scene:
    return {
        "lord": seen.lord,
        "lying": seen.lying,
        "supply": seen.supply,
        "belt": seen.belt,
        "crowns": seen.crowns,
        "gifts": seen.gifts,
        "sack_count": seen.sack_count,
        "sack": seen.sack,
    }


class Line(NamedTuple):
    seat: int | None
    """Whom it is about."""
    text: Text
    signed: bool = False
    """It tells who put something right."""


def latest_story(pages: GamePages, position: Position) -> list[Line]:
    """Newest first."""
    count = len(position.turns)
    recent = range(max(0, count - RECENT), count)
    oldest_first = [line for index in recent for line in told(pages, position, index)]
    return list(islice(reversed(oldest_first), 2 * RECENT))


def told(pages: GamePages, position: Position, index: int) -> Iterator[Line]:
    """One move, what came of it, and who put it right if somebody did."""
    before, turn = position.state_after(index), position.turns[index]
    if isinstance(turn.move, Correction) and not isinstance(turn.move, SetHit):
        what = corrected(before, turn.move)
        if what is not None:
            yield Line(None, say("Corrected by the host. {what}", what=what), signed=True)
    doer = story.doer(before, turn.seat, turn.move)
    for text in story.sentences(before, turn.seat, turn.move, turn.after):
        yield Line(doer, text)
    if (signed := signature(pages, position, before, turn)) is not None:
        yield Line(turn.corrected.by if turn.corrected else None, signed, signed=True)


def ending_scene(position: Position, words: Catalogue) -> Scene | None:
    if position.prompts:
        return None
    found = ending(position.state_after(0), position.turns)
    if found is None:
        return None
    tie = found["tie"]
    return found | {"tie": tie and words.say(tie)}
