"""What is asked of whom in each step of a turn: the one list of what may be done now."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.hall import by_hand, counting, honour_only
from companion.games.hall.beginning import brings_hand, gate_cells, revealed_workshops, undrafted
from companion.games.hall.by_hand import dig_form
from companion.games.hall.digging import pedestal_places
from companion.games.hall.finishing import carry_form, hall_form
from companion.games.hall.leftovers import TRADED
from companion.games.hall.magic import (
    ascending,
    can_craft,
    castable,
    giving_way,
    spendable,
    trades_at,
    unseen_spells,
    usable,
)
from companion.games.hall.map_grid import map_grid
from companion.games.hall.moot import Starter, open_places
from companion.games.hall.moves import (
    AddPedestal,
    Cast,
    DrawPedestal,
    EndTurn,
    Establish,
    LeaveSite,
    Neither,
    NoPedestal,
    TakePedestal,
    Work,
)
from companion.games.hall.purse import TENS, tokens
from companion.games.hall.recruiting import level_drawn, price, recruitable, unseen
from companion.games.hall.resources import CLANS, RESOURCES, SYMBOLS, Clan, Resource, goods
from companion.games.hall.state import (
    Acts,
    AddsPedestal,
    Ascends,
    Counts,
    DigsBySpell,
    Drafts,
    DrawsPedestal,
    Establishes,
    Finishes,
    LaysOutWorkshops,
    MayTakeToken,
    Pending,
    PlacesGate,
    RaisesPedestal,
    Reports,
    Reveals,
    RevealsSpell,
    SetsStatues,
    State,
    TakesPedestal,
    TellsStarter,
    TurnsToken,
    Waiting,
)
from companion.games.hall.words import (
    CLAN_NAMES,
    PEDESTAL_NAMES,
    RESOURCE_NAMES,
    TIER_NAMES,
    WORKSHOP_NAMES,
    amounts,
    called,
    symbols_in_words,
)
from companion.games.hall.workshops import ANY, EACH, WORKSHOPS, Trade
from companion.rules import (
    Amount,
    Cells,
    Choice,
    Field,
    Form,
    Option,
    Pick,
    Prompt,
    Several,
    Steps,
    Text,
    Words,
    say,
    say_many,
)

NEW_CARD = ""
LONGEST_NAME = 24
HIGHEST_TOKEN = 9
SLOTS = ("first", "second", "third", "fourth")
SLOT_TEXTS = (
    say("Your starting troll on the far left"),
    say("The second from the left"),
    say("The third from the left"),
    say("The one on the far right"),
)
MOST_SYMBOLS = 6
MOST_REPORTED = 8
SAME_SYMBOL = 3


def prompts(state: State) -> tuple[Prompt, ...]:
    if state.pending:
        question = pending(state, state.pending[0])
        return (question, *asides(state)) if isinstance(state.now, Acts | Finishes) else (question,)
    match state.now:
        case PlacesGate():
            return (gate(state),)
        case Drafts():
            return tuple(draft(state, seat) for seat in undrafted(state))
        case Acts() if state.way == "honour":
            return (honour_only.act(state),)
        case Acts() as acts:
            return (act(state, acts), *asides(state))
        case Finishes() as finishes:
            return (finish(state, finishes), *asides(state))
        case Counts() as counts:
            return (counting.question(state, counts),)
    return ()


def asked(state: State) -> tuple[int, ...]:
    """Before the first turn everyone helps to lay the table."""
    return state.all_seats if isinstance(state.now, PlacesGate | Drafts) else (state.turn,)


def pending(state: State, what: Pending) -> Prompt:
    match what:
        case Reveals(space):
            return reveal(state, space)
        case DrawsPedestal(space):
            drawn = tuple(Choice(DrawPedestal(clan), PEDESTAL_NAMES[clan]) for clan in in_bag(state))
            waiting = state.horde[space]
            assert waiting
            question = say("Which pedestal comes out of the bag for {troll}?", troll=waiting.troll.name)
            return Prompt(f"bag {space}", asked(state), question, drawn)
        case TakesPedestal():
            taken = [Choice(TakePedestal(clan), PEDESTAL_NAMES[clan]) for clan in in_bag(state)]
            taken.append(Choice(NoPedestal(), say("No pedestal")))
            return Prompt("take pedestal", asked(state), say("Take a pedestal from the bag?"), tuple(taken))
        case AddsPedestal(anchors):
            return pedestal(state, anchors)
        case RaisesPedestal():
            return by_hand.pedestal(state)
        case MayTakeToken():
            return honour_only.token(state)
        case TurnsToken():
            worth = Amount("worth", say("Honour on it"), 0, HIGHEST_TOKEN)
            form = Form("token", say("Look at your token"), (worth,))
            return Prompt(
                "token", asked(state), say("What is the token worth that you took?"), forms=(form,), private=True
            )
        case Establishes(at):
            return workshop(state, at)
        case RevealsSpell(space):
            options = [Option(name, called(name)) for name in unseen_spells(state)]
            options.append(Option(NEW_CARD, say("Another card")))
            which = Pick("spell", say("Which spell?"), tuple(options))
            form = Form("reveal_spell", say("A new spell"), (which,), RevealSpellSteps())
            return Prompt(f"spell {space}", asked(state), say("Which spell is turned over?"), forms=(form,))
        case TellsStarter():
            return starter(state)
        case DigsBySpell():
            dig = dig_form(state)
            no = Choice(Neither(), say("Do not dig"))
            return Prompt("dig", asked(state), say("Dig a tunnel by your spell."), (no,), (dig,) if dig else ())
        case Ascends():
            return ascend(state)
        case Reports(spell):
            return report(state, spell)
        case LaysOutWorkshops():
            count = revealed_workshops(len(state.seats))
            every = tuple(Option(name, WORKSHOP_NAMES[name]) for name in WORKSHOPS for _ in range(EACH))
            several = Several("workshops", say("Workshops"), every, count, count)
            form = Form("lay_out", say("Revealed workshops"), (several,))
            question = say("Which {count} workshops are revealed?", count=count)
            return Prompt("workshops", asked(state), question, forms=(form,))
        case SetsStatues():
            return statues(state)


def in_bag(state: State) -> list[Clan]:
    return [clan for clan in CLANS if clan in state.bag]


class RevealSteps(Steps, frozen=True):
    """A card that the box does not know is told: its clan and its symbols."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if filled["troll"] != NEW_CARD or "symbols" in filled:
            return None
        if "clan" not in filled:
            clans = tuple(Option(clan, text) for clan, text in CLAN_NAMES.items())
            return Pick("clan", say("Of which clan?"), clans)
        return printed()


