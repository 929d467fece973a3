"""Before the first wave: what lies on the table, starting champions, dens, and the first trolls."""

from collections.abc import Iterator

from companion.games.fall.ancestry import started
from companion.games.fall.cards import BLANK, PRINTABLE, Card
from companion.games.fall.champions import Champion, Pack
from companion.games.fall.holdings import beside, caverns, gnome_added, is_invaded, trolls_of, with_trolls
from companion.games.fall.mountain import CLANS, Clan, lay_of, mountain_faults
from companion.games.fall.moves import NEW, Settle, TellChampion, TellDoor, TellHall, TellRally, TellStart, TellVotes
from companion.games.fall.numbers import ONE_MORE
from companion.games.fall.offer import pack_of_wave
from companion.games.fall.pieces import COLOURS, SEATS
from companion.games.fall.rewards import banner_votes, joined
from companion.games.fall.state import (
    Gathers,
    Offered,
    Pending,
    Player,
    Settles,
    Setup,
    State,
    Tallies,
    TellsDoor,
    TellsHall,
    TellsOffer,
    TellsRally,
    TellsStart,
    TellsVotes,
    Token,
    Uses,
    changed,
    replaced,
    waits_for,
    with_news,
    with_player,
)
from companion.games.fall.waves import card_of, row_laid, wave_begun
from companion.rules import Move, Text, fault_at, say, seating_faults

FIRST_TROLLS = 3
"""In each den."""
DRAWN = 2
OUTSIDE = 2
"""Caverns beside the dens that get a first troll."""


def setup_faults(setup: Setup) -> list[Text]:
    box = setup.box
    faults = [*seating_faults(setup.seats, SEATS, COLOURS)]
    if len(setup.seats) in SEATS:
        faults += mountain_faults(box.mountain, len(setup.seats))
    if not 0 <= setup.first < len(setup.seats):
        faults.append(fault_at("first", say("The starting player is not at the table.")))
    return faults or [*dealt_faults(setup)]


def dealt_faults(setup: Setup) -> Iterator[Text]:
    box, players = setup.box, len(setup.seats)
    if setup.deck and sorted(setup.deck) != sorted(card.name for card in box.cards):
        yield fault_at("deck", say("The deck is all ancestry cards of the box, each once."))
    if setup.starts and (len(setup.starts) != players or not set(setup.starts) <= {card.name for card in box.starters}):
        yield fault_at("starts", say("Everyone has a starting card of the box."))
    if setup.halls and len(setup.halls) != len(box.mountain.halls):
        yield fault_at("halls", say("There is a token for each great hall."))
    if setup.votes and sorted(map(str, setup.votes)) != sorted(map(str, box.numbers.votes)):
        yield fault_at("votes", say("There is one vote tile for each clan."))
    doors = {cavern.id: cavern.clan for cavern in box.mountain.caverns if cavern.door}
    if setup.doors:
        lying = [doors[cavern] for cavern in setup.doors if cavern in doors]
        if len(set(lying)) != players + ONE_MORE or len(setup.doors) != players + ONE_MORE:
            words = say("{count} gnomes lie behind doors of different domains.", count=players + ONE_MORE)
            yield fault_at("doors", words)
    if setup.packs and sorted(setup.packs) != sorted(champion.name for champion in box.champions):
        yield fault_at("packs", say("The packs are all champions of the box, each once."))
    known = {champion.name for champion in box.champions if champion.pack == "I/II"}
    if setup.offer and (len(set(setup.offer)) != players + ONE_MORE or not set(setup.offer) <= known):
        yield fault_at("offer", say("{count} champions of pack I/II are in the first offer.", count=players + ONE_MORE))


def first_state(setup: Setup) -> State:
    everyone = range(len(setup.seats))
    state = State(
        seats=setup.seats,
        box=setup.box,
        way=setup.way,
        players=tuple(Player(started(card)) for card in starting_cards(setup)),
        first=setup.first,
        turn=setup.first,
        now=Gathers(tuple(() for _ in everyone)),
        deck=setup.deck,
        packs=setup.packs,
        rally=setup.rally or CLANS[0],
        offer=tuple(Offered(name) for name in setup.offer),
        halls=setup.halls or (0,) * len(setup.box.mountain.halls),
        tiles=setup.votes or setup.box.numbers.votes,
    )
    if setup.way == "scoring":
        return changed(state, now=Tallies())
    for cavern in setup.doors:
        state = gnome_added(state, cavern)
    return changed(state, row=row_laid(state), pending=tuple(untold(setup)))


def starting_cards(setup: Setup) -> list[Card]:
    """For each seat; a blank one, until it is told."""
    known = {card.name: card for card in setup.box.starters}
    return [known[name] for name in setup.starts] or [BLANK] * len(setup.seats)


def untold(setup: Setup) -> Iterator[Pending]:
    """What the table has to tell, in the order of the rulebook."""
    count = len(setup.seats) + ONE_MORE
    if not setup.halls:
        yield from (TellsHall(number) for number in range(len(setup.box.mountain.halls)))
    if not setup.votes:
        yield from (TellsVotes(clan) for clan in setup.box.numbers.clans)
    if not setup.offer:
        yield from (TellsOffer(number) for number in range(count))
    if not setup.doors:
        yield from (TellsDoor(number) for number in range(count))
    if setup.rally is None:
        yield TellsRally()
    if not setup.starts:
        yield from (TellsStart(seat) for seat in range(len(setup.seats)))


