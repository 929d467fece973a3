"""A game that asks for one of everything a field can hold: in turn, everyone is given the same few tasks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.rules import (
    BadSetup,
    BoxKind,
    Cell,
    Cells,
    Chart,
    Dice,
    Field,
    Form,
    GameView,
    Grid,
    Hammering,
    Illegal,
    Laid,
    Layer,
    Lights,
    Move,
    Option,
    Outcome,
    Panel,
    Pick,
    Places,
    PlayerColour,
    Preparation,
    Prompt,
    Reason,
    Seat,
    Several,
    Shape,
    Shuffle,
    Side,
    Spot,
    Spots,
    Standing,
    Steps,
    Text,
    Words,
    colour_of,
    demand_offered,
    light_of,
    say,
    seating_faults,
    ways_to_lie,
)

COLOURS: tuple[PlayerColour, ...] = (
    PlayerColour("slate", say("slate"), rgb="#3d4a57", ink="#ffffff", lamp="#6080ff"),
    PlayerColour("chalk", say("chalk"), rgb="#ece7db", ink="#20201c", lamp="#ffffff"),
)

TOOLS: tuple[Option, ...] = (
    Option("pick", say("Pickaxe")),
    Option("rope", say("Rope")),
    Option("lamp", say("Lamp")),
    Option("wedge", say("Wedge and feathers")),
    Option("cart", say("Cart")),
)
PIPS = tuple(Option(number, say("{number}", number=number)) for number in range(1, 7))
DICE = 5
LONGEST_NAME = 24

YARD = Grid(6, 6)
FIELD_SIDE = 15
FIELD = Grid(FIELD_SIDE, FIELD_SIDE)
TOLLS = (Option("coin", say("A coin")), Option("song", say("A song")))
STONES = (Option("basalt", say("Basalt")), Option("slate", say("Slate")))
VILLAGES = Chart(
    0.7,
    (
        Spot("inn", say("Inn"), 0.15, 0.15),
        Spot("mill", say("Mill"), 0.5, 0.12),
        Spot("ford", say("Ford"), 0.32, 0.36),
        Spot("gate", say("Gate"), 0.7, 0.34),
        Spot("peak", say("Peak"), 0.86, 0.12),
        Spot("mine", say("Old mine"), 0.2, 0.56),
        Spot("lake", say("Lake"), 0.62, 0.57),
    ),
    (
        ("inn", "mill"),
        ("inn", "ford"),
        ("mill", "ford"),
        ("mill", "gate"),
        ("gate", "peak"),
        ("ford", "mine"),
        ("ford", "lake"),
        ("gate", "lake"),
    ),
)
SHAPES: dict[str, tuple[Text, tuple[Cell, ...]]] = {
    "hook": (say("Hook"), (Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(1, 2))),
    "branch": (say("Branch"), (Cell(1, 0), Cell(2, 0), Cell(0, 1), Cell(1, 1), Cell(1, 2))),
    "fork": (say("Fork"), (Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(1, 2), Cell(1, 3))),
    "snake": (say("Snake"), (Cell(1, 0), Cell(1, 1), Cell(0, 2), Cell(1, 2), Cell(0, 3))),
}
ROCKS = tuple(Cell(column, row) for column, row in ((7, 7), (2, 11), (12, 3)))


class Pack(Move, frozen=True, tag="pack"):
    tools: tuple[str, ...]


class Throw(Move, frozen=True, tag="throw"):
    dice: tuple[int, ...]


class Call(Move, frozen=True, tag="call"):
    name: str


class Claim(Move, frozen=True, tag="claim"):
    cells: tuple[Cell, ...]


class Travel(Move, frozen=True, tag="travel"):
    """Told in steps: only the gate takes a toll."""

    to: tuple[str, ...]
    toll: str = ""


class Lay(Move, frozen=True, tag="lay"):
    place: Laid


class Dig(Move, frozen=True, tag="dig"):
    """Told in steps: where one may dig depends on the stone, and what it costs on both."""

    stone: str
    shaft: Laid
    worn: tuple[str, ...] = ()


class Rename(Move, frozen=True, tag="rename"):
    """The host's: what a quarry is called instead."""

    seat: int
    name: str


class Setup(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]


