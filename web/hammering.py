"""A hammering as any page shows it, for every game in which the tower is hit; it plays no hit."""

from collections.abc import Sequence
from typing import Any

from companion.common.boulders import ANGERING
from companion.hammering.moves import SetHit
from companion.position import Turn
from companion.rules import COLOURS, EACH, Hammering, Hit, Move
from web.i18n import Catalogue


def hammering_view(bout: Hammering, turns: Sequence[Turn], words: Catalogue) -> dict[str, Any]:
    """The hammering, each hit with the number that a correction names."""
    numbers = hit_numbers(bout, turns)
    return {
        "hammerer": bout.hammerer,
        "comrade": bout.comrade,
        "hits": [
            {
                "number": number,
                "seat": struck.seat,
                "boulders": struck.boulders.by_colour(),
                "most": {c: EACH - bout.boulders.of(c) + struck.boulders.of(c) for c in COLOURS},
                "total": struck.boulders.total,
            }
            for number, struck in zip(numbers, bout.hits, strict=True)
        ],
        "hit_limit": bout.hit_limit,
        "colour_limit": bout.colour_limit,
        "angering": ANGERING,
        "boulders": bout.boulders.by_colour(),
        "total": bout.total,
        "over": bout.over,
        "gifts_needed": bout.gifts_needed,
        "swaps": bout.swaps,
        "ending": bout.ending,
        "event": bout.event and words.say(bout.event),
    }


def hit_numbers(bout: Hammering, turns: Sequence[Turn]) -> list[int]:
    """The journal's numbers of the hits on view, the last that were played: of each where it was told last."""
    numbers: list[int] = []
    for turn in turns:
        if isinstance(turn.move, Hit):
            numbers.append(turn.number)
        elif isinstance(turn.move, SetHit):
            numbers[-1] = turn.number
    count = len(bout.hits)
    return numbers[-count:] if count else []


def told_anew(turn: Turn, hit: Hit) -> Move:
    """The move of this turn with these boulders: a hit, or what the host has made of one."""
    return SetHit(hit.boulders) if isinstance(turn.move, SetHit) else hit
