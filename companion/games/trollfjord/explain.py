"""Why a thing is not offered: the commonest questions at the table, answered with a code and the facts."""

from collections.abc import Iterator

from companion.games.trollfjord.collecting import allowed
from companion.games.trollfjord.fortresses import (
    comrades,
    fortresses,
    may_leave_hammer,
    next_belt_space,
    right_number,
    two_regions,
)
from companion.games.trollfjord.refusals import not_collectable, not_hammerable
from companion.games.trollfjord.state import (
    TROLLS,
    AsksComrades,
    Clears,
    Collects,
    Decides,
    Draws,
    Gives,
    Hammers,
    MovesLord,
    Over,
    Places,
    Site,
    State,
    Wanders,
)
from companion.games.trollfjord.words import BELT
from companion.rules import Reason, say


def explain(state: State, seat: int) -> tuple[Reason, ...]:
    if isinstance(state.now, Over):
        return (Reason("game_over", say("The game is over.")),)
    if seat in state.lying:
        return (Reason("finished", say("You have played your last turn.")),)
    if state.by_hand:
        return tuple(about_the_hammer(state, state.now.site, seat)) if isinstance(state.now, Hammers) else ()
    return tuple(reasons(state, seat))


def reasons(state: State, seat: int) -> Iterator[Reason]:
    if seat != state.turn:
        yield Reason("not_your_turn", say("It is {name}'s turn: that troll lord is last.", name=state.name(state.turn)))
    match state.now:
        case MovesLord() | Places() | Wanders():
            yield from about_trolls(state, seat)
            if seat == state.turn:
                yield from about_fortresses(state, seat)
            else:
                yield from about_tailwind(state, seat)
        case AsksComrades(spot) | Decides(spot) if seat != state.turn:
            yield from about_joining(state, seat, spot)
        case Hammers(site):
            yield from about_the_hammer(state, site, seat)
        case Gives(site) | Collects(site) | Clears(site) | Draws(site):
            yield from about_collecting(state, site, seat)
    if seat == state.turn and not state.site:
        yield from about_belt(state, seat)


def about_trolls(state: State, seat: int) -> Iterator[Reason]:
    if not state.supply(seat):
        yield Reason(
            "no_trolls_left", say("All your {trolls} trolls are on the board: you cannot place any.", trolls=TROLLS)
        )
    if state.supply(seat) == TROLLS:
        yield Reason("no_trolls_on_board", say("You have no troll on the board that could wander."))


def about_fortresses(state: State, seat: int) -> Iterator[Reason]:
    """Which fortresses of the right number are still out of reach."""
    if fortresses(state, seat):
        return
    for spot in range(len(state.land.spots)):
        if right_number(state, seat, spot) and (reason := not_hammerable(state, seat, spot)):
            yield reason
            return


def about_belt(state: State, seat: int) -> Iterator[Reason]:
    wanted = next_belt_space(state, seat)
    if wanted < len(BELT) - 1:
        text = say("Your next belt space is {space}: you may hammer only at a fortress {space}.", space=BELT[wanted])
        yield Reason("wrong_number", text)


def about_tailwind(state: State, seat: int) -> Iterator[Reason]:
    lord, mover = state.lords[seat], state.lords[state.turn]
    if lord < 0:
        yield Reason("no_tailwind", say("There is no tailwind on the starting plank."))
    elif not isinstance(state.now, MovesLord) and lord < mover:
        text = say("No tailwind: your troll lord is behind {name}'s.", name=state.name(state.turn))
        yield Reason("no_tailwind", text)


def about_joining(state: State, seat: int, spot: int) -> Iterator[Reason]:
    number = BELT[state.land.numbers[spot]]
    if not two_regions(state, seat, spot):
        yield Reason("two_regions", say("You need trolls in two regions at fortress {number}.", number=number))
        return
    match state.now:
        case Decides(_, int(comrade)) if comrade != seat:
            text = say("{name} answered before you and is the comrade.", name=state.name(comrade))
            yield Reason("comrade_found", text)
        case AsksComrades(_, declined) if seat in declined:
            yield Reason("stayed_out", say("You have said that you stay out."))
        case AsksComrades(_, declined):
            yield asked(state, seat, spot, comrades(state, spot, declined)[0])


def asked(state: State, seat: int, spot: int, first: int) -> Reason:
    """Whose answer is awaited, and why theirs."""
    name, mine, theirs = state.name(first), state.trolls_around(seat, spot), state.trolls_around(first, spot)
    if seat == first:
        text = say(
            "You are asked now: of those who may still join, you have the most trolls there. "
            "In a tie the troll lord farther back comes first."
        )
        return Reason("asked_first", text)
    if theirs > mine:
        text = say(
            "{name} is asked before you, with {theirs} trolls there; you have {mine}.",
            name=name,
            theirs=theirs,
            mine=mine,
        )
        return Reason("asked_in_order", text)
    text = say("{name} is asked before you, with as many trolls there and a troll lord farther back.", name=name)
    return Reason("asked_in_order", text)


def about_the_hammer(state: State, site: Site, seat: int) -> Iterator[Reason]:
    bout = site.bout
    if seat == bout.comrade:
        yield Reason("bound", say("A comrade cannot back out before the hammering stops."))
    elif seat == bout.hammerer and bout.rested and not may_leave_hammer(state, site):
        yield Reason("hit_first", say("Hit the tower at least once before you stop."))


def about_collecting(state: State, site: Site, seat: int) -> Iterator[Reason]:
    bout = site.bout
    if seat not in (state.turn, site.comrade):
        return
    if seat not in site.cleared and bout.over and not site.appeased:
        if not isinstance(state.now, Gives):
            yield Reason("spirit_angry", say("The spirit is angry: nobody collects."))
            return
        yield Reason("spirit_angry", say("The spirit is angry: without all the gifts nobody collects."))
    elif bout.ending == "hit_limit":
        yield Reason("hit_limit", say("The hit limit of {limit} is reached: nobody keeps hammering.", limit=bout.limit))
    if seat not in site.cleared:
        may = allowed(state, site, seat)
        for region in state.land.around[site.spot]:
            if region not in may and (reason := not_collectable(state, site, seat, region)):
                yield reason
