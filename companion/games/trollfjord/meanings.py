"""What an answer would lead to, told where one decides: limits, treasures and for whom, what a gift buys.

Everyone could count it on the board; nothing here decides what may be done.
"""

from collections.abc import Iterable, Sequence

import msgspec

from companion.games.trollfjord.collecting import allowed
from companion.games.trollfjord.crowns import CROWNED, holder
from companion.games.trollfjord.fortresses import comrades, next_belt_space
from companion.games.trollfjord.state import Belted, Gives, Site, State
from companion.games.trollfjord.words import BELT
from companion.hammering.bout import most_in_calm, troll_limit
from companion.rules import Fact, Text, say, say_many

NONE_FOR_YOU = say("No treasure is within your reach.")


class Prize(msgspec.Struct, frozen=True):
    """A treasure at a fortress: who of some seats has a troll to fetch it, and those for whom enough can fall."""

    region: int
    value: int
    holders: tuple[int, ...]
    takers: tuple[int, ...] = ()


def prizes(state: State, spot: int, seats: Sequence[int], most: dict[int, int]) -> list[Prize]:
    """The treasures at this fortress; `most` tells for each seat how many boulders may lie on the table."""
    found = []
    for region in state.land.around[spot]:
        value = state.treasures[region]
        if value is not None:
            holders = tuple(seat for seat in seats if state.trolls[seat][region])
            takers = tuple(seat for seat in holders if value <= most[seat])
            found.append(Prize(region, value, holders, takers))
    return found


def as_facts(state: State, found: Iterable[Prize]) -> tuple[Fact, ...]:
    return tuple(Fact(where(state, prize), prize.value, prize.takers) for prize in found)


def where(state: State, prize: Prize) -> Text:
    name = state.land.names[prize.region]
    return name if prize.takers else say("{region}, out of reach", region=name)


def missed_by(seat: int, found: Iterable[Prize], text: Text) -> tuple[Fact, ...]:
    """A warning where none of them can come to this seat."""
    return () if any(seat in prize.takers for prize in found) else (Fact(text, warns=True),)


def limit(state: State, spot: int, *seats: int) -> int:
    return troll_limit(sum(state.trolls_around(seat, spot) for seat in seats))


def hammering_at(state: State, spot: int) -> tuple[Fact, ...]:
    """Wanting to hammer here, before anyone was asked: alone, and with each who could join."""
    own, others = state.turn, comrades(state, spot)
    alone = limit(state, spot, own)
    together = {seat: limit(state, spot, own, seat) for seat in others}
    best = most_in_calm(max([alone, *together.values()]))
    reach = {own: best} | {seat: most_in_calm(trolls) for seat, trolls in together.items()}
    found = prizes(state, spot, [own, *others], reach)
    return (
        Fact(say("Alone: {limit} hits, {limit} boulders of a colour", limit=alone)),
        *(Fact(with_comrade(state, seat, trolls)) for seat, trolls in together.items()),
        *(fact_before_asking(state, prize, own, most_in_calm(alone)) for prize in found),
        *missed_by(own, found, NONE_FOR_YOU),
    )


def with_comrade(state: State, seat: int, trolls: int) -> Text:
    return say("With {name}: {limit} hits, {limit} boulders of a colour", name=state.name(seat), limit=trolls)


def fact_before_asking(state: State, prize: Prize, own: int, alone: int) -> Fact:
    if own in prize.takers and prize.value > alone:
        together = say("{region}, only together", region=state.land.names[prize.region])
        return Fact(together, prize.value, prize.takers)
    return Fact(where(state, prize), prize.value, prize.takers)


def hammering_with(state: State, spot: int, comrade: int | None, reader: int) -> tuple[Fact, ...]:
    """Hammering here with this comrade or alone, as one of them looks at it."""
    pair = [state.turn] if comrade is None else [state.turn, comrade]
    trolls = limit(state, spot, *pair)
    found = prizes(state, spot, pair, dict.fromkeys(pair, most_in_calm(trolls)))
    limits = say("Alone: {limit} hits, {limit} boulders of a colour", limit=trolls)
    if comrade is not None:
        limits = say("Together: {limit} hits, {limit} boulders of a colour", limit=trolls)
    return (Fact(limits), *as_facts(state, found), *missed_by(reader, found, NONE_FOR_YOU))


def staying_out(state: State, spot: int, declined: tuple[int, ...]) -> tuple[Fact, ...]:
    """Who is asked then, or how far the other one gets alone."""
    _, *rest = comrades(state, spot, declined)
    if rest:
        return (Fact(say("Then {name} is asked.", name=state.name(rest[0]))),)
    alone = limit(state, spot, state.turn)
    text = say("{name} alone: {limit} hits, {limit} boulders of a colour", name=state.name(state.turn), limit=alone)
    return (Fact(text),)


def stopping(state: State, site: Site) -> tuple[Fact, ...]:
    """What the hammerer could collect now, unless the board is kept by hand, and what the comrade may do then."""
    bout = site.bout
    found = () if state.by_hand else within_reach(state, site, bout.hammerer)
    none = () if found or state.by_hand else (Fact(say("No treasure is within your reach yet."), warns=True),)
    if bout.comrade is None:
        return (*found, *none)
    return (*found, *none, Fact(say("Then {name} may keep hammering alone.", name=state.name(bout.comrade))))


def within_reach(state: State, site: Site, seat: int) -> tuple[Fact, ...]:
    """What this seat may take as the boulders lie, if the spirit is calm."""
    return tuple(
        Fact(state.land.names[region], state.treasures[region], (seat,)) for region in allowed(state, site, seat)
    )


def giving(state: State, gives: Gives, seat: int, gift: int) -> tuple[Fact, ...]:
    """What a calm spirit lets the giver take; a gift for nothing says so. A board kept by hand tells neither."""
    if state.by_hand:
        return ()
    best = max((fact.worth or 0 for fact in within_reach(state, gives.site, seat)), default=0)
    if not best:
        return (Fact(say("No treasure is within your reach: it buys you nothing."), warns=True),)
    if gift > best:
        return (Fact(say("Worth more than the {best} it buys.", best=best), warns=True),)
    return (Fact(say("You could take up to {best}.", best=best)),)


def collecting(state: State, seat: int, region: int) -> tuple[Fact, ...]:
    """Where the treasure goes, and the trolls."""
    value = state.treasures[region] or 0
    trolls = say_many("{count} troll comes home.", "{count} trolls come home.", state.trolls[seat][region])
    if seat != state.turn:
        return (Fact(say("Into your patched sack"), value, (seat,)), Fact(trolls))
    space = next_belt_space(state, seat)
    belt = say("Onto belt space {space}", space=BELT[space])
    if space < CROWNED and holder((*state.belted, Belted(seat, space, value)), space) == seat:
        belt = say("Onto belt space {space}, with the crown", space=BELT[space])
    return (Fact(belt, value, (seat,)), Fact(trolls))


def keeping_on(state: State, site: Site, seat: int) -> tuple[Fact, ...]:
    """How far one gets alone, what is still to win, and what is at stake."""
    bout = site.bout
    left = say_many("{count} hit left, alone.", "{count} hits left, alone.", bout.limit - len(bout.hits))
    found = prizes(state, site.spot, [seat], {seat: most_in_calm(bout.limit)})
    more = [prize for prize in found if prize.value > bout.boulders.total and prize.takers]
    return (Fact(left), *as_facts(state, more), Fact(say("An angry spirit gives you nothing without gifts.")))
