"""The tower in words: what is going on, what came of a hammering, and what came of earlier ones."""

from companion.games.tower.state import Gathering, Hammers, Nobody, State
from companion.hammering.bout import Bout, who_hammers
from companion.rules import Reason, Seat, Text, say, say_many


def headline(state: State, reader: int | None) -> Text:
    match state.now:
        case Nobody():
            return say("The tower is ready")
        case Gathering(hammerer, _, int(comrade)) if comrade == reader:
            return say("You join {name}", name=state.seats[hammerer].name)
        case Gathering(hammerer, _, int(comrade)) if hammerer == reader:
            return say("{comrade} joins you", comrade=state.seats[comrade].name)
        case Gathering(hammerer, _, int(comrade)):
            return pair(hammerer, comrade, state.seats)
        case Gathering(hammerer) if hammerer == reader:
            return say("You take the hammer")
        case Gathering(hammerer):
            return say("{name} takes the hammer", name=state.seats[hammerer].name)
        case Hammers(bout) if bout.ending:
            return say("The hammering is over")
        case Hammers(bout):
            return who_hammers(state.seats, bout.hammerer, reader)


def pair(hammerer: int, comrade: int | None, seats: tuple[Seat, ...]) -> Text:
    if comrade is None:
        return say("{name} alone", name=seats[hammerer].name)
    return say("{name} with {comrade}", name=seats[hammerer].name, comrade=seats[comrade].name)


def result(bout: Bout, seats: tuple[Seat, ...]) -> tuple[Text, ...]:
    """What the table needs to know now: enough boulders, gifts, who collects first, who may keep on."""
    lines = [total(bout)]
    if bout.gifts_needed:
        lines.append(say_many("{count} gift calms the spirit", "{count} gifts calm the spirit", bout.gifts_needed))
    lines.append(say("{name} collects first", name=seats[bout.hammerer].name))
    if bout.may_keep_on is not None:
        lines.append(say("{name} may keep hammering", name=seats[bout.may_keep_on].name))
    return tuple(lines)


def total(bout: Bout) -> Text:
    hits = say_many("{count} hit", "{count} hits", len(bout.hits))
    return say_many("{count} boulder in {hits}", "{count} boulders in {hits}", bout.boulders.total, hits=hits)


def summary(bout: Bout, seats: tuple[Seat, ...]) -> Text:
    who, what = pair(bout.hammerer, bout.partner, seats), total(bout)
    if bout.over:
        return say("{who}: {what}, over the colour limit by {over}", who=who, what=what, over=bout.gifts_needed)
    return say("{who}: {what}", who=who, what=what)


def reasons(state: State, seat: int) -> tuple[Reason, ...]:
    """Why this seat may not stop or keep on: what is asked most beside the tower."""
    match state.now:
        case Hammers(bout) if not bout.ending and bout.hammerer != seat:
            hammers = say("{name} has the hammer and decides when to stop.", name=state.seats[bout.hammerer].name)
            return (Reason("not_hammering", hammers),)
        case Hammers(bout) if not bout.ending and bout.rested:
            return (Reason("hit_first", say("Hit the tower at least once before you stop.")),)
        case Hammers(bout) if bout.ending == "hit_limit" and bout.comrade == seat:
            return (Reason("hit_limit", say("The hit limit is reached: nobody may keep hammering.")),)
        case Hammers(bout) if bout.ending == "colour_limit":
            return (Reason("colour_limit", say("The spirit is angry: nobody may keep hammering.")),)
    return ()
