"""A turn, step by step: what each offered move makes of the state, and the steps that pass by themselves."""

from companion.games.runedar import digging, fighting, telling, upgrades, walking, working
from companion.games.runedar.courtyard import goblin_arrives, goblin_tiles, section, troll_arrives
from companion.games.runedar.engines import begin_turn, catapult_fires
from companion.games.runedar.example import ENEMIES, SIEGE
from companion.games.runedar.faces import STARTING
from companion.games.runedar.mercenaries import at_any_time, hire, may_matter
from companion.games.runedar.moves import (
    Arm,
    Attack,
    Back,
    Clear,
    Dig,
    EndTurn,
    Enough,
    Go,
    Hire,
    Hurt,
    Improve,
    Lay,
    LeaveOut,
    Put,
    Refill,
    Resolve,
    TakeHand,
    TellPrices,
    TellSpaces,
    TellTool,
    Throw,
    TurnCatapult,
    TurnGoblin,
    TurnOther,
    TurnOtherGoblin,
    TurnOtherTroll,
    TurnOtherUpgrade,
    TurnSiege,
    TurnTroll,
    TurnUpgrade,
    Work,
)
from companion.games.runedar.other import makes_room, other_goblin, other_upgrade, shown_on_other
from companion.games.runedar.siege import all_move, on_top, play_orc, resolve, shown_on, turn_siege
from companion.games.runedar.state import (
    Arms,
    Fills,
    Goes,
    Hurts,
    Improves,
    Over,
    Plays,
    Refills,
    State,
    Stores,
    Throws,
    changed,
    in_deck,
    lay_down,
    replaced,
    without,
)
from companion.rules import Move, not_now


def play(state: State, seat: int, move: Move) -> State:
    """The state after a move that was offered to this seat, up to the next real choice."""
    return settle(step(changed(state, news=(), stolen=0), seat, move))


def step(state: State, seat: int, move: Move) -> State:
    match move:
        case TakeHand(cards):
            return changed(state, hands=replaced(state.hands, seat, tuple(cards)))
        case LeaveOut(cards):
            hand = without(in_deck(state, seat), cards)
            return changed(state, hands=replaced(state.hands, seat, hand))
        case Hire():
            return hire(state, move)
        case Improve(space):
            return upgrades.choose(state, space)
    return turn_over(state, move) if state.turns_over else act(state, move)


def turn_over(state: State, move: Move) -> State:
    """Sections A and B, and the goblins behind a section: what comes before anybody decides."""
    passed = changed(state, due=state.due[1:])
    match move:
        case TurnTroll(tile):
            return troll_arrives(passed, tile, state.kit.trolls[tile].circles)
        case TurnSiege(card):
            return turn_siege(state, card, shown_on(state.kit.siege[card]))
        case TurnCatapult(space):
            return catapult_fires(passed, space)
        case Resolve():
            return resolve(state)
        case TurnGoblin(tile):
            return goblin_arrives(passed, tile, state.kit.goblins[tile])
        case TellPrices():
            return telling.prices_told(passed, move)
        case TellSpaces():
            return telling.spaces_told(passed, move)
        case TellTool():
            told = telling.tool_told(state, move)
            return changed(told, due=state.due[1:]) if telling.all_told(told) else told
        case Enough():
            return telling.kept(passed, state.due[0])
        case TurnUpgrade() | TurnOtherUpgrade():
            return changed(turned_upgrade(passed, upgrades.next_on_board(state), move), now=state.now)
    return not_on_list(state, move)


def turned_upgrade(state: State, fills: Fills, move: TurnUpgrade | TurnOtherUpgrade) -> State:
    match move:
        case TurnUpgrade(card):
            return upgrades.fill(state, fills, card)
        case TurnOtherUpgrade():
            return upgrades.fill_other(state, fills, other_upgrade(fills.pile, move))


def not_on_list(state: State, move: Move) -> State:
    """What the box does not list takes the place of something that it does."""
    passed, kit = changed(state, due=state.due[1:]), state.kit
    match move:
        case TurnOther():
            card = makes_room(on_top(state), kit.siege.__getitem__, SIEGE.cards)
            return turn_siege(state, card, shown_on_other(move))
        case TurnOtherTroll(circles, hits):
            tiles = [number for number, count in enumerate(state.troll_tiles) if count]
            return troll_arrives(passed, makes_room(tiles, kit.trolls.__getitem__, ENEMIES.trolls), (hits,) * circles)
        case TurnOtherGoblin():
            tile = makes_room(goblin_tiles(state), kit.goblins.__getitem__, ENEMIES.goblins)
            return goblin_arrives(passed, tile, other_goblin(section(state), move))
    raise not_now()


