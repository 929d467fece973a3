"""The mountain as it is drawn, square by square: what lies there, what was dug, and the owner's photo below it."""

from functools import lru_cache
from typing import Any

from companion.games.hall import HALL
from companion.games.hall.box import MOUNTAINS
from companion.games.hall.diggings import Part
from companion.games.hall.ground import Ground, buried_at, survey, unpacked
from companion.games.hall.mountain import Mountain, cell_at
from companion.games.hall.seen import HallView
from companion.games.hall.words import WORKSHOP_NAMES, called
from companion.rules import Drawing
from web.i18n import Catalogue


def drawn_mountain(view: HallView, drawing: Drawing | None, words: Catalogue) -> dict[str, Any]:
    diggings, ground = view.diggings, survey(view.mountain)
    dug = diggings.dug
    networks = [unpacked(each) for each in view.networks]
    return {
        **bare(view.mountain),
        "photo": photo(drawing),
        "rubble": list(ground.cells(ground.rubble & ~dug)),
        "buried": [
            {"at": cell, "goods": goods.each()}
            for cell, goods in buried_at(view.mountain).items()
            if not ground.bit(cell) & dug
        ],
        "parts": [part(each, ground, networks, words) for each in diggings.parts],
        "statues": [{"clan": each.clan, "at": each.at} for each in diggings.statues],
        "pedestals": [{"clan": each.clan, "at": each.at} for each in diggings.pedestals],
        "workshops": [{"name": words.say(WORKSHOP_NAMES[each.name]), "at": each.at} for each in diggings.workshops],
    }


@lru_cache(maxsize=8)
def bare(mountain: Mountain) -> dict[str, Any]:
    """What never changes."""
    return {
        "columns": mountain.columns,
        "tiers": mountain.tiers,
        "sites": [cell_at(square) for square in mountain.sites],
        "starts": [{"at": cell_at(start.at), "players": start.players} for start in mountain.starts],
    }


def part(seen: Part, ground: Ground, networks: list[int], words: Catalogue) -> dict[str, Any]:
    """With those whose network it is in: partners', where theirs are joined; nobody's, where no gate reaches it."""
    return {
        "kind": seen.kind,
        "name": words.say(called(seen.name)) if seen.kind == "hall" else "",
        "cells": list(ground.cells(seen.bits)),
        "seat": seen.seat,
        "owners": [seat for seat, network in enumerate(networks) if network & seen.bits],
        "altar": seen.altar,
    }


def photo(drawing: Drawing | None) -> dict[str, Any] | None:
    """The board as its owner recorded it. Of a game that is over it may be gone: the page tells that by itself."""
    if drawing is None or not drawing.photo or drawing.corners is None:
        return None
    return {"address": f"/box/{HALL.name}/{MOUNTAINS.name}/{drawing.photo}.jpg", "corners": drawing.corners}