def printed() -> Several:
    symbols = tuple(
        Option(symbol, RESOURCE_NAMES["wild_cart" if symbol == "cart" else symbol])
        for symbol in SYMBOLS
        for _ in range(SAME_SYMBOL)
    )
    return Several("symbols", say("What is printed on it?"), symbols, 1, MOST_SYMBOLS)


class RevealSpellSteps(Steps, frozen=True):
    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if filled["spell"] != NEW_CARD or "name" in filled:
            return None
        return Words("name", say("What is it called?"), LONGEST_NAME)


def starter(state: State) -> Prompt:
    every = tuple(Option(each, RESOURCE_NAMES[each]) for each in RESOURCES for _ in range(SAME_SYMBOL))
    once = Several("once", say("Once, below the dotted line"), every, 0, MOST_SYMBOLS)
    form = Form("tell_starter", say("A starting troll"), (printed(), once))
    question = say("What is on starting troll {number} of six?", number=len(state.box.starters) + 1)
    return Prompt(f"starter {len(state.box.starters)}", asked(state), question, forms=(form,))


def reveal(state: State, space: int) -> Prompt:
    level = level_drawn(state, space)
    assert level
    cards = [
        Option(troll.name, say("{troll}: {symbols}", troll=troll.name, symbols=symbols_in_words(troll.symbols)))
        for troll in unseen(state, level)
    ]
    cards.append(Option(NEW_CARD, say("Another card")))
    form = Form(
        "reveal",
        say("The troll that was turned over"),
        (Pick("troll", say("Which one?"), tuple(cards)),),
        RevealSteps(),
    )
    question = say("Which troll of level {level} is turned over?", level=level)
    return Prompt(f"reveal {space}", asked(state), question, forms=(form,))


