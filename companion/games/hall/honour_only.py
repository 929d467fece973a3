"""Honour only: who recruited or dug is told in a tap or three, and everything else stays on the table."""

from collections.abc import Mapping
from typing import Any

from companion.games.hall.by_hand import scored
from companion.games.hall.moot import STARTERS, TROLLS, Member, Moot, joined, open_places
from companion.games.hall.moves import DigSize, Neither, NoPedestal, RecruitLevel
from companion.games.hall.recruiting import BAG_LEVEL, crowned
from companion.games.hall.resources import MINERALS, Mineral
from companion.games.hall.state import Finishes, MayTakeToken, State, changed, replaced, waits_for, with_told
from companion.games.hall.tiles import SIZES, HonourChart
from companion.games.hall.words import RESOURCE_NAMES
from companion.rules import Amount, Choice, Field, Form, Option, Pick, Prompt, Steps, say

LEVELS = (1, 2, 3)
ANCHORLESS = SIZES[-1]
HIGHEST_TOKEN = 9


def unseen_troll(level: int) -> Member:
    """One of which only the level is told."""
    return Member("", (), (), level)


STARTING: Moot = (*[unseen_troll(0)] * STARTERS, *[None] * (TROLLS - STARTERS))


class SizeSteps(Steps, frozen=True):
    chart: HonourChart

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "size" in filled:
            return None
        mineral: Mineral = filled["mineral"]
        sizes = tuple(
            Option(size, say("{size} squares, honour {honour}", size=size, honour=self.chart.worth(mineral, size)))
            for size in SIZES
        )
        return Pick("size", say("How large is it?"), sizes)


def act(state: State) -> Prompt:
    choices = [
        Choice(RecruitLevel(level), say("Recruit a troll of level {level}", level=level))
        for level in (LEVELS if open_places(state.moots[state.turn]) else ())
    ]
    minerals = tuple(Option(mineral, RESOURCE_NAMES[mineral]) for mineral in MINERALS)
    mineral = Pick("mineral", say("Of which mineral?"), minerals)
    dig = Form("dig_size", say("Dig a tunnel"), (mineral,), SizeSteps(state.box.chart))
    choices.append(Choice(Neither(), say("Neither recruit nor dig")))
    question = say("What does {name} do?", name=state.name(state.turn))
    return Prompt("act", state.all_seats, question, tuple(choices), (dig,))


def recruited(state: State, move: RecruitLevel) -> State:
    seat, moot = state.turn, state.moots[state.turn]
    moot = joined(moot, open_places(moot)[0], unseen_troll(move.level))
    return crowned(changed(state, moots=replaced(state.moots, seat, moot), now=Finishes()), seat)


def dug(state: State, move: DigSize) -> State:
    seat, index = state.turn, state.side_index(state.turn)
    state = scored(state, seat, state.box.chart.worth(move.mineral, move.size))
    state = with_told(state, index, squares=state.sides[index].told.squares + move.size)
    state = changed(state, now=Finishes())
    return waits_for(state, MayTakeToken()) if move.size != ANCHORLESS and has_pedestal(state, seat) else state


def has_pedestal(state: State, seat: int) -> bool:
    """Whether somebody has one left of those that came with their trolls, and a token is left for it."""
    side = state.side(seat)
    gained = sum(member.level >= BAG_LEVEL for each in side.seats for member in state.moots[each] if member)
    return len(side.tokens) < gained and tokens_left(state)


def tokens_left(state: State) -> bool:
    return sum(len(side.tokens) for side in state.sides) < len(state.track)


def token(state: State) -> Prompt:
    worth = Amount("worth", say("Honour on it"), 0, HIGHEST_TOKEN)
    form = Form("token", say("A pedestal, and its token"), (worth,))
    no = Choice(NoPedestal(), say("No pedestal"))
    question = say("Did you add a pedestal to the anchor?")
    return Prompt("token", state.side(state.turn).seats, question, (no,), (form,), private=True)
