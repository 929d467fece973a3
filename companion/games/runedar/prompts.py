"""What is asked of whom in each step of a turn: the one list of what may be done now."""

from msgspec.structs import replace

from companion.games.runedar import digging, fighting, other, telling, upgrades, walking, working
from companion.games.runedar.courtyard import fresh, goblin_tiles, wins
from companion.games.runedar.faces import Pile
from companion.games.runedar.goods import counted
from companion.games.runedar.mercenaries import at_any_time, is_for_hire, price
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
    Refill,
    Resolve,
    TurnCatapult,
    TurnGoblin,
    TurnSiege,
    TurnTroll,
    TurnUpgrade,
    Work,
)
from companion.games.runedar.siege import on_top, shown_on
from companion.games.runedar.state import (
    HAND,
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
    in_deck,
)
from companion.games.runedar.telling import all_told
from companion.games.runedar.words import (
    ENGINES,
    FACES,
    PILE_NAMES,
    card_in_full,
    card_name,
    circles_text,
    goblin_text,
    held,
    hire_text,
    hits,
    place_name,
    siege_card_text,
    troll_text,
    wants,
)
from companion.rules import Choice, Dice, Form, Option, Prompt, Several, Text, say, say_many


def prompts(state: State) -> tuple[Prompt, ...]:
    if isinstance(state.now, Over):
        return ()
    waiting = [seat for seat, hand in enumerate(state.hands) if hand is None and all_told(state)]
    hands = [which_hand(state, seat) for seat in waiting if seat != state.turn or state.due[:1] != ("hand",)]
    question = due(state) if state.turns_over else asked(state)
    return (*question, *mercenaries(state), *ready_meanwhile(state), *hands)


def due(state: State) -> tuple[Prompt, ...]:
    match state.due[0]:
        case "prices" | "tools" | "spaces" as untold:
            return (telling.question(state, untold),)
        case "board":
            return (which_upgrade(state, upgrades.next_on_board(state)),)
        case "hand":
            return (which_hand(state, state.turn),)
        case "tower":
            return (which_troll(state),)
        case "catapult":
            return (which_space(state),)
        case "siege":
            return (which_siege_card(state),)
        case "resolve":
            return (resolve_or_not(state),)
        case "goblin":
            return (which_goblin(state),)
    raise AssertionError(f"{state.due[0]} passes by itself")


def asked(state: State) -> tuple[Prompt, ...]:
    match state.now:
        case Plays(magic=int(card)):
            return (one_more_thing(state, card),)
        case Plays():
            return (which_card(state) if state.hand else all_played(state),)
        case Goes(to):
            return (with_which_card(state, to),)
        case Arms() as arms:
            return (with_which_cards(state, arms),)
        case Throws() as attack:
            return (throw(state, attack),)
        case Hurts() as attack:
            return (whom(state, attack),)
        case Stores() as stores:
            return (where(state, stores),)
        case Improves(space):
            return (for_which_card(state, space),)
        case Refills() as refills:
            return (refill(state, refills),)
        case Fills() as fills:
            return (which_upgrade(state, fills),)
    raise AssertionError(f"nothing is asked in {state.now}")


def step(state: State, kind: str) -> str:
    """The key of a question in a turn: each card makes it another one."""
    return f"{kind} {state.turn} {len(state.laid)} {len(state.hand)}"


def which_hand(state: State, seat: int) -> Prompt:
    """Beside the question, unless it is this dwarf's turn: nobody waits for it then.

    Of the last seven it is quicker to tell the two that lie aside.
    """
    left = in_deck(state, seat)
    options = tuple(Option(card, held(state.kit, card)) for card in left)
    text, form = say("Which five cards do you hold?"), five_of(options)
    if state.used[seat]:
        text, form = say("Seven cards are left. Which two do you not hold?"), two_of(options)
    aside = seat != state.turn or state.due[:1] != ("hand",)
    return Prompt(f"hand {seat} {len(left)}", (seat,), text, forms=(form,), private=True, aside=aside)


def five_of(options: tuple[Option, ...]) -> Form:
    return Form("hand", say("Your five cards"), (Several("cards", say("Your five cards"), options, HAND, HAND),))


def two_of(options: tuple[Option, ...]) -> Form:
    aside = len(options) - HAND
    return Form("left_out", say("The two others"), (Several("cards", say("The two others"), options, aside, aside),))


