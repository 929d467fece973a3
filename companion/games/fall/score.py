"""Honour for what is held: domains after waves I and II; great halls, Ancients and votes after wave III; who wins."""

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.games.fall.ancestry import ANCIENTS, ancients_honour
from companion.games.fall.holdings import controller, is_invaded
from companion.games.fall.mountain import CLANS, Clan, lay_of
from companion.games.fall.moves import NOBODY
from companion.games.fall.numbers import FIRST, INVADED, MORE, VoteTile
from companion.games.fall.state import Source, State, gained, ranked, with_news
from companion.games.fall.words import SOURCE_NAMES, clan_name, listed_names, place_name, wave_name
from companion.rules import Outcome, Side, Standing, Text, say


def domain_honour(held: int, invaded: int) -> int:
    """Whoever holds no cavern there neither gains nor loses."""
    return FIRST + MORE * (held - 1) - INVADED * invaded if held else 0


def domain_scored(state: State, clan: Clan, held: Iterable[int], invaded: int) -> State:
    """`held` names a seat for each cavern that it controls."""
    for seat, count in sorted(Counter(held).items()):
        honour = domain_honour(count, invaded)
        news = say("{clan}: {name} {honour}.", clan=clan_name(clan), name=state.name(seat), honour=honour)
        state = with_news(gained(state, seat, "domains", honour), news)
    return state


def domains_scored(state: State) -> State:
    for clan in CLANS:
        domain = lay_of(state.mountain).domains[clan]
        held = [seat for cavern in domain if (seat := controller(state, cavern)) is not None]
        state = domain_scored(state, clan, held, sum(is_invaded(state, cavern) for cavern in domain))
    return state


def shares(worth: int, held: Iterable[int]) -> dict[int, int]:
    """Of a great hall: `held` names a seat, or the gnomes, for each cavern around; those who hold most share."""
    counted = Counter(held)
    if not counted:
        return {}
    most = max(counted.values())
    first = [seat for seat, count in counted.items() if count == most]
    return {seat: worth // len(first) for seat in sorted(first) if seat != NOBODY}


def hall_scored(state: State, name: Text, worth: int, held: Iterable[int]) -> State:
    for seat, honour in shares(worth, held).items():
        news = say("{hall}: {name} {honour}.", hall=name, name=state.name(seat), honour=honour)
        state = with_news(gained(state, seat, "halls", honour), news)
    return state


def around(state: State, hall: int) -> list[int]:
    """Who holds each cavern beside a great hall, the gnomes as one player."""
    found = []
    for cavern in state.mountain.halls[hall].beside:
        seat = NOBODY if is_invaded(state, cavern) else controller(state, cavern)
        found += [] if seat is None else [seat]
    return found


def halls_scored(state: State) -> State:
    for number, hall in enumerate(state.mountain.halls):
        name = place_name(state, hall.id)
        state = hall_scored(state, name, state.halls[number], around(state, number))
    return state


def ancients_scored(state: State) -> State:
    for seat, player in enumerate(state.players):
        state = gained(state, seat, "ancients", ancients_honour(player.ancestry))
    return state


def ancients_worth(count: int) -> int:
    return ANCIENTS[min(count, len(ANCIENTS) - 1)]


def clan_scored(state: State, clan: Clan, tile: VoteTile) -> State:
    """The first three on its board; whoever has no vote is not there."""
    for (seat, _), honour in zip(ranked(state.votes.get(clan, ())), tile.places, strict=False):
        news = say("{clan}: {name} {honour}.", clan=clan_name(clan), name=state.name(seat), honour=honour)
        state = with_news(gained(state, seat, "votes", honour), news)
    return state


def votes_scored(state: State) -> State:
    for clan, tile in zip(state.numbers.clans, state.tiles, strict=True):
        state = clan_scored(state, clan, tile)
    return state


def total_votes(state: State, seat: int) -> int:
    return sum(dict(discs).get(seat, 0) for discs in state.votes.values())


# Who stands where, and who wins.


def standings(state: State) -> tuple[Standing, ...]:
    return tuple(Standing(seat, player.honour, tuple(parts(state, seat))) for seat, player in enumerate(state.players))


def parts(state: State, seat: int) -> Iterable[tuple[Text, int]]:
    """By where it came from; what is scored after each wave is told for each."""
    gains = state.players[seat].gains
    for source, name in SOURCE_NAMES.items():
        found = [gain for gain in gains if gain.source == source]
        if source == "domains":
            yield from (
                (say("{wave}: {source}", wave=wave_name(each.wave), source=name), each.honour) for each in found
            )
        elif found:
            yield name, sum(each.honour for each in found)


def of_source(state: State, seat: int, source: Source) -> int:
    return sum(gain.honour for gain in state.players[seat].gains if gain.source == source)


def winners(state: State) -> tuple[int, ...]:
    """The most honour; of those the most votes of all clans; whoever ties then shares the victory."""
    ranks = {seat: (state.players[seat].honour, total_votes(state, seat)) for seat in state.everyone}
    best = max(ranks.values())
    return tuple(seat for seat in state.everyone if ranks[seat] == best)


def outcome(state: State) -> Outcome:
    won = winners(state)
    sides = tuple(Side((seat,), seat in won, state.players[seat].honour) for seat in state.everyone)
    return Outcome(sides, why(state, won))


def why(state: State, won: Sequence[int]) -> Text:
    honour = state.players[won[0]].honour
    equal = [seat for seat in state.everyone if state.players[seat].honour == honour]
    if len(won) > 1:
        return say("as much honour, and as many votes")
    if len(equal) > 1:
        votes = total_votes(state, won[0])
        others = listed_names(state, tuple(seat for seat in equal if seat not in won))
        return say("as much honour as {others}, but more votes: {votes}", others=others, votes=votes)
    return say("most honour")
