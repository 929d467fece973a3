"""What Trollfjord's own steps of the set-up draw and say."""

from typing import Any

from companion.games.trollfjord.board import LANDSCAPES, Board
from companion.games.trollfjord.land import region_names
from companion.games.trollfjord.treasures import TREASURES
from companion.games.trollfjord.words import LANDSCAPE_NAMES
from companion.rules import Drawing, say
from web.games.trollfjord.map_plan import drawn
from web.i18n import Catalogue

WORDS = {
    "wander": say("Wander"),
    "ask_start": say("Tap the troll lords as they stand on the starting plank, space 1 next to the walkway first."),
    "begins": say("begins"),
    "space": say("Space {number}"),
    "ask_fortress": say("Which number stands at {spot}?"),
    "ask_plank": say("Which plank comes next, clockwise from the corner?"),
    "first_plank": say("Which plank lies first, at the corner with the starting plank?"),
    "ask_treasure": say("Which treasure lies in {region}?"),
    "fortresses_done": say("All six fortresses have their number."),
    "lay_planks": say("Lay the planks like this, clockwise from the corner with the starting plank."),
    "planks_done": say("The walkway is complete."),
    "treasures_done": say("Every region has its treasure."),
    "start_done": say("{name} has the highest space and begins."),
    "plank": say("Plank {number}"),
}


def facts(words: Catalogue) -> dict[str, Any]:
    return {
        "landscapes": landscape_names(words),
        "copies": [[value, TREASURES[value]] for value in sorted(TREASURES)],
    }


def landscape_names(words: Catalogue) -> dict[str, str]:
    return {name: words.say(LANDSCAPE_NAMES[name]) for name in LANDSCAPES}


def described(board: Board, drawing: Drawing | None, words: Catalogue) -> dict[str, Any]:
    names = dict(zip([region.id for region in board.regions], map(words.say, region_names(board)), strict=True))
    return {
        "name": board.name,
        "regions": [{"id": each.id, "landscape": each.landscape, "name": names[each.id]} for each in board.regions],
        "spots": [{"id": spot.id, "name": ", ".join(names[region] for region in spot.regions)} for spot in board.spots],
        "planks": [{"id": plank.id, "spaces": plank.spaces} for plank in board.planks],
        "plan": drawn(board, drawing),
    }
