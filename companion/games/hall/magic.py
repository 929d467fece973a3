"""Step 1 of a turn: one spell, and one workshop as often as it has open entrances; and trading with the supply."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec

from companion.games.hall.diggings import WorkshopName, entrances
from companion.games.hall.leftovers import TRADED
from companion.games.hall.moot import joined, recruit
from companion.games.hall.moves import Ascend, Cast, Exchange, Report, RevealSpell
from companion.games.hall.purse import can_spend, lifted, owned, pay, symbol_at
from companion.games.hall.resources import Goods, Resource, goods, resource_of
from companion.games.hall.spells import RUNES, Spell
from companion.games.hall.state import (
    Acts,
    Ascends,
    Deck,
    DigsBySpell,
    OnShow,
    Pending,
    Reports,
    Reveals,
    RevealsSpell,
    State,
    changed,
    replaced,
    stored,
    waits_for,
    with_news,
    with_purse,
)
from companion.games.hall.words import WORKSHOP_NAMES, amounts, called
from companion.games.hall.workshops import ANY, TRADES, Trade
from companion.rules import say

ASCENDING = 2
"""A troll of this level gives way to one of the next."""


def spend(state: State, seat: int, wanted: Sequence[str]) -> State:
    """Taken from trolls before the storage, and told."""
    paid = pay(state.purse(seat), wanted)  # type: ignore[arg-type]  # callers name what can be wanted
    assert paid is not None, "only what can be paid is offered"
    spent = paid.stored + goods(resource_of(symbol_at(state.moots[seat], token)) for token in paid.tokens)
    state = with_purse(state, seat, paid.purse)
    if not spent.total:
        return state
    facts: dict[str, Any] = {"name": state.name(seat), "goods": amounts(spent)}
    if not paid.stored.total:
        return with_news(state, say("{name} pays {goods} from trolls.", **facts))
    if paid.stored == spent:
        return with_news(state, say("{name} pays {goods} from the storage.", **facts))
    return with_news(
        state, say("{name} pays {goods}, of it {stored} from the storage.", stored=amounts(paid.stored), **facts)
    )


def spell_named(state: State, name: str) -> Spell:
    return next(spell for spell in state.box.spells if spell.name == name)


def unseen_spells(state: State) -> list[str]:
    """Those that may be turned over next."""
    seen = {on_show.name for on_show in state.spellbook if on_show} | set(state.spell_deck.bottom)
    return [spell.name for spell in state.box.spells if spell.name not in seen]


def told_spell(state: State, move: RevealSpell) -> tuple[State, str]:
    """The spell that was turned over; one that the box does not know joins it, and says what it says."""
    if move.spell:
        return state, move.spell
    names = {spell.name for spell in state.box.spells}
    name = next(each for each in numbered(move.name) if each not in names)
    spells = (*state.box.spells, Spell(name, "words"))
    return changed(state, box=msgspec.structs.replace(state.box, spells=spells)), name


def numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} {number}" for number in count(2))


def castable(state: State, seat: int, can_dig: bool) -> list[tuple[OnShow, Spell]]:
    """Spells in the book that would do something."""
    if not can_spend(state.purse(seat), "rune"):
        return []
    shown = [(on_show, spell_named(state, on_show.name)) for on_show in state.spellbook if on_show]
    possible = {
        "dig": can_dig,
        "ascend": bool(giving_way(state, seat) and ascending(state)),
    }
    return [(on_show, spell) for on_show, spell in shown if possible.get(spell.effect, True)]


def giving_way(state: State, seat: int) -> list[int]:
    return [place for place, member in enumerate(state.moots[seat]) if member and member.level == ASCENDING]


def ascending(state: State) -> list[str]:
    return [waiting.troll.name for waiting in state.horde if waiting and waiting.troll.level == ASCENDING + 1]


def cast(state: State, acts: Acts, move: Cast) -> State:
    """The rune goes onto the spell; with the third, it disintegrates after it was carried out."""
    seat = state.turn
    state = spend(state, seat, ["rune"])
    space = next(space for space, on_show in enumerate(state.spellbook) if on_show and on_show.name == move.spell)
    spell, runes = spell_named(state, move.spell), (state.spellbook[space] or OnShow("")).runes + 1
    state = changed(state, now=Acts(True, acts.masked or spell.effect == "mask", acts.workshop, 0))
    asked: list[Pending] = []
    match spell.effect:
        case "lots":
            gained = goods(spell.lots[move.lot])
            state = with_news(
                stored(state, seat, gained), say("{spell}: {goods}.", spell=called(spell.name), goods=amounts(gained))
            )
        case "dig":
            asked.append(DigsBySpell())
        case "ascend":
            asked.append(Ascends())
        case "words":
            asked.append(Reports(spell.name))
    if runes < RUNES:
        return waits_for(changed(state, spellbook=replaced(state.spellbook, space, OnShow(spell.name, runes))), *asked)
    deck = Deck(state.spell_deck.unseen, (*state.spell_deck.bottom, spell.name))
    state = changed(state, spellbook=replaced(state.spellbook, space, None), spell_deck=deck)
    state = with_news(state, say("{spell} disintegrates.", spell=called(spell.name)))
    return waits_for(state, *asked, RevealsSpell(space))


def ascended(state: State, move: Ascend) -> State:
    """No pedestal, no activation; bribes on the newcomer and what the old one held are gone."""
    seat = state.turn
    space = next(space for space, waiting in enumerate(state.horde) if waiting and waiting.troll.name == move.troll)
    waiting, old = state.horde[space], state.moots[seat][move.place]
    assert waiting
    assert old
    deck = state.decks[old.level - 1]
    back = Deck(deck.unseen, (*deck.bottom, old.name))
    state = changed(
        state,
        moots=replaced(state.moots, seat, joined(state.moots[seat], move.place, recruit(waiting.troll))),
        decks=replaced(state.decks, old.level - 1, back),
        horde=replaced(state.horde, space, None),
        kept=tuple(token for token in state.kept if token // 10 != move.place),
    )
    return waits_for(state, Reveals(space))


def reported(state: State, move: Report) -> State:
    return stored(state, state.turn, goods(move.gained))


def best_entrances(state: State, seat: int) -> dict[WorkshopName, int]:
    """The workshops that this network touches, and how often each can be used; of two alike, the better one."""
    ground, diggings = state.ground, state.diggings
    mine = state.network(seat)
    found: dict[WorkshopName, int] = {}
    for workshop in diggings.workshops:
        if ground.beside(ground.bit(workshop.at)) & mine:
            uses = entrances(ground, diggings, workshop, state.all_seats)
            found[workshop.name] = max(found.get(workshop.name, 0), uses)
    return found


def usable(state: State, acts: Acts) -> list[WorkshopName]:
    if acts.workshop:
        return [acts.workshop] if acts.uses else []
    return list(best_entrances(state, state.turn))


def trades_at(state: State, workshop: WorkshopName) -> list[Trade]:
    purse = state.purse(state.turn)
    return [trade for trade in TRADES[workshop] if can_spend(purse, trade.spend) >= trade.spent]


def worked(state: State, acts: Acts, workshop: WorkshopName, spent: Sequence[str], gained: Goods) -> State:
    """One use of a workshop."""
    seat = state.turn
    uses = acts.uses if acts.workshop else best_entrances(state, seat)[workshop]
    state = stored(spend(state, seat, spent), seat, gained)
    state = changed(state, now=Acts(acts.cast, acts.masked, workshop, uses - 1))
    return with_news(state, say("{workshop}: {goods}.", workshop=WORKSHOP_NAMES[workshop], goods=amounts(gained)))


def fetched(state: State, acts: Acts, token: int) -> State:
    """From a troll into the storage, where every cart is wild."""
    seat = state.turn
    resource = resource_of(symbol_at(state.moots[seat], token))
    moot = lifted(state.moots[seat], [token])
    kept = tuple(each for each in state.kept if each != token)
    state = changed(state, moots=replaced(state.moots, seat, moot), kept=kept)
    return worked(state, acts, "quartermaster", [], goods([resource]))


def spendable(state: State, seat: int) -> list[Resource]:
    """Every single resource that somebody may spend."""
    return owned(state.purse(seat)).each()


def can_craft(state: State) -> bool:
    return len(spendable(state, state.turn)) >= ANY


def exchanged(state: State, move: Exchange) -> State:
    assert len(move.spent) == TRADED
    state = spend(state, state.turn, list(move.spent))
    return stored(state, state.turn, goods([move.gain]))
