"""A turn, step by step: what each offered move makes of the state, and the steps that pass by themselves."""

from companion.games.hall import beginning, by_hand, counting, digging, finishing, honour_only, magic, recruiting
from companion.games.hall.moves import (
    AddPedestal,
    Ascend,
    BuildCart,
    Carry,
    CarryByHand,
    Cast,
    Dedicate,
    DedicateByHand,
    Dig,
    DigByHand,
    DigSize,
    Draft,
    DrawPedestal,
    EndTurn,
    Enter,
    Establish,
    Exchange,
    Fetch,
    ForgeHammer,
    Keep,
    LayOut,
    Neither,
    PlaceGate,
    RaisePedestal,
    Recruit,
    RecruitLevel,
    Report,
    Reveal,
    RevealSpell,
    SetStatues,
    TakePedestal,
    TellStarter,
    TurnToken,
    Work,
)
from companion.games.hall.resources import CLANS, goods
from companion.games.hall.state import (
    Acts,
    AddsPedestal,
    Counts,
    Deck,
    DigsBySpell,
    DrawsPedestal,
    Establishes,
    Finishes,
    OnShow,
    RaisesPedestal,
    Reveals,
    RevealsSpell,
    State,
    TakesPedestal,
    changed,
    replaced,
)
from companion.games.hall.workshops import TRADES
from companion.rules import Move, not_now


def play(state: State, seat: int, move: Move) -> State:
    """The state after a move that was offered to this seat, up to the next real choice."""
    state = changed(state, news=(), cascade=None)
    match move:
        case Keep(tokens):
            return changed(state, kept=tokens)
        case Exchange():
            return magic.exchanged(state, move)
    return settle(answered(state, move) if state.pending else step(state, seat, move))


def answered(state: State, move: Move) -> State:
    """What was asked before the turn goes on."""
    asked, state = state.pending[0], changed(state, pending=state.pending[1:])
    match asked, move:
        case DigsBySpell(), Dig():
            return digging.dug(state, move)
        case DigsBySpell(), DigByHand():
            return by_hand.dug(state, move)
        case Reveals(space), Reveal():
            return recruiting.revealed(state, space, move)
        case DrawsPedestal(space), DrawPedestal(clan):
            return recruiting.pedestal_drawn(state, space, clan)
        case _, TakePedestal(clan):
            return recruiting.pedestal_taken(state, clan)
        case _, AddPedestal():
            return digging.pedestal_added(state, move)
        case _, TurnToken(worth):
            return digging.token_taken(state, worth)
        case _, RaisePedestal(clan, tier):
            return by_hand.pedestal_raised(state, clan, tier)
        case Establishes(None), Establish():
            return by_hand.established(state, move)
        case _, Establish():
            return digging.established(state, move)
        case RevealsSpell(space), RevealSpell():
            return spell_shown(*magic.told_spell(state, move), space)
        case _, TellStarter():
            return beginning.starter_told(state, move)
        case _, Ascend():
            return magic.ascended(state, move)
        case _, Report():
            return magic.reported(state, move)
        case _, LayOut(workshops):
            return changed(state, workshops=workshops)
        case _, SetStatues(first, second):
            (third,) = set(CLANS) - {first, second}
            return beginning.statues_set(state, (first, second, third))
    return state


def spell_shown(state: State, spell: str, space: int) -> State:
    deck = state.spell_deck
    rest = Deck(deck.unseen - 1, deck.bottom) if deck.unseen else Deck(0, deck.bottom[1:])
    return changed(state, spellbook=replaced(state.spellbook, space, OnShow(spell)), spell_deck=rest)


def step(state: State, seat: int, move: Move) -> State:
    match state.now, move:
        case _, PlaceGate():
            return beginning.gate_placed(state, move)
        case _, Draft():
            return beginning.drafted(state, seat, move)
        case Acts() as acts, _:
            return act(state, acts, move)
        case Finishes(), Dedicate():
            return finishing.dedicated(state, move)
        case Finishes(), Carry():
            return finishing.statue_moved(state, move)
        case Finishes(), DedicateByHand():
            return by_hand.dedicated(state, move)
        case Finishes(), CarryByHand(clan):
            return by_hand.carried(state, clan)
        case Finishes(), EndTurn():
            return finishing.turn_ended(state)
        case Counts() as counts, _:
            return counting.told(state, counts, move)
    raise not_now()


def act(state: State, acts: Acts, move: Move) -> State:
    match move:
        case Cast():
            return magic.cast(state, acts, move)
        case Work(workshop, spend, gain):
            trade = next(each for each in TRADES[workshop] if (each.spend, each.gain) == (spend, gain))
            return magic.worked(state, acts, workshop, [spend] * trade.spent, goods([gain] * trade.gained))
        case ForgeHammer(spent):
            return magic.worked(state, acts, "pickforge", list(spent), goods(["hammer"]))
        case BuildCart(spent):
            return magic.worked(state, acts, "wheeljack", list(spent), goods(["cart"]))
        case Fetch(token):
            return magic.fetched(state, acts, token)
        case Recruit():
            return recruiting.recruited(state, move)
        case Dig():
            return digging.dug_in_turn(state, move)
        case DigByHand():
            return by_hand.dug(changed(state, now=Finishes()), move)
        case Enter():
            return by_hand.entered(state, acts, move)
        case RecruitLevel():
            return honour_only.recruited(state, move)
        case DigSize():
            return honour_only.dug(state, move)
        case Neither():
            return changed(state, now=Finishes())
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
    match state.now:
        case Finishes() as finishes if nothing_to_finish(state, finishes):
            return finishing.turn_ended(state)
        case Counts() as counts:
            return counting.passed(state, counts)
    return None


def nothing_to_finish(state: State, finishes: Finishes) -> bool:
    if state.way == "everything":
        return finishing.nothing_to_finish(state, finishes)
    return by_hand.nothing_to_finish(state, finishes)


def answered_by_itself(state: State) -> State | None:
    rest = changed(state, pending=state.pending[1:])
    match state.pending[0]:
        case Reveals(space):
            return put_back_on_show(state, space)
        case DrawsPedestal(space):
            match sorted(set(state.bag)):
                case []:
                    return rest
                case [clan]:
                    return recruiting.pedestal_drawn(rest, space, clan)
        case TakesPedestal() if not state.bag:
            return rest
        case AddsPedestal(anchors) if not digging.pedestal_places(state, anchors):
            return rest
        case RaisesPedestal() if not by_hand.free_tiers(state):
            return rest
        case Establishes() if not state.workshops:
            return rest
        case RevealsSpell(space) if not state.spell_deck.unseen:
            return spell_shown(rest, state.spell_deck.bottom[0], space)
        case DigsBySpell() if not by_hand.dig_form(state):
            return rest
    return None


def put_back_on_show(state: State, space: int) -> State | None:
    """A space stays empty when there is no card for it; one that was put back is known."""
    level = recruiting.level_drawn(state, space)
    rest = changed(state, pending=state.pending[1:])
    if level is None:
        return rest
    deck = state.decks[level - 1]
    if deck.unseen:
        return None
    troll = next(troll for troll in state.box.trolls if troll.name == deck.bottom[0])
    return recruiting.turned_up(rest, space, troll, level)
