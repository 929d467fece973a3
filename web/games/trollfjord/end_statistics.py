"""A finished game looked back on: the score part by part, its course, and how everyone hammered.

It reads every sack, so it is only ever made of a game that is over.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.trollfjord.corrections import before_last_hit
from companion.games.trollfjord.moves import MoveLord
from companion.games.trollfjord.score import tie, total, winner
from companion.games.trollfjord.state import Gathers, Hammers, MovesLord, Over, State
from companion.hammering.bout import Bout, strike
from companion.hammering.moves import SetHit
from companion.position import Turn
from companion.rules import Hit


class Hammered(msgspec.Struct):
    """How one player hammered."""

    hits: int = 0
    boulders: int = 0
    empty: int = 0
    angered: int = 0


class Course(msgspec.Struct, frozen=True):
    """Everyone's score after every turn of a player, from the start on."""

    turns: tuple[int, ...]
    """Whose turn it was."""
    scores: tuple[tuple[int, ...], ...]


def ending(first: State, turns: Sequence[Turn]) -> dict[str, Any] | None:
    """None as long as the game goes on."""
    last: State = turns[-1].after if turns else first
    if not isinstance(last.now, Over):
        return None
    return {
        "winner": winner(last),
        "tie": tie(last),
        "course": msgspec.to_builtins(course(first, turns)),
        "hammered": [msgspec.to_builtins(each) for each in hammered(first, turns)],
    }


def course(first: State, turns: Sequence[Turn]) -> Course:
    everyone = range(len(first.seats))
    whose: list[int] = []
    scores = [tuple(total(first, seat) for seat in everyone)]
    before = first
    for turn in turns:
        after: State = turn.after
        if turn_ended(before, turn):
            whose.append(before.turn)
            scores.append(tuple(total(after, seat) for seat in everyone))
        before = after
    return Course(tuple(whose), tuple(scores))


def turn_ended(before: State, turn: Turn) -> bool:
    """Whether a player's turn ended with this move: the next lord is about to move, or none is any more."""
    if isinstance(turn.after.now, Gathers):
        return not isinstance(before.now, Gathers)
    if not isinstance(turn.after.now, MovesLord | Over):
        return False
    # A lord's move alone can be a whole turn: no troll to wander, no wind, no fortress.
    return not isinstance(before.now, MovesLord) or isinstance(turn.move, MoveLord)


def hammered(first: State, turns: Sequence[Turn]) -> list[Hammered]:
    stats = [Hammered() for _ in first.seats]
    for bout in struck(first, turns):
        hit = bout.hits[-1]
        mine = stats[hit.seat]
        mine.hits += 1
        mine.boulders += hit.boulders.total
        mine.empty += not hit.boulders.total
        mine.angered += bool(bout.over)
    return stats


def struck(first: State, turns: Sequence[Turn]) -> list[Bout]:
    """The hammering after each hit, as the hit stands now."""
    found: list[Bout] = []
    before = first
    for turn in turns:
        match turn.move:
            case Hit(boulders) if isinstance(before.now, Hammers):
                found.append(strike(before.now.site.bout, boulders))
            case SetHit(boulders) if site := before_last_hit(before):
                found[-1] = strike(site.bout, boulders)
        before = turn.after
    return found
