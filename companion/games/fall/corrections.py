"""What the host may set right at any time. A correction keeps the war lawful, or says why not."""

from collections.abc import Iterable

from companion.games.fall.ancestry import MOST_SUPPLIES
from companion.games.fall.holdings import (
    gnomes_in_reserve,
    is_cavern,
    is_invaded,
    may_enter,
    reserve,
    token_moved,
    trolls_at,
)
from companion.games.fall.mountain import CLANS
from companion.games.fall.moves import (
    Correction,
    SetChampion,
    SetGnomes,
    SetHonour,
    SetInfluence,
    SetSupplies,
    SetTrolls,
    SetVotes,
    SetWheel,
)
from companion.games.fall.numbers import GNOMES, TROLLS
from companion.games.fall.state import (
    Develops,
    Discs,
    Fights,
    Gnome,
    Offered,
    Over,
    State,
    Supplies,
    changed,
    gained,
    moved_up,
    replaced,
    with_player,
)
from companion.games.fall.words import champion_name, clan_name, place_name
from companion.rules import Amount, Form, Illegal, Option, Pick, say

MOST_HONOUR, MOST_VOTES, MOST_GNOMES = 300, 40, 2


def forms(state: State) -> tuple[Form, ...]:
    if isinstance(state.now, Over):
        return ()
    whose = Pick(
        "player", say("Whose?"), tuple(Option(seat, say("{name}", name=state.name(seat))) for seat in state.everyone)
    )
    clans = Pick("clan", say("Which clan?"), tuple(Option(clan, clan_name(clan)) for clan in CLANS))
    found = [
        Form("set_honour", say("Honour"), (whose, Amount("honour", say("Honour"), 0, MOST_HONOUR))),
        Form("set_votes", say("Votes"), (whose, clans, Amount("votes", say("Votes"), 0, MOST_VOTES))),
    ]
    if state.way == "everything" and is_quiet(state):
        places = [cavern.id for cavern in state.mountain.caverns]
        dens = [den for player in state.players for den in player.dens]
        where = tuple(Option(place, place_name(state, place)) for place in (*places, *dens))
        caverns = tuple(Option(place, place_name(state, place)) for place in places)
        found += [
            Form(
                "set_trolls",
                say("Trolls in a cavern"),
                (whose, Pick("place", say("Where?"), where), Amount("trolls", say("Trolls"), 0, TROLLS)),
            ),
            Form(
                "set_gnomes",
                say("Gnomes in a cavern"),
                (Pick("cavern", say("Where?"), caverns), Amount("gnomes", say("Gnomes"), 0, MOST_GNOMES)),
            ),
            Form("set_wheel", say("Gnome wheel"), (Amount("space", say("Space"), 1, len(state.numbers.wheel)),)),
        ]
        if isinstance(state.now, Fights):
            supplies = Amount("supplies", say("Supplies"), 0, MOST_SUPPLIES)
            despair = Amount("despair", say("Despair"), 0, MOST_SUPPLIES)
            found.append(Form("set_supplies", say("Supplies and despair"), (whose, supplies, despair)))
        if state.offer:
            which = champion_pick(each.champion for each in state.offer)
            influence = Amount("influence", say("Influence"), 0, MOST_VOTES)
            found.append(Form("set_influence", say("Influence on a champion"), (whose, which, influence)))
        if state.tokens:
            which = champion_pick(token.champion for token in state.tokens)
            place = Pick("place", say("Where?"), where)
            found.append(Form("set_champion", say("A champion on the mountain"), (which, place)))
    return tuple(found)


def champion_pick(names: Iterable[str]) -> Pick:
    return Pick("champion", say("Which champion?"), tuple(Option(name, champion_name(name)) for name in names))


def is_quiet(state: State) -> bool:
    """Nothing is half done on the mountain."""
    return isinstance(state.now, Develops | Supplies | Fights) and not state.pending and state.acting is None


def corrected(state: State, move: Correction) -> State:
    if not any(form.takes(move) for form in forms(state)):
        raise Illegal("no_such_thing", say("There is nothing like that to correct."))
    match move:
        case SetHonour(player, honour):
            return gained(state, player, "corrected", honour - state.players[player].honour)
        case SetVotes(player, clan, votes):
            discs = disc_set(state.votes.get(clan, ()), player, votes)
            others = {each: found for each, found in state.votes.items() if each != clan}
            return changed(state, votes={**others, clan: discs} if discs else others)
        case SetInfluence(player, champion, influence):
            at = next(at for at, each in enumerate(state.offer) if each.champion == champion)
            discs = disc_set(state.offer[at].discs, player, influence)
            return changed(state, offer=replaced(state.offer, at, Offered(champion, discs)))
        case SetChampion(champion, place):
            return with_champion_set(state, champion, place)
        case SetTrolls():
            return with_trolls_set(state, move)
        case SetGnomes():
            return with_gnomes_set(state, move)
        case SetSupplies(player, supplies, despair):
            return with_supplies_set(state, player, supplies, despair)
        case SetWheel(space):
            return changed(state, wheel=space - 1)


def disc_set(discs: Discs, seat: int, value: int) -> Discs:
    """A disc that is where it belongs keeps its place in the stack; one that is moved comes on top."""
    if dict(discs).get(seat, 0) == value:
        return discs
    return tuple(disc for disc in moved_up(discs, seat, value - dict(discs).get(seat, 0)) if disc[1])


def with_champion_set(state: State, champion: str, place: str) -> State:
    seat = next(token.seat for token in state.tokens if token.champion == champion)
    demand_room(state, seat, place)
    return token_moved(state, champion, place)


def demand_room(state: State, seat: int, place: str) -> None:
    """Trolls of this seat can stand there."""
    if not may_enter(state, seat, place):
        raise Illegal("not_their_den", say("Nobody but its owner is in a den."))
    if is_invaded(state, place):
        raise Illegal("gnomes_there", say("Gnomes are there."))


def with_trolls_set(state: State, move: SetTrolls) -> State:
    place, seat = move.place, move.player
    if move.trolls or not may_enter(state, seat, place):
        demand_room(state, seat, place)
    standing = list(state.trolls.get(place, (0,) * len(state.seats)))
    if move.trolls - standing[seat] > reserve(state, seat):
        raise Illegal("too_many_trolls", say("A player has {count} trolls in all.", count=TROLLS))
    standing[seat] = move.trolls
    trolls = {**state.trolls, place: tuple(standing)}
    return changed(state, trolls={where: each for where, each in trolls.items() if any(each)})


def with_gnomes_set(state: State, move: SetGnomes) -> State:
    before = state.gnomes.get(move.cavern, ())
    if move.gnomes and trolls_at(state, move.cavern):
        raise Illegal("trolls_there", say("Trolls are there."))
    if move.gnomes - len(before) > gnomes_in_reserve(state):
        raise Illegal("too_many_gnomes", say("There are {count} gnomes in all.", count=GNOMES))
    kept = before[: move.gnomes]
    gnomes = {**state.gnomes, move.cavern: (*kept, *(Gnome(),) * (move.gnomes - len(kept)))}
    return changed(
        state, gnomes={cavern: found for cavern, found in gnomes.items() if found and is_cavern(state, cavern)}
    )


def with_supplies_set(state: State, player: int, supplies: int, despair: int) -> State:
    if player == state.turn and not supplies and isinstance(state.now, Fights) and not state.now.second:
        raise Illegal("needs_a_supply", say("Whoever has the turn needs a supply for it."))
    return with_player(state, player, supplies=supplies, despair=despair)