def act(state: State, move: Move) -> State:
    match state.now, move:
        case Plays(magic), _:
            return use_card(state, magic, move)
        case Goes(), Back():
            return changed(state, now=Plays())
        case Improves(_, then), Back():
            return changed(state, now=then)
        case Arms(_, magic), Back():
            return changed(state, now=Plays(magic))
        case Goes(to), Lay(card):
            return walking.go(state, to, card)
        case Arms() as arms, Arm(cards):
            return fighting.arm(state, arms, cards)
        case Throws() as attack, Throw(dice):
            return fighting.struck(state, attack, dice)
        case Hurts() as attack, Hurt() as enemy:
            return fighting.hurt(state, attack, enemy)
        case Stores() as stores, Put() as on:
            return working.put(state, stores, on)
        case Stores(), Enough():
            return changed(state, now=Plays())
        case Improves() as improves, Lay(card):
            return upgrades.improve(state, improves, card)
    return end_of_turn(state, move)


def use_card(state: State, magic: int | None, move: Move) -> State:
    """Section C: a card, or several for one attack; a magic one that brought its dwarf here is laid down already."""
    laid = magic is not None
    match move:
        case Go(to):
            return changed(state, now=Goes(to))
        case Work(card):
            return working.work(state, card, laid)
        case Attack(target, cards):
            arms = Arms(target, magic)
            return fighting.arm(state, arms, cards) if cards else changed(state, now=arms)
        case Dig(card, goblin):
            return digging.dig(state, card, goblin, laid)
        case Enough():
            return changed(state, now=Plays())
        case EndTurn():
            state = lay_down(state, *state.hand)
            return changed(state, now=Refills()) if upgrades.may_refill(state) else end_turn(state)
    return end_of_turn(state, move)


def end_of_turn(state: State, move: Move) -> State:
    """Section D."""
    match state.now, move:
        case Refills(), Refill(space, pile):
            return changed(state, now=Fills(space, pile))
        case Refills(), Clear(space):
            return upgrades.clear(state, space)
        case Fills() as fills, (TurnUpgrade() | TurnOtherUpgrade()) as card:
            return turned_upgrade(state, fills, card)
        case Refills(), EndTurn():
            return end_turn(state)
    raise not_now()


def end_turn(state: State) -> State:
    """The five cards go under the marker; after the second hand the whole deck is shuffled, and two lie aside."""
    seat = state.turn
    used = (*state.used[seat], *state.laid)
    state = changed(
        state,
        used=replaced(state.used, seat, () if len(used) == STARTING else used),
        hands=replaced(state.hands, seat, None),
        laid=(),
        now=Plays(),
    )
    return begin_turn(state, (seat + 1) % len(state.seats))


def settle(state: State) -> State:
    """Let every step pass that leaves nothing to choose."""
    while (after := passed(state)) is not None:
        state = after
    return state


def passed(state: State) -> State | None:
    """The state after a step without a choice, or None where somebody must decide or turn something over."""
    if isinstance(state.now, Over):
        return None
    if state.turns_over:
        return due_passed(state)
    match state.now:
        case Goes(to):
            match walking.carriers(state, to):
                case [card]:
                    return walking.go(state, to, card)
        case Arms() as arms:
            return armed(state, arms)
        case Stores() as stores:
            return working.passed(state, stores)
        case Hurts() as attack:
            return fighting.passed(state, attack)
        case Plays(magic=int(card)) if not of_use(state, card):
            return changed(state, now=Plays())
        case Plays(magic=None) if not state.hand:
            return all_played(state)
    return None


def all_played(state: State) -> State | None:
    """The turn is over, unless the board can be filled, or a mercenary could still do something in it."""
    if upgrades.may_refill(state):
        return changed(state, now=Refills())
    return None if at_any_time(state) else end_turn(state)


def due_passed(state: State) -> State | None:
    match state.due[0]:
        case "hand" if state.hands[state.turn] is not None:
            return changed(state, due=state.due[1:])
        case "orcs":
            return play_orc(state) or changed(state, due=state.due[1:])
        case "resolve" if not may_matter(state):
            return resolve(state)
        case "arrow":
            return all_move(state)
    return None


def armed(state: State, arms: Arms) -> State | None:
    """Where there is one weapon, or none beside the one that brought the dwarf here, it is that one."""
    match fighting.weapons(state, state.hand):
        case (card,) if arms.magic is None:
            return fighting.arm(state, arms, (card,))
        case () if arms.magic is not None:
            return fighting.arm(state, arms, ())
    return None


def of_use(state: State, card: int) -> bool:
    """Whether a magic card can do anything where it has brought its dwarf."""
    cards = (card,)
    weapon = fighting.is_weapon(state, card) and fighting.targets(state)
    spade = digging.spades(state, cards) and digging.rubble_at(state)
    return bool(working.tools(state, cards) or weapon or spade)
