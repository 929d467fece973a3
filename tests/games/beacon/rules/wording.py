"""Beacon in words: what is going on, what lies on the fire, and how the night ended."""

from companion.rules import Panel, Reason, Text, say, say_many
from tests.games.beacon.rules.pieces import HOURS, highest_fire
from tests.games.beacon.rules.prompts import wood
from tests.games.beacon.rules.state import Ending, Facing, Laying, Over, State, Storm

ENDINGS: dict[Ending, Text] = {
    "home": say("The ship is home."),
    "out": say("The beacon went out."),
    "ablaze": say("The tower caught fire."),
}


def headline(state: State) -> Text:
    match state.now:
        case Over(ending):
            return ENDINGS[ending]
        case Laying(cards):
            left = len(cards.missing)
            return say_many("{count} card is still to be laid", "{count} cards are still to be laid", left)
        case Facing():
            return say("The storm is at the door")
        case Storm():
            return say("The storm breaks")


def panels(state: State, seat: int | None) -> tuple[Panel, ...]:
    fire = say("The fire is {height} high; above {most} the tower burns.", height=state.fire, most=top(state))
    jar = say("The jar of oil is full.") if state.oil else say("The jar of oil is empty.")
    found = [Panel(say("The beacon"), (say("Hour {hour} of {hours}", hour=state.hour, hours=HOURS), fire, jar))]
    if state.turned:
        found.append(Panel(say("Last on the fire"), tuple(brought(state, each) for each in range(len(state.turned)))))
    if seat is not None and not isinstance(state.now, Over):
        found.append(Panel(say("Your hand"), tuple(wood(card) for card in state.hands[seat])))
    return tuple(found)


def brought(state: State, seat: int) -> Text:
    return say("{name}: {wood}", name=state.seats[seat].name, wood=wood(state.turned[seat]))


def top(state: State) -> int:
    return highest_fire(len(state.seats))


def reasons(state: State) -> tuple[Reason, ...]:
    """Why nobody may do what they may have hoped for."""
    at_hand = state.oil or isinstance(state.now, Storm | Over)
    return () if at_hand else (Reason("no_oil", say("The jar of oil is empty.")),)
