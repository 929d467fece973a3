"""What the host may set right at any time. A correction keeps the war lawful, or says why not."""

from companion.games.fall.ancestry import MOST_SUPPLIES
from companion.games.fall.holdings import gnomes_in_reserve, is_cavern, is_invaded, may_enter, reserve, trolls_at
from companion.games.fall.mountain import CLANS
from companion.games.fall.moves import (
    Correction,
    SetGnomes,
    SetHonour,
    SetSupplies,
    SetTrolls,
    SetVotes,
    SetWheel,
)
from companion.games.fall.numbers import GNOMES, TROLLS
from companion.games.fall.state import (
    Fights,
    Gnome,
    Over,
    State,
    changed,
    gained,
    moved_up,
    votes_of,
    with_player,
)
from companion.games.fall.words import clan_name, place_name
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
            Form(
                "set_supplies",
                say("Supplies and despair"),
                (
                    whose,
                    Amount("supplies", say("Supplies"), 0, MOST_SUPPLIES),
                    Amount("despair", say("Despair"), 0, MOST_SUPPLIES),
                ),
            ),
            Form("set_wheel", say("Gnome wheel"), (Amount("space", say("Space"), 1, len(state.numbers.wheel)),)),
        ]
    return tuple(found)


def is_quiet(state: State) -> bool:
    """Nothing is half done on the mountain."""
    return isinstance(state.now, Fights) and not state.pending and state.acting is None


def corrected(state: State, move: Correction) -> State:
    if not any(form.takes(move) for form in forms(state)):
        raise Illegal("no_such_thing", say("There is nothing like that to correct."))
    match move:
        case SetHonour(player, honour):
            return gained(state, player, "corrected", honour - state.players[player].honour)
        case SetVotes(player, clan, votes):
            discs = moved_up(state.votes.get(clan, ()), player, votes - votes_of(state, player, clan))
            left = tuple(disc for disc in discs if disc[1])
            others = {each: found for each, found in state.votes.items() if each != clan}
            return changed(state, votes={**others, clan: left} if left else others)
        case SetTrolls():
            return with_trolls_set(state, move)
        case SetGnomes():
            return with_gnomes_set(state, move)
        case SetSupplies(player, supplies, despair):
            return with_supplies_set(state, player, supplies, despair)
        case SetWheel(space):
            return changed(state, wheel=space - 1)


def with_trolls_set(state: State, move: SetTrolls) -> State:
    place, seat = move.place, move.player
    if not may_enter(state, seat, place):
        raise Illegal("not_their_den", say("Nobody but its owner is in a den."))
    if move.trolls and is_invaded(state, place):
        raise Illegal("gnomes_there", say("Gnomes are there."))
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
