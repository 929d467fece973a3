"""Where the parts of a board are drawn, on a photo or on a plan; no rule ever looks at it."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from companion.common.text import Text, say

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Place = tuple[Share, Share]
"""How far from the left and from the top, 0 to 1."""

Corners = tuple[Place, Place, Place, Place]
"""Of a grid: top left, top right, bottom right, bottom left, as it lies on the photo."""

Aspect = Annotated[float, msgspec.Meta(ge=0.2, le=5)]
"""Width by height."""


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: dict[str, dict[str, Place]] = {}
    """For each layer, such as regions or spots, where each of its parts is, by its id."""
    corners: Corners | None = None
    """Where a board of squares lies."""
    aspect: Aspect = 1.0
    photo: str = ""
    """Which photo: changes with the picture; empty without one."""


def drawing_faults(drawing: Drawing, drawn: Mapping[str, Sequence[str]]) -> list[tuple[str, Text]]:
    """What has no place although it must have one, or has one and is not there; each with where it belongs."""
    faults = []
    for layer, known in drawn.items():
        places = drawing.places.get(layer, {})
        missing = [name for name in known if name not in places]
        faults += [(f"{layer} {name}", say("This has no place in the drawing.")) for name in missing]
        faults += [("drawing", say("There is no {name}.", name=name)) for name in places if name not in known]
    faults += [("drawing", say("There is no {name}.", name=layer)) for layer in drawing.places if layer not in drawn]
    return faults
