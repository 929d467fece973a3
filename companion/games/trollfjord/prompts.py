"""What is asked of whom in each step of a turn: the one list of what may be done now."""

from companion.games.trollfjord import by_hand, meanings
from companion.games.trollfjord.clearing import drawable, to_clear, to_fill
from companion.games.trollfjord.collecting import allowed, may_keep_on
from companion.games.trollfjord.fortresses import comrades, fortresses, may_leave_hammer
from companion.games.trollfjord.gifts import givers, in_hand, offered
from companion.games.trollfjord.moves import (
    Clear,
    Collect,
    Declare,
    Draw,
    Forgo,
    Give,
    HoldBack,
    Join,
    LeaveEmpty,
    Lift,
    MoveLord,
    Place,
    PutDown,
    Rest,
    StayOut,
    TakeGiftBack,
    TakeHammer,
    Wander,
)
from companion.games.trollfjord.state import (
    AsksComrades,
    ChoosesFortress,
    Clears,
    Collects,
    Decides,
    Draws,
    Gathers,
    Gives,
    Hammers,
    MovesLord,
    Over,
    Places,
    Site,
    State,
    Tied,
    Wanders,
)
from companion.games.trollfjord.tailwind import placeable, wander_from, wanderers
from companion.games.trollfjord.walkway import goals, landscape
from companion.games.trollfjord.words import LANDSCAPE_NAMES
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Choice, Fact, Fallen, Form, Prompt, Text, say, say_many


def prompts(state: State) -> tuple[Prompt, ...]:
    match state.now:
        case MovesLord():
            return (where_to(state),)
        case Places(seat, most):
            return (place(state, seat, min(most, state.supply(seat))),)
        case Wanders() as wanders:
            return (wander(state, wanders),)
        case ChoosesFortress():
            return (which_fortress(state),)
        case AsksComrades(spot, declined):
            return (join(state, spot, declined),)
        case Decides(spot, comrade):
            return (hammer_or_not(state, spot, comrade),)
        case Hammers(site):
            return hit_or_stop(state, site)
        case Gives() as gives:
            return tuple(which_gift(state, gives, seat) for seat in givers(state, gives))
        case Gathers() as gathers:
            return (by_hand.gathering(state, gathers),)
        case Tied() as tied:
            return (by_hand.whose_lord(state, tied),)
        case Collects() as collects if state.by_hand:
            return (by_hand.which_treasure(state, collects),)
        case Collects() as collects:
            return (which_treasure(state, collects),)
        case Clears(site):
            return (clear(state, site),)
        case Draws():
            return (turned_over(state),)
        case Over():
            return ()


def where_to(state: State) -> Prompt:
    choices = tuple(Choice(move, goal(state, move, space)) for move, space in goals(state))
    return Prompt("lord", (state.turn,), say("Where does your troll lord go?"), choices)


def goal(state: State, move: MoveLord, space: int) -> Text:
    if move.to == "wander":
        return say_many("Wander, {count} step", "Wander, up to {count} steps", move.free)
    name = LANDSCAPE_NAMES[landscape(state, space)]
    return say_many("{landscape}, {count} troll", "{landscape}, up to {count} trolls", move.free, landscape=name)


def place(state: State, seat: int, most: int) -> Prompt:
    land = state.land
    into = tuple(
        Choice(
            Place(land.regions[region], trolls),
            say_many("{count} troll into {region}", "{count} trolls into {region}", trolls, region=land.names[region]),
        )
        for trolls in range(most, 0, -1)
        for region in placeable(state, seat)
    )
    question = say_many("Place {count} troll?", "Place up to {count} trolls?", most)
    answers = (*into, Choice(Forgo(), say("No troll")))
    return Prompt(f"place {seat}", (seat,), blown(state, seat, question), answers)


def blown(state: State, seat: int, question: Text) -> Text:
    """On another's turn it is the tailwind that asks."""
    return question if seat == state.turn else say("Tailwind. {question}", question=question)


def wander(state: State, wanders: Wanders) -> Prompt:
    land, seat = state.land, wanders.seat
    key = f"wander {seat}, {wanders.left} left"
    here = wander_from(state, wanders)
    if here is None:
        question = say_many("{count} step to wander. From where?", "{count} steps to wander. From where?", wanders.left)
        lifts = tuple(Choice(Lift(land.regions[region]), land.names[region]) for region in wanderers(state, seat))
        return Prompt(key, (seat,), blown(state, seat, question), (*lifts, Choice(Forgo(), say("Enough"))))
    question = say("From {region}, where to?", region=land.names[here])
    steps = tuple(
        Choice(Wander(land.regions[region], land.regions[here]), land.names[region]) for region in land.neighbours[here]
    )
    back = Choice(Forgo(), say("Enough")) if wanders.lifted is None else Choice(PutDown(), say("Another troll"))
    return Prompt(key, (seat,), blown(state, seat, question), (*steps, back))


def which_fortress(state: State) -> Prompt:
    land = state.land
    spots = tuple(
        Choice(Declare(land.spots[spot]), land.fortresses[spot], meaning=meanings.hammering_at(state, spot))
        for spot in fortresses(state, state.turn)
    )
    answers = (*spots, no_hammer())
    return Prompt("fortress", (state.turn,), say("Hammer at a fortress?"), answers)


def no_hammer() -> Choice:
    return Choice(Rest(), say("Do not hammer"), meaning=(Fact(say("Your turn ends.")),))