def which_troll(state: State) -> Prompt:
    tiles = [number for number, count in enumerate(state.troll_tiles) if count]
    choices = tuple(Choice(TurnTroll(tile), circles_text(state.kit.trolls[tile].circles)) for tile in tiles)
    text = say("The siege tower brings a troll. Turn over its tile.")
    return Prompt("troll", (state.turn,), text, choices, (other.troll_form(),))


def which_space(state: State) -> Prompt:
    choices = [Choice(TurnCatapult(space), say("Space {number}", number=space)) for space in state.catapult_cards]
    if is_for_hire(state, "catapult"):
        choices.append(instead(state, Hire("catapult")))
    return Prompt("catapult", (state.turn,), say("The catapult fires. Turn over its card."), tuple(choices))


def which_siege_card(state: State) -> Prompt:
    shown = [(card, shown_on(state.kit.siege[card])) for card in on_top(state)]
    choices = tuple(Choice(TurnSiege(card), siege_card_text(state.kit, face)) for card, face in shown)
    text = say("You hold an orc. Turn over a siege card.")
    return Prompt(f"siege {sum(state.siege)}", (state.turn,), text, choices, (other.siege_form(state),))


def resolve_or_not(state: State) -> Prompt:
    assert state.siege_card is not None
    card = siege_card_text(state.kit, state.siege_card)
    choices = [Choice(Resolve(), say("It happens"), by_blow=True)]
    if is_for_hire(state, "siege"):
        choices.append(instead(state, Hire("siege")))
    key = f"resolve {sum(state.siege)}"
    return Prompt(key, (state.turn,), say("Siege card: {card}.", card=card), tuple(choices))


def which_goblin(state: State) -> Prompt:
    tiles = goblin_tiles(state)
    choices = tuple(Choice(TurnGoblin(tile), wants(fresh(state.kit.goblins[tile]))) for tile in tiles)
    key = f"goblin {sum(state.goblin_tiles)}"
    return Prompt(key, (state.turn,), say("Turn over a goblin tile."), choices, (other.goblin_form(),))


def which_upgrade(state: State, fills: Fills) -> Prompt:
    cards = list(dict.fromkeys(upgrades.in_pile(state, fills.pile)))
    choices = tuple(Choice(TurnUpgrade(card), card_in_full(state.face(card))) for card in cards)
    text = say("Which {pile} card comes to space {number}?", pile=PILE_NAMES[fills.pile], number=fills.space)
    forms = (other.upgrade_form(),) if upgrades.has_room(state) else ()
    return Prompt(f"upgrade {fills.space} {sum(state.upgrades)}", (state.turn,), text, choices, forms)


def which_card(state: State) -> Prompt:
    """Private, since the answers are the hand."""
    left = len(state.hand)
    end = Choice(EndTurn(), lay_rest(left))
    choices = (*actions(state, state.hand), *take(state, upgrades.ready(state)), *ways(state), end)
    text = say_many("You have {count} card left.", "You have {count} cards left.", left)
    return Prompt(step(state, "cards"), (state.turn,), text, choices, private=True)


def lay_rest(left: int) -> Text:
    return say_many("End the turn, {count} card unused", "End the turn, {count} cards unused", left)


def actions(state: State, cards: tuple[int, ...]) -> list[Choice]:
    """What these cards do where the dwarf is."""
    return [*attacks(state, cards), *digs(state, cards), *works(state, cards)]


def attacks(state: State, cards: tuple[int, ...]) -> list[Choice]:
    if not fighting.weapons(state, cards):
        return []
    together = fighting.weapons(state, cards)
    found = []
    for target in fighting.targets(state):
        words = attack_text(state, target)
        found.append(Choice(Attack(target), words))
        if len(together) > 1:
            words = say("{attack}, {count} cards", attack=words, count=len(together))
            found.append(Choice(Attack(target, together), words))
    return found


def attack_text(state: State, target: str) -> Text:
    if target in ENGINES:
        return say("Shoot at {engine}", engine=ENGINES[target])
    place = place_name(state.kit.fortress, target)
    if fighting.is_ranged(state):
        return say("Shoot: {place}", place=place)
    return say("Fight: {place}", place=place)


def digs(state: State, cards: tuple[int, ...]) -> list[Choice]:
    return [
        Choice(Dig(card, goblin), dig_text(state, card, goblin))
        for goblin in distinct_rubble(state)
        for card in digging.spades(state, cards)
    ]


