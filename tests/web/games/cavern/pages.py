"""The toy's board is recorded as a grid over a photo; its cards and charts are edited field by field."""

from collections.abc import Mapping
from typing import Any

from companion.rules import Drawing, say
from tests.web.games.cavern.game import COLUMNS, MOUNTAINS, ROWS, Mountain
from web.game_pages import GamePages
from web.recorder import DrawnGrid, Grid, Question, Recorder

TIER = Question("tier", say("Tier"), {"gray": say("gray"), "gold": say("gold"), "heart": say("the heart")})
RUBBLE = Question("rubble", say("Rubble"), {"free": say("free"), "rubble": say("rubble")})
SQUARES = Grid(name="squares", title=say("Squares"), rows=ROWS, columns=COLUMNS, questions=(TIER, RUBBLE))
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class MountainRecorder(Recorder):
    title = say("Record your mountain")
    layers = (SQUARES,)

    def thing(self, name: str, parts: Mapping[str, Any]) -> Mountain:
        grid: DrawnGrid | None = parts["squares"]
        if grid is None:
            return Mountain(name, ())
        squares = [[(row, column) for column in range(grid.columns)] for row in range(grid.rows)]
        tiers = tuple(tuple(grid.answer(*at, TIER) for at in row) for row in squares)
        rubble = tuple(at for row in squares for at in row if grid.answer(*at, RUBBLE) == "rubble")
        return Mountain(name, tiers, rubble)

    def parts(self, thing: Mountain, drawing: Drawing) -> dict[str, Any]:
        cells: dict[str, dict[str, str]] = {}
        for row, tiers in enumerate(thing.tiers):
            for column, tier in enumerate(tiers):
                cell = {"tier": tier} if tier != "gray" else {}
                cell |= {"rubble": "rubble"} if (row, column) in thing.rubble else {}
                if cell:
                    cells[f"{row},{column}"] = cell
        return {"squares": DrawnGrid(len(thing.tiers), len(thing.tiers[0]), drawing.corners or CORNERS, cells)}

    def drawing(self, thing: Mountain) -> Drawing:  # noqa: ARG002  all lie alike
        return Drawing({}, CORNERS)


class CavernPages(GamePages):
    recorders = {MOUNTAINS.name: MountainRecorder()}  # noqa: RUF012  it is only read
