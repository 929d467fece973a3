"""What the tower asks of whom. Anyone may name trolls and enter hits: there may be fewer phones than players."""

from companion.games.tower.moves import (
    FEWEST,
    MOST,
    GoAlone,
    JoinAsComrade,
    PutBack,
    TakeHammer,
)
from companion.games.tower.state import Gathering, Hammers, Nobody, State
from companion.hammering.bout import Bout
from companion.hammering.moves import KeepOn, Stop
from companion.rules import Amount, Choice, Fallen, Form, Prompt, Text, say


def prompts(state: State) -> tuple[Prompt, ...]:
    match state.now:
        case Nobody():
            return (who_hammers(state),)
        case Gathering(hammerer, None, _):
            return (how_many_trolls(state, hammerer),)
        case Gathering(_, _, int(comrade)):
            return (how_many_trolls(state, comrade),)
        case Gathering(hammerer):
            return (which_comrade(state, hammerer),)
        case Hammers(bout) if bout.ending:
            return after(state, bout)
        case Hammers(bout):
            return during(state, bout)


def everyone(state: State) -> tuple[int, ...]:
    return tuple(range(len(state.seats)))


def name(state: State, seat: int) -> Text:
    return say("{name}", name=state.seats[seat].name)


def who_hammers(state: State) -> Prompt:
    choices = tuple(Choice(TakeHammer(seat), name(state, seat), seat) for seat in everyone(state))
    return Prompt("hammerer", everyone(state), say("Who hammers?"), choices)


def how_many_trolls(state: State, seat: int) -> Prompt:
    question = say("How many trolls does {name} have at the fortress?", name=state.seats[seat].name)
    form = Form("trolls", question, (Amount("count", say("Trolls"), FEWEST, MOST),))
    to_them = say("How many trolls do you have at the fortress?")
    return Prompt(f"trolls {seat}", everyone(state), question, forms=(form,), about=(seat, to_them))


def which_comrade(state: State, hammerer: int) -> Prompt:
    others = tuple(Choice(JoinAsComrade(seat), name(state, seat), seat) for seat in everyone(state) if seat != hammerer)
    return Prompt(
        "comrade",
        everyone(state),
        say("Who hammers with {name} as a comrade?", name=state.seats[hammerer].name),
        (*others, Choice(GoAlone(), say("Nobody"))),
        about=(hammerer, say("Who hammers with you as a comrade?")),
    )


def during(state: State, bout: Bout) -> tuple[Prompt, ...]:
    fallen = Fallen("boulders", say("Boulders that fell"), bout.in_tower)
    hits = len(bout.hits)
    by_hand = Prompt(
        f"hit {hits + 1}",
        everyone(state),
        say("Hit the tower."),
        forms=(Form("hit", say("Enter a hit"), (fallen,)),),
    )
    if bout.rested:
        return (by_hand,)
    question = say("Hit again, or stop?")
    stop = Prompt(f"stop after {hits}", (bout.hammerer,), question, (Choice(Stop(), say("Stop hammering")),))
    return (stop, by_hand)


def after(state: State, bout: Bout) -> tuple[Prompt, ...]:
    put_back = Prompt(
        "put back",
        everyone(state),
        say("Put the boulders back into the tower."),
        (Choice(PutBack(), say("Boulders are back")),),
    )
    if bout.may_keep_on is None:
        return (put_back,)
    question = say("Collect, or keep hammering alone?")
    keep_on = Prompt("keep on", (bout.may_keep_on,), question, (Choice(KeepOn(), say("Keep hammering")),))
    return (keep_on, put_back)