def distinct_rubble(state: State) -> list[int]:
    """Two goblins with as much rubble are the same choice."""
    found = digging.rubble_at(state)
    heaps = [state.goblins[number - 1].rubble if number else 0 for number in found]
    return [number for place, number in enumerate(found) if heaps[place] not in heaps[:place]]


def dig_text(state: State, card: int, goblin: int) -> Text:
    face = state.face(card)
    if goblin:
        heap = state.goblins[goblin - 1].rubble
        name = card_name(face)
        return say("Dig {count} for the goblin with {heap} rubble: {card}", count=face.digs, heap=heap, card=name)
    return say("Dig {count}: {card}", count=face.digs, card=card_name(face))


def works(state: State, cards: tuple[int, ...]) -> list[Choice]:
    good = working.workable(state)
    if good is None:
        return []
    return [
        Choice(
            Work(card), say("Use {goods}: {card}", goods=counted(good, working.yields(state, card, good)), card=name)
        )
        for card in working.tools(state, cards)
        for name in (card_name(state.face(card)),)
    ]


def ready_meanwhile(state: State) -> tuple[Prompt, ...]:
    """At any time in one's turn: before the catapult hits it, or in the middle of an action."""
    taken = tuple(take(state, upgrades.at_any_time(state)))
    return (Prompt("take", (state.turn,), say("Upgrades that are ready"), taken, aside=True),) if taken else ()


def take(state: State, spaces: list[int]) -> list[Choice]:
    """Two that look the same are the same choice."""
    found: list[Choice] = []
    seen: set[int | None] = set()
    for space in spaces:
        card = state.spaces[space - 1].card
        if card is not None and card not in seen:
            found.append(Choice(Improve(space), say("Take {card}", card=card_in_full(state.face(card)))))
        seen.add(card)
    return found


def ways(state: State) -> list[Choice]:
    fortress = state.kit.fortress
    return [Choice(Go(to), say("Go: {place}", place=place_name(fortress, to))) for to in walking.goals(state)]


def one_more_thing(state: State, card: int) -> Prompt:
    choices = (*actions(state, (card,)), Choice(Enough(), say("Nothing more")))
    text = say("{card} brought you here. What does it do now?", card=card_name(state.face(card)))
    return Prompt(step(state, "magic"), (state.turn,), text, choices)


def all_played(state: State) -> Prompt:
    end = Choice(EndTurn(), say("End the turn"), by_blow=True)
    return Prompt(step(state, "end"), (state.turn,), say("All your cards are played."), (end,))


def with_which_card(state: State, to: str) -> Prompt:
    cards = [Choice(Lay(card), card_in_full(state.face(card))) for card in walking.carriers(state, to)]
    text = say("{place}: with which card?", place=place_name(state.kit.fortress, to))
    return Prompt(step(state, "go"), (state.turn,), text, (*cards, BACK), private=True)


BACK = Choice(Back(), say("Something else"))


def with_which_cards(state: State, arms: Arms) -> Prompt:
    """One card, all of them, or any number."""
    cards = fighting.weapons(state, state.hand)
    kinds = list(dict.fromkeys(cards))
    choices = [Choice(Arm((card,)), card_in_full(state.face(card))) for card in kinds]
    if arms.magic is not None:
        choices.insert(0, Choice(Arm(()), say("{card} alone", card=card_name(state.face(arms.magic)))))
    if len(cards) > 1:
        choices.append(Choice(Arm(cards), say_many("{count} cards together", "All {count} together", len(cards))))
    forms: tuple[Form, ...] = ()
    if len(cards) > 2:
        options = tuple(Option(card, card_in_full(state.face(card))) for card in cards)
        several = Several("cards", say("Cards for this attack"), options, 1, len(cards))
        forms = (Form("arm", say("Some of them"), (several,)),)
    text = say("{attack}: with which cards?", attack=attack_text(state, arms.target))
    return Prompt(step(state, "arm"), (state.turn,), text, (*choices, BACK), forms, private=True)


def throw(state: State, attack: Throws) -> Prompt:
    dice = Dice("dice", say("The dice"), FACES, attack.dice)
    form = Form("throw", say("What the dice show"), (dice,))
    text = say_many("Throw {count} die.", "Throw {count} dice.", attack.dice)
    return Prompt(step(state, "throw"), (state.turn,), text, forms=(form,))


