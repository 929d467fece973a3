"""The Siege of Runedar by a careful team: how often it wins at the easy level, and how many taps a turn takes."""

from collections import Counter
from random import Random
from statistics import median

from companion.games.runedar import RUNEDAR
from companion.games.runedar.moves import LeaveOut, TakeHand, Throw
from companion.rules import Move
from tests.bench import bench
from tests.companion.games.runedar.careful import careful_game

GAMES = 25
MOST_TAPS = 14


@bench("runedar: a careful team, its wins and its taps a turn")
def careful_team() -> None:
    for players in RUNEDAR.seats:
        ends: Counter[str] = Counter()
        drawn: list[int] = []
        told: list[int] = []
        thrown: list[int] = []
        for seed in range(GAMES):
            taps = [0, 0, 0]
            for seat, move, state in careful_game(players, Random(seed)):
                dice = 1 if isinstance(move, Throw) else 0
                taps = [taps[0] + 1, taps[1] + taps_to_tell(move), taps[2] + taps_to_tell(move) + dice]
                if state.hands[seat] is None:  # The turn is over.
                    drawn.append(taps[0])
                    told.append(taps[1])
                    thrown.append(taps[2])
                    taps = [0, 0, 0]
            ends[str(getattr(state.now, "lost", None) or "won")] += 1
        print(f"  {players} dwarves, {GAMES} games: {', '.join(f'{why} {count}' for why, count in ends.most_common())}")
        print(
            f"    taps a turn, median: {median(drawn):.0f} where the companion deals, "
            f"{median(told):.0f} where the cards are told and it throws the dice, "
            f"{median(thrown):.0f} where the dice are told too, a slide and a tap (allowed: {MOST_TAPS})"
        )


def taps_to_tell(move: Move) -> int:
    """A row is opened, cards are tapped, and it is confirmed; whatever else is turned over is one tap."""
    match move:
        case TakeHand(cards) | LeaveOut(cards):
            return 1 + len(cards) + 1
    return 1
