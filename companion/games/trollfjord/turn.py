"""A turn, step by step: what each offered move makes of the state, and the steps that pass by themselves."""

from collections.abc import Callable

import msgspec

from companion.games.trollfjord import by_hand
from companion.games.trollfjord.clearing import cleared, to_clear, to_fill, treasure_drawn
from companion.games.trollfjord.collecting import after_collecting, allowed, collected, may_keep_on
from companion.games.trollfjord.fortresses import comrades, fortresses
from companion.games.trollfjord.gifts import closed_for_good, flipped, hopeless, missing
from companion.games.trollfjord.last_turns import end_turn
from companion.games.trollfjord.moves import (
    CarryOff,
    Clear,
    Collect,
    Declare,
    Draw,
    Forgo,
    Give,
    GiveNoMore,
    HoldBack,
    Join,
    LeaveEmpty,
    Lift,
    MoveLord,
    Place,
    PutDown,
    Rest,
    StayOut,
    TakeGiftBack,
    TakeHammer,
    Wander,
)
from companion.games.trollfjord.state import (
    AsksComrades,
    ChoosesFortress,
    Clears,
    Collects,
    Decides,
    Draws,
    Gathers,
    Gift,
    Gives,
    Hammers,
    MovesLord,
    Places,
    Site,
    State,
    Tied,
    Wanders,
    changed,
    marched,
    replaced,
    with_news,
)
from companion.games.trollfjord.tailwind import blow_on, place_or_wander, wander_from, wanderers
from companion.games.trollfjord.walkway import goals
from companion.hammering.bout import Bout, begin, keep_on, stop, strike
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Hit, Move, not_now, say


def play(state: State, seat: int, move: Move) -> State:
    """The state after a move that was offered to this seat, up to the next real choice."""
    after = step(changed(state, news=()), seat, move)
    return settle(after) if not isinstance(move, Stop) else settle(after, before=taking)


def step(state: State, seat: int, move: Move) -> State:
    match state.now:
        case MovesLord() | Places() | Wanders():
            return move_trolls(state, move)
        case Gathers() | Tied():
            return by_hand.step(state, move)
        case ChoosesFortress() | AsksComrades() | Decides():
            return find_fortress(state, seat, move)
        case Hammers() | Gives():
            return hammer(state, seat, move)
        case _:
            return carry_off(state, move)


def move_trolls(state: State, move: Move) -> State:
    """Section A: the lord, placing or wandering, and the tailwind."""
    land = state.land
    match state.now, move:
        case MovesLord(), MoveLord():
            goal, space = next((goal, space) for goal, space in goals(state) if goal == move)
            state = changed(state, lords=replaced(state.lords, state.turn, space))
            return changed(state, now=place_or_wander(state, state.turn, goal.free))
        case Places(who), Place(region, trolls):
            return blow_on(marched(state, who, {land.regions.index(region): trolls}), who)
        case Places(who) | Wanders(who), Forgo():
            return blow_on(state, who)
        case Wanders(who, left), Lift(region):
            return changed(state, now=Wanders(who, left, land.regions.index(region)))
        case Wanders(who, left), PutDown():
            return changed(state, now=Wanders(who, left))
        case Wanders(who, left) as wanders, Wander(region):
            here = wander_from(state, wanders)
            assert here is not None
            state = marched(state, who, {here: -1, land.regions.index(region): 1})
            return changed(state, now=Wanders(who, left - 1))
    raise not_now()


def find_fortress(state: State, seat: int, move: Move) -> State:
    """Sections B1 and B2: where, with whom, and whether at all."""
    match state.now, move:
        case ((ChoosesFortress() | Decides()), Rest()):
            return end_turn(state)
        case ChoosesFortress(), Declare(fortress):
            spot = state.land.spots.index(fortress)
            if comrades(state, spot):
                return changed(state, now=AsksComrades(spot))
            return take_hammer(state, spot, None)
        case AsksComrades(spot), Join():
            return changed(state, now=Decides(spot, seat))
        case AsksComrades(spot, declined), StayOut():
            return changed(state, now=AsksComrades(spot, (*declined, seat)))
        case Decides(spot, comrade), TakeHammer():
            return take_hammer(state, spot, comrade)
    raise not_now()


def take_hammer(state: State, spot: int, comrade: int | None) -> State:
    helping = 0 if comrade is None else state.trolls_around(comrade, spot)
    bout = begin(state.turn, state.trolls_around(state.turn, spot), comrade, helping)
    return changed(state, now=Hammers(Site(spot, comrade, bout)))


def hammer(state: State, seat: int, move: Move) -> State:
    """Sections B3 and B4: hits, stopping, and gifts for the angry spirit."""
    match state.now, move:
        case Hammers(site), Hit(boulders):
            return changed(state, now=Hammers(with_bout(site, strike(site.bout, boulders))))
        case Hammers(), Rest():
            return end_turn(changed(state, now=ChoosesFortress()))
        case Hammers(site), Stop():
            return changed(state, now=Hammers(with_bout(site, stop(site.bout))))
        case Gives() as gives, _:
            return changed(state, now=offer(state, gives, seat, move))
    raise not_now()


