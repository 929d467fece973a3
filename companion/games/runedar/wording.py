"""A siege in words: what is going on, and panels that tell all of it to any page."""

from companion.games.runedar.dangers import LOST, dangers
from companion.games.runedar.faces import SECTIONS
from companion.games.runedar.fortress import places
from companion.games.runedar.goods import GOODS, Goods, counted, goods_parts
from companion.games.runedar.mercenaries import price
from companion.games.runedar.state import Fills, Over, Refills, Space, State, Throws
from companion.games.runedar.words import (
    card_in_full,
    goblin_text,
    held,
    hire_text,
    place_name,
    troll_text,
)
from companion.games.runedar.working import needed
from companion.rules import Chronicle, Panel, Text, listed, say, say_many


def headline(state: State, reader: int | None) -> Text:
    """What goes on, said to whoever does it, and about them to everyone else."""
    name, mine = state.name(state.turn), state.turn == reader
    match state.due[:1], state.now:
        case _, Over(None):
            return say("You have escaped with the gold")
        case _, Over(lost=why) if why is not None:
            return LOST[why]
        case (("prices" | "tools" | "spaces" | "board"),), _:
            return say("The table is laid")
        case ("hand",), _:
            return say("You take a hand") if mine else say("{name} takes a hand", name=name)
        case ("tower",), _:
            return say("A troll comes to you") if mine else say("The siege tower brings a troll to {name}", name=name)
        case ("catapult",), _:
            return say("The catapult fires at you") if mine else say("The catapult fires at {name}", name=name)
        case (("siege" | "resolve"),), _:
            return say("Orcs attack in your turn") if mine else say("Orcs attack in {name}'s turn", name=name)
        case ("goblin",), _:
            return say("Goblins come out of the tunnel")
        case _, Throws():
            return say("You attack") if mine else say("{name} attacks", name=name)
        case _, (Refills() | Fills()):
            return say("Fill the upgrade board") if mine else say("{name} fills the upgrade board", name=name)
    return say("Your turn") if mine else say("{name} defends Runedar", name=name)


def ending(state: State) -> Text:
    """As the chronicles tell it: gold that was saved, or goblins that were beaten."""
    match state.now:
        case Over(None):
            return say_many("{count} piece of gold is saved.", "{count} pieces of gold are saved.", state.gold)
        case Over(lost=why) if why is not None:
            return say_many(
                "{why} {count} goblin was beaten.", "{why} {count} goblins were beaten.", state.beaten, why=LOST[why]
            )
    raise AssertionError("it goes on")


DIFFICULTIES: dict[int, Text] = {6: say("Easy"), 8: say("Normal"), 10: say("Hard"), 12: say("Epic")}
"""By the rubble of a section."""


def chronicle(state: State) -> Chronicle:
    """Any victory is above any defeat: those by their gold, these by their goblins, and of equals the harder one."""
    about = say_many(
        "{difficulty}, {count} dwarf",
        "{difficulty}, {count} dwarves",
        len(state.seats),
        difficulty=DIFFICULTIES[state.rubble_each],
    )
    won = state.now == Over()
    return Chronicle(about, (int(won), state.gold if won else state.beaten, state.rubble_each))


def panels(state: State, seat: int | None) -> tuple[Panel, ...]:
    found = [Panel(say("Just now"), state.news)] if state.news else []
    if seat is not None and state.hands[seat] and not state.over:
        hand = state.hands[seat] or ()
        found.append(Panel(say("Your cards"), tuple(held(state.kit, card) for card in hand)))
    found.append(Panel(say("Danger"), tuple(each.text for each in dangers(state))))
    found.append(Panel(say("Fortress"), tuple(fortress_lines(state))))
    found.append(Panel(say("Tunnel"), tuple(tunnel_lines(state))))
    spaces = enumerate(state.spaces, 1)
    found.append(Panel(say("Upgrade board"), tuple(space_line(state, number, each) for number, each in spaces)))
    stores = tuple(counted(good, state.stored(good)) for good in GOODS)
    found.append(Panel(say("Workshops"), stores))
    if state.mercenaries:
        found.append(Panel(say("Mercenaries"), tuple(mercenary_lines(state))))
    return tuple(found)


def fortress_lines(state: State) -> list[Text]:
    lines = []
    for place in places(state.kit.fortress):
        there = [say("{name}", name=state.name(seat)) for seat, here in enumerate(state.dwarves) if here == place]
        if orcs := state.orcs_at(place):
            there.append(say_many("{count} orc", "{count} orcs", orcs))
        if there:
            lines.append(say("{place}: {who}", place=place_name(state.kit.fortress, place), who=listed(there)))
    return lines


def tunnel_lines(state: State) -> list[Text]:
    lines = [say("{left} of {all} sections left", left=state.sections, all=SECTIONS)]
    if not state.goblins and not state.over:
        lines.append(say("Rubble before the next section: {rubble}", rubble=state.rubble))
    lines += [goblin_text(goblin) for goblin in state.goblins]
    lines += [troll_text(troll) for troll in state.trolls]
    return lines


def space_line(state: State, number: int, space: Space) -> Text:
    if space.blocked:
        return say("{number}: blocked by the catapult", number=number)
    if space.card is None:
        return say("{number}: empty", number=number)
    card = card_in_full(state.face(space.card))
    missing = lacking(state, number, space)
    if not missing.total:
        return say("{number}: {card}, ready", number=number, card=card)
    return say("{number}: {card}, takes {goods}", number=number, card=card, goods=listed(goods_parts(missing)))


def lacking(state: State, number: int, space: Space) -> Goods:
    """What is still to be laid on this space."""
    return Goods(*(needed(state, number, space, good) for good in GOODS))


def mercenary_lines(state: State) -> list[Text]:
    return [hire_text(who, price(state, who)) for who in state.mercenaries]
