"""Fall of the Mountain King: how many taps a turn of the battle takes, in whole games of random players."""

from random import Random
from statistics import median

from companion.games.fall import FALL
from companion.games.fall.moves import Cover
from companion.games.fall.state import Fights
from companion.rules import Cells, Field, Form, Move, Several, Spots
from tests.bench import bench
from tests.players import dealt, play

GAMES = 30
MOST_TAPS = 6
RARE = frozenset({"use", "boost"})
"""What players do now and then: an ability, and what adds to an action by one tap."""


@bench("taps that a turn of the battle takes")
def taps() -> None:
    for seats in FALL.seats:
        counts: list[int] = []
        for seed in range(GAMES):
            chance = Random(seed)
            state = FALL.new(dealt(FALL, seats, chance))
            turn: tuple[int, int] | None = None
            for _, move, after in play(FALL, state, chance, reluctant=RARE):
                if isinstance(state.now, Fights):
                    begins = not state.pending and not state.now.second
                    if begins or turn is None:
                        counts.append(0)
                    turn = (state.wave, state.turn)
                    forms = (form for prompt in FALL.prompts(state) for form in prompt.forms)
                    fitting = [form for form in forms if form.fields[0].takes(getattr(move, form.fields[0].name, None))]
                    form = next((form for form in fitting if form.takes(move)), None)
                    at_once = state.now.second and isinstance(move, Cover) and len(fitting) == 1
                    counts[-1] += tapped(form, move) if form and not at_once else 1
                state = after
        print(f"  {seats} seats: median {median(counts)} of {len(counts)} turns (allowed: {MOST_TAPS})")


def tapped(form: Form, move: Move) -> int:
    """As the pages ask: a tap for each thing that is picked, and one to go on where it was no button. One spot that is
    asked for alone leads on by itself, if anything is asked after it."""
    values = {name: getattr(move, name) for name in move.__struct_fields__}
    asked = list(form.asked(values))
    together, one_by_one = asked[: len(form.fields)], asked[len(form.fields) :]
    found = 0
    steps = [together, *([field] for field in one_by_one)]
    for number, step in enumerate(steps):
        found += sum(len(picked) if isinstance(picked := values[field.name], tuple) else 1 for field in step)
        leads_on = number + 1 < len(steps) and is_one_spot(step)
        found += len(step) > 1 or (isinstance(step[0], Cells | Several | Spots) and not leads_on)
    return found


def is_one_spot(step: list[Field]) -> bool:
    match step:
        case [Spots(least=1, most=1)]:
            return True
    return False
