"""A careful team: each dwarf goes where its hand does most for the tunnel, and for what is about to be lost.

It answers the same prompts as everybody, and draws what chance brings.
"""

from collections.abc import Iterator
from math import ceil
from random import Random
from typing import NamedTuple

from companion.games.runedar import RUNEDAR
from companion.games.runedar.courtyard import missing
from companion.games.runedar.fortress import CHAMBER, COURTYARD, WORKSHOPS, in_sight, places, within
from companion.games.runedar.goods import FOUND_IN
from companion.games.runedar.mercenaries import is_for_hire, orcs_in_workshops
from companion.games.runedar.moves import (
    Arm,
    Attack,
    Dig,
    EndTurn,
    Enough,
    Go,
    Hire,
    Improve,
    Lay,
    Put,
    Refill,
    Resolve,
    Work,
)
from companion.games.runedar.state import Arms, Goes, Hurts, Improves, Plays, Refills, State, Stores
from companion.games.runedar.working import needed
from companion.rules import Move
from tests.players import dealt, shuffled

HITS_A_DIE, BOLTS_A_DIE = 7 / 6, 1 / 3


class Plan(NamedTuple):
    worth: float
    place: str
    do: str
    """dig, work, chamber, or what is attacked."""
    cards: tuple[int, ...]


def careful_game(players: int, chance: Random) -> Iterator[tuple[int, Move, State]]:
    """Seat, move and the state after it, to the end."""
    state = RUNEDAR.new(dealt(RUNEDAR, players, chance))
    shuffle = shuffled(chance)
    while RUNEDAR.prompts(state):
        waiting = [seat for seat, hand in enumerate(state.hands) if hand is None]
        seat = waiting[0] if waiting else state.turn
        move = RUNEDAR.chance(state, seat, shuffle) or decided(state)
        state = RUNEDAR.apply(state, seat, move)
        yield seat, move, state


def decided(state: State) -> Move:
    if state.due:
        return resolve(state)
    match state.now:
        case Plays(magic):
            return card(state, magic)
        case Goes(to):
            return Lay(least_needed(state, best_plan(state, state.hand, to).cards))
        case Arms():
            return Arm(tuple(each for each in state.hand if strength(state, each)))
        case Improves():
            return Lay(min(state.hand, key=lambda each: value(state, each)))
        case Refills():
            return refill(state)
        case Stores():
            return store(state)
        case Hurts():
            return RUNEDAR.prompts(state)[0].choices[0].move
    raise AssertionError(state.now)


def resolve(state: State) -> Move:
    assert state.siege_card is not None
    face = state.siege_card
    if face.arrow and orcs_in_workshops(state) >= 2:
        if is_for_hire(state, "workshops"):
            return Hire("workshops")
        if is_for_hire(state, "siege"):
            return Hire("siege")
    return Resolve()


def card(state: State, magic: int | None) -> Move:
    if hired := helper(state):
        return hired
    if magic is not None:
        return act(state, best_plan(state, (magic,), state.place), (magic,)) or Enough()
    if not state.hand:
        return EndTurn()
    weakest = min(state.hand, key=lambda each: value(state, each))
    ready = [choice.move for choice in RUNEDAR.prompts(state)[0].choices if isinstance(choice.move, Improve)]
    if ready and state.face(weakest).pile == "start":
        return ready[0]
    plans = [best_plan(state, state.hand, place) for place in places(state.kit.fortress)]
    plan = max(plans, key=lambda each: each.worth)
    if plan.place != state.place:
        return walk(state, plan.place)
    return act(state, plan, state.hand) or EndTurn()


def helper(state: State) -> Hire | None:
    if state.trolls and is_for_hire(state, "troll") and state.gold > 6:
        return Hire("troll", 1)
    fighters = [number for number, each in enumerate(state.goblins, 1) if sum(each.circles) > 5]
    if fighters and is_for_hire(state, "goblin") and state.gold > 6:
        return Hire("goblin", fighters[0])
    return None


def act(state: State, plan: Plan, cards: tuple[int, ...]) -> Move | None:
    offered = [choice.move for choice in RUNEDAR.prompts(state)[0].choices]
    match plan.do:
        case "dig":
            digs = [move for move in offered if isinstance(move, Dig)]
            return max(digs, key=lambda move: state.face(move.card).digs, default=None)
        case "work":
            works = [move for move in offered if isinstance(move, Work)]
            return max(works, key=lambda move: -value(state, move.card), default=None)
    attacks = [move for move in offered if isinstance(move, Attack) and move.target == plan.do]
    return max(attacks, key=lambda move: len(move.cards)) if attacks and cards else None


def walk(state: State, place: str) -> Move:
    """Straight there, or as far as one card brings."""
    for steps in range(2, 9):
        reached = within(state.kit.fortress, state.place, 2)
        on_way = [each for each in reached if place == each or place in within(state.kit.fortress, each, steps - 2)]
        if on_way:
            return Go(place if place in on_way else on_way[0])
    raise AssertionError(place)


