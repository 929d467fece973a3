"""How fast the Hall finds every legal place of one dig, late in a game, and how many taps a turn takes."""

import time
from random import Random
from statistics import median
from typing import Any

from companion.games.hall import HALL
from companion.games.hall.digging import dig_steps
from companion.games.hall.ground import room
from companion.games.hall.resources import MINERALS
from companion.games.hall.state import Acts, Finishes, State
from tests.bench import bench
from tests.players import KEEN, dealt, play

GAMES = 12
LATE = 0.7
RICH = dict.fromkeys(MINERALS, 5)
HAMMERS = 3
QUESTIONS = frozenset({"exchange", "keep"})
"""What may be done beside a turn is not counted."""


def random_game(seats: int, seed: int) -> list[tuple[State, Any]]:
    chance = Random(seed)
    state, found = HALL.new(dealt(HALL, seats, chance)), []
    for _, move, after in play(HALL, state, chance, reluctant=KEEN):
        found.append((state, move))
        state = after
    return found


@bench("every legal place of one dig in the Hall, late in a game, in processor time")
def late_places() -> None:
    for seats in HALL.seats:
        times, places = [], 0
        for seed in range(GAMES):
            steps = random_game(seats, seed)
            for state, _ in steps[int(len(steps) * LATE) :]:
                if isinstance(state.now, Acts) and not state.pending:
                    room.cache_clear()
                    start = time.process_time()
                    digging = dig_steps(state)
                    able = type(digging)(**{**vars_of(digging), "minerals": RICH, "hammers": HAMMERS})
                    shapes = list(able.shapes("iron"))
                    times.append(time.process_time() - start)
                    places = max(
                        places, sum(int.from_bytes(lying.legal).bit_count() for s in shapes for lying in s.lying)
                    )
        print(f"  {seats} seats: {median(times) * 1e3:.1f} ms, worst {max(times) * 1e3:.1f} ms, up to {places} places")


def vars_of(steps: Any) -> dict[str, Any]:
    return {name: getattr(steps, name) for name in steps.__struct_fields__}


def taps(state: State, move: Any) -> int:
    """A button is one tap, and so is a draw. A form takes one for each answer, and one to open it beside others."""
    if HALL.chance(state, state.turn, list):
        return 1
    for prompt in HALL.prompts(state):
        for form in prompt.forms:
            if form.takes(move):
                values = {name: getattr(move, name) for name in move.__struct_fields__}
                return len(list(form.asked(values))) + bool(prompt.choices or len(prompt.forms) > 1)
    return 1


@bench("taps that a turn in the Hall takes")
def answers() -> None:
    for seats in HALL.seats:
        counts: list[int] = []
        for seed in range(GAMES):
            turn: tuple[int, int] | None = None
            for number, (state, move) in enumerate(random_game(seats, seed)):
                if not isinstance(state.now, Acts | Finishes) or move.__struct_config__.tag in QUESTIONS:
                    continue
                if turn is None or turn[0] != state.turn:
                    counts.append(0)
                turn = (state.turn, number)
                counts[-1] += taps(state, move)
        print(f"  {seats} seats: median {median(counts)}, of {len(counts)} turns")
