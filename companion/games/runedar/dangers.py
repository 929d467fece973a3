"""The five ways to lose, and how far away each one is; it decides nothing."""

import msgspec

from companion.games.runedar.faces import TROLL_TILES
from companion.games.runedar.state import CATAPULT_CARDS, GOLD, LOSSES, ORCS, Loss, Machine, State
from companion.rules import Text, say, say_many

LOST: dict[Loss, Text] = {
    "siege": say("The last siege card was turned over."),
    "catapult": say("The last catapult card was turned over."),
    "trolls": say("The last troll tile was turned over."),
    "orcs": say("The last orc of the reserve came into play."),
    "gold": say("All the gold is gone."),
}

NEAR: dict[Loss, int] = {"siege": 5, "catapult": 1, "trolls": 1, "orcs": 2, "gold": 4}
"""So few are left when a loss is near."""


class Danger(msgspec.Struct, frozen=True):
    """One way to lose: at 0 of `left` the game is lost."""

    loss: Loss
    left: int
    most: int
    near: bool
    text: Text


def dangers(state: State) -> tuple[Danger, ...]:
    return tuple(danger(state, loss) for loss in LOSSES)


def danger(state: State, loss: Loss) -> Danger:
    match loss:
        case "siege":
            left, most = sum(state.siege), sum(card.copies for card in state.kit.siege)
            text = say_many("{count} siege card left", "{count} siege cards left", left)
        case "catapult":
            left, most = len(state.catapult_cards), CATAPULT_CARDS
            text = say_many("{count} catapult card left", "{count} catapult cards left", left)
            text = armed(state, text, state.catapult)
        case "trolls":
            left, most = sum(state.troll_tiles), TROLL_TILES
            text = say_many("{count} troll tile left", "{count} troll tiles left", left)
            text = armed(state, text, state.tower)
        case "orcs":
            left, most = state.orcs_left, ORCS
            text = say_many("{count} orc in the reserve", "{count} orcs in the reserve", left)
        case "gold":
            left, most = state.gold, GOLD
            text = say_many("{count} piece of gold", "{count} pieces of gold", left)
    return Danger(loss, left, most, left <= NEAR[loss], text)


def armed(state: State, text: Text, machine: Machine | None) -> Text:
    """With where the engine stands that would turn over the next one."""
    if machine is None:
        return text
    if machine.lying:
        return say("{left}, lying at {name}'s", left=text, name=state.name(machine.seat))
    return say("{left}, armed at {name}'s", left=text, name=state.name(machine.seat))


def nearest(state: State) -> Danger | None:
    """Of those that are near, the one with the fewest steps to go."""
    return min((each for each in dangers(state) if each.near), key=lambda each: each.left, default=None)
