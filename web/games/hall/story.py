"""The game so far in sentences, for everyone: what each player did, and what came of it; no token's value."""

from collections.abc import Iterator

from companion.games.hall.corrections import forms
from companion.games.hall.diggings import covered
from companion.games.hall.mountain import cell_at
from companion.games.hall.moves import (
    AddPedestal,
    Ascend,
    BuildCart,
    Carry,
    CarryByHand,
    Cast,
    Correction,
    Dedicate,
    Dig,
    DigByHand,
    DigSize,
    Establish,
    Exchange,
    Fetch,
    ForgeHammer,
    Neither,
    PlaceGate,
    RaisePedestal,
    Recruit,
    RecruitLevel,
    Report,
    Reveal,
    RevealSpell,
    TakePedestal,
    Work,
)
from companion.games.hall.resources import Mineral, goods
from companion.games.hall.state import Acts, Over, State
from companion.games.hall.words import (
    PEDESTAL_NAMES,
    RESOURCE_NAMES,
    STATUE_NAMES,
    TIER_NAMES,
    WORKSHOP_NAMES,
    amounts,
    called,
)
from companion.rules import Cell, Move, Text, hidden_in, listed, say


def sentences(before: State, seat: int | None, move: Move, after: State) -> list[Text]:
    """One move, and what came of it; that a hall was dedicated says itself who did it."""
    did = () if isinstance(move, Dedicate) else act(before, seat, move)
    return [*did, *came_of(move, after)]


def came_of(move: Move, after: State) -> Iterator[Text]:
    if not isinstance(move, Correction):
        yield from after.news
    if isinstance(after.now, Over):
        yield say("The game is over.")


def act(state: State, seat: int | None, move: Move) -> Iterator[Text]:
    if seat is None or isinstance(move, Correction):
        return
    name = state.name(about(state, seat))
    match move:
        case DigByHand() | DigSize() | RaisePedestal() | Establish(at=None) | CarryByHand() | RecruitLevel():
            yield by_hand(state, name, move)
        case PlaceGate((at,)):
            yield say("{name} places a gate in {square}.", name=name, square=str(at))
        case Cast(spell):
            yield say("{name} casts {spell}.", name=name, spell=called(spell))
        case Work() | ForgeHammer() | BuildCart() | Fetch():
            # What comes out of a workshop names it.
            return
        case Recruit(troll):
            yield say("{name} recruits {troll}.", name=name, troll=troll)
        case Ascend(place, troll):
            old = state.moots[seat][place]
            assert old
            yield say("{name}: {troll} takes the place of {old}.", name=name, troll=troll, old=old.name)
        case Dig() | AddPedestal() | Establish() | Dedicate() | Carry():
            yield in_the_mountain(state, name, move)
        case Neither() if isinstance(state.now, Acts) and not state.pending:
            yield say("{name} neither recruits nor digs.", name=name)
        case Exchange(spent, gain):
            given, had = amounts(goods(spent)), RESOURCE_NAMES[gain]
            yield say("{name} trades {goods} for {gain}.", name=name, goods=given, gain=had)
        case TakePedestal(clan):
            yield say("{name} takes a pedestal: {pedestal}.", name=name, pedestal=PEDESTAL_NAMES[clan])
        case Report(gained) if gained:
            yield say("{name} gains {goods}.", name=name, goods=amounts(goods(gained)))
        case Reveal(troll, told):
            yield say("{troll} joins the horde.", troll=troll or told)
        case RevealSpell(spell):
            yield say("{spell} is in the spellbook now.", spell=called(spell))


def about(state: State, seat: int) -> int:
    """Where nothing but honour is kept, anybody tells what whoever's turn it is does."""
    return state.turn if state.way == "honour" else seat


ByHand = DigByHand | DigSize | RaisePedestal | Establish | CarryByHand | RecruitLevel


def by_hand(state: State, name: str, move: ByHand) -> Text:
    """On a mountain that only the table sees."""
    match move:
        case DigByHand(mineral, tile):
            size = next(each.size for each in state.box.tunnels if each.name == tile)
            return dug(name, mineral, size)
        case DigSize(mineral, size):
            return dug(name, mineral, size)
        case RaisePedestal(clan, tier):
            return say(
                "{name} adds a pedestal, {tier}: {pedestal}.",
                name=name,
                tier=TIER_NAMES[tier - 1],
                pedestal=PEDESTAL_NAMES[clan],
            )
        case Establish(workshop):
            return say("{name} establishes a workshop: {workshop}.", name=name, workshop=WORKSHOP_NAMES[workshop])
        case CarryByHand(clan):
            return say("{name} moves the {statue}.", name=name, statue=STATUE_NAMES[clan])
        case RecruitLevel(level):
            return say("{name} recruits a troll of level {level}.", name=name, level=level)


def dug(name: str, mineral: Mineral, size: int) -> Text:
    words = RESOURCE_NAMES[mineral]
    return say("{name} digs a tunnel of {mineral} with {size} squares.", name=name, mineral=words, size=size)


def in_the_mountain(state: State, name: str, move: Dig | AddPedestal | Establish | Dedicate | Carry) -> Text:
    match move:
        case Dig(mineral, laid):
            tunnel = next(each for each in state.box.tunnels if each.name == laid.shape)
            square = min(covered(tunnel, laid), key=reading)
            return say(
                "{name} digs a tunnel of {mineral} with {size} squares at {square}.",
                name=name,
                mineral=RESOURCE_NAMES[mineral],
                size=tunnel.size,
                square=str(square),
            )
        case AddPedestal(clan, at):
            return say(
                "{name} adds a pedestal in {square}, {tier}: {pedestal}.",
                name=name,
                square=str(at),
                tier=tier_name(state, at),
                pedestal=PEDESTAL_NAMES[clan],
            )
        case Establish(workshop, at):
            return say(
                "{name} establishes a workshop in {square}: {workshop}.",
                name=name,
                square=str(at),
                workshop=WORKSHOP_NAMES[workshop],
            )
        case Dedicate(hall):
            return say("{name} dedicates a great hall: {hall}.", name=name, hall=called(hall))
        case Carry(square, (to,)):
            start = cell_at(square)
            clan = next(statue.clan for statue in state.diggings.statues if statue.at == start)
            return say(
                "{name} moves the {statue} from {start} to {square}, {tier}.",
                name=name,
                statue=STATUE_NAMES[clan],
                start=square,
                square=str(to),
                tier=tier_name(state, to),
            )
    raise TypeError(move)


def reading(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column


def tier_name(state: State, at: Cell) -> Text:
    return TIER_NAMES[state.ground.tier(at) - 1]


def in_words(before: State, seat: int | None, move: Move) -> Text | None:
    """A move in a list: what happened, or what a correction set; None where its button said enough."""
    if isinstance(move, Correction):
        return corrected(before, move)
    return next(act(before, seat, move), None)


def corrected(before: State, move: Correction) -> Text | None:
    form = next((form for form in forms(before) if form.do == move.__struct_config__.tag), None)
    if form is None:
        return None
    hidden = hidden_in(move)
    facts = [field.in_words(getattr(move, field.name)) for field in form.fields if field.name not in hidden]
    return say("{what}: {facts}", what=form.text, facts=listed(facts))
