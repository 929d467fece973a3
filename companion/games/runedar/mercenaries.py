"""Mercenaries, once each for gold, at any time in one's turn: never between two orcs, since those move all at once."""

from companion.games.runedar.courtyard import goblin_leaves, troll_leaves
from companion.games.runedar.engines import back_to_reserve
from companion.games.runedar.fortress import WORKSHOPS
from companion.games.runedar.moves import Hire, Mercenary
from companion.games.runedar.siege import without_effect
from companion.games.runedar.state import Over, State, changed, with_news
from companion.rules import say


def price(state: State, who: Mercenary) -> int:
    cost: int = getattr(state.kit.enemies.prices, who)
    return cost


def is_for_hire(state: State, who: Mercenary) -> bool:
    """Nobody gives away the last piece of gold: that would be the end."""
    return who in state.mercenaries and price(state, who) < state.gold


def orcs_in_workshops(state: State) -> int:
    return sum(state.orcs_at(workshop) for workshop in WORKSHOPS)


def at_any_time(state: State) -> list[Hire]:
    """Those that can do something now, whatever is asked."""
    if isinstance(state.now, Over):
        return []
    found = []
    if is_for_hire(state, "workshops") and orcs_in_workshops(state):
        found.append(Hire("workshops"))
    if is_for_hire(state, "troll"):
        found += [Hire("troll", number) for number in first_of_each(state.trolls)]
    if is_for_hire(state, "goblin") and "goblin" not in state.due:
        found += [Hire("goblin", number) for number in first_of_each(state.goblins)]
    return found


def first_of_each(enemies: tuple[object, ...]) -> list[int]:
    """Two that look the same are the same choice."""
    return [number for number, each in enumerate(enemies, 1) if each not in enemies[: number - 1]]


def hire(state: State, hired: Hire) -> State:
    left = tuple(who for who in state.mercenaries if who != hired.who)
    state = changed(state, mercenaries=left, gold=state.gold - price(state, hired.who))
    match hired.who:
        case "workshops":
            words = say("The mercenary clears the workshops of orcs.")
            orcs = {place: count for place, count in state.orcs.items() if place not in WORKSHOPS}
            return with_news(changed(state, orcs=orcs), words)
        case "troll":
            return troll_leaves(state, hired.enemy)
        case "goblin":
            return goblin_leaves(state, hired.enemy)
        case "catapult":
            words = say("The mercenary silences the catapult.")
            return with_news(changed(back_to_reserve(state, "catapult"), due=state.due[1:]), words)
        case "siege":
            return with_news(without_effect(state), say("The mercenary stops the siege card."))


def may_matter(state: State) -> bool:
    """Whether somebody could be hired between turning a siege card over and resolving it.

    Orcs that leave the workshops steal no gold, and are in the reserve again when others arrive.
    """
    card = state.siege_card
    assert card is not None
    last = len(card.orcs) >= state.orcs_left
    clears = is_for_hire(state, "workshops") and orcs_in_workshops(state) > 0
    return is_for_hire(state, "siege") or (clears and (card.arrow or last))
