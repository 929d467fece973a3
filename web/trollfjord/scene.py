"""What the pages of Trollfjord draw, as plain values in one language: from the view of one seat, never from the state.

Only the story and the ending read moves and states; both tell what everyone may know.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from companion.games.trollfjord.view import PlayerView, RegionView, TrollfjordView
from companion.rules import Text, View
from companion.table import Position, Turn
from web.trollfjord import story
from web.trollfjord.ending import ending
from web.words import Catalogue

RECENT = 24
"""Moves whose sentences a page is given."""

Shown = dict[str, Any]


def scene(position: Position, turns: Sequence[Turn], view: View, words: Catalogue) -> Shown:
    assert isinstance(view, TrollfjordView)
    first = position.game.new(position.setup) if len(turns) <= RECENT else turns[-RECENT - 1].after
    return {
        "began": position.began,
        "phase": view.phase,
        "turn": view.turn,
        "up_next": view.up_next,
        "regions": [region(each, words) for each in view.regions],
        "spots": [{"id": spot.id, "number": spot.number, "regions": spot.regions} for spot in view.spots],
        "spot": view.spot,
        "walkway": view.walkway,
        "placing": view.placing,
        "wandering": view.wandering,
        "players": [player(each) for each in view.players],
        "story": [{"seat": seat, "text": words.say(text)} for seat, text in sentences(first, turns[-RECENT:])],
        "ending": told_ending(position, turns, words),
    }


def region(seen: RegionView, words: Catalogue) -> Shown:
    label = seen.name.facts.get("number", seen.name.facts.get("name", ""))
    return {
        "id": seen.id,
        "landscape": seen.landscape,
        "name": words.say(seen.name),
        "label": str(label),
        "treasure": seen.treasure,
        "trolls": seen.trolls,
    }


def player(seen: PlayerView) -> Shown:
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


def sentences(first: Any, turns: Sequence[Turn]) -> list[tuple[int | None, Text]]:
    """Each with the seat it is about, newest first."""
    befores = [first, *(turn.after for turn in turns)]
    told = [
        (story.doer(before, turn.seat, turn.move), text)
        for before, turn in zip(befores, turns, strict=False)
        for text in story.told(before, turn.seat, turn.move, turn.after)
    ]
    return list(islice(reversed(told), 2 * RECENT))


def told_ending(position: Position, turns: Sequence[Turn], words: Catalogue) -> Shown | None:
    if position.game.prompts(position.state):
        return None
    found = ending(position.game.new(position.setup), turns)
    if found is None:
        return None
    tie = found["tie"]
    return found | {"tie": tie and words.say(tie)}
