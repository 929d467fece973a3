"""Fall of the Mountain King: how many taps a turn of the battle takes, in whole games of random players."""

from random import Random
from statistics import median

from companion.games.fall import FALL
from companion.games.fall.state import Fights
from companion.rules import Cells, Form, Move, Several
from tests.bench import bench
from tests.companion.games.fall.players import KEEN
from tests.players import dealt, play

GAMES = 6
MOST_TAPS = 6
ONE_TAP = frozenset({"boost"})


@bench("taps that a turn of the battle takes")
def taps() -> None:
    for seats in FALL.seats:
        counts: list[int] = []
        for seed in range(GAMES):
            chance = Random(seed)
            state = FALL.new(dealt(FALL, seats, chance))
            turn: tuple[int, int] | None = None
            for _, move, after in play(FALL, state, chance, reluctant=KEEN | ONE_TAP):
                if isinstance(state.now, Fights):
                    begins = not state.pending and not state.now.second
                    if begins or turn is None:
                        counts.append(0)
                    turn = (state.wave, state.turn)
                    forms = (form for prompt in FALL.prompts(state) for form in prompt.forms)
                    form = next((form for form in forms if form.takes(move)), None)
                    counts[-1] += tapped(form, move) if form else 1
                state = after
        print(f"  {seats} seats: median {median(counts)} of {len(counts)} turns (allowed: {MOST_TAPS})")


def tapped(form: Form, move: Move) -> int:
    """A tap for each thing that is picked, and one to say that those of a group or a list are all."""
    values = {name: getattr(move, name) for name in move.__struct_fields__}
    found = 0
    for field in form.asked(values):
        picked = values[field.name]
        several = isinstance(field, Cells | Several) and field.most > 1
        found += len(picked) + several if isinstance(picked, tuple) else 1
    return found
