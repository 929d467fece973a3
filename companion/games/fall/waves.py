"""A wave from its cards to its upkeep: what comes after what, and what passes by itself."""

from companion.games.fall import ancestry, score
from companion.games.fall.ancestry import PAIR, TAKEN
from companion.games.fall.cards import PRINTABLE, Card, told_card
from companion.games.fall.invading import entrenched
from companion.games.fall.moves import NEW, LayCard, TellStart
from companion.games.fall.numbers import WAVES, gates_in_row
from companion.games.fall.offer import offered_anew
from companion.games.fall.state import (
    Develops,
    EndsWave,
    Fights,
    Follower,
    Gate,
    Over,
    Pending,
    Player,
    Rewards,
    State,
    Supplies,
    Tallies,
    TurnsGate,
    Uses,
    changed,
    with_news,
    with_player,
)
from companion.games.fall.words import wave_name
from companion.rules import Sealed, say

DEALT = TAKEN[0]
"""Cards that everyone draws at the start of a wave."""


def wave_begun(state: State) -> State:
    """Hands are dealt, if they are; then everyone develops their ancestry."""
    if state.deck:
        hands = tuple(state.deck[seat * DEALT : (seat + 1) * DEALT] for seat in state.everyone)
        state = changed(state, hands=hands, deck=state.deck[len(hands) * DEALT :])
    return changed(state, now=Develops(1, Sealed(state.everyone)), turn=state.first)


# Development.


def card_of(move: LayCard | TellStart, cards: tuple[Card, ...]) -> Card:
    """Of these, or as it was told."""
    if move.card != NEW:
        return next(card for card in cards if card.name == move.card)
    top_left, top_right, bottom_left, bottom_right = (
        PRINTABLE[key] for key in (move.top_left, move.top_right, move.bottom_left, move.bottom_right)
    )
    return told_card((top_left, top_right, bottom_left, bottom_right))


def card_laid(state: State, develops: Develops, seat: int, move: LayCard) -> State:
    """When the last one is in, all are shown, and hands are passed on."""
    laying = develops.laying.answered(seat, move)
    if laying.missing:
        return changed(state, now=Develops(develops.card, laying))
    for each, laid in laying.answers:
        if laid.at:
            after = ancestry.lay(state.players[each].ancestry, card_of(laid, state.box.cards), laid.at[0])
            state = with_player(state, each, ancestry=after)
    if state.hands:
        left = tuple(
            tuple(card for card in hand if card != laid.card)
            for hand, (_, laid) in zip(state.hands, laying.answers, strict=True)
        )
        state = changed(state, hands=ancestry.passed(left, state.wave))
    if develops.card < len(TAKEN):
        return changed(state, now=Develops(develops.card + 1, Sealed(state.everyone)))
    return supplied(changed(state, hands=()))


# Supplies.


def supplied(state: State) -> State:
    base = state.numbers.supplies[state.wave - 1]
    for seat, player in enumerate(state.players):
        state = with_player(state, seat, supplies=ancestry.supplies(player.ancestry, base))
    first, *others = state.clockwise
    return changed(state, turn=first, now=Supplies(tuple(others)))


def wild_pairs(player: Player) -> int:
    """How many more supplies this player could have for wild symbols."""
    wild = sum(quadrant.symbol == "wild" for quadrant in player.ancestry.open.values())
    return min(wild // PAIR, ancestry.MOST_SUPPLIES - player.supplies)


def supplies_settled(state: State, supplies: Supplies) -> State:
    """Despair for what is missing; on to the next one, or into battle."""
    state = with_player(state, state.turn, despair=ancestry.despair(state.players[state.turn].supplies))
    if supplies.left:
        return changed(state, turn=supplies.left[0], now=Supplies(supplies.left[1:]))
    return changed(state, turn=state.first, now=Fights())


# The end of a wave.


def wave_ended(state: State) -> State:
    """Gnomes dig in; then the gate cards are turned over, one after the other."""
    state = entrenched(state)
    return changed(
        with_news(state, say("{wave} ends: the gnomes dig in.", wave=wave_name(state.wave))),
        now=EndsWave("invasions"),
        pending=tuple(TurnsGate(number) for number in range(len(state.row))),
    )


def stage_ended(state: State, ends: EndsWave) -> State:
    match ends.stage:
        case "invasions":
            return changed(state, now=EndsWave("champions"), pending=(Rewards(),) * len(state.offer))
        case "champions":
            due: list[Pending] = [
                Uses(follower.champion, seat)
                for seat in state.clockwise
                for follower in state.players[seat].followers
                if state.champion(follower.champion).each_wave
            ]
            return changed(state, now=EndsWave("abilities"), pending=tuple(due))
        case "abilities":
            return changed(state, now=EndsWave("scoring"))
        case "scoring":
            return wave_scored(state)


def wave_scored(state: State) -> State:
    """Where only scores are kept, the table has told them already."""
    if state.way == "scoring":
        return kept_up(state) if state.wave < WAVES else changed(state, now=Over())
    if state.wave < WAVES:
        return kept_up(score.domains_scored(state))
    return changed(score.votes_scored(score.ancients_scored(score.halls_scored(state))), now=Over())


def kept_up(state: State) -> State:
    """The row, the offer, cubes, despair, and the hammer to the left."""
    for seat, player in enumerate(state.players):
        state = with_player(
            state,
            seat,
            ancestry=ancestry.uncovered(player.ancestry),
            despair=0,
            followers=tuple(Follower(each.champion) for each in player.followers),
        )
    first = (state.first + 1) % len(state.seats)
    state = changed(state, wave=state.wave + 1, first=first, row=row_laid(state), acted=None)
    if state.way == "scoring":
        return changed(state, now=Tallies(), turn=state.first)
    return wave_begun(offered_anew(state))


def row_laid(state: State) -> tuple[Gate, ...]:
    return (Gate(),) * gates_in_row(len(state.seats))