def offer(state: State, gives: Gives, seat: int, move: Move) -> Gives:
    site, given, closed = gives.site, gives.given, gives.closed
    match move:
        case Give(gift):
            return Gives(site, (*given, Gift(seat, gift)), tuple(other for other in closed if other != seat))
        case TakeGiftBack(gift):
            return Gives(site, tuple(each for each in given if each != Gift(seat, gift)), closed)
        case HoldBack():
            return Gives(site, given, (*closed, seat))
        case GiveNoMore():
            return Gives(site, given, closed_for_good(state, gives, seat))
    raise not_now()


def with_bout(site: Site, bout: Bout) -> Site:
    return msgspec.structs.replace(site, bout=bout)


def carry_off(state: State, move: Move) -> State:
    """Section C: collecting, keeping on, clearing, and new treasures."""
    region = state.land.regions.index
    match state.now, move:
        case Collects(site, who), Collect(name):
            return collected(state, site, who, region(name))
        case Collects(site, who), CarryOff(treasure):
            return by_hand.carried_off(state, site, who, treasure)
        case Collects(site), KeepOn():
            return changed(state, now=Hammers(with_bout(site, keep_on(site.bout))))
        case Collects(site, who), LeaveEmpty():
            return left_empty(state, site, who)
        case Clears(site), Clear(name):
            return clear(state, site, region(name))
        case Draws(site), Draw(treasure, into):
            return treasure_drawn(state, site, treasure, into)
    raise not_now()


def left_empty(state: State, site: Site, seat: int) -> State:
    news = say("{name} leaves with nothing.", name=state.name(seat))
    return with_news(changed(state, now=after_collecting(site, seat)), news)


def clear(state: State, site: Site, region: int | None) -> State:
    """Whoever is next takes trolls back from this region; none where a correction left no trolls to take."""
    seat = to_clear(state, site)
    assert seat is not None
    after = state if region is None else cleared(state, seat, region)
    return changed(after, now=Clears(msgspec.structs.replace(site, cleared=(*site.cleared, seat))))


def settle(state: State, before: Callable[[State], bool] = lambda _: False) -> State:
    """Let every step pass that leaves nothing to choose, or those before one of them."""
    while not before(state) and (after := passed(state)) is not None:
        state = after
    return state


def taking(state: State) -> bool:
    """Whether a treasure is taken now: whoever stops never takes one with the same tap, even if there is only one."""
    if state.by_hand or not isinstance(state.now, Collects):
        return False
    return bool(allowed(state, state.now.site, state.now.seat))


def passed(state: State) -> State | None:
    """The state after a step without a choice, or None where someone must decide."""
    match state.now:
        case Places(seat) if not state.supply(seat):
            return blow_on(state, seat)
        case Wanders(seat, left) if not left or not wanderers(state, seat):
            return blow_on(state, seat)
        case ChoosesFortress() if not fortresses(state, state.turn):
            return end_turn(state)
        case AsksComrades(spot, declined) if not comrades(state, spot, declined):
            return changed(state, now=Decides(spot, None))
        case Hammers(site) if site.bout.ending:
            over = site.bout.ending == "colour_limit"
            return changed(state, now=Gives(site) if over else Collects(site, site.bout.hammerer))
        case Gives() as gives:
            return after_gifts(state, gives)
        case Collects() as collects:
            return after_hammering(state, collects)
        case Clears() if state.by_hand:
            return by_hand.after_turn(state)
        case Clears(site):
            return after_clearing(state, site)
        case Draws() if not to_fill(state):
            return end_turn(state)
    return None


def after_gifts(state: State, gives: Gives) -> State | None:
    site = gives.site
    if not missing(gives):
        calm = with_news(flipped(state, gives), say("The spirit is calm again."))
        return changed(calm, now=Collects(msgspec.structs.replace(site, appeased=True), site.bout.hammerer))
    if hopeless(state, gives):
        return with_news(changed(state, now=Clears(site)), say("The spirit stays angry and gives nothing away."))
    return None


def after_hammering(state: State, collects: Collects) -> State | None:
    """Who may take only one treasure takes it; who may take none leaves."""
    if may_keep_on(collects):
        return None
    if state.by_hand:
        found = by_hand.carryable(state, collects.site)
        return None if found else left_empty(state, collects.site, collects.seat)
    match allowed(state, collects.site, collects.seat):
        case []:
            return left_empty(state, collects.site, collects.seat)
        case [region]:
            return collected(state, collects.site, collects.seat, region)
    return None


def after_clearing(state: State, site: Site) -> State | None:
    seat = to_clear(state, site)
    if seat is None:
        return changed(state, now=Draws(site))
    match state.regions_held(seat, site.spot):
        case []:
            return clear(state, site, None)
        case [region]:
            return clear(state, site, region)
    return None
