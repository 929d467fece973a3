"""What is asked of whom in each step of a turn: the one list of what may be done now."""

from companion.games.trollfjord.clearing import drawable, empty_region, to_clear
from companion.games.trollfjord.collecting import allowed, may_keep_on
from companion.games.trollfjord.fortresses import comrades, fortresses
from companion.games.trollfjord.gifts import givers, in_hand, missing
from companion.games.trollfjord.moves import (
    Clear,
    Collect,
    Declare,
    Forgo,
    Give,
    GiveNoMore,
    Join,
    KeepOn,
    LeaveEmpty,
    Lift,
    MoveLord,
    Place,
    PutDown,
    Rest,
    StayOut,
    Stop,
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
    Gives,
    Hammers,
    MovesLord,
    Over,
    Places,
    Site,
    State,
    Wanders,
)
from companion.games.trollfjord.tailwind import placeable, start, wanderers
from companion.games.trollfjord.walkway import landscape, next_free
from companion.games.trollfjord.words import LANDSCAPE_NAMES
from companion.rules import Choice, Fallen, Form, Option, Pick, Prompt, Text, say, say_many


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
            return (join(state, spot, comrades(state, spot, declined)[0]),)
        case Decides(_, comrade):
            return (hammer_or_not(state, comrade),)
        case Hammers(site):
            return at_tower(state, site)
        case Gives() as gives:
            return tuple(which_gift(state, gives, seat) for seat in givers(gives) if in_hand(state, gives, seat))
        case Collects() as collects:
            return (which_treasure(state, collects),)
        case Clears(site):
            return (clear(state, site),)
        case Draws():
            return (turned_over(state),)
        case Over():
            return ()


def where_to(state: State) -> Prompt:
    placing, wandering = next_free(state, state.turn)
    places = tuple(
        Choice(
            MoveLord("place", free),
            say_many(
                "{landscape}, {count} troll",
                "{landscape}, up to {count} trolls",
                free,
                landscape=LANDSCAPE_NAMES[landscape(state, space)],
            ),
        )
        for free, space in enumerate(placing, 1)
    )
    wanders = tuple(
        Choice(MoveLord("wander", free), say_many("Wander, {count} step", "Wander, up to {count} steps", free))
        for free, _ in enumerate(wandering, 1)
    )
    return Prompt((state.turn,), say("Where does your troll lord go?"), (*places, *wanders))


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
    return Prompt((seat,), blown(state, seat, question), (*into, Choice(Forgo(), say("No troll"))))


def blown(state: State, seat: int, question: Text) -> Text:
    """On another's turn it is the tailwind that asks."""
    return question if seat == state.turn else say("Tailwind. {question}", question=question)


def wander(state: State, wanders: Wanders) -> Prompt:
    land, seat = state.land, wanders.seat
    here = start(state, wanders)
    if here is None:
        question = say_many("{count} step to wander. From where?", "{count} steps to wander. From where?", wanders.left)
        lifts = tuple(Choice(Lift(land.regions[region]), land.names[region]) for region in wanderers(state, seat))
        return Prompt((seat,), blown(state, seat, question), (*lifts, Choice(Forgo(), say("Enough"))))
    question = say("From {region}, where to?", region=land.names[here])
    steps = tuple(Choice(Wander(land.regions[region]), land.names[region]) for region in land.neighbours[here])
    back = Choice(Forgo(), say("Enough")) if wanders.lifted is None else Choice(PutDown(), say("Another troll"))
    return Prompt((seat,), blown(state, seat, question), (*steps, back))


def which_fortress(state: State) -> Prompt:
    land = state.land
    spots = tuple(Choice(Declare(land.spots[spot]), land.fortresses[spot]) for spot in fortresses(state, state.turn))
    return Prompt((state.turn,), say("Hammer at a fortress?"), (*spots, Choice(Rest(), say("Do not hammer"))))


def join(state: State, spot: int, seat: int) -> Prompt:
    trolls = state.trolls_around(seat, spot)
    choices = (
        Choice(Join(), say_many("Join with {count} troll", "Join with {count} trolls", trolls)),
        Choice(StayOut(), say("Stay out")),
    )
    question = say(
        "Hammer with {name} at {fortress}?", name=state.name(state.turn), fortress=state.land.fortresses[spot]
    )
    return Prompt((seat,), question, choices)


def hammer_or_not(state: State, comrade: int | None) -> Prompt:
    question = say("Nobody joins you. Hammer alone?")
    if comrade is not None:
        question = say("{name} joins you. Hammer together?", name=state.name(comrade))
    choices = (Choice(TakeHammer(), say("Hammer")), Choice(Rest(), say("Do not hammer")))
    return Prompt((state.turn,), question, choices)


def at_tower(state: State, site: Site) -> tuple[Prompt, ...]:
    """Anyone may enter a hit by hand: there may be fewer phones than players."""
    fallen = Fallen("boulders", say("Boulders that fell"), site.bout.in_tower)
    everyone = tuple(range(len(state.seats)))
    by_hand = Prompt(everyone, say("Hit the tower."), forms=(Form("hit", say("Enter a hit"), (fallen,)),))
    if site.bout.rested:
        return (by_hand,)
    stop = Prompt((site.bout.hammerer,), say("Hit again, or stop?"), (Choice(Stop(), say("Stop hammering")),))
    return (stop, by_hand)


def which_gift(state: State, gives: Gives, seat: int) -> Prompt:
    question = say_many("{count} gift calms the spirit.", "{count} gifts calm the spirit.", missing(gives))
    hand = tuple(
        Choice(Give(gift), say("Give the gift worth {gift}", gift=gift)) for gift in in_hand(state, gives, seat)
    )
    return Prompt((seat,), question, (*hand, Choice(GiveNoMore(), say("Give no more"))))


def which_treasure(state: State, collects: Collects) -> Prompt:
    seat, land = collects.seat, state.land
    found = tuple(
        Choice(Collect(land.regions[region]), treasure_in(state, seat, region))
        for region in allowed(state, collects.site, seat)
    )
    if not may_keep_on(collects):
        return Prompt((seat,), say("Which treasure do you collect?"), found)
    leave = () if found else (Choice(LeaveEmpty(), say("Leave with nothing")),)
    keep = Choice(KeepOn(), say("Keep hammering"))
    return Prompt((seat,), say("Collect now, or keep hammering alone?"), (*found, *leave, keep))


def treasure_in(state: State, seat: int, region: int) -> Text:
    """Words that may be written down: what goes into a patched sack is not named by its value."""
    name = state.land.names[region]
    if seat != state.turn:
        return say("The treasure of {region}", region=name)
    return say("The {treasure} of {region}", treasure=state.treasures[region] or 0, region=name)


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
    return Prompt((seat,), say("From where do you take your trolls back?"), choices)


def turned_over(state: State) -> Prompt:
    """Only the player whose turn it is turns treasures over, and sees which ones there could be."""
    region = empty_region(state)
    assert region is not None
    question = say("Which treasure is turned over in {region}?", region=state.land.names[region])
    values = tuple(Option(value, say("{value}", value=value)) for value in sorted(set(drawable(state))))
    form = Form("draw", say("Turn over a treasure"), (Pick("treasure", say("Treasure"), values),))
    return Prompt((state.turn,), question, forms=(form,))