# What the table tells.


def told(state: State, asked: Pending, move: Move) -> State:
    match asked, move:
        case TellsHall(number), TellHall(worth):
            return changed(state, halls=replaced(state.halls, number, worth))
        case TellsVotes(clan), TellVotes(tile):
            place = state.numbers.clans.index(clan)
            return changed(state, tiles=replaced(state.tiles, place, state.numbers.votes[tile]))
        case TellsStart(seat), TellStart() as told_start:
            return with_player(state, seat, ancestry=started(card_of(told_start, state.box.starters)))
        case _, TellDoor(cavern):
            return gnome_added(state, cavern[0])
        case _, TellRally(clan):
            return changed(state, rally=clan)
    raise AssertionError(move)


def gates_left(state: State) -> list[Clan]:
    """The gate cards that put no gnome behind a door: one more of them tells where the rally token lies."""
    lying = {lay_of(state.mountain).clans[cavern] for cavern in state.gnomes}
    return [clan for clan in CLANS if clan not in lying]


def free_doors(state: State) -> list[str]:
    """Behind the doors of the domains where no gnome lies yet."""
    return [door for clan in gates_left(state) for door in lay_of(state.mountain).doors[clan]]


def free_tiles(state: State, clan: Clan) -> list[int]:
    """The vote tiles that no clan above has got."""
    told = list(state.tiles[: state.numbers.clans.index(clan)])
    found = []
    for number, tile in enumerate(state.numbers.votes):
        if tile in told:
            told.remove(tile)
        else:
            found.append(number)
    return found


def elsewhere(state: State, place: str) -> list[str]:
    """The trolls of whoever's turn it is that stand anywhere else."""
    dens = state.players[state.turn].dens
    return trolls_of(state, state.turn, (each for each in (*caverns(state), *dens) if each != place))


# Champions of the offer, and those that players begin with.


def introduced(state: State, move: TellChampion, pack: Pack) -> tuple[State, str]:
    """A champion that the box does not know is met; a name that is taken gets a number."""
    if move.champion != NEW:
        return state, move.champion
    taken = {champion.name for champion in (*state.box.champions, *state.met)}
    names = (move.name, *(f"{move.name} {number}" for number in range(2, 99)))
    name = next(each for each in names if each not in taken)
    champion = Champion(
        name,
        pack,
        move.clan,
        move.votes,
        "?" if move.token == "yes" else "",
        move.lines,
        at_once=move.when == "at_once",
        each_wave=move.when == "each_wave",
        claws=move.claws,
        symbols=(PRINTABLE[move.symbol],) if move.symbol else (),
        ability=move.ability,
    )
    return changed(state, met=(*state.met, champion)), name


def offered(state: State, move: TellChampion) -> State:
    state, name = introduced(state, move, pack_of_wave(state.wave))
    return changed(state, offer=(*state.offer, Offered(name)))


def drawn(state: State, gathers: Gathers, seat: int, champions: tuple[str, ...]) -> State:
    return changed(state, now=Gathers(replaced(gathers.drawn, seat, champions)))


def brought(state: State, gathers: Gathers, seat: int, move: TellChampion) -> State:
    state, name = introduced(state, move, "0")
    return kept(state, gathers, seat, name)


def kept(state: State, gathers: Gathers, seat: int, name: str) -> State:
    """Its votes count at once, its token waits for the first cavern; the other one is out of the game."""
    champion = state.champion(name)
    others = tuple(each for each in gathers.drawn[seat] if each != name)
    state = changed(state, gone=(*state.gone, *others), now=Gathers(replaced(gathers.drawn, seat, ())))
    state = joined(state, seat, champion)
    news = say("{name} begins with {champion}.", name=state.name(seat), champion=name)
    state = waits_for(with_news(state, news), *banner_votes(champion, seat, champion.votes))
    return changed(state, now=Settles()) if all(player.followers for player in state.players) else state


# Dens.


def free_glyphs(state: State) -> list[str]:
    taken = {den for player in state.players for den in player.dens}
    return [glyph for glyph in state.mountain.glyphs() if not set(state.mountain.pair(glyph)) & taken]


def near_dens(state: State, glyph: str) -> list[str]:
    """Caverns beside a pair of dens, without gnomes."""
    near = {cavern for den in state.mountain.pair(glyph) for cavern in beside(state, den)}
    return [cavern for cavern in caverns(state) if cavern in near and not is_invaded(state, cavern)]


def waiting_token(state: State, seat: int) -> str | None:
    """The starting champion that has a token."""
    (follower,) = state.players[seat].followers
    return follower.champion if state.champion(follower.champion).has_token else None


def settled(state: State, move: Settle) -> State:
    seat, dens = state.turn, state.mountain.pair(move.glyph)
    state = with_player(state, seat, dens=dens)
    for den in dens:
        state = with_trolls(state, den, seat, FIRST_TROLLS)
    for cavern in move.caverns:
        state = with_trolls(state, cavern, seat, 1)
    if champion := waiting_token(state, seat):
        place = move.champion_at or next(iter(move.caverns), dens[0])
        state = changed(state, tokens=(*state.tokens, Token(champion, seat, place)))
    if state.champion(state.players[seat].followers[0].champion).at_once:
        state = waits_for(state, Uses(state.players[seat].followers[0].champion, seat))
    following = (seat + 1) % len(state.seats)
    if following == state.first:
        return wave_begun(state)
    return changed(state, turn=following)