def join(state: State, spot: int, declined: tuple[int, ...]) -> Prompt:
    seat = comrades(state, spot, declined)[0]
    trolls = state.trolls_around(seat, spot)
    joining = say_many("Join with {count} troll", "Join with {count} trolls", trolls)
    choices = (
        Choice(Join(), joining, meaning=meanings.hammering_with(state, spot, seat, seat)),
        Choice(StayOut(), say("Stay out"), meaning=meanings.staying_out(state, spot, declined)),
    )
    question = say("Hammer with {name}? {fortress}", name=state.name(state.turn), fortress=state.land.fortresses[spot])
    return Prompt(f"join {seat}", (seat,), question, choices)


def hammer_or_not(state: State, spot: int, comrade: int | None) -> Prompt:
    question = say("Nobody joins you. Hammer alone?")
    if comrade is not None:
        question = say("{name} joins you. Hammer together?", name=state.name(comrade))
    meaning = meanings.hammering_with(state, spot, comrade, state.turn)
    choices = (Choice(TakeHammer(), say("Yes, hammer"), meaning=meaning), no_hammer())
    return Prompt("hammer", (state.turn,), question, choices)


def hit_or_stop(state: State, site: Site) -> tuple[Prompt, ...]:
    """Anyone may enter a hit by hand: there may be fewer phones than players."""
    fallen = Fallen("boulders", say("Boulders that fell"), site.bout.in_tower)
    everyone, hits = tuple(range(len(state.seats))), len(site.bout.hits)
    form = Form("hit", say("Enter a hit"), (fallen,))
    by_hand = Prompt(f"hit {hits + 1}", everyone, say("Hit the tower."), forms=(form,))
    if may_leave_hammer(state, site):
        question = say("Nobody can join you. Hit the tower, or do not hammer.")
        leave = Prompt("leave hammer", (state.turn,), question, (no_hammer(),))
        return (leave, by_hand)
    if site.bout.rested:
        return (by_hand,)
    stop = Choice(Stop(), say("Stop hammering"), meaning=meanings.stopping(state, site))
    question = say("Hit again, or stop?")
    return (Prompt(f"stop after {hits}", (site.bout.hammerer,), question, (stop,)), by_hand)


def which_gift(state: State, gives: Gives, seat: int) -> Prompt:
    # How many are there already is told elsewhere: whoever offers one must not change what the other is asked.
    needed = gives.site.bout.gifts_needed
    question = say_many("{count} gift calms the spirit.", "{count} gifts calm the spirit.", needed)
    hand = tuple(
        Choice(Give(gift), say("Give the {gift}", gift=gift), meaning=meanings.giving(state, gives, seat, gift))
        for gift in in_hand(state, gives, seat)
    )
    back = tuple(Choice(TakeGiftBack(gift), say("Take back the {gift}", gift=gift)) for gift in offered(gives, seat))
    no_more = Choice(HoldBack(), say("Give no more"), meaning=(Fact(say("You keep your gifts, nobody collects.")),))
    enough = () if seat in gives.closed else (no_more,)
    return Prompt(f"gifts {seat}", (seat,), question, (*hand, *back, *enough))


def which_treasure(state: State, collects: Collects) -> Prompt:
    seat = collects.seat
    found = tuple(collectable(state, seat, region) for region in allowed(state, collects.site, seat))
    leave = () if found else (Choice(LeaveEmpty(), say("Leave with nothing")),)
    key = f"collect {seat}"
    if not may_keep_on(collects):
        return Prompt(key, (seat,), say("Which treasure do you collect?"), (*found, *leave))
    keep = Choice(KeepOn(), say("Keep hammering"), meaning=meanings.keeping_on(state, collects.site, seat))
    return Prompt(key, (seat,), say("Collect now, or keep hammering alone?"), (*found, *leave, keep))


def collectable(state: State, seat: int, region: int) -> Choice:
    """What is or goes into a patched sack is not named by its value, except to whoever decides."""
    move, name = Collect(state.land.regions[region]), state.land.names[region]
    unnamed, meaning = say("The treasure of {region}", region=name), meanings.collecting(state, seat, region)
    if seat != state.turn:
        return Choice(move, unnamed, meaning=meaning)
    value = state.treasures[region] or 0
    valued = say("The {treasure} of {region}", treasure=value, region=name)
    return Choice(move, valued, afterwards=unnamed, meaning=meaning)


def clear(state: State, site: Site) -> Prompt:
    seat = to_clear(state, site)
    assert seat is not None
    choices = tuple(
        Choice(
            Clear(state.land.regions[region]),
            say_many(
                "{count} troll from {region}",
                "{count} trolls from {region}",
                state.trolls[seat][region],
                region=state.land.names[region],
            ),
        )
        for region in state.regions_held(seat, site.spot)
    )
    return Prompt(f"clear {seat}", (seat,), say("From where do you take your trolls back?"), choices)


def turned_over(state: State) -> Prompt:
    """Only the player whose turn it is turns treasures over, and sees which ones there could be."""
    regions, values, land = to_fill(state), sorted(set(drawable(state))), state.land
    if len(regions) > 1:
        into = tuple(Choice(Draw(values[0], land.regions[region]), land.names[region]) for region in regions)
        return Prompt("draw", (state.turn,), say("One treasure is left. Which region gets it?"), into)
    (region,) = regions
    question = say("Which treasure is turned over in {region}?", region=land.names[region])
    choices = tuple(Choice(Draw(value, land.regions[region]), say("{value}", value=value)) for value in values)
    return Prompt(f"draw {land.regions[region]}", (state.turn,), question, choices)
