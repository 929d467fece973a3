"""What one seat may know of a game, in words for any page."""

from functools import lru_cache
from typing import Any

from companion.games.hall.magic import best_entrances
from companion.games.hall.moot import Member, size
from companion.games.hall.prompts import offer, prompts
from companion.games.hall.resources import CLANS
from companion.games.hall.score import total, winners
from companion.games.hall.seen import HallView, seen
from companion.games.hall.state import UNTOLD, Acts, Counts, Drafts, Finishes, Over, PlacesGate, State, track_space
from companion.games.hall.words import (
    CLAN_NAMES,
    PEDESTAL_NAMES,
    STATUE_NAMES,
    TIER_NAMES,
    WORKSHOP_NAMES,
    amounts,
    called,
    symbols_in_words,
)
from companion.rules import GameView, Panel, Text, listed, say, say_many


def view(state: State, seat: int | None) -> HallView:
    return seen(state, seat, GameView(headline(state, seat), acting(state), panels=tuple(panels(state, seat))))


def acting(state: State) -> tuple[int, ...]:
    if isinstance(state.now, Acts | Finishes):
        return (state.turn,)
    return tuple(dict.fromkeys(seat for prompt in prompts(state) if not prompt.aside for seat in prompt.seats))


def headline(state: State, reader: int | None) -> Text:
    name, mine = state.name(state.turn), state.turn == reader
    match state.now:
        case PlacesGate() | Drafts() if state.pending:
            return say("The table is laid")
        case PlacesGate():
            return say("You place your gate") if mine else say("{name} places a gate", name=name)
        case Drafts():
            return say("Everyone chooses starting trolls")
        case Counts(side):
            counting = listed([say("{name}", name=state.name(seat)) for seat in state.sides[side].seats])
            return say("The last sums: {names}", names=counting)
        case Over():
            won = winners(state)
            names = ", ".join(state.name(seat) for side in won for seat in side.seats)
            return say("{names}: Mountain King with {honour}", names=names, honour=total(state, won[0]))
        case Finishes() if not mine and not state.pending:
            return say("{name} ends the turn", name=name)
    return say("Your turn") if mine else say("{name}'s turn", name=name)


def panels(state: State, onlooker: int | None) -> list[Panel]:
    found = [Panel(say("Just now"), state.news)] if state.news else []
    if onlooker is not None and (mine := state.side(onlooker).tokens):
        found.append(Panel(say("Your pedestal tokens"), tuple(say("{value}", value=value) for value in mine)))
    order = [seat for seat in state.all_seats if seat == onlooker] + [
        seat for seat in state.all_seats if seat != onlooker
    ]
    if state.way == "honour":
        return [*found, *(Panel(say("{name}", name=state.name(seat)), told_lines(state, seat)) for seat in order)]
    found += [moot_panel(state, seat) for seat in order]
    found.append(Panel(say("Horde"), horde_lines(state)))
    found.append(Panel(say("Spellbook"), tuple(spell_lines(state))))
    found.append(Panel(say("Pedestal track"), tuple(track_line(state, tier) for tier in range(1, 1 + len(TIER_NAMES)))))
    found.append(Panel(say("Mountain"), tuple(mountain_lines(state))))
    return [panel for panel in found if panel.lines]


def moot_panel(state: State, seat: int) -> Panel:
    side = state.side(seat)
    lines = [say("Storage: {goods}", goods=amounts(side.storage))]
    if side.pedestals:
        lines.append(listed([PEDESTAL_NAMES[clan] for clan in side.pedestals]))
    lines += board_lines(state, seat)
    lines += [member_line(member) for member in state.moots[seat] if member]
    return Panel(say("{name}", name=state.name(seat)), tuple(lines))


def board_lines(state: State, seat: int) -> list[Text]:
    """What was told of somebody's part of a mountain that is kept by hand."""
    told = state.side(seat).told
    halls = [called(name) for name in told.halls]
    statues = [STATUE_NAMES[clan] for clan in told.statues]
    return [listed(parts) for parts in (halls, statues) if parts]


def told_lines(state: State, seat: int) -> tuple[Text, ...]:
    trolls = say_many("{count} troll", "{count} trolls", size(state.moots[seat]))
    return (trolls, *board_lines(state, seat))


@lru_cache(maxsize=1024)
def member_line(member: Member) -> Text:
    held = tuple(symbol for symbol, lies in zip(member.symbols, member.held, strict=True) if lies)
    made = symbols_in_words(member.symbols)
    if not held:
        return say("{troll}: {symbols}", troll=member.name, symbols=made)
    return say("{troll}: {symbols}; holds {goods}", troll=member.name, symbols=made, goods=symbols_in_words(held))


def horde_lines(state: State) -> tuple[Text, ...]:
    return tuple(offer(waiting, space) for space, waiting in enumerate(state.horde) if waiting)


def spell_lines(state: State) -> list[Text]:
    return [
        say("{spell}, runes: {runes}", spell=called(on_show.name), runes=on_show.runes)
        for on_show in state.spellbook
        if on_show
    ]


def track_line(state: State, tier: int) -> Text:
    """What is still to be had in a tier."""
    spaces = []
    for clan in CLANS:
        worth = state.track[track_space(clan, tier)]
        if worth is None:
            spaces.append(say("{clan} taken", clan=CLAN_NAMES[clan]))
        elif worth == UNTOLD:
            spaces.append(CLAN_NAMES[clan])
        else:
            spaces.append(say("{clan} {worth}", clan=CLAN_NAMES[clan], worth=worth))
    return say("{tier}: {tokens}", tier=TIER_NAMES[tier - 1], tokens=listed(spaces))


def mountain_lines(state: State) -> list[Text]:
    if state.way != "everything":
        return [WORKSHOP_NAMES[name] for name in state.established]
    dug = state.diggings.dug
    lines = [
        say("{statue} in {square}", statue=STATUE_NAMES[statue.clan], square=str(statue.at))
        for statue in state.diggings.statues
        if dug & state.ground.bit(statue.at)
    ]
    lines += [
        say("{pedestal} in {square}", pedestal=PEDESTAL_NAMES[pedestal.clan], square=str(pedestal.at))
        for pedestal in state.diggings.pedestals
    ]
    lines += [
        say("{workshop} in {square}", workshop=WORKSHOP_NAMES[workshop.name], square=str(workshop.at))
        for workshop in state.diggings.workshops
    ]
    for seat in state.all_seats:
        for name, uses in best_entrances(state, seat).items():
            facts: dict[str, Any] = {"name": state.name(seat), "workshop": WORKSHOP_NAMES[name]}
            lines.append(
                say_many(
                    "{name} can use {workshop} {count} time a turn",
                    "{name} can use {workshop} up to {count} times a turn",
                    uses,
                    **facts,
                )
            )
    return lines
