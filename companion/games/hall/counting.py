"""The last sums where the mountain is kept by hand: leftovers, altars and statues are told, side by side."""

from collections import Counter

from companion.games.hall.moves import AllCounted, CountStatue, TellAltars, TellLeft
from companion.games.hall.resources import RESOURCES, Goods
from companion.games.hall.state import STATUES_EACH, TIERS, Counted, Counts, Over, Side, State, changed, with_told
from companion.games.hall.words import RESOURCE_NAMES, TIER_NAMES, called
from companion.rules import Amount, Choice, Form, Move, Option, Prompt, Several, Text, listed, not_now, say

MOST_LEFT = 99
STATUES = 3 * STATUES_EACH


def question(state: State, counts: Counts) -> Prompt:
    side = state.sides[counts.side]
    names = listed([say("{name}", name=state.name(seat)) for seat in side.seats])
    match counts.asked:
        case "left":
            amounts = tuple(Amount(each, RESOURCE_NAMES[each], 0, MOST_LEFT) for each in RESOURCES)
            form = Form("left", say("Leftover resources"), amounts)
            text = say("What is left, on trolls and in the storage: {names}?", names=names)
            return Prompt(f"left {counts.side}", state.all_seats, text, forms=(form,))
        case "altars":
            halls = tuple(Option(name, called(name)) for name in side.told.halls)
            altars = Several("halls", say("Great halls with a statue on the altar"), halls, 0, most_altars(state, side))
            form = Form("altars", say("Great halls"), (altars,))
            text = say("On which altars does a statue stand: {names}?", names=names)
            return Prompt(f"altars {counts.side}", state.all_seats, text, forms=(form,))
    choices = [Choice(CountStatue(each.tier, each.on_pedestal), worth(each)) for each in countable(state, side)]
    choices.append(Choice(AllCounted(), say("No more statues")))
    text = say("Statues that score, at most one a tunnel: {names}", names=names)
    return Prompt(f"statues {counts.side}", state.all_seats, text, tuple(choices))


def worth(counted: Counted) -> Text:
    tier = TIER_NAMES[counted.tier - 1]
    if counted.on_pedestal:
        return say("{tier}, on its pedestal: {honour}", tier=tier, honour=counted.honour)
    return say("{tier}: {honour}", tier=tier, honour=counted.honour)


def statues_of(state: State, side: Side) -> int:
    """How many could score: those it unearthed, where that was told, and none that others have counted."""
    others = sum(len(each.told.counted) + len(each.told.altars) for each in state.sides if each is not side)
    return len(side.told.statues) if state.way == "mapless" else STATUES - others


def most_altars(state: State, side: Side) -> int:
    return min(len(side.told.halls), statues_of(state, side))


def countable(state: State, side: Side) -> list[Counted]:
    """What one more statue may be."""
    told = side.told
    if len(told.counted) + len(told.altars) >= statues_of(state, side):
        return []
    doubled = Counter(each.tier for each in told.counted if each.on_pedestal)
    tiers = range(1, TIERS + 1)
    if state.way == "mapless":
        pedestals = Counter(raised.tier for raised in told.pedestals if raised.clan in told.statues)
        on_pedestals = [tier for tier in tiers if doubled[tier] < pedestals[tier]]
    else:
        on_pedestals = [tier for tier in tiers if doubled.total() < len(side.tokens) and doubled[tier] < 3]
    return [*(Counted(tier, False) for tier in tiers), *(Counted(tier, True) for tier in on_pedestals)]


def told(state: State, counts: Counts, move: Move) -> State:
    match move:
        case TellLeft():
            left = Goods(*(getattr(move, resource) for resource in RESOURCES))
            return changed(with_told(state, counts.side, left=left), now=Counts(counts.side, "altars"))
        case TellAltars(halls):
            return changed(with_told(state, counts.side, altars=halls), now=Counts(counts.side, "statues"))
        case CountStatue(tier, on_pedestal):
            counted = (*state.sides[counts.side].told.counted, Counted(tier, on_pedestal))
            return with_told(state, counts.side, counted=counted)
        case AllCounted():
            return following(state, counts)
    raise not_now()


def following(state: State, counts: Counts) -> State:
    last = counts.side + 1 == len(state.sides)
    return changed(state, now=Over() if last else Counts(counts.side + 1))


def passed(state: State, counts: Counts) -> State | None:
    """The state after a question that has one answer."""
    side = state.sides[counts.side]
    match counts.asked:
        case "left" if state.way == "mapless":
            return changed(state, now=Counts(counts.side, "altars"))
        case "altars" if not most_altars(state, side):
            return changed(state, now=Counts(counts.side, "statues"))
        case "statues" if not countable(state, side):
            return following(state, counts)
    return None
