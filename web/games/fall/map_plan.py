"""Where the mountain is drawn: as its owner recorded it on a photo, else as planned."""

from companion.games.fall import FALL
from companion.games.fall.box import BACKS, FRONTS
from companion.games.fall.examples import side_for
from companion.games.fall.mountain import Mountain, lay_of
from companion.games.fall.plan import plan
from companion.games.fall.state import Setup
from companion.rules import Drawing, Place

OUTWARD = 0.35
"""How much farther from the middle than its doors a rally point is drawn."""


def drawing_of(setup: Setup, mountain: Mountain) -> Drawing:
    return setup.drawing or plan(mountain)


def rally_points(drawing: Drawing, mountain: Mountain) -> dict[str, Place]:
    """As planned, or outside the doors where the owner recorded those."""
    if "rally" in drawing.places:
        return drawing.places["rally"]
    caverns, doors = drawing.places["caverns"], lay_of(mountain).doors
    middle = middle_of(list(caverns.values()))
    return {clan: beyond(middle_of([caverns[door] for door in doors[clan]]), middle) for clan in doors}


def middle_of(places: list[Place]) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def beyond(place: Place, middle: Place) -> Place:
    x, y = (each + OUTWARD * (each - center) for each, center in zip(place, middle, strict=True))
    return min(0.98, max(0.02, x)), min(0.98, max(0.02, y))


def photo_of(setup: Setup) -> str | None:
    if not setup.drawing or not setup.drawing.photo:
        return None
    kind = FRONTS if side_for(len(setup.seats)) == "front" else BACKS
    return f"/box/{FALL.name}/{kind.name}/{setup.drawing.photo}.jpg"


def paths_of(mountain: Mountain) -> list[tuple[str, str]]:
    """Each way between two places once; dens too."""
    near = lay_of(mountain).beside
    return [(one, other) for one in near for other in near[one] if one < other]
