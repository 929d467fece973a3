"""Tower and treasures: a game whose board is kept by hand. It asks what the board would say, and nothing about it."""

import msgspec

from companion.games.trollfjord.clearing import drawable
from companion.games.trollfjord.collecting import after_collecting, may_keep_on, on_belt
from companion.games.trollfjord.last_turns import end_turn
from companion.games.trollfjord.moves import (
    AskComrade,
    BringTrolls,
    CarryOff,
    FartherBack,
    Finish,
    GoAlone,
    LeaveEmpty,
    StepUp,
)
from companion.games.trollfjord.score import best
from companion.games.trollfjord.state import (
    TROLLS,
    Collects,
    Gathers,
    Hammers,
    Over,
    Site,
    State,
    Tied,
    changed,
    replaced,
    with_news,
)
from companion.games.trollfjord.words import BELT
from companion.hammering.bout import begin
from companion.hammering.moves import KeepOn
from companion.rules import Amount, Choice, Form, Move, Prompt, Text, not_now, say

NOWHERE = -1
"""The spot of a fortress that only the table sees."""

FEWEST = 2
"""Hammering takes trolls in two regions."""


# ---- what is asked


def gathering(state: State, gathers: Gathers) -> Prompt:
    match gathers:
        case Gathers(None):
            return who_hammers(state)
        case Gathers(int(hammerer), None):
            return how_many(state, hammerer)
        case Gathers(int(hammerer), _, None):
            return which_comrade(state, hammerer)
        case Gathers(_, _, int(comrade)):
            return how_many(state, comrade)
    raise AssertionError(gathers)


def everyone(state: State) -> tuple[int, ...]:
    """There may be fewer phones than players: whoever has one tells what the board shows."""
    return tuple(range(len(state.seats)))


def name(state: State, seat: int) -> Text:
    return say("{name}", name=state.name(seat))


def who_hammers(state: State) -> Prompt:
    choices = [Choice(StepUp(seat), name(state, seat), seat) for seat in state.standing]
    if state.lying:
        choices.append(Choice(Finish(), say("Nobody hammers any more")))
        return Prompt("hammerer", everyone(state), say("Last turns. Who hammers?"), tuple(choices))
    return Prompt("hammerer", everyone(state), say("Who hammers on their turn?"), tuple(choices))


def how_many(state: State, seat: int) -> Prompt:
    question = say("How many trolls does {name} have at the fortress?", name=state.name(seat))
    form = Form("bring", question, (Amount("trolls", say("Trolls"), FEWEST, TROLLS),))
    to_them = say("How many trolls do you have at the fortress?")
    return Prompt(f"bring {seat}", everyone(state), question, forms=(form,), about=(seat, to_them))


def which_comrade(state: State, hammerer: int) -> Prompt:
    others = tuple(Choice(AskComrade(seat), name(state, seat), seat) for seat in state.standing if seat != hammerer)
    question = say("Who hammers with {name} as a comrade?", name=state.name(hammerer))
    to_them = say("Who hammers with you as a comrade?")
    choices = (*others, Choice(GoAlone(), say("Nobody")))
    return Prompt("comrade", everyone(state), question, choices, about=(hammerer, to_them))


def which_treasure(state: State, collects: Collects) -> Prompt:
    """What goes into a patched sack is its owner's business."""
    seat = collects.seat
    found = tuple(
        Choice(CarryOff(value), say("{value}", value=value), afterwards=say("A treasure"))
        for value in carryable(state, collects.site)
    )
    leave = (Choice(LeaveEmpty(), say("Leave with nothing")),)
    keep = (Choice(KeepOn(), say("Keep hammering")),) if may_keep_on(collects) else ()
    question = say("Which treasure do you collect?")
    if keep:
        question = say("Collect now, or keep hammering alone?")
    return Prompt(f"collect {seat}", (seat,), question, (*found, *leave, *keep))


def whose_lord(state: State, tied: Tied) -> Prompt:
    choices = tuple(Choice(FartherBack(seat), name(state, seat), seat) for seat in tied.seats)
    return Prompt("farther back", everyone(state), say("A tie. Whose troll lord is farther back?"), choices)


def carryable(state: State, site: Site) -> list[int]:
    """Values that somebody could take: enough boulders, and a treasure of it left in the box or on the board."""
    return sorted({value for value in drawable(state) if value <= site.bout.boulders.total})


# ---- what comes of it


def step(state: State, move: Move) -> State:
    match state.now, move:
        case Gathers(None), StepUp(seat):
            return changed(state, turn=seat, now=Gathers(seat))
        case Gathers(None), Finish():
            return over(state)
        case Gathers(int(hammerer), None), BringTrolls(trolls):
            return changed(state, now=Gathers(hammerer, trolls))
        case Gathers(int(hammerer), int(trolls), None), AskComrade(seat):
            return changed(state, now=Gathers(hammerer, trolls, seat))
        case Gathers(int(hammerer), int(trolls), None), GoAlone():
            return changed(state, now=Hammers(Site(NOWHERE, None, begin(hammerer, trolls))))
        case Gathers(int(hammerer), int(trolls), int(comrade)), BringTrolls(helping):
            bout = begin(hammerer, trolls, comrade, helping)
            return changed(state, now=Hammers(Site(NOWHERE, comrade, bout)))
        case Tied(seats), FartherBack(seat):
            lords = tuple(-1 if each == seat else 0 for each in range(len(state.seats)))
            return changed(state, lords=lords, now=Over()) if seat in seats else state
    raise not_now()


def carried_off(state: State, site: Site, seat: int, treasure: int) -> State:
    """On the belt on one's own turn, else into the patched sack."""
    if seat == state.turn:
        space = BELT[len(state.belt(seat))]
        news = say(
            "{name} puts {treasure} on belt space {space}.", name=state.name(seat), treasure=treasure, space=space
        )
        state = on_belt(state, seat, treasure, news)
    else:
        sacks = replaced(state.sacks, seat, (*state.sacks[seat], treasure))
        news = say("{name} puts a treasure into the patched sack.", name=state.name(seat))
        state = with_news(changed(state, sacks=sacks), news)
    return changed(state, now=after_collecting(msgspec.structs.replace(site, cleared=(*site.cleared, seat)), seat))


def after_turn(state: State) -> State:
    """The board is cleared and filled by hand: on to the next who hammers, or to the end."""
    after = end_turn(state)
    return over(after) if isinstance(after.now, Over) else changed(after, now=Gathers())


def over(state: State) -> State:
    first = best(state)
    return changed(state, now=Tied(tuple(first)) if len(first) > 1 else Over())
