"""Section A: the siege tower and the catapult, and when they are activated."""

import msgspec

from companion.games.runedar.state import Due, Machine, Space, State, changed, lose, removed, replaced, with_news
from companion.games.runedar.words import goods_text
from companion.rules import Text, say, say_many


def begin_turn(state: State, seat: int) -> State:
    """What stands in this dwarf's area is activated; where a dwarf is alone, what lies there is set upright instead."""
    due: list[Due] = ["hand"]
    for engine in ("tower", "catapult"):
        machine: Machine | None = getattr(state, engine)
        if machine is None or machine.seat != seat:
            continue
        if machine.lying:
            state = changed(state, **{engine: Machine(seat)})
            state = with_news(state, UPRIGHT[engine])
        else:
            due.append("tower" if engine == "tower" else "catapult")
    return changed(state, turn=seat, due=(*due, "orcs"))


UPRIGHT: dict[str, Text] = {
    "tower": say("The siege tower is set upright: next turn it brings a troll."),
    "catapult": say("The catapult is set upright: next turn it fires."),
}


def engine_shown(state: State, engine: str) -> State:
    """On a siege card: it comes into the area of whoever turned it over, or acts at once if it is somewhere already.

    In one's own area it stays, except where a dwarf is alone.
    """
    machine: Machine | None = getattr(state, engine)
    if machine is None:
        state = changed(state, **{engine: Machine(state.turn, lying=state.alone)})
        return with_news(state, arrives(engine, state.name(state.turn)))
    if machine.seat == state.turn and not state.alone:
        return state
    step: Due = "tower" if engine == "tower" else "catapult"
    return changed(state, due=(step, *state.due))


def arrives(engine: str, name: str) -> Text:
    if engine == "tower":
        return say("The siege tower comes to {name}.", name=name)
    return say("The catapult comes to {name}.", name=name)


def catapult_fires(state: State, number: int) -> State:
    """The space is blocked for good, what lies there is lost, the goods go back, and a gold with it."""
    cards = removed(state.catapult_cards, state.catapult_cards.index(number))
    hit = state.spaces[number - 1]
    spaces = replaced(state.spaces, number - 1, Space(blocked=True))
    words = say("The catapult hits space {number}, and a piece of gold is lost.", number=number)
    state = with_news(changed(state, spaces=spaces, catapult_cards=cards, catapult=None), words)
    if hit.goods.total:
        state = with_news(state, say("Back to the workshops: {goods}.", goods=goods_text(hit.goods)))
    if not cards:
        return lose(state, "catapult")
    return lose_gold(state, 1)


def lose_gold(state: State, count: int) -> State:
    state = changed(state, gold=max(0, state.gold - count))
    return state if state.gold else lose(state, "gold")


def back_to_reserve(state: State, engine: str) -> State:
    return changed(state, **{engine: None})


def stolen(count: int) -> Text:
    return say_many("{count} orc steals a piece of gold.", "{count} orcs steal a piece of gold each.", count)


def emptied(space: Space) -> Space:
    return msgspec.structs.replace(space, card=None, goods=Space().goods)
