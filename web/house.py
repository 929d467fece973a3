"""Everything the pages reach for, in one place: handed to the app once, never changed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import current_app

from companion.bell import Bell
from companion.boards import Boards
from companion.keys import Keys
from companion.network import Network
from companion.rules import Shuffle
from companion.seating import Seating
from companion.shelf import Shelf
from companion.table import Table
from web.rig import Rig
from web.showing import Showing
from web.streams import Streams
from web.tries import Tries
from web.words import Catalogues


@dataclass(frozen=True)
class House:
    table: Table
    bell: Bell
    rig: Rig
    seating: Seating
    keys: Keys
    boards: Boards
    shelf: Shelf
    network: Network
    words: Catalogues
    showing: Showing
    streams: Streams
    tries: Tries
    shuffle: Shuffle


def house() -> House:
    """The house of the app that answers this request."""
    found = current_app.extensions["house"]
    assert isinstance(found, House)
    return found


def shuffled(things: Sequence[Any]) -> list[Any]:
    return random.SystemRandom().sample(things, len(things))
