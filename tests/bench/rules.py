"""How fast the rules are: Trollfjord beside python-chess, and a move late in a game beside an early one."""

import time
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import chess

from companion.games import GAMES
from tests.bench import bench
from tests.players import KEEN, dealt, play

GAME = GAMES["trollfjord"]
ROUNDS = 9
MOVES = 2000
LONG = 300
"""Random kings can chase each other for ever: a chess game is given up after so many moves."""


def troll_moves(chance: Random) -> Iterator[Any]:
    """Random moves, with the prompts of every position asked for, game after game."""
    while True:
        yield from play(GAME, GAME.new(dealt(GAME, 4, chance)), chance)


def chess_moves(chance: Random) -> Iterator[Any]:
    """Random moves from the list of legal ones, game after game."""
    while True:
        board = chess.Board()
        while (legal := list(board.legal_moves)) and board.ply() < LONG:
            board.push(chance.choice(legal))
            yield board


def pace(moves: Iterator[Any]) -> float:
    """Moves a second over the next few thousand."""
    start = time.perf_counter()
    for _ in range(MOVES):
        next(moves)
    return MOVES / (time.perf_counter() - start)


@bench("moves a second with prompts at every step, beside python-chess")
def random_moves() -> None:
    trolls, kings = troll_moves(Random(1)), chess_moves(Random(1))
    paces = [(pace(trolls), pace(kings)) for _ in range(ROUNDS)]
    ratio = median(troll / king for troll, king in paces)
    print(f"  Trollfjord {median(p for p, _ in paces):.0f} a second, {ratio:.2f} x python-chess")
    print(f"  python-chess {median(p for _, p in paces):.0f} a second")


@bench("a move late in a long game beside the same kind of move early in it")
def late_moves() -> None:
    game = longest_game()
    third = len(game) // 3
    early, late = costs(game[:third]), costs(game[-third:])
    for kind in sorted(early.keys() & late.keys()):
        ratio = median(late[kind]) / median(early[kind])
        print(f"  {kind}: {median(early[kind]) * 1e6:.0f} us early, {ratio:.2f} x that late in {len(game)} moves")


def longest_game() -> list[tuple[Any, int, Any]]:
    """The longest of a few random games: state, seat and move of every step."""
    games = []
    for seed in range(12):
        chance = Random(seed)
        state, steps = GAME.new(dealt(GAME, 2, chance)), []
        for seat, move, after in play(GAME, state, chance, 20_000, KEEN):
            steps.append((state, seat, move))
            state = after
        games.append(steps)
    return max(games, key=len)


def costs(steps: list[tuple[Any, int, Any]]) -> dict[str, list[float]]:
    """Seconds for prompts and apply, by the kind of move; rare kinds are left out."""
    spent = defaultdict(list)
    for state, seat, move in steps:
        start = time.perf_counter()
        GAME.prompts(state)
        GAME.apply(state, seat, move)
        spent[move.__struct_config__.tag].append(time.perf_counter() - start)
    return {kind: times for kind, times in spent.items() if len(times) >= 20}


@bench("whole random games of Trollfjord")
def whole_games() -> None:
    for seats in GAME.seats:
        lengths = [played(seats, seed) for seed in range(700)]
        stuck = sum(1 for length, over in lengths if not over)
        print(
            f"  {seats} seats: {len(lengths)} games, {sum(n for n, _ in lengths)} moves, {stuck} not over", flush=True
        )


def played(seats: int, seed: int) -> tuple[int, bool]:
    chance = Random(seed)
    state, moves = GAME.new(dealt(GAME, seats, chance)), 0
    for _, _, after in play(GAME, state, chance, reluctant=KEEN):
        state, moves = after, moves + 1
    return moves, not GAME.prompts(state)
