"""The shelf of boards in Trollfjord's box."""

from companion.box import Shelf
from companion.games.trollfjord import TROLLFJORD
from companion.games.trollfjord.box import BOARDS
from web.services import services


def boards() -> Shelf:
    return services().boxes[TROLLFJORD.name][BOARDS.name]
