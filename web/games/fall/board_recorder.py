"""How a side of the mountain is recorded: caverns, dens, great halls and what touches, as for every board.

Nobody is asked where the rally points are: each lies outside the doors of its domain; their order follows from that.
"""

from collections.abc import Mapping
from math import atan2
from string import ascii_uppercase
from typing import Any

from companion.games.fall.box import drawn
from companion.games.fall.mountain import CLAN_NAMES, CLANS, DENS_EACH, MOST_HALLS, Cavern, Den, GreatHall, Mountain
from companion.games.fall.mountain import names_of as named
from companion.games.fall.plan import plan
from companion.rules import Drawing, Place, Text, say
from web.recorder import Borders, DrawnRegion, DrawnSpot, Recorder, Regions, Spots

MOST_CAVERNS = 8
"""Of a domain, with a door and without."""
GLYPHS = ascii_uppercase
"""A letter stands for what is printed on both dens of a pair."""
INSIDE, DOOR = "clan-", "door-"
"""Before the name of a clan: the kind of a cavern."""

CAVERNS = Regions(
    name="caverns",
    title=say("Caverns"),
    kinds={
        **{f"{INSIDE}{clan}": CLAN_NAMES[clan] for clan in CLANS},
        **{f"{DOOR}{clan}": say("{clan}, with a door", clan=CLAN_NAMES[clan]) for clan in CLANS},
    },
    of_each=MOST_CAVERNS,
    words={
        "ask": say("Choose a domain, then tap its caverns: {kind}"),
        "change": say("Which domain, and has it a door? Tap the map to move it."),
    },
)
HALLS = Spots(
    name="halls",
    title=say("Great halls"),
    of="caverns",
    count=MOST_HALLS,
    meet=MOST_CAVERNS,
    least=2,
    words={
        "ask": say("Tap a great hall, or go on when all are there."),
        "spot": say("Great hall {number}"),
        "done": say("All great halls are there. Tap one to change it."),
        "which": say("Which caverns lie around it? Tap to change."),
    },
)
BORDERS = Borders(
    name="borders",
    title=say("Borders"),
    of="caverns",
    words={"ask": say("Tap two caverns that touch."), "second": say("{region} touches which cavern?")},
)


def dens(pairs: int) -> Spots:
    return Spots(
        name="dens",
        title=say("Dens"),
        of="caverns",
        count=pairs * DENS_EACH,
        meet=MOST_CAVERNS,
        least=1,
        words={
            "ask": say("Tap den {number} of {most}: two with the same glyph one after the other."),
            "spot": say("Den {number}"),
            "done": say("All dens are there. Tap one to change it."),
            "which": say("Which caverns does it touch? Tap to change."),
        },
    )


class BoardRecorder(Recorder):
    title = say("Record your board")

    def __init__(self, pairs: int) -> None:
        self.layers = (CAVERNS, dens(pairs), HALLS, BORDERS)

    def thing(self, name: str, parts: Mapping[str, Any]) -> Mountain:
        caverns = parts["caverns"]
        return Mountain(
            name,
            tuple(
                Cavern(each.id, each.kind[len(INSIDE) :], each.kind.startswith(DOOR), each.name.strip())
                for each in caverns
            ),
            tuple(Den(each.id, GLYPHS[number // DENS_EACH], each.regions) for number, each in enumerate(parts["dens"])),
            tuple(GreatHall(each.id, each.regions) for each in parts["halls"]),
            parts["borders"],
            clockwise(caverns),
        )

    def parts(self, thing: Mountain, drawing: Drawing) -> dict[str, Any]:
        caverns, found = drawing.places["caverns"], drawing.places
        paired = sorted(thing.dens, key=lambda den: thing.glyphs().index(den.glyph))
        return {
            "caverns": [
                DrawnRegion(each.id, caverns[each.id], f"{DOOR if each.door else INSIDE}{each.clan}", each.name)
                for each in thing.caverns
            ],
            "dens": [DrawnSpot(each.id, found["dens"][each.id], each.beside) for each in paired],
            "halls": [DrawnSpot(each.id, found["halls"][each.id], each.beside) for each in thing.halls],
            "borders": thing.borders,
        }

    def drawing(self, thing: Mountain) -> Drawing:
        planned = plan(thing)
        return Drawing({layer: planned.places[layer] for layer in drawn(thing)}, None, planned.aspect)

    def names(self, thing: Mountain) -> Mapping[str, Text]:
        return {**named(thing), **CLAN_NAMES}


def clockwise(caverns: tuple[DrawnRegion, ...]) -> tuple[str, ...]:
    """The domains around the middle of the mountain, from the first of their usual order on."""
    places: dict[str, list[Place]] = {}
    for each in caverns:
        places.setdefault(each.kind[len(INSIDE) :], []).append(each.at)
    middle = middle_of([place for found in places.values() for place in found])
    turns = {clan: angle(middle_of(found), middle) for clan, found in places.items()}
    known = sorted((clan for clan in CLANS if clan in turns), key=turns.__getitem__)
    first = known.index(CLANS[0]) if CLANS[0] in known else 0
    return (*known[first:], *known[:first], *(clan for clan in CLANS if clan not in known))


def middle_of(places: list[Place]) -> Place:
    count = max(1, len(places))
    return sum(x for x, _ in places) / count, sum(y for _, y in places) / count


def angle(place: Place, middle: Place) -> float:
    """Growing clockwise, as y goes down."""
    return atan2(place[1] - middle[1], place[0] - middle[0])