def whom(state: State, attack: Hurts) -> Prompt:
    choices: dict[str, Choice] = {}
    for enemy in fighting.vulnerable(state, attack):
        words = enemy_text(state, enemy)
        choices.setdefault(str(words), Choice(enemy, words))
    left = attack.bolts or attack.hits
    text = say_many("Who takes the damage? {count} left.", "Who takes the damage? {count} left.", left)
    return Prompt(f"{step(state, 'hurt')} {left}", (state.turn,), text, tuple(choices.values()))


def enemy_text(state: State, hurt: Hurt) -> Text:
    place = hurt.number - 1
    text = troll_text(state.trolls[place]) if hurt.enemy == "troll" else goblin_text(state.goblins[place])
    return say("{enemy}, the circle of {hits}", enemy=text, hits=hits(hurt.circle)) if hurt.circle else text


def where(state: State, stores: Stores) -> Prompt:
    choices: dict[str, Choice] = {}
    for on in working.takers(state, stores.good):
        if on.on == "goblin":
            words = goblin_text(state.goblins[on.number - 1])
        else:
            card = state.spaces[on.number - 1].card
            assert card is not None
            words = say("Space {number}: {card}", number=on.number, card=card_name(state.face(card)))
        choices.setdefault(str(words), Choice(on, words))
    text = say("Where do you put it? Left: {goods}.", goods=counted(stores.good, stores.left))
    enough = Choice(Enough(), say("No more"))
    return Prompt(f"{step(state, 'put')} {stores.left}", (state.turn,), text, (*choices.values(), enough))


def for_which_card(state: State, space: int) -> Prompt:
    new = state.spaces[space - 1].card
    assert new is not None
    cards = [Choice(Lay(card), card_in_full(state.face(card))) for card in upgrades.in_exchange(state)]
    text = say("{card} comes into your hand. Which card leaves the game for it?", card=card_name(state.face(new)))
    return Prompt(step(state, "improve"), (state.turn,), text, (*cards, BACK), private=True)


def refill(state: State, refills: Refills) -> Prompt:
    """Cards are taken away before others come."""
    filled = [
        Choice(Refill(space, pile), refill_text(space, pile))
        for space in upgrades.empty_spaces(state)
        for pile in upgrades.piles(state)
    ]
    cleared = [
        Choice(
            Clear(number), say("Away with {card}, space {number}", card=card_name(state.face(each.card)), number=number)
        )
        for number, each in enumerate(state.spaces, 1)
        if each.card is not None and not refills.filling
    ]
    end = Choice(EndTurn(), say("End the turn"), by_blow=not filled)
    text = say("You are in the chamber: fill the upgrade board?")
    key = f"refill {state.turn} {sum(state.upgrades)} {len(cleared)}"
    return Prompt(key, (state.turn,), text, (*filled, *cleared, end))


def refill_text(space: int, pile: Pile) -> Text:
    return say("Space {number}: {pile}", number=space, pile=PILE_NAMES[pile])


def mercenaries(state: State) -> tuple[Prompt, ...]:
    """Beside the question, whatever it is; unless the last goblin goes, and the game is won."""
    found = at_any_time(state)
    winning = [hired for hired in found if hired.who == "goblin" and wins(state)]
    aside = [hired for hired in found if hired not in winning]
    prompts = []
    if winning:
        prompts.append(for_hire(state, "last mercenary", winning))
    if aside:
        prompts.append(replace(for_hire(state, "mercenaries", aside), aside=True))
    return tuple(prompts)


def for_hire(state: State, key: str, hired: list[Hire]) -> Prompt:
    return Prompt(key, (state.turn,), say("Mercenaries"), tuple(hiring(state, each) for each in hired))


def instead(state: State, hired: Hire) -> Choice:
    """One of the answers to the question, not beside it."""
    return replace(hiring(state, hired), text=say("Mercenary: {deed}", deed=hiring(state, hired).text))


def hiring(state: State, hired: Hire) -> Choice:
    words = hire_text(hired.who, price(state, hired.who))
    if hired.who == "troll":
        words = say("{hire} ({enemy})", hire=words, enemy=troll_text(state.trolls[hired.enemy - 1]))
    if hired.who == "goblin":
        words = say("{hire} ({enemy})", hire=words, enemy=goblin_text(state.goblins[hired.enemy - 1]))
    return Choice(hired, words)