class Camp(msgspec.Struct, frozen=True):
    """What one player has told so far."""

    tools: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    name: str = ""
    cells: tuple[Cell, ...] = ()
    to: tuple[str, ...] = ()
    toll: str = ""
    place: Laid | None = None
    stone: str = ""
    shaft: Laid | None = None
    worn: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    camps: tuple[Camp, ...]
    played: int = 0

    @property
    def turn(self) -> int:
        return self.played % len(self.seats)

    @property
    def task(self) -> int:
        return self.played // len(self.seats)

    def claimed(self) -> set[Cell]:
        return {cell for camp in self.camps for cell in camp.cells}

    def laid(self) -> set[Cell]:
        places = (place for camp in self.camps for place in (camp.place, camp.shaft) if place)
        return {cell for place in places for cell in covered(place)}


class TravelSteps(Steps, frozen=True):
    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        asked = filled["to"] == ("gate",) and "toll" not in filled
        return Pick("toll", say("What do you pay at the gate?"), TOLLS) if asked else None


class DigSteps(Steps, frozen=True):
    """Basalt lies to the left, slate to the right; basalt wears out tools, the snake one more than the hook."""

    tools: tuple[str, ...]
    blocked: tuple[Cell, ...]

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "shaft" not in filled:
            return self._shaft(filled["stone"])
        if "worn" in filled or filled["stone"] == "slate":
            return None
        count = 2 if filled["shaft"].shape == "snake" else 1
        tools = tuple(tool for tool in TOOLS if tool.value in self.tools)
        return Several("worn", say("Which tools are worn out?"), tools, count, count)

    def _shaft(self, stone: str) -> Places:
        half = (cell for cell in FIELD.cells(FIELD.whole) if (cell.column < FIELD_SIDE // 2) == (stone == "basalt"))
        free = FIELD.bits(cell for cell in half if cell not in self.blocked)
        grid = msgspec.structs.replace(FIELD, layers=(Layer(say("Dug or rock"), FIELD.bits(self.blocked), "×"),))
        return Places("shaft", say("Where is the shaft?"), grid, shapes_on(free, "hook", "snake"))


class Quarry:
    name = "quarry"
    title = say("Quarry")
    seats = range(1, 3)
    colours = COLOURS
    moves: Any = Pack | Throw | Call | Claim | Travel | Lay | Dig | Rename
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:  # noqa: ARG002  nothing is dealt
        return Setup(tuple(seats))

    def new(self, setup: Setup) -> State:
        if faults := seating_faults(setup.seats, self.seats, self.colours):
            raise BadSetup(faults)
        return State(setup.seats, (Camp(),) * len(setup.seats))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if state.task >= len(TASKS):
            return ()
        return (TASKS[state.task](state),)

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, Rename):
            return self._renamed(state, seat, move)
        demand_offered(self.prompts(state), seat, move)
        camp = msgspec.structs.replace(state.camps[state.turn], **msgspec.structs.asdict(move))
        return msgspec.structs.replace(with_camp(state, state.turn, camp), played=state.played + 1)

    def _renamed(self, state: State, seat: int | None, move: Rename) -> State:
        if seat is not None:
            raise Illegal("host_only", say("Only the host renames a quarry."))
        if not any(form.takes(move) for form in self.corrections(state)):
            raise Illegal("no_name", say("That is no name for a quarry."))
        return with_camp(state, move.seat, msgspec.structs.replace(state.camps[move.seat], name=move.name))

    def corrections(self, state: State) -> tuple[Form, ...]:
        players = tuple(Option(number, say("{name}", name=seat.name)) for number, seat in enumerate(state.seats))
        return (Form("rename", say("Rename a quarry"), (Pick("seat", say("Whose?"), players), called())),)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002
        return None

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:  # noqa: ARG002
        return ()

    def view(self, state: State, seat: int | None) -> GameView:  # noqa: ARG002  nothing is hidden
        headline = say("It is {name}'s turn.", name=state.seats[state.turn].name)
        panels = tuple(panel(seat, camp) for seat, camp in zip(state.seats, state.camps, strict=True))
        return GameView(headline, (state.turn,) if self.prompts(state) else (), panels=panels)

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:  # noqa: ARG002
        return tuple(Standing(number, sum(camp.dice)) for number, camp in enumerate(state.camps))

    def outcome(self, state: State) -> Outcome | None:
        if self.prompts(state):
            return None
        scores = [standing.score for standing in self.standings(state, None)]
        sides = tuple(Side((seat,), score == max(scores), score) for seat, score in enumerate(scores))
        return Outcome(sides, say("Whoever has most wins."))

    def lights(self, state: State) -> Lights:
        return Lights("turn", light_of(state.seats[state.turn], self.colours))

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002
        return None


def packing(state: State) -> Prompt:
    tools = Several("tools", say("Two or three tools"), TOOLS, 2, 3)
    return asked(state, say("What do you pack?"), Form("pack", say("Pack"), (tools,)))


def throwing(state: State) -> Prompt:
    question = say("What did you throw for {count} tools?", count=len(state.camps[state.turn].tools))
    return asked(state, question, Form("throw", say("Throw"), (Dice("dice", say("Five dice"), PIPS, DICE),)))


def naming(state: State) -> Prompt:
    return asked(state, say("What is your quarry called?"), Form("call", say("Name it"), (called(),)))


def claiming(state: State) -> Prompt:
    return asked(state, say("Which ground do you claim?"), Form("claim", say("Claim"), (claims(state),)))


def travelling(state: State) -> Prompt:
    village = Spots("to", say("A village"), VILLAGES, ("inn", "ford", "gate", "lake"))
    return asked(state, say("Where do you travel?"), Form("travel", say("Travel"), (village,), TravelSteps()))


def laying(state: State) -> Prompt:
    return asked(state, say("Where do you dig?"), Form("lay", say("Dig"), (digs(state),)))


def digging(state: State) -> Prompt:
    stone = Pick("stone", say("What do you dig for?"), STONES)
    steps = DigSteps(state.camps[state.turn].tools, tuple(sorted({*ROCKS, *state.laid()})))
    return asked(state, say("You dig a shaft."), Form("dig", say("Dig"), (stone,), steps))


TASKS: tuple[Callable[[State], Prompt], ...] = (packing, throwing, naming, claiming, travelling, laying, digging)


def asked(state: State, question: Text, form: Form) -> Prompt:
    return Prompt(f"task {state.played + 1}", (state.turn,), question, forms=(form,))


def called() -> Words:
    return Words("name", say("Up to {most} letters", most=LONGEST_NAME), LONGEST_NAME)


def claims(state: State) -> Cells:
    grid = msgspec.structs.replace(YARD, layers=camps_on(YARD, state, lambda camp: camp.cells))
    free = (cell for cell in YARD.cells(YARD.whole) if cell not in state.claimed())
    return Cells("cells", say("One to three cells"), grid, YARD.bits(free), 1, 3)


def digs(state: State) -> Places:
    """Every place that is wholly free; on an empty field there are five thousand."""
    blocked = {*ROCKS, *state.laid()}
    free = FIELD.bits(cell for cell in FIELD.cells(FIELD.whole) if cell not in blocked)
    rocks = Layer(say("Rock"), FIELD.bits(ROCKS), "R")
    dug = camps_on(FIELD, state, lambda camp: covered(camp.place) if camp.place else ())
    grid = msgspec.structs.replace(FIELD, layers=(rocks, *dug))
    return Places("place", say("Your tile"), grid, shapes_on(free, *SHAPES))


def shapes_on(free: bytes, *names: str) -> tuple[Shape, ...]:
    return tuple(
        Shape(name, SHAPES[name][0], ways_to_lie(SHAPES[name][1], lambda cells: FIELD.room(cells, free)))
        for name in names
    )


def camps_on(grid: Grid, state: State, cells: Callable[[Camp], Iterable[Cell]]) -> tuple[Layer, ...]:
    return tuple(
        Layer(say("{name}", name=seat.name), grid.bits(cells(camp)), seat.name[:1], colour_of(seat, COLOURS))
        for seat, camp in zip(state.seats, state.camps, strict=True)
    )


def covered(place: Laid) -> tuple[Cell, ...]:
    return place.covers(SHAPES[str(place.shape)][1])


def with_camp(state: State, seat: int, camp: Camp) -> State:
    camps = (*state.camps[:seat], camp, *state.camps[seat + 1 :])
    return msgspec.structs.replace(state, camps=camps)


def panel(seat: Seat, camp: Camp) -> Panel:
    lines = [say("{name}", name=seat.name)]
    lines += [option.text for option in TOOLS if option.value in camp.tools]
    lines += [say("Threw {sum}", sum=sum(camp.dice))] if camp.dice else []
    return Panel(say("{name}", name=camp.name or "…"), tuple(lines))


QUARRY = Quarry()