class StatueSteps(Steps, frozen=True):
    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "second" in filled:
            return None
        others = tuple(Option(clan, CLAN_NAMES[clan]) for clan in CLANS if clan != filled["first"])
        return Pick("second", say("In the next one, clockwise"), others)


def statues(state: State) -> Prompt:
    every = tuple(Option(clan, CLAN_NAMES[clan]) for clan in CLANS)
    first = Pick("first", say("In {square}", square=state.box.mountain.statues[0]), every)
    form = Form("set_statues", say("The first two statues"), (first,), StatueSteps())
    return Prompt("statues", asked(state), say("Which statues stand on the mountain?"), forms=(form,))


def pedestal(state: State, anchors: tuple[Any, ...]) -> Prompt:
    choices = [
        Choice(
            AddPedestal(clan, anchor),
            say(
                "{pedestal} in {square}, {tier}",
                pedestal=PEDESTAL_NAMES[clan],
                square=str(anchor),
                tier=TIER_NAMES[state.ground.tier(anchor) - 1],
            ),
        )
        for clan, anchor in pedestal_places(state, anchors)
    ]
    choices.append(Choice(NoPedestal(), say("No pedestal")))
    return Prompt("pedestal", asked(state), say("Add a pedestal to the anchor?"), tuple(choices))


def workshop(state: State, at: Any) -> Prompt:
    choices = [Choice(Establish(name, at), WORKSHOP_NAMES[name]) for name in WORKSHOPS if name in state.workshops]
    choices.append(Choice(LeaveSite(at), say("Leave the site empty")))
    question = say("Establish a workshop in {square}?", square=str(at))
    if at is None:
        question = say("Establish a workshop at the site?")
    return Prompt(f"site {at or ''}".strip(), asked(state), question, tuple(choices))


def ascend(state: State) -> Prompt:
    moot = state.moots[state.turn]
    mine = tuple(
        Option(place, say("{troll}", troll=member.name))
        for place in giving_way(state, state.turn)
        if (member := moot[place])
    )
    theirs = tuple(Option(name, say("{troll}", troll=name)) for name in ascending(state))
    fields = (Pick("place", say("Which of yours gives way?"), mine), Pick("troll", say("Who comes instead?"), theirs))
    form = Form("ascend", say("A troll ascends"), fields)
    return Prompt("ascend", asked(state), say("Which troll ascends?"), forms=(form,))


def report(state: State, spell: str) -> Prompt:
    every = tuple(Option(each, RESOURCE_NAMES[each]) for each in RESOURCES for _ in range(SAME_SYMBOL))
    gained = Several("gained", say("What you gain into your storage"), every, 0, MOST_REPORTED)
    form = Form("report", say("Done"), (gained,))
    says = next((each.says for each in state.box.spells if each.name == spell), "")
    question = say("Do what {spell} says.", spell=called(spell))
    if says:
        question = say("{spell}: {says}", spell=called(spell), says=says)
    return Prompt("report", asked(state), question, forms=(form,))


def gate(state: State) -> Prompt:
    grid = map_grid(state.box.mountain, state.diggings, state.seats)
    field = Cells("at", say("Start point"), grid, grid.bits(gate_cells(state)))
    form = Form("gate", say("Place your gate"), (field,))
    return Prompt(f"gate {state.turn}", (state.turn,), say("Where does your network begin?"), forms=(form,))


class DraftSteps(Steps, frozen=True):
    starters: tuple[Starter, ...]
    hand: bool

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        left = tuple(starter_option(card) for card in self.starters if card.name not in filled.values())
        for slot, text in zip(SLOTS, SLOT_TEXTS, strict=True):
            if slot not in filled:
                return Pick(slot, text, left)
        if self.hand and "hand" not in filled:
            return Pick("hand", say("The one left in your hand"), left)
        return None


