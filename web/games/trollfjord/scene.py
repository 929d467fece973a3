"""What the pages of Trollfjord draw, as plain values in one language: from the view of one seat, never from the state.

Only the story and the ending read moves and states; both tell what everyone may know.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from companion.games.trollfjord.view import PlayerView, RegionView, TrollfjordView
from companion.position import Position, Turn
from companion.rules import GameView, Text
from web.games.trollfjord import story
from web.games.trollfjord.end_statistics import ending
from web.i18n import Catalogue

RECENT = 24
"""Moves whose sentences a page is given."""

Scene = dict[str, Any]


def scene(position: Position, view: GameView, words: Catalogue) -> Scene:
    assert isinstance(view, TrollfjordView)
    first = position.state_after(max(0, len(position.turns) - RECENT))
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
        "story": [
            {"seat": seat, "text": words.say(text)} for seat, text in latest_story(first, position.turns[-RECENT:])
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


def latest_story(first: Any, turns: Sequence[Turn]) -> list[tuple[int | None, Text]]:
    """Each with the seat it is about, newest first."""
    befores = [first, *(turn.after for turn in turns)]
    oldest_first = [
        (story.doer(before, turn.seat, turn.move), text)
        for before, turn in zip(befores, turns, strict=False)
        for text in story.sentences(before, turn.seat, turn.move, turn.after)
    ]
    return list(islice(reversed(oldest_first), 2 * RECENT))


def ending_scene(position: Position, words: Catalogue) -> Scene | None:
    if position.prompts:
        return None
    found = ending(position.state_after(0), position.turns)
    if found is None:
        return None
    tie = found["tie"]
    return found | {"tie": tie and words.say(tie)}
