"""What the host sets right when someone bumped the board or mistyped: the state stays lawful, or the reason is told."""

from collections.abc import Iterable, Iterator

import msgspec

from companion.games.trollfjord.by_hand import over
from companion.games.trollfjord.fortresses import comrades, two_regions
from companion.games.trollfjord.gifts import hopeless
from companion.games.trollfjord.land import renumbered
from companion.games.trollfjord.moves import (
    Correction,
    MoveTrolls,
    SetBelt,
    SetGift,
    SetLord,
    SetSack,
    SetTreasure,
    SetTrolls,
    SwapFortresses,
)
from companion.games.trollfjord.refusals import UNKNOWN_REGION, no_copy_left
from companion.games.trollfjord.state import (
    GIFTS,
    TROLLS,
    AsksComrades,
    Belted,
    ChoosesFortress,
    Collects,
    Decides,
    Gives,
    Hammers,
    MovesLord,
    Over,
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
from companion.games.trollfjord.treasures import TREASURES, face_down
from companion.games.trollfjord.turn import settle
from companion.games.trollfjord.walkway import farthest_back, occupied
from companion.games.trollfjord.words import BELT
from companion.hammering.bout import MOST, Bout, strike
from companion.hammering.moves import SetHit
from companion.rules import Amount, Boulders, Fallen, Form, Illegal, Option, Pick, say

START = range(-4, 0)
"""How the spaces of the starting plank are told, space 1 as -1."""

GIFT_FIELDS = (
    Pick("gift", say("Gift"), tuple(Option(gift, say("{value}", value=gift)) for gift in GIFTS)),
    Pick("side", say("Side"), (Option("unflipped", say("not flipped")), Option("flipped", say("flipped")))),
)

VALUES = Amount("treasure", say("Treasure"), min(TREASURES), max(TREASURES))

BETWEEN_HAMMERINGS = (MovesLord, Places, Wanders, ChoosesFortress)


ON_THE_BOARD = (SetTrolls, MoveTrolls, SetLord, SetTreasure, SwapFortresses)


def forms(state: State) -> tuple[Form, ...]:
    """Everything that could be set right now; some ways to fill these are refused, in words."""
    if state.by_hand:
        return (*kept_forms(state), *hit_forms(state))
    return (*board_forms(state), *kept_forms(state), *fortress_forms(state), *hit_forms(state))


def board_forms(state: State) -> Iterator[Form]:
    land = state.land
    region = Pick("region", say("Region"), tuple(map(Option, land.regions, land.names)))
    if not isinstance(state.now, Over):
        yield from troll_forms(state, region)
    corner = say("Space, counted from the corner; -1 to -4 on the starting plank")
    space = Amount("space", corner, START[0], len(land.walkway))
    yield Form("set_lord", say("Space of a troll lord"), (any_player(state), space))
    yield Form("set_treasure", say("Treasure in a region"), (region, VALUES))


def kept_forms(state: State) -> Iterator[Form]:
    """What lies in front of the players."""
    player = any_player(state)
    belt = Pick("space", say("Belt space"), tuple(Option(name, say("{name}", name=name)) for name in BELT))
    yield Form("set_belt", say("Treasure on a belt"), (player, belt, VALUES))
    if any(state.sacks):
        yield Form("set_sack", say("Treasure in a patched sack"), sack_fields(state, VALUES))
    yield Form("set_gift", say("A gift"), (player, *GIFT_FIELDS))


def fortress_forms(state: State) -> Iterator[Form]:
    if isinstance(state.now, BETWEEN_HAMMERINGS):
        spots = tuple(map(Option, state.land.spots, state.land.fortresses))
        pair = (Pick("one", say("One fortress"), spots), Pick("other", say("The other fortress"), spots))
        yield Form("swap_fortresses", say("Swap two fortress numbers"), pair)


def hit_forms(state: State) -> Iterator[Form]:
    if before := before_last_hit(state):
        fallen = Fallen("boulders", say("Boulders that fell"), before.bout.in_tower)
        yield Form("set_hit", say("Boulders of the last hit"), (fallen,))


def any_player(state: State) -> Pick:
    return Pick("player", say("Player"), tuple(named(state, range(len(state.seats)))))


def named(state: State, seats: Iterable[int]) -> Iterator[Option]:
    return (Option(seat, say("{name}", name=state.name(seat))) for seat in seats)


def troll_forms(state: State, region: Pick) -> list[Form]:
    player = Pick("player", say("Player"), tuple(named(state, state.standing)))
    to, text = Pick("to", say("Into which region"), region.options), say("Trolls")
    some, any_number = Amount("trolls", text, 1, TROLLS), Amount("trolls", text, 0, TROLLS)
    return [
        Form("set_trolls", say("Trolls in a region"), (player, region, any_number)),
        Form("move_trolls", say("Trolls into another region"), (player, region, to, some)),
    ]


def sack_fields(state: State, values: Amount) -> tuple[Pick, Amount, Amount]:
    """Whose, and which by its order: nobody is told what is in there."""
    owners = tuple(named(state, (seat for seat, sack in enumerate(state.sacks) if sack)))
    place = Amount("place", say("Which one, in the order they went in"), 1, max(map(len, state.sacks)))
    return Pick("player", say("Player"), owners), place, values


def corrected(state: State, move: Correction) -> State:
    """The state with this set right. The turn stays where it is; only a hit has the consequences it would have had."""
    state = changed(state, news=())
    if state.by_hand and isinstance(move, ON_THE_BOARD):
        raise Illegal("kept_by_hand", say("The board is kept by hand: it is corrected there."))
    match move:
        case SetTrolls(player, region, trolls):
            after = set_trolls(state, demand_on_board(state, player), demand_region(state, region), trolls)
        case MoveTrolls(player, region, to, trolls):
            here, there = demand_region(state, region), demand_region(state, to)
            after = move_trolls(state, demand_on_board(state, player), here, there, trolls)
        case SetLord(player, space):
            after = set_lord(state, demand_player(state, player), space)
        case SetTreasure(region, treasure):
            after = set_treasure(state, demand_region(state, region), treasure)
        case SetBelt(player, space, treasure):
            after = set_belt(state, demand_player(state, player), BELT.index(space), treasure)
        case SetSack(player, place, treasure):
            after = set_sack(state, player, place, treasure)
        case SetGift(player, gift, side):
            after = set_gift(state, demand_player(state, player), gift, side == "flipped")
        case SwapFortresses(one, other):
            after = swap_fortresses(state, one, other)
        case SetHit(boulders):
            after = settle(set_hit(state, boulders))
    if isinstance(after.now, Tied):
        after = over(after)
    return with_news(after, say("The host corrected something."))


def demand_player(state: State, player: int) -> int:
    if player not in range(len(state.seats)):
        raise Illegal("not_playing", say("There is no such player in this game."))
    return player


def demand_on_board(state: State, player: int) -> int:
    if player not in state.standing or isinstance(state.now, Over):
        raise Illegal("not_playing", say("That player is not in the game any more."))
    return player


def demand_region(state: State, name: str) -> int:
    region = state.land.region(name)
    if region is None:
        raise Illegal(UNKNOWN_REGION.code, UNKNOWN_REGION.text)
    return region


def set_trolls(state: State, player: int, region: int, trolls: int) -> State:
    more = trolls - state.trolls[player][region]
    if not 0 <= trolls <= state.supply(player) + state.trolls[player][region]:
        text = say("{name} has only {trolls} trolls in all.", name=state.name(player), trolls=TROLLS)
        raise Illegal("too_many_trolls", text)
    return rearranged(state, player, {region: more})


def move_trolls(state: State, player: int, here: int, there: int, trolls: int) -> State:
    if here == there:
        raise Illegal("same_region", say("Name two different regions."))
    if trolls > state.trolls[player][here]:
        text = say("{name} does not have so many trolls there.", name=state.name(player))
        raise Illegal("too_few_trolls", text)
    return rearranged(state, player, {here: -trolls, there: trolls})


def rearranged(state: State, player: int, trolls: dict[int, int]) -> State:
    """With so many more or fewer trolls in these regions, and whoever hammers there still allowed to."""
    after = marched(state, player, trolls)
    match after.now:
        case Wanders(seat, left, int(lifted)) if not after.trolls[seat][lifted]:
            return changed(after, now=Wanders(seat, left))
        case AsksComrades(spot, declined):
            keep_two_regions(after, spot, None)
            # Nobody is left to be asked: then it is known already who joins.
            return after if comrades(after, spot, declined) else changed(after, now=Decides(spot, None))
        case Decides(spot, comrade):
            keep_two_regions(after, spot, comrade)
        case Hammers(site) if trolls.keys() & set(after.land.around[site.spot]):
            return changed(after, now=Hammers(relimited(after, site, player)))
        case _ if (done := state.site) and trolls.keys() & set(state.land.around[done.spot]):
            raise after_the_turn()
    return after


def after_the_turn() -> Illegal:
    return Illegal("hammering_over", say("Correct the trolls at this fortress when the turn is over."))


def keep_two_regions(state: State, spot: int, comrade: int | None) -> None:
    """Whoever is about to hammer must still be allowed to."""
    for seat in (state.turn, comrade):
        if seat is not None and not two_regions(state, seat, spot):
            text = say("{name} is about to hammer there and needs trolls in two regions.", name=state.name(seat))
            raise Illegal("two_regions", text)


def relimited(state: State, site: Site, player: int) -> Site:
    """The running hammering with the limits that these trolls give; what has been hammered must fit them."""
    bout = site.bout
    if player not in (state.turn, site.comrade):
        return site
    if site.cleared:
        raise after_the_turn()
    keep_two_regions(state, site.spot, site.comrade)
    trolls = sum(state.trolls_around(seat, site.spot) for seat in (state.turn, site.comrade) if seat is not None)
    limited = msgspec.structs.replace(bout, limit=min(MOST, trolls))
    if len(bout.hits) >= limited.limit or limited.over:
        text = say("More than {limit} trolls must hammer there, after what has been hammered.", limit=limited.limit)
        raise Illegal("limit_passed", text)
    return msgspec.structs.replace(site, bout=limited)


def set_lord(state: State, player: int, space: int) -> State:
    """The lord on this space of the loop, on the lap that is nearest to where it stood, or on the starting plank."""
    length = len(state.land.walkway)
    if space not in START and not 1 <= space <= length:
        text = say("The walkway has the spaces 1 to {count}, the starting plank -1 to -4.", count=length)
        raise Illegal("no_such_space", text)
    others = [lord for seat, lord in enumerate(state.lords) if seat != player]
    if space in others if space in START else space - 1 in occupied(others, length):
        raise Illegal("not_free", say("Another troll lord stands on that space."))
    there = space
    if space > 0:
        lap = round((state.lords[player] - (space - 1)) / length) * length
        there = space - 1 + max(lap, 0)
    after = changed(state, lords=replaced(state.lords, player, there))
    match state.now:
        case MovesLord():
            return changed(after, turn=farthest_back(after))
        case Places() | Wanders():
            raise Illegal("trolls_moving", say("Correct troll lords when all trolls have moved, or take moves back."))
    return after


def set_treasure(state: State, region: int, treasure: int) -> State:
    if state.treasures[region] is None:
        text = say("There is no treasure in {region}.", region=state.land.names[region])
        if state.site:
            text = say("A treasure for this region is still to be turned over.")
        raise Illegal("no_treasure", text)
    without = changed(state, treasures=replaced(state.treasures, region, None))
    demand_copy(without, treasure)
    return changed(state, treasures=replaced(state.treasures, region, treasure))


def set_belt(state: State, player: int, space: int, treasure: int) -> State:
    index = next((i for i, b in enumerate(state.belted) if (b.seat, b.space) == (player, space)), None)
    if index is None:
        text = say("{name} has no treasure on belt space {space}.", name=state.name(player), space=BELT[space])
        raise Illegal("no_treasure", text)
    without = changed(state, belted=(*state.belted[:index], *state.belted[index + 1 :]))
    demand_copy(without, treasure)
    return changed(state, belted=replaced(state.belted, index, Belted(player, space, treasure)))


def set_sack(state: State, player: int, place: int, treasure: int) -> State:
    sack = state.sacks[player] if 0 <= player < len(state.sacks) else ()
    if not 1 <= place <= len(sack):
        raise Illegal("no_treasure", say("That patched sack holds no such treasure."))
    others = (*sack[: place - 1], *sack[place:])
    demand_copy(changed(state, sacks=replaced(state.sacks, player, others)), treasure)
    return changed(state, sacks=replaced(state.sacks, player, replaced(sack, place - 1, treasure)))


def set_gift(state: State, player: int, gift: int, flipped: bool) -> State:
    if gift not in GIFTS:
        raise Illegal("no_such_gift", say("There is no gift worth {gift}.", gift=gift))
    others = [each for each in state.gifts[player] if each != gift]
    left = tuple(sorted(others if flipped else [*others, gift]))
    after = changed(state, gifts=replaced(state.gifts, player, left))
    if not isinstance(after.now, Gives):
        return after
    given = tuple(each for each in after.now.given if each.value in after.gifts[each.seat])
    gives = msgspec.structs.replace(after.now, given=given)
    if hopeless(after, gives):
        text = say("Without that gift nobody can answer the spirit: correct it when the turn is over.")
        raise Illegal("spirit_waits", text)
    return changed(after, now=gives)


def swap_fortresses(state: State, one: str, other: str) -> State:
    first, second = state.land.spot(one), state.land.spot(other)
    if first is None or second is None:
        raise Illegal("unknown_fortress", say("There is no such fortress."))
    if not isinstance(state.now, BETWEEN_HAMMERINGS):
        raise Illegal("hammering", say("Correct fortress numbers when nobody is hammering, or take moves back."))
    numbers = state.land.numbers
    swapped = replaced(replaced(numbers, first, numbers[second]), second, numbers[first])
    return changed(state, land=renumbered(state.land, swapped))


def demand_copy(without: State, treasure: int) -> None:
    if not face_down(without.seen_treasures())[treasure]:
        reason = no_copy_left(treasure)
        raise Illegal(reason.code, reason.text)


def before_last_hit(state: State) -> Site | None:
    """The hammering as it was before its last hit, as long as nothing has come of that hit yet."""
    match state.now:
        case Hammers(site) if site.bout.hits and not site.bout.rested:
            return undone(site)
        case Gives(site, ()):
            return undone(site)
        case Collects(site, seat) if site.bout.ending == "hit_limit":
            # Who kept on alone collects after the other one did.
            return undone(site) if not site.cleared or seat == site.bout.hammerer else None
    return None


def undone(site: Site) -> Site:
    bout: Bout = site.bout
    last, pair = bout.hits[-1], (bout.hammerer, bout.comrade)
    swapped = last.seat != bout.hammerer
    before = msgspec.structs.replace(
        bout,
        hits=bout.hits[:-1],
        hammerer=last.seat,
        comrade=pair[0] if swapped else pair[1],
        swaps=bout.swaps - swapped,
        ending=None,
    )
    return msgspec.structs.replace(site, bout=before)


def set_hit(state: State, boulders: Boulders) -> State:
    site = before_last_hit(state)
    if site is None:
        raise Illegal(
            "no_hit", say("There is no hit that could still be corrected here; change it in the list of moves.")
        )
    return changed(state, now=Hammers(msgspec.structs.replace(site, bout=strike(site.bout, boulders))))
