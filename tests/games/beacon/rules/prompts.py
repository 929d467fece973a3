"""Who may decide what in Beacon, right now; this is the only list of what is legal."""

from companion.rules import Choice, Dice, Form, Prompt, Text, say
from tests.games.beacon.rules.moves import Face, Lay, PourOil
from tests.games.beacon.rules.pieces import FACES, OIL, WOOD, storm_dice
from tests.games.beacon.rules.state import Facing, Laying, State, Storm


def prompts(state: State) -> tuple[Prompt, ...]:
    match state.now:
        case Laying(cards):
            return (*(lay(state, seat, cards.of(seat)) for seat in everyone(state)), *oil(state))
        case Facing():
            return (face(state), *oil(state))
        case Storm():
            return (storm(state),)
        case _:
            return ()


def everyone(state: State) -> tuple[int, ...]:
    return tuple(range(len(state.seats)))


def lay(state: State, seat: int, given: Lay | None) -> Prompt:
    """Private: what can be laid is the hand. Sealed: what was laid is unseen until all have laid a card."""
    cards = tuple(Choice(Lay(card), wood(card)) for card in sorted(set(state.hands[seat])))
    question = say("Lay a card face down.")
    return Prompt(f"lay {state.hour} {seat}", (seat,), question, cards, private=True, sealed=True, given=given)


def wood(card: int) -> Text:
    return say("{wood} (+{height})", wood=WOOD[card], height=card)


def oil(state: State) -> tuple[Prompt, ...]:
    """Beside the question, whatever it is."""
    if not state.oil:
        return ()
    pour = Choice(PourOil(), say("Pour the oil (+{height})", height=OIL))
    return (Prompt("oil", everyone(state), say("There is one jar of oil."), (pour,), aside=True),)


def face(state: State) -> Prompt:
    go = Choice(Face(), say("Face the storm"), by_blow=True)
    question = say("The storm is at the door. Is the fire high enough?")
    return Prompt(f"face {state.hour}", everyone(state), question, (go,))


def storm(state: State) -> Prompt:
    dice = Dice("dice", say("The storm"), FACES, storm_dice(len(state.seats)))
    form = Form("storm", say("What the storm dice show"), (dice,))
    return Prompt(f"storm {state.hour}", everyone(state), say("Throw the storm dice."), forms=(form,))
