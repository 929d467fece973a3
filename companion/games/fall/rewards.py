"""Champions change hands at the end of a wave: votes for the winner, consolation for the others, tokens, abilities."""

import msgspec

from companion.games.fall.ancestry import MOST_BORROWED
from companion.games.fall.champions import BANNER_NAMES, Champion
from companion.games.fall.holdings import controller, takeable
from companion.games.fall.mountain import Clan
from companion.games.fall.moves import Use
from companion.games.fall.numbers import BASES
from companion.games.fall.state import (
    Consoles,
    Enters,
    Follower,
    Pending,
    State,
    Token,
    Uses,
    Votes,
    changed,
    gained,
    ranked,
    replaced,
    voted,
    waits_for,
    with_news,
    with_player,
)
from companion.games.fall.wheel import troll_put
from companion.games.fall.words import clan_name
from companion.rules import say, say_many


def rewarded(state: State) -> State:
    """The first champion of the offer goes to whoever has most influence; without any, out of the game."""
    offered, *rest = state.offer
    state = changed(state, offer=tuple(rest))
    order = ranked(offered.discs)
    champion = state.champion(offered.champion)
    if not order:
        news = say("Nobody has influence with {champion}.", champion=champion.name)
        return with_news(changed(state, gone=(*state.gone, champion.name)), news)
    winner = order[0][0]
    news = say_many(
        "{name} wins {champion}: {count} vote of {clan}.",
        "{name} wins {champion}: {count} votes of {clan}.",
        champion.votes,
        name=state.name(winner),
        champion=champion.name,
        clan=BANNER_NAMES[champion.clan],
    )
    state = with_news(state, news)
    consoled = [Consoles(champion.name, seat, champion.crossed(influence)) for seat, influence in order[1:]]
    return waits_for(state, *banner_votes(champion, winner, champion.votes), *consoled, *taking(champion, winner))


def taking(champion: Champion, seat: int) -> list[Pending]:
    return [Enters(champion.name, seat), *([Uses(champion.name, seat)] if champion.at_once else [])]


def banner_votes(champion: Champion, seat: int, votes: int) -> list[Votes]:
    return [Votes(seat, votes, None if champion.clan == "renegade" else champion.clan)] if votes else []


def votes_given(state: State, asked: Votes, clan: Clan) -> State:
    """A clan's at once, a renegade's one by one."""
    if asked.clan:
        return voted(state, asked.seat, clan, asked.left)
    state = voted(state, asked.seat, clan)
    return waits_for(state, Votes(asked.seat, asked.left - 1)) if asked.left > 1 else state


def consoled(state: State, asked: Consoles, prize: str) -> State:
    if prize == "honour":
        news = say("{name}: {honour} honour as consolation.", name=state.name(asked.seat), honour=asked.honour)
        return with_news(gained(state, asked.seat, "consolation", asked.honour), news)
    return waits_for(state, *banner_votes(state.champion(asked.champion), asked.seat, 1))


def joined(state: State, seat: int, champion: Champion) -> State:
    """The card is this player's now, with the symbols on it."""
    player = state.players[seat]
    borrowed = (*player.ancestry.borrowed, *champion.symbols)[:MOST_BORROWED]
    return with_player(
        state,
        seat,
        followers=(*player.followers, Follower(champion.name)),
        ancestry=msgspec.structs.replace(player.ancestry, borrowed=borrowed),
    )


def needs_place(state: State, champion: Champion, seat: int) -> bool:
    """Whether its token enters the mountain: as long as there is a base for it."""
    return champion.has_token and sum(token.seat == seat for token in state.tokens) < BASES


def entered(state: State, asked: Enters, place: str) -> State:
    return changed(state, tokens=(*state.tokens, Token(asked.champion, asked.seat, place)))


# Abilities: the owner's words, and what they brought as a checked entry.


def usable(state: State, seat: int) -> list[str]:
    """Champions of this seat whose claws are not all covered; those that are only counted at certain times not."""
    found = []
    for follower in state.players[seat].followers:
        champion = state.champion(follower.champion)
        if champion.claws > follower.used or not (champion.claws or champion.at_once or champion.each_wave):
            found.append(follower.champion)
    return found


def used(state: State, seat: int, name: str, move: Use) -> State:
    """Honour, votes and trolls as they were told. On one's own turn, or right after it, control may be taken by it."""
    champion = state.champion(name)
    mine = takeable(state, seat) if seat in (state.turn, state.acted) else ()
    news = say("{name} uses {champion}.", name=state.name(seat), champion=champion.name)
    state = with_claw(with_news(state, news), seat, name)
    if move.honour:
        news = say("{name}: {honour} honour.", name=state.name(seat), honour=move.honour)
        state = with_news(gained(state, seat, "abilities", move.honour), news)
    if move.votes and move.clan:
        state = voted(state, seat, move.clan, move.votes)
    for start, troll, to in ((move.start, move.troll, move.to), (move.second_start, move.second_troll, move.second_to)):
        if start:
            state = troll_put(state, start[0], troll, to[0])
    for cavern in mine:
        if controller(state, cavern) == seat:
            clan = state.mountain.clan_of(cavern)
            news = say("{name} takes control: a vote of {clan}.", name=state.name(seat), clan=clan_name(clan))
            state = with_news(voted(state, seat, clan), news)
    return state


def with_claw(state: State, seat: int, champion: str) -> State:
    followers = state.players[seat].followers
    place = next(at for at, each in enumerate(followers) if each.champion == champion)
    claws = state.champion(champion).claws
    used = Follower(champion, min(claws, followers[place].used + 1))
    return with_player(state, seat, followers=replaced(followers, place, used))
