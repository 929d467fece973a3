"""What chance brings a seat, drawn by a shuffle that is passed in: cards, tokens, cubes."""

from collections import Counter

from companion.games.fall.beginning import DRAWN, free_doors, free_tiles, gates_left
from companion.games.fall.holdings import clan_of, counts
from companion.games.fall.mountain import CLANS, TOLD_CLANS, Clan
from companion.games.fall.moves import (
    DrawChampions,
    DrawFallen,
    Reveal,
    SeeGate,
    SeeGnome,
    TellChampion,
    TellDoor,
    TellHall,
    TellRally,
    TellStart,
    TellVotes,
    TurnGate,
)
from companion.games.fall.numbers import GNOMES_EACH, HALL_TOKENS_EACH, STRENGTHS, TOLD_STRENGTHS
from companion.games.fall.offer import pack_of_wave, unmet
from companion.games.fall.state import (
    DrawsFallen,
    Gathers,
    Reveals,
    SeesGate,
    SeesGnome,
    State,
    TellsDoor,
    TellsHall,
    TellsOffer,
    TellsRally,
    TellsStart,
    TellsVotes,
    TurnsGate,
)
from companion.games.fall.wheel import possible_strengths, told_strengths
from companion.rules import Move, Shuffle


def drawn(state: State, seat: int, shuffle: Shuffle) -> Move | None:
    match state.pending[:1]:
        case (TellsHall(number),):
            return TellHall(shuffle(hall_tokens(state, number))[0])
        case (TellsVotes(clan),):
            return told_tile(state, shuffle(free_tiles(state, clan))[0])
        case (TellsDoor(),):
            doors = free_doors(state)
            clan = shuffle(sorted({clan_of(state, door) for door in doors}))[0]
            return TellDoor((shuffle([door for door in doors if clan_of(state, door) == clan])[0],))
        case (TellsRally(),):
            return TellRally(shuffle(gates_left(state))[0])
        case (TellsOffer(),):
            names = [champion.name for champion in unmet(state, pack_of_wave(state.wave))]
            return TellChampion(shuffle(names)[0]) if names else None
        case (TellsStart(),):
            names = [card.name for card in state.box.starters]
            return TellStart(shuffle(names)[0]) if names else None
        case (TurnsGate(number),):
            free = [clan for clan in CLANS if clan not in {gate.clan for gate in state.row}]
            return TurnGate(gate_card(state, number, free, shuffle))
        case (SeesGate(number),):
            own = {gate.clan_for(seat) for gate in state.row} | {gate.clan for gate in state.row}
            free = [clan for clan in CLANS if clan not in own]
            return SeeGate(TOLD_CLANS[gate_card(state, number, free, shuffle)])
        case (SeesGnome(cavern, number),):
            strength = told_strengths(state, cavern)[number] or shuffle(unseen_strengths(state))[0]
            return SeeGnome(TOLD_STRENGTHS[strength])
        case (Reveals(cavern),):
            return Reveal(tokens_drawn(state, cavern, shuffle))
        case (DrawsFallen(cavern),):
            cubes = [owner for owner, count in enumerate(counts(state, cavern)) for _ in range(count)]
            return DrawFallen(shuffle(cubes)[0])
        case () if isinstance(state.now, Gathers) and not state.now.drawn[seat] and not state.players[seat].followers:
            names = [champion.name for champion in unmet(state, "0")]
            two = shuffle(range(len(names)))[:DRAWN]
            return DrawChampions(tuple(names[place] for place in sorted(two))) if len(names) >= DRAWN else None
    return None


def hall_tokens(state: State, number: int) -> list[int]:
    """Those that lie on no hall before this one."""
    left = Counter({worth: HALL_TOKENS_EACH * state.numbers.halls.count(worth) for worth in state.numbers.halls})
    left -= Counter(state.halls[:number])
    return list(left.elements()) or list(state.numbers.halls)


def told_tile(state: State, number: int) -> TellVotes:
    """Tiles that look the same are told as the last of them that is free."""
    tile = state.numbers.votes[number]
    return TellVotes(max(each for each, other in enumerate(state.numbers.votes) if other == tile))


def gate_card(state: State, number: int, free: list[Clan], shuffle: Shuffle) -> Clan:
    """What somebody has seen on it already; else one that nobody has seen anywhere."""
    told = [clan for _, clan in state.row[number].seen if clan in free]
    unseen = [clan for clan in free if clan not in gates_known(state)]
    return told[0] if told else shuffle(unseen or free)[0]


def tokens_drawn(state: State, cavern: str, shuffle: Shuffle) -> tuple[int, ...]:
    """What somebody has seen of the tokens there; the others are drawn."""
    told = told_strengths(state, cavern)
    seen = [strength for strength in told if strength is not None]
    drawn = shuffle(unseen_strengths(state))[: len(told) - len(seen)]
    found, possible = tuple(sorted((*seen, *drawn))), possible_strengths(state, cavern)
    return found if found in possible else shuffle(possible)[0]


def gates_known(state: State) -> set[str | None]:
    """Turned over, or seen by anybody."""
    return {gate.clan for gate in state.row} | {clan for gate in state.row for _, clan in gate.seen}


def unseen_strengths(state: State) -> list[int]:
    """The tokens that nobody has seen."""
    away = Counter(state.beside_wheel)
    for cavern in state.gnomes:
        away.update(strength for strength in told_strengths(state, cavern) if strength is not None)
    left = [strength for strength in STRENGTHS for _ in range(GNOMES_EACH - away[strength])]
    return left or [strength for strength in STRENGTHS for _ in range(GNOMES_EACH)]