def starter_option(card: Starter) -> Option:
    text = say(
        "{troll}: {symbols}, once {goods}",
        troll=card.name,
        symbols=symbols_in_words(card.symbols),
        goods=amounts(goods(card.once)),
    )
    return Option(card.name, text)


def draft(state: State, seat: int) -> Prompt:
    every = tuple(starter_option(card) for card in state.box.starters)
    first = Pick(SLOTS[0], SLOT_TEXTS[0], every)
    form = Form(
        "draft", say("Your starting trolls"), (first,), DraftSteps(state.box.starters, brings_hand(state, seat))
    )
    return Prompt(f"draft {seat}", (seat,), say("Which trolls do you begin with?"), forms=(form,))


def act(state: State, acts: Acts) -> Prompt:
    seat = state.turn
    dig = dig_form(state)
    recruits = recruitable(state, acts)
    choices = [] if acts.cast else list(spell_choices(state, seat, dig is not None))
    choices += work_choices(state, acts)
    forms = work_forms(state, acts)
    if entering := by_hand.enter_form(state, acts):
        forms.append(entering)
    if recruits:
        forms.insert(0, recruit_form(state, acts, recruits))
    if dig:
        forms.append(dig)
    if not recruits and not dig:
        choices.append(Choice(Neither(), say("Neither recruit nor dig")))
    return Prompt("act", (seat,), say("Recruit a troll or dig a tunnel."), tuple(choices), tuple(forms))


def spell_choices(state: State, seat: int, can_dig: bool) -> Iterator[Choice]:
    for on_show, spell in castable(state, seat, can_dig):
        facts: dict[str, Any] = {"spell": called(spell.name), "runes": on_show.runes}
        if spell.effect != "lots":
            yield Choice(Cast(spell.name), say("Cast {spell} (runes on it: {runes})", **facts))
        for number, lot in enumerate(spell.lots):
            text = say("Cast {spell} for {goods} (runes on it: {runes})", goods=amounts(goods(lot)), **facts)
            yield Choice(Cast(spell.name, number), text)


def work_choices(state: State, acts: Acts) -> list[Choice]:
    return [
        Choice(Work(name, trade.spend, trade.gain), traded(WORKSHOP_NAMES[name], trade))
        for name in usable(state, acts)
        for trade in trades_at(state, name)
    ]


def traded(name: Text, trade: Trade) -> Text:
    spent = RESOURCE_NAMES[trade.spend]
    if trade.spent > 1 and trade.spend != "wild_cart":
        spent = amounts(goods([trade.spend] * trade.spent))
    gained = amounts(goods([trade.gain] * trade.gained))
    return say("{workshop}: {spent} for {gained}", workshop=name, spent=spent, gained=gained)


def work_forms(state: State, acts: Acts) -> list[Form]:
    forms = []
    names = usable(state, acts)
    for name, do in (("pickforge", "pickforge"), ("wheeljack", "wheeljack")):
        if name in names and can_craft(state):
            spent = Several("spent", say("Any two resources"), resource_options(state), ANY, ANY)
            forms.append(Form(do, WORKSHOP_NAMES["pickforge" if do == "pickforge" else "wheeljack"], (spent,)))
    if "quartermaster" in names and (held := token_options(state)):
        token = Pick("token", say("What is moved into the storage?"), held)
        forms.append(Form("quartermaster", WORKSHOP_NAMES["quartermaster"], (token,)))
    return forms


def resource_options(state: State) -> tuple[Option, ...]:
    return tuple(Option(resource, RESOURCE_NAMES[resource]) for resource in spendable(state, state.turn))


