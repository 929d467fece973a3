"""Honour, votes and scoring only: the mountain is kept on the table, and its sums are told and reckoned here."""

from companion.games.fall import score
from companion.games.fall.mountain import CLANS
from companion.games.fall.moves import (
    CountAncients,
    CountDomain,
    CountHall,
    EndWave,
    NoMoreHalls,
    TellHonour,
    TellVote,
    TellVotes,
)
from companion.games.fall.numbers import WAVES
from companion.games.fall.state import (
    Counts,
    EndsWave,
    Pending,
    State,
    changed,
    gained,
    voted,
    waits_for,
    with_news,
)
from companion.games.fall.words import clan_name
from companion.rules import Move, not_now, say, say_many


def told(state: State, move: Move) -> State:
    """While a wave is played on the table."""
    match move:
        case TellHonour(player, honour):
            news = say("{name}: {honour} honour.", name=state.name(player), honour=honour)
            return with_news(gained(state, player, "told", honour), news)
        case TellVote(player, clan, votes):
            news = say_many(
                "{name}: {count} vote of {clan}.",
                "{name}: {count} votes of {clan}.",
                votes,
                name=state.name(player),
                clan=clan_name(clan),
            )
            return with_news(voted(state, player, clan, votes), news)
        case EndWave():
            return changed(state, now=EndsWave("scoring"), pending=to_count(state))
    raise not_now()


def to_count(state: State) -> tuple[Pending, ...]:
    if state.wave < WAVES:
        return tuple(Counts("domain", number) for number in range(len(CLANS)))
    clans = [number for number, clan in enumerate(state.numbers.clans) if state.votes.get(clan)]
    return (
        Counts("hall"),
        *(Counts("ancients", seat) for seat in state.everyone),
        *(Counts("votes", number) for number in clans),
    )


def counted(state: State, asked: Counts, move: Move) -> State:
    match asked, move:
        case Counts("domain", number), CountDomain(held, invaded):
            return score.domain_scored(state, CLANS[number], held, invaded)
        case Counts("hall", number), CountHall(worth, held):
            hall = say("Great hall {number}", number=number + 1)
            return waits_for(score.hall_scored(state, hall, worth, held), Counts("hall", number + 1))
        case Counts("hall"), NoMoreHalls():
            return state
        case Counts("ancients", seat), CountAncients(ancients):
            return gained(state, seat, "ancients", score.ancients_worth(ancients))
        case Counts("votes", number), TellVotes(tile):
            return score.clan_scored(state, state.numbers.clans[number], state.numbers.votes[tile])
    raise not_now()
