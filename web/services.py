"""Everything the pages reach for, in one place: handed to the app once, never changed."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import current_app

from companion.box import Box
from companion.change_signal import ChangeSignal
from companion.chronicles import Chronicles
from companion.keys import Keys
from companion.network import Network
from companion.past_games import PastGames
from companion.position import Position
from companion.rules import Shuffle
from companion.seating import Seating
from companion.table import Table
from companion.witness import Witness
from web.game_pages import GamePages
from web.guesses import Guesses
from web.i18n import Catalogues
from web.newcomers import Newcomers
from web.page_views import PageViews
from web.rig import Rig
from web.streams import Streams


@dataclass(frozen=True)
class Services:
    table: Table
    changes: ChangeSignal
    rig: Rig
    seating: Seating
    keys: Keys
    game_pages: Mapping[str, GamePages]
    boxes: Mapping[str, Box]
    past_games: PastGames
    chronicles: Chronicles
    network: Network
    words: Catalogues
    witness: Witness
    page_views: PageViews
    streams: Streams
    pin_guesses: Guesses
    code_guesses: Guesses
    newcomers: Newcomers
    shuffle: Shuffle

    def pages_of(self, position: Position) -> GamePages:
        """Those of the game that is played there."""
        return self.game_pages[position.game.name]


def services() -> Services:
    """Those of the app that answers this request."""
    found = current_app.extensions["services"]
    assert isinstance(found, Services)
    return found


def shuffled(things: Sequence[Any]) -> list[Any]:
    return random.SystemRandom().sample(things, len(things))