def token_options(state: State) -> tuple[Option, ...]:
    """What lies on trolls, each token for itself."""
    moot = state.moots[state.turn]
    found = []
    for token, symbol in sorted(tokens(moot)):
        member = moot[token // TENS]
        assert member
        name = RESOURCE_NAMES["wild_cart" if symbol == "cart" else symbol]
        found.append(Option(token, say("{resource} on {troll}", resource=name, troll=member.name)))
    return tuple(found)


class RecruitSteps(Steps, frozen=True):
    places: tuple[int, ...]
    prices: dict[str, int]
    """Of each troll; none where coins are taken without asking."""
    resources: tuple[Resource, ...]

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "place" not in filled and len(self.places) > 1:
            options = tuple(Option(place, place_text(place)) for place in self.places)
            return Pick("place", say("Where does it stand?"), options)
        count = self.prices.get(filled["troll"], 0)
        if count and "bribes" not in filled:
            every = tuple(Option(resource, RESOURCE_NAMES[resource]) for resource in self.resources)
            return Several("bribes", say("With what do you bribe?"), every, count, count)
        return None


def place_text(place: int) -> Text:
    """Counted from the left, in the rows above the starting trolls."""
    row, column = (2, place - 3) if place < 7 else (3, place - 6) if place < 9 else (4, 1)
    return say("Row {row}, place {column} from the left", row=row, column=column)


def recruit_form(state: State, acts: Acts, spaces: list[int]) -> Form:
    options = tuple(
        Option(waiting.troll.name, offer(waiting, space)) for space in spaces if (waiting := state.horde[space])
    )
    prices = {}
    if acts.masked:
        prices = {waiting.troll.name: price(space) for space in spaces if (waiting := state.horde[space])}
    steps = RecruitSteps(
        tuple(open_places(state.moots[state.turn])),
        {name: cost for name, cost in prices.items() if cost},
        tuple(spendable(state, state.turn)) if acts.masked else (),
    )
    return Form("recruit", say("Recruit a troll"), (Pick("troll", say("Which troll?"), options),), steps)


def offer(waiting: Waiting, space: int) -> Text:
    """A troll of the horde: what it costs, what it makes, and what comes with it."""
    text = say("{troll}: {symbols}", troll=waiting.troll.name, symbols=symbols_in_words(waiting.troll.symbols))
    if cost := price(space):
        text = say_many("{troll}; {count} bribe", "{troll}; {count} bribes", cost, troll=text)
    if waiting.bribes.total:
        text = say("{troll}; holds {goods}", troll=text, goods=amounts(waiting.bribes))
    return (
        say("{troll}; {pedestal}", troll=text, pedestal=PEDESTAL_NAMES[waiting.pedestal]) if waiting.pedestal else text
    )


def finish(state: State, finishes: Finishes) -> Prompt:
    end = Choice(EndTurn(), say("End your turn"), by_blow=True)
    if state.way != "everything":
        choices = (*by_hand.finishing_choices(state, finishes), end)
        seats = state.all_seats if state.way == "honour" else (state.turn,)
        return Prompt("finish", seats, say("A great hall or statues, or the end of the turn."), choices)
    forms = [None if finishes.dedicated else hall_form(state), carry_form(state)]
    question = say("Move statues, or end your turn.")
    if forms[0]:
        question = say("Dedicate a great hall, move statues, or end your turn.")
    return Prompt("finish", (state.turn,), question, (end,), tuple(form for form in forms if form))


def asides(state: State) -> Iterator[Prompt]:
    """At any time in a turn; where nothing but honour is kept, there is nothing to trade."""
    resources = resource_options(state)
    if len(resources) >= TRADED:
        gain = Pick("gain", say("For which one?"), tuple(Option(each, RESOURCE_NAMES[each]) for each in RESOURCES))
        spent = Several("spent", say("Any four resources"), resources, TRADED, TRADED)
        form = Form("exchange", say("Trade four for one"), (spent, gain))
        yield Prompt("exchange", (state.turn,), say("Trade with the supply."), forms=(form,), aside=True)
    if held := token_options(state):
        kept = Several("tokens", say("Spend these last"), held, 0, len(held))
        form = Form("keep", say("Keep on trolls"), (kept,))
        question = say("You pay from trolls first, unless you keep something there.")
        yield Prompt("keep", (state.turn,), question, forms=(form,), aside=True)
