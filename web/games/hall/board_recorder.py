"""How a side of the Hall's board is recorded: a grid over the photo, and what is printed on each of its squares."""

from collections.abc import Iterator, Mapping
from math import atan2, tau
from typing import Any

from companion.games.hall.mountain import HEART, NOTHING, SIDES, TIERS, Buried, Mountain, Start, cell_at
from companion.games.hall.resources import RESOURCES, Resource
from companion.games.hall.words import RESOURCE_NAMES, TIER_NAMES
from companion.rules import Cell, Drawing, Text, say
from web.recorder import DrawnGrid, Grid, Question, Recorder

NONE = "none"
"""Nothing is printed there."""
STATUE, SITE = "statue", "site"

TIER = Question(
    "tier",
    say("Tier"),
    {
        **dict(zip(TIERS, TIER_NAMES, strict=True)),
        HEART: say("Heart of the mountain"),
        NOTHING: say("No square of the mountain"),
    },
)
RUBBLE = Question("rubble", say("Rubble"), {NONE: say("No rubble"), "rubble": say("Rubble")})
RESOURCE_ANSWERS: Mapping[str, Text] = {
    NONE: say("Nothing buried"),
    **{resource: RESOURCE_NAMES[resource] for resource in RESOURCES},
}
BURIED = Question("buried", say("Buried"), RESOURCE_ANSWERS)
BURIED_TOO = Question("buried_too", say("Buried, a second one"), RESOURCE_ANSWERS)
SPOT = Question(
    "spot",
    say("Spots"),
    {NONE: say("Neither spot nor site"), STATUE: say("Statue spot"), SITE: say("Workshop site")},
)
START = Question(
    "start",
    say("Start points"),
    {
        NONE: say("No start point"),
        "3": say("Start point 3"),
        "4": say("Start point 4"),
        "5": say("Start point 5"),
        "45": say("Start point 4 and 5"),
    },
)
SQUARES = Grid(
    name="squares",
    title=say("Squares"),
    rows=range(SIDES[0], SIDES[1] + 1),
    columns=range(SIDES[0], SIDES[1] + 1),
    questions=(TIER, RUBBLE, BURIED, BURIED_TOO, SPOT, START),
    also=("tiers", "rubble", "buried", "statues", "sites", "starts"),
)
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class MountainRecorder(Recorder):
    title = say("Record a side of your board")
    layers = (SQUARES,)

    def thing(self, name: str, parts: Mapping[str, Any]) -> Mountain:
        grid: DrawnGrid | None = parts[SQUARES.name]
        side: Any = name
        if grid is None:
            return Mountain(side, ())
        tiers = tuple(
            "".join(grid.answer(row, column, TIER) for column in range(grid.columns)) for row in range(grid.rows)
        )
        around = list(clockwise(grid, tiers))
        return Mountain(
            side,
            tiers,
            rubble=tuple(str(cell) for cell in every(grid) if grid.answer(cell.row, cell.column, RUBBLE) != NONE),
            buried=tuple(buried(grid)),
            statues=tuple(str(cell) for cell in around if grid.answer(cell.row, cell.column, SPOT) == STATUE),
            sites=tuple(str(cell) for cell in every(grid) if grid.answer(cell.row, cell.column, SPOT) == SITE),
            starts=tuple(
                Start(str(cell), number)
                for number in (3, 4, 5)
                for cell in around
                if str(number) in grid.answer(cell.row, cell.column, START)
            ),
        )

    def parts(self, thing: Mountain, drawing: Drawing) -> dict[str, Any]:
        cells: dict[str, dict[str, str]] = {}

        def note(cell: Cell, question: Question, answer: str) -> None:
            if answer != next(iter(question.answers)):
                cells.setdefault(f"{cell.row},{cell.column}", {})[question.name] = answer

        for row, line in enumerate(thing.tiers):
            for column, tier in enumerate(line):
                note(Cell(column, row), TIER, tier)
        for square in thing.rubble:
            note(cell_at(square), RUBBLE, "rubble")
        for lying in thing.buried:
            cell = cell_at(lying.at)
            first = BURIED.name not in cells.get(f"{cell.row},{cell.column}", {})
            note(cell, BURIED if first else BURIED_TOO, lying.resource)
        for spot, squares in ((STATUE, thing.statues), (SITE, thing.sites)):
            for square in squares:
                note(cell_at(square), SPOT, spot)
        for square in {start.at for start in thing.starts}:
            note(cell_at(square), START, "".join(str(each.players) for each in thing.starts if each.at == square))
        grid = DrawnGrid(len(thing.tiers), thing.columns, drawing.corners or CORNERS, cells)
        return {SQUARES.name: grid}

    def drawing(self, thing: Mountain) -> Drawing:
        return Drawing({}, CORNERS, thing.columns / len(thing.tiers))


def every(grid: DrawnGrid) -> Iterator[Cell]:
    """In the order in which one reads."""
    for row in range(grid.rows):
        for column in range(grid.columns):
            yield Cell(column, row)


def clockwise(grid: DrawnGrid, tiers: tuple[str, ...]) -> list[Cell]:
    """Around the heart, from the top: statues are placed and gates are neighbours in this order."""
    hearts = [cell for cell in every(grid) if tiers[cell.row][cell.column] == HEART]
    middle = hearts or [Cell(0, 0), Cell(grid.columns - 1, grid.rows - 1)]
    across = sum(cell.column for cell in middle) / len(middle)
    down = sum(cell.row for cell in middle) / len(middle)

    def turned(cell: Cell) -> tuple[float, float]:
        right, below = cell.column - across, cell.row - down
        return atan2(right, -below) % tau, right * right + below * below

    return sorted(every(grid), key=turned)


def buried(grid: DrawnGrid) -> Iterator[Buried]:
    for cell in every(grid):
        for question in (BURIED, BURIED_TOO):
            resource: Any = grid.answer(cell.row, cell.column, question)
            if resource != NONE:
                lying: Resource = resource
                yield Buried(str(cell), lying)
