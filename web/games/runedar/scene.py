"""What the pages of Runedar draw, as plain values in one language: from the view of one seat, never from the state.

Only the story reads moves and states; it tells what everyone may know.
"""

from itertools import islice
from typing import Any

from companion.games.runedar.fortress import COURTYARD
from companion.games.runedar.goods import FOUND_IN, goods_parts
from companion.games.runedar.view import PlaceView, RunedarView, SpaceView
from companion.games.runedar.words import ORC_CARD
from companion.position import Position
from companion.rules import GameView, Text, listed, say, say_many
from web.games.runedar import story
from web.games.runedar.plan import plan
from web.i18n import Catalogue

RECENT = 24
"""Moves whose sentences a page is given."""

Scene = dict[str, Any]


def scene(position: Position, view: GameView, words: Catalogue) -> Scene:
    assert isinstance(view, RunedarView)
    shapes = plan(view.fortress)
    return {
        "turn": view.turn,
        "places": [place(each, view, shapes, words) for each in view.places],
        "gold": view.gold,
        "rubble": view.rubble,
        "sections": view.sections,
        "engines": [
            {"engine": each.engine, "seat": each.seat, "lying": each.lying, "text": words.say(each.text)}
            for each in view.engines
        ],
        "goblins": [words.say(each.text) for each in view.goblins],
        "trolls": [words.say(each.text) for each in view.trolls],
        "dangers": [
            {"loss": each.loss, "left": each.left, "most": each.most, "near": each.near, "text": words.say(each.text)}
            for each in view.dangers
        ],
        "hand": view.hand and [words.say(each.text or ORC_CARD) for each in view.hand],
        "upgrades": [upgrade(number, each, words) for number, each in enumerate(view.spaces, 1)],
        "mercenaries": [words.say(each.text) for each in view.mercenaries if not each.hired],
        "story": recent(position, words),
        "ending": ending(position, view, words),
    }


def place(seen: PlaceView, view: RunedarView, shapes: dict[str, Any], words: Catalogue) -> Scene:
    good = FOUND_IN.get(seen.place)
    return {
        "id": seen.place,
        "name": words.say(seen.text),
        "shape": shapes[seen.place],
        "orcs": seen.orcs,
        "dwarves": seen.dwarves,
        "good": good,
        "stored": view.stores.of(good) if good else 0,
        "told": [words.say(text) for text in told(seen, view)],
    }


def told(seen: PlaceView, view: RunedarView) -> list[Text]:
    """What is there, for who cannot see the drawing."""
    found = [say_many("{count} orc", "{count} orcs", seen.orcs)] if seen.orcs else []
    if seen.place == COURTYARD:
        found.append(say("Rubble before the next section: {rubble}", rubble=view.rubble))
    return found


def upgrade(number: int, seen: SpaceView, words: Catalogue) -> Scene:
    card = seen.card
    return {
        "number": number,
        "blocked": seen.blocked,
        "ready": seen.ready,
        "card": words.say(card.text) if card and card.text else None,
        "takes": words.say(listed(goods_parts(seen.lacking))) if seen.lacking.total else None,
    }


def recent(position: Position, words: Catalogue) -> list[Scene]:
    """Newest first, each with the seat it is about."""
    turns = position.turns[-RECENT:]
    befores = [position.state_after(len(position.turns) - len(turns)), *(turn.after for turn in turns)]
    oldest_first = [
        {"seat": turn.seat, "text": words.say(text)}
        for before, turn in zip(befores, turns, strict=False)
        for text in story.sentences(before, turn.seat, turn.move, turn.after)
    ]
    return list(islice(reversed(oldest_first), RECENT))


def ending(position: Position, view: RunedarView, words: Catalogue) -> Scene | None:
    outcome = position.game.outcome(position.state)
    if outcome is None:
        return None
    assert outcome.chronicle is not None
    return {
        "won": view.won,
        "gold": view.gold,
        "beaten": view.beaten,
        "about": words.say(outcome.chronicle.about),
    }
