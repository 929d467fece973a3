"""What the pages of the Fall draw, as plain values in one language: from the view of one seat, never from the state.

Only the story and the ending read moves and states; they tell what everyone may know.
"""

from typing import Any

from companion.games.fall.ancestry import Ancestry
from companion.games.fall.champions import Champion
from companion.games.fall.mountain import CLAN_NAMES, names_of
from companion.games.fall.numbers import EFFECTS
from companion.games.fall.view import CavernView, FallView, HallView, PlayerView
from companion.games.fall.words import wave_name
from companion.position import Position
from companion.rules import Drawing, GameView, Place, Text, say, say_many
from web.games.fall import story
from web.games.fall.end_statistics import ending
from web.games.fall.map_plan import drawing_of, paths_of, photo_of, rally_points
from web.i18n import Catalogue

Scene = dict[str, Any]


def scene(position: Position, view: GameView, words: Catalogue) -> Scene:
    assert isinstance(view, FallView)
    whole = view.way == "everything"
    return {
        "whole": whole,
        "wave": view.wave,
        "wave_text": words.say(wave_name(view.wave)),
        "turn": view.turn if whole else None,
        "map": mountain(position, view, words) if whole else None,
        "ways": ways(view, words),
        "row": [gate(number, each.clan, each.turned, words) for number, each in enumerate(view.row, 1)],
        "wheel": wheel(view, words) if whole else None,
        "offer": [champion(each.champion) | {"discs": each.discs} for each in view.offer],
        "clans": [
            {"clan": each.clan, "name": words.say(each.text), "tile": each.tile.places, "votes": each.discs}
            for each in view.clans
        ],
        "players": [player(each) for each in view.players],
        "cards": {card.name: [str(quadrant) for quadrant in card.quadrants] for card in cards_known(position, view)},
        "story": story.recent(position, words),
        "ending": ending(position, words),
    }


def cards_known(position: Position, view: FallView) -> tuple[Any, ...]:
    """Pictures of the own hand, or of all cards in the box where the table deals its own."""
    return position.setup.box.cards if view.hand is None else view.hand


def mountain(position: Position, view: FallView, words: Catalogue) -> Scene:
    drawing = drawing_of(position.setup, view.mountain)
    dens = {each.place for each in view.places if each.clan is None}
    shown = [place(each, drawing, view, words) for each in view.places]
    shown += [den(each.id, drawing, view, words) for each in view.mountain.dens if each.id not in dens]
    shown += [hall(each, drawing, words) for each in view.halls]
    shown += [rally(clan, at, view, words) for clan, at in rally_points(drawing, view.mountain).items()]
    return {
        "aspect": drawing.aspect,
        "photo": photo_of(position.setup),
        "paths": [] if drawing.photo else paths_of(view.mountain),
        "places": shown,
    }


EMPTY: Scene = {
    "name": "",
    "clan": None,
    "door": False,
    "owner": None,
    "groups": [],
    "gnomes": [],
    "worth": None,
    "rallied": False,
    "told": [],
}


def place(seen: CavernView, drawing: Drawing, view: FallView, words: Catalogue) -> Scene:
    kind = "den" if seen.clan is None else "cavern"
    named = [[token.champion for token in seen.tokens if token.seat == seat] for seat in range(len(view.players))]
    groups = [
        {"seat": seat, "trolls": count - len(named[seat]), "champions": named[seat]}
        for seat, count in enumerate(seen.trolls)
        if count
    ]
    return EMPTY | {
        "id": seen.place,
        "name": words.say(seen.text),
        "kind": kind,
        "at": drawing.places[f"{kind}s"][seen.place],
        "clan": seen.clan,
        "door": seen.door,
        "owner": seen.owner if kind == "den" else seen.controller,
        "groups": groups,
        "gnomes": seen.gnomes,
        "told": [words.say(text) for text in told(seen)],
    }


def told(seen: CavernView) -> list[Text]:
    """What is there, for who cannot see the drawing."""
    found = [say_many("{count} gnome", "{count} gnomes", len(seen.gnomes))] if seen.gnomes else []
    count = sum(seen.trolls)
    return [*found, say_many("{count} troll", "{count} trolls", count)] if count else found


def den(name: str, drawing: Drawing, view: FallView, words: Catalogue) -> Scene:
    """Where nobody lives."""
    called = words.say(names_of(view.mountain)[name])
    return EMPTY | {"id": name, "kind": "den", "at": drawing.places["dens"][name], "name": called}


def hall(seen: HallView, drawing: Drawing, words: Catalogue) -> Scene:
    at = drawing.places["halls"][seen.hall]
    return EMPTY | {"id": seen.hall, "kind": "hall", "at": at, "name": words.say(seen.text), "worth": seen.worth}


def rally(clan: str, at: Place, view: FallView, words: Catalogue) -> Scene:
    return EMPTY | {
        "id": rally_id(clan),
        "kind": "rally",
        "at": at,
        "name": words.say(say("Rally point of {clan}", clan=CLAN_NAMES[clan])),
        "clan": clan,
        "rallied": view.rally == clan,
    }


def rally_id(clan: str) -> str:
    return f"rally {clan}"


def ways(view: FallView, words: Catalogue) -> list[Scene]:
    """Of the latest invaders, each from where it gathered, with its reason."""
    return [
        {"path": [rally_id(view.mountain.clan_of(each.way[0])), *each.way], "text": words.say(each.why)}
        for each in view.trail
    ]


def gate(number: int, clan: str | None, turned: bool, words: Catalogue) -> Scene:
    card = say("Gate card {number}", number=number)
    text = say("{card}: {clan}", card=card, clan=CLAN_NAMES[clan]) if clan else card
    return {"clan": clan, "text": words.say(text), "open": turned}


def wheel(view: FallView, words: Catalogue) -> Scene:
    seen = view.wheel
    return {
        "effects": seen.spaces,
        "texts": [words.say(EFFECTS[effect]) for effect in seen.spaces],
        "at": seen.space,
        "boost_wire": seen.boost_wire,
        "breach_wire": seen.breach_wire,
        "beside": len(seen.beside),
    }


def champion(card: Champion) -> Scene:
    return {"name": card.name, "clan": card.clan, "votes": card.votes, "ability": card.ability, "discs": []}


def player(seen: PlayerView) -> Scene:
    return {
        "supplies": seen.supplies,
        "despair": seen.despair,
        "reserve": seen.reserve,
        "honour": seen.honour,
        "boost": seen.boost,
        "champions": [champion(each.champion) for each in seen.followers],
        "ancestry": quadrants(seen.ancestry),
    }


def quadrants(ancestry: Ancestry) -> list[Scene]:
    return [
        {"cell": cell, "symbol": each.symbol, "strength": each.strength, "covered": cell in ancestry.covered}
        for cell, each in ancestry.quadrants.items()
    ]
