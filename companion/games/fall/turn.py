"""What each offered move makes of the state, and the steps that pass by themselves."""

from companion.games.fall import ancestry, battle, beginning, invading, rewards, tally, waves, wheel
from companion.games.fall.holdings import destinations, reserve, trolls_of
from companion.games.fall.moves import (
    Advance,
    Boost,
    CallIn,
    Console,
    Cover,
    CoverPair,
    DrawChampions,
    DrawFallen,
    Enough,
    EnoughSupplies,
    Enter,
    Influence,
    KeepChampion,
    LayCard,
    MoveRally,
    MoveTroll,
    PickFallen,
    Reinforce,
    Retreat,
    Reveal,
    Scout,
    SeeGate,
    SeeGnome,
    Send,
    Settle,
    Shelter,
    Spare,
    Stop,
    TellChampion,
    TurnGate,
    TurnWheel,
    Use,
    Vote,
)
from companion.games.fall.state import (
    Advances,
    Boosts,
    Breaches,
    CallsIn,
    Consoles,
    Counts,
    Develops,
    DrawsFallen,
    EndsWave,
    Enters,
    Fights,
    Gathers,
    Influences,
    Invades,
    MovesTrolls,
    PicksFallen,
    Reinforces,
    Retreats,
    Reveals,
    Rewards,
    Scouts,
    SeesGate,
    SeesGnome,
    Settles,
    Shelters,
    State,
    Supplies,
    Takes,
    Tallies,
    TellsDoor,
    TellsHall,
    TellsOffer,
    TellsRally,
    TellsStart,
    TellsVotes,
    TurnsGate,
    TurnsWheel,
    Uses,
    Votes,
    changed,
    waits_for,
    with_player,
)
from companion.rules import Move, not_now


def play(state: State, seat: int, move: Move) -> State:
    """The state after a move that was offered to this seat, up to the next real choice."""
    state = changed(state, news=(), trail=state.trail if invading.going_on(state) else ())
    if isinstance(move, Use) and not isinstance(next(iter(state.pending), None), Uses):
        return rewards.used(state, seat, move.champion, move)
    if isinstance(move, Boost):
        return battle.boosted(state)
    return settle(answered(state, seat, move) if state.pending else step(state, seat, move))


def answered(state: State, seat: int, move: Move) -> State:
    """What was asked before the turn goes on."""
    asked, state = state.pending[0], changed(state, pending=state.pending[1:])
    match asked, move:
        case TellsHall() | TellsVotes() | TellsDoor() | TellsRally() | TellsStart(), _:
            return beginning.told(state, asked, move)
        case TellsOffer(), TellChampion():
            return beginning.offered(state, move)
        case Advances(), Advance():
            return battle.advanced(state, move)
        case Reinforces(power), Reinforce():
            return battle.reinforced(state, power, move)
        case Reinforces(power), Spare():
            return waits_for(state, Reinforces(power - 1))
        case CallsIn(), CallIn(troll):
            return battle.called_in(state, asked, troll)
        case Influences(power), Influence():
            return battle.influenced(state, power, move)
        case TurnsWheel(), TurnWheel(spaces):
            return wheel.turned(state, spaces)
        case Scouts(), Scout():
            return wheel.scouted(state, move)
        case SeesGate(number), SeeGate(clan):
            return wheel.gate_seen(state, number, clan)
        case SeesGnome(cavern, number), SeeGnome(strength):
            return wheel.gnome_seen(state, cavern, number, strength)
        case Breaches(), MoveRally(clan):
            return invading.breached(state, clan)
        case MovesTrolls(), MoveTroll():
            return wheel.troll_sent(state, asked, move)
        case Reveals(cavern), Reveal(strengths):
            return battle.attacked(state, cavern, strengths)
        case Retreats(cavern), Retreat(den):
            return battle.retreated(state, cavern, den)
        case TurnsGate(number), TurnGate(clan):
            return invading.gate_turned(state, number, clan)
        case Invades(), Send(cavern):
            return invading.sent(state, asked, cavern, decided=seat)
        case DrawsFallen(cavern), DrawFallen(player):
            return invading.fallen_at(state, cavern, player)
        case PicksFallen(cavern, owner), PickFallen(champion):
            return invading.fell(state, cavern, owner, champion)
        case Shelters(champion), Shelter(den):
            return invading.sheltered(state, champion, den)
        case Consoles(), Console(prize):
            return rewards.consoled(state, asked, prize)
        case Votes(), Vote(clan):
            return rewards.votes_given(state, asked, clan)
        case Enters(), Enter((place,)):
            return rewards.entered(state, asked, place)
        case Uses(champion), Use():
            return rewards.used(state, seat, champion, move)
        case _, Enough():
            return state
        case Counts(), _:
            return tally.counted(state, asked, move)
    raise not_now()


