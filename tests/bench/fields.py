"""What a form costs to send: the legal places of a tile on a large grid, beside the same places as buttons."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import msgspec

from companion.games import GAMES
from companion.rules import Choice, Places, say
from tests.bench import bench, ratio
from tests.players import all_places, people
from tests.web.fakes import Home
from tests.web.games.quarry.game import QUARRY, Lay, Setup, State
from web.page_views import choice, prompt


@bench("the legal places of a tile on a 15 x 15 grid, from the prompts to the view that is sent")
def legal_places() -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        stack.enter_context(patch.dict(GAMES, {QUARRY.name: QUARRY}))
        home = Home(Path(folder))
        stack.callback(home.close)
        home.table.start(QUARRY.name, Setup(people(QUARRY, 1)), home.table.version)
        field = laid_open(home)
        places = list(all_places(field))
        views, english = home.app.extensions["services"].page_views, home.app.extensions["services"].words["en"]

        whole = views.show("play", 0, "en")
        bare = msgspec.json.decode(whole)
        state = home.position.state

        def shown() -> bytes:
            """All that a new position costs; the rest of the view is the same in any game."""
            return msgspec.json.encode({**bare, "prompts": [prompt(each, english) for each in QUARRY.prompts(state)]})

        buttons = [Choice(Lay(place), say("{where}", where=field.in_words(place))) for place in places]
        size = len(msgspec.json.encode([choice(each, english) for each in buttons]))
        print(f"  {len(places)} places: {len(whole) / 1000:.1f} kB (allowed: 12 kB), as buttons {size / 1000:.0f} kB")
        ratio("until it is encoded (allowed: 30 ms)", shown, "encoding alone", lambda: msgspec.json.encode(bare))


def laid_open(home: Home) -> Places:
    """The game is where a tile is to be laid."""
    home.play(0, do="pack", tools=["pick", "rope"])
    home.play(0, do="throw", dice=[1, 2, 3, 4, 5])
    home.play(0, do="call", name="Grube")
    home.play(0, do="claim", cells=[[0, 0]])
    home.play(0, do="travel", to=["inn"])
    state = home.position.state
    assert isinstance(state, State)
    (field,) = QUARRY.prompts(state)[0].forms[0].fields
    assert isinstance(field, Places)
    return field
