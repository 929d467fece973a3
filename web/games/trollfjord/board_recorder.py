"""How Trollfjord's board is recorded: regions, fortress spots and borders as for every game, and its own planks."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.trollfjord.board import LANDSCAPES, OF_EACH, PLANKS, SPOTS, Board, Plank, Region, Spot
from companion.games.trollfjord.names import names_of
from companion.games.trollfjord.words import LANDSCAPE_NAMES
from companion.rules import Drawing, Text, say
from web.games.trollfjord.plan import from_borders
from web.recorder import Borders, DrawnRegion, DrawnSpot, Own, Recorder, Regions, Spots

REGIONS = Regions(
    name="regions",
    title=say("Regions"),
    kinds={name: LANDSCAPE_NAMES[name] for name in LANDSCAPES},
    of_each=OF_EACH,
    words={"change": say("Which landscape? Tap the map to move it.")},
)
FORTRESS_SPOTS = Spots(
    name="spots",
    title=say("Fortress spots"),
    of="regions",
    count=SPOTS,
    meet=3,
    words={
        "ask": say("Tap fortress spot {number} of {most}, where three regions meet."),
        "spot": say("Fortress spot {number}"),
        "done": say("All fortress spots are there. Tap one to change it."),
        "which": say("Which three regions meet here? Tap to change."),
    },
)
BORDERS = Borders(
    name="borders",
    title=say("Borders"),
    of="regions",
    spots="spots",
    words={
        "ask": say("Tap two regions that touch without a fortress between them."),
        "met": say("They meet at a fortress already."),
    },
)
PLANK_SPACES = Own(
    name="planks",
    title=say("Planks"),
    of=tuple[Plank, ...],
    facts={"count": PLANKS},
    words={
        "ask": say("Plank {number}: tap its landscapes, clockwise. Wander spaces fill themselves in."),
        "wander": say("Wander"),
        "empty": say("no space yet"),
        "next_plank": say("Next plank"),
        "erase": say("Erase the last spaces"),
    },
)


class BoardRecorder(Recorder):
    title = say("Record your board")
    layers = (REGIONS, FORTRESS_SPOTS, BORDERS, PLANK_SPACES)

    def thing(self, name: str, parts: Mapping[str, Any]) -> Board:
        return Board(
            name,
            tuple(Region(region.id, region.kind, region.name.strip()) for region in parts["regions"]),
            tuple(Spot(spot.id, spot.regions) for spot in parts["spots"]),
            parts["planks"],
            parts["borders"],
        )

    def parts(self, thing: Board, drawing: Drawing) -> dict[str, Any]:
        regions, spots = drawing.places["regions"], drawing.places["spots"]
        return {
            "regions": [DrawnRegion(each.id, regions[each.id], each.landscape, each.name) for each in thing.regions],
            "spots": [DrawnSpot(spot.id, spots[spot.id], spot.regions) for spot in thing.spots],
            "borders": thing.borders,
            "planks": thing.planks,
        }

    def drawing(self, thing: Board) -> Drawing:
        plan = from_borders(thing)
        regions = {name: region.at for name, region in plan.regions.items()}
        return Drawing({"regions": regions, "spots": plan.spots}, None, plan.ratio)

    def names(self, thing: Board) -> Mapping[str, Text]:
        # A region of a landscape that does not exist has no name yet.
        known = tuple(region for region in thing.regions if region.landscape in LANDSCAPES)
        return {**names_of(msgspec.structs.replace(thing, regions=known)), **LANDSCAPE_NAMES}