def step(state: State, seat: int, move: Move) -> State:
    match state.now, move:
        case Gathers() as gathers, DrawChampions(champions):
            return beginning.drawn(state, gathers, seat, champions)
        case Gathers() as gathers, KeepChampion(champion):
            return beginning.kept(state, gathers, seat, champion)
        case Gathers() as gathers, TellChampion():
            return beginning.brought(state, gathers, seat, move)
        case Settles(), Settle():
            return beginning.settled(state, move)
        case Develops() as develops, LayCard():
            return waves.card_laid(state, develops, seat, move)
        case Supplies(), CoverPair(cells):
            player = state.players[seat]
            covered = ancestry.cover(player.ancestry, cells)
            return with_player(state, seat, ancestry=covered, supplies=player.supplies + 1)
        case Supplies() as supplies, EnoughSupplies():
            return waves.supplies_settled(state, supplies)
        case Fights(), Cover():
            return battle.covered(state, move)
        case Fights(), Stop():
            return battle.turn_ended(state)
        case Tallies(), _:
            return tally.told(state, move)
    raise not_now()


def settle(state: State) -> State:
    """Let every step pass that leaves nothing to choose."""
    while (after := passed(state)) is not None:
        state = after
    return state


def passed(state: State) -> State | None:
    """The state after a step without a choice, or None where someone must decide."""
    if state.pending:
        return answered_by_itself(state)
    if state.acting:
        return battle.action_ended(state)
    match state.now:
        case Supplies() as supplies if not waves.wild_pairs(state.players[state.turn]):
            return waves.supplies_settled(state, supplies)
        case Fights() as fights:
            return fought(state, fights)
        case EndsWave() as ends:
            return waves.stage_ended(state, ends)
    return None


def fought(state: State, fights: Fights) -> State | None:
    """The wave is over when nobody has supplies; who has nothing left to cover loses a turn's supply."""
    player = state.players[state.turn]
    if fights.second:
        return None
    if not player.supplies:
        return waves.wave_ended(state)
    if not player.ancestry.open:
        return battle.turn_ended(with_player(state, state.turn, supplies=player.supplies - 1))
    return None


def answered_by_itself(state: State) -> State | None:
    asked, rest = state.pending[0], changed(state, pending=state.pending[1:])
    match asked:
        case Advances() if not destinations(state, state.turn):
            return rest
        case Reinforces() if not reserve(state, state.turn) and not trolls_of(
            state, state.turn, (*state.trolls, *state.players[state.turn].dens)
        ):
            return rest
        case CallsIn(place) if not beginning.elsewhere(state, place):
            return rest
        case Influences() if not state.offer:
            return rest
        case TurnsWheel(1) if not battle.can_boost(state):
            return wheel.turned(rest, 1)
        case Scouts() if not wheel.gates_to_see(state) and not state.gnomes:
            return rest
        case Boosts():
            return wheel.boosted(rest)
        case Takes(spaces):
            return wheel.effect_taken(rest, spaces)
        case MovesTrolls(cavern=cavern) if not wheel.movable(state, cavern):
            return rest
        case Invades(left=0):
            return rest
        case Invades(clan):
            best = invading.reached(state, clan)
            if not best:
                return invading.turned_back(rest)
            return invading.sent(rest, asked, best[0].to) if len(best) == 1 else None
        case Rewards():
            return rewards.rewarded(rest)
        case Consoles(honour=0):
            return rewards.consoled(rest, asked, "vote")
        case Votes(clan=str(clan)):
            return rewards.votes_given(rest, asked, clan)
        case Enters(champion, seat):
            card = state.champion(champion)
            if champion not in {each.champion for each in state.players[seat].followers}:
                return waits_for(rewards.joined(rest, seat, card), asked)
            return None if rewards.needs_place(state, card, seat) else rest
    return None
