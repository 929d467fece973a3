"""Why a move is refused, in the best words there are for it; whether it is refused is decided by what is offered."""

from companion.games.trollfjord.clearing import to_fill
from companion.games.trollfjord.fortresses import next_belt_space, right_number, two_regions
from companion.games.trollfjord.moves import (
    Clear,
    Collect,
    Declare,
    Draw,
    Give,
    LeaveEmpty,
    Lift,
    MoveLord,
    Place,
    Wander,
)
from companion.games.trollfjord.state import (
    ChoosesFortress,
    Clears,
    Collects,
    Draws,
    Gives,
    MovesLord,
    Over,
    Places,
    Site,
    State,
    Wanders,
)
from companion.games.trollfjord.tailwind import placeable, wander_from
from companion.games.trollfjord.walkway import landscape
from companion.games.trollfjord.words import BELT, LANDSCAPE_NAMES
from companion.hammering.bout import keep_on, stop, strike
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Hit, Illegal, Move, Prompt, Reason, not_now, say, say_many


def refusal(state: State, prompts: tuple[Prompt, ...], seat: int | None, move: Move) -> Illegal:
    """The words for a move that is not offered to this seat."""
    if isinstance(state.now, Over):
        return Illegal("game_over", say("The game is over."))
    offering = [prompt for prompt in prompts if prompt.offers(move)]
    if isinstance(move, Hit | Stop | KeepOn) and not offering:
        return tower_refusal(state, move)
    if offering or not any(seat in prompt.seats for prompt in prompts):
        decider = (offering or prompts)[0].seats[0]
        return Illegal("not_yours", say("That is up to {name} now.", name=state.name(decider)))
    reason = at_fortress(state, move) or on_board(state, move)
    return Illegal(reason.code, reason.text, reason.secret) if reason else not_now()


def tower_refusal(state: State, move: Hit | Stop | KeepOn) -> Illegal:
    """The hammering refuses in its own words, loudly after the last hit."""
    site = state.site
    if site is None:
        return Illegal("not_hammering", say("Nobody is hammering now: this does not count."))
    try:
        match move:
            case Hit(boulders):
                strike(site.bout, boulders)
            case Stop():
                stop(site.bout)
            case KeepOn():
                keep_on(site.bout)
    except Illegal as illegal:
        return illegal
    return not_now()


def at_fortress(state: State, move: Move) -> Reason | None:
    match state.now, move:
        case ChoosesFortress(), Declare(fortress):
            spot = state.land.spot(fortress)
            return UNKNOWN_FORTRESS if spot is None else not_hammerable(state, state.turn, spot)
        case Collects(site, seat), Collect(name):
            region = state.land.region(name)
            return UNKNOWN_REGION if region is None else not_collectable(state, site, seat, region)
        case Collects(), LeaveEmpty():
            return Reason("must_collect", say("You must collect one of the treasures you may have."))
        case Clears(site), Clear(name):
            region = state.land.region(name)
            if region is None:
                return UNKNOWN_REGION
            return NO_TROLLS if region in state.land.around[site.spot] else NOT_AT_FORTRESS
        case Gives(), Give(gift):
            return Reason("no_such_gift", say("You have no gift worth {gift} to give.", gift=gift))
        case Draws(), Draw(treasure, into):
            return NOT_EMPTY if into and state.land.region(into) not in to_fill(state) else no_copy_left(treasure)
    return None


def on_board(state: State, move: Move) -> Reason | None:
    match state.now, move:
        case ((Places() | Wanders()), (Place(name) | Lift(name) | Wander(name))) if state.land.region(name) is None:
            return UNKNOWN_REGION
        case Places(seat, most), Place(name):
            if state.land.region(name) not in placeable(state, seat):
                kind = LANDSCAPE_NAMES[landscape(state, state.lords[seat])]
                return Reason("wrong_landscape", say("Your troll lord stands on: {landscape}.", landscape=kind))
            return too_many_trolls(min(most, state.supply(seat)))
        case Wanders(_, _, lifted), Lift():
            return NO_TROLLS if lifted is None else PUT_DOWN_FIRST
        case Wanders() as wanders, Wander(_, start):
            here = wander_from(state, wanders)
            return LIFT_FIRST if here is None or start not in (None, state.land.regions[here]) else NO_BORDER
        case MovesLord(), MoveLord():
            return OUT_OF_REACH
    return None


def not_hammerable(state: State, seat: int, spot: int) -> Reason | None:
    """Which hammer slate keeps this seat from this fortress."""
    number = BELT[state.land.numbers[spot]]
    if not right_number(state, seat, spot):
        wanted = BELT[next_belt_space(state, seat)]
        text = say(
            "Your next belt space is {wanted}: you cannot hammer at fortress {number}.", wanted=wanted, number=number
        )
        return Reason("wrong_number", text)
    if not two_regions(state, seat, spot):
        return Reason("two_regions", say("You need trolls in two regions at fortress {number}.", number=number))
    return None


def not_collectable(state: State, site: Site, seat: int, region: int) -> Reason | None:
    """Why the spirit does not allow this treasure."""
    treasure, name = state.treasures[region], state.land.names[region]
    if region not in state.land.around[site.spot]:
        return NOT_AT_FORTRESS
    if treasure is None:
        return Reason("no_treasure", say("There is no treasure in {region}.", region=name))
    if not state.trolls[seat][region]:
        return Reason("no_trolls_there", say("You have no troll in {region} to collect with.", region=name))
    short = treasure - site.bout.boulders.total
    if short > 0:
        text = say_many(
            "The treasure of {region} needs {count} more boulder.",
            "The treasure of {region} needs {count} more boulders.",
            short,
            region=name,
        )
        # What it is worth can be read from this, and it may be in a patched sack by now.
        return Reason("too_few_boulders", text, secret=True)
    return None


def too_many_trolls(most: int) -> Reason:
    text = say_many("You may place {count} troll at most.", "You may place {count} trolls at most.", most)
    return Reason("too_many_trolls", text)


def no_copy_left(treasure: int) -> Reason:
    return Reason("no_copy_left", say("No treasure worth {treasure} is face down any more.", treasure=treasure))


UNKNOWN_REGION = Reason("unknown_region", say("There is no such region on this board."))
UNKNOWN_FORTRESS = Reason("unknown_fortress", say("There is no such fortress on this board."))
NOT_AT_FORTRESS = Reason("not_at_fortress", say("That region is not at this fortress."))
NO_TROLLS = Reason("no_trolls_there", say("You have no troll there."))
NOT_EMPTY = Reason("not_empty", say("No treasure is to be turned over in that region now."))
OUT_OF_REACH = Reason("out_of_reach", say("The troll lord cannot reach that space now."))
NO_BORDER = Reason("no_border", say("A troll wanders only into a neighbouring region."))
PUT_DOWN_FIRST = Reason("put_down_first", say("One troll wanders at a time: put the other one down first."))
LIFT_FIRST = Reason("lift_first", say("Say first which troll wanders."))