def steps_to(state: State, place: str) -> int:
    if place == state.place:
        return 0
    return next(steps for steps in range(1, 9) if place in within(state.kit.fortress, state.place, steps))


def best_plan(state: State, hand: tuple[int, ...], place: str) -> Plan:
    """What this hand would do best there, after the cards that it takes to go there."""
    walks = ceil(steps_to(state, place) / 2)
    found = [Plan(0, place, "chamber", ())]
    for do in deeds(state, place):
        useful = sorted(hand, key=lambda each: -effect(state, each, place, do))
        kept = tuple(each for each in useful[: max(0, len(hand) - walks)] if effect(state, each, place, do))
        found.append(Plan(worth(state, place, do, kept) - 0.4 * walks, place, do, kept))
    return max(found, key=lambda each: each.worth)


def deeds(state: State, place: str) -> list[str]:
    aims = list(in_sight(state.kit.fortress, place))
    found = [each for each in ("tower", "catapult") if aims and getattr(state, each)]
    found += [each for each in aims or [place] if each == COURTYARD or state.orcs_at(each)]
    if place == COURTYARD:
        found.append("dig")
    if place in WORKSHOPS and not state.orcs_at(place):
        found.append("work")
    if place == CHAMBER:
        found.append("chamber")
    return found


def effect(state: State, card: int, place: str, do: str) -> float:
    face = state.face(card)
    if do == "dig":
        return face.digs
    if do == "work":
        good = FOUND_IN[place]
        return max(face.makes.of(good), face.makes_any)
    if do == "chamber":
        return 0
    if in_sight(state.kit.fortress, place):
        return face.ranged * BOLTS_A_DIE
    return face.melee * HITS_A_DIE + 2 * face.blows


def worth(state: State, place: str, do: str, cards: tuple[int, ...]) -> float:
    total = sum(effect(state, each, place, do) for each in cards)
    ranged = bool(in_sight(state.kit.fortress, place))
    if do == "dig":
        if state.goblins or state.trolls:
            return 3 * min(total, sum(each.rubble for each in state.goblins))
        return 3 * min(total, state.rubble)
    if do == "work":
        return work_worth(state, place, total)
    if do == "chamber":
        empty = sum(each.card is None and not each.blocked for each in state.spaces)
        return 1.5 * empty if empty > 2 and state.sections > 1 else 0
    if do in ("tower", "catapult"):
        left = len(state.catapult_cards) if do == "catapult" else sum(state.troll_tiles)
        return min(1, total) * (5 if left > 2 else 12)
    if do == COURTYARD:
        standing = [each.circles for each in state.trolls] + [each.circles for each in state.goblins]
        circles = [circle for each in standing for circle in each]
        return 2.5 * min(total, len(circles)) * 2 if ranged else 2.5 * min(total, sum(circles))
    press = 2.5 if state.orcs_left < 4 else 1
    each_orc = 4 if do in WORKSHOPS else 3 if do.startswith("wall") else 2
    kills = min(state.orcs_at(do), total if ranged else total / 2)
    return press * each_orc * kills


def work_worth(state: State, place: str, total: float) -> float:
    good = FOUND_IN[place]
    goblins = sum(max(0, missing(each, good)) for each in state.goblins)
    cards = sum(needed(state, number, each, good) for number, each in enumerate(state.spaces, 1))
    given = min(total, goblins)
    return 4 * given + (2.4 if state.sections > 1 else 0.3) * min(total - given, cards)


def least_needed(state: State, kept: tuple[int, ...]) -> int:
    """For walking: what the plan does not use, the weakest first."""
    prompt = RUNEDAR.prompts(state)[0]
    cards = [choice.move.card for choice in prompt.choices if isinstance(choice.move, Lay)]
    spare = [each for each in cards if each not in kept or state.hand.count(each) > kept.count(each)]
    return min(spare or cards, key=lambda each: value(state, each))


def strength(state: State, card: int) -> float:
    face = state.face(card)
    return face.ranged if in_sight(state.kit.fortress, state.place) else face.melee + face.blows


def value(state: State, card: int) -> float:
    """What a card is worth having in the deck."""
    face = state.face(card)
    goods = max(face.makes.total, face.makes_any)
    return 2.0 * face.digs + 1.2 * face.melee + 2 * face.blows + 1.2 * face.ranged + goods + 3 * face.magic


def store(state: State) -> Move:
    """Goblins first, then the card that lacks least."""
    puts = [choice.move for choice in RUNEDAR.prompts(state)[0].choices if isinstance(choice.move, Put)]
    return min(puts, key=lambda put: (put.on != "goblin", lacks(state, put), put.number))


def lacks(state: State, put: Put) -> int:
    if put.on == "goblin":
        return 0
    space = state.spaces[put.number - 1]
    return sum(needed(state, put.number, space, good) for good in FOUND_IN.values())


def refill(state: State) -> Move:
    offered = [choice.move for choice in RUNEDAR.prompts(state)[0].choices]
    fills = [move for move in offered if isinstance(move, Refill)]
    wanted = "grey" if state.sections > 2 else "yellow"
    return next((move for move in fills if move.pile == wanted), fills[0] if fills else EndTurn())
