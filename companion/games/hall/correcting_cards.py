"""What the host sets right of cards: pyramids, the horde with its bribes, the spellbook; no card is there twice."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games.hall.magic import unseen_spells
from companion.games.hall.moot import BENEATH, STARTERS, TROLLS, joined, recruit
from companion.games.hall.moves import SetBribes, SetHorde, SetSpell, SetTroll
from companion.games.hall.prompts import place_text
from companion.games.hall.purse import TENS
from companion.games.hall.recruiting import RETIRING, unseen
from companion.games.hall.resources import RESOURCES
from companion.games.hall.spells import RUNES
from companion.games.hall.state import Deck, OnShow, State, changed, replaced
from companion.games.hall.words import RESOURCE_NAMES, called, symbols_in_words
from companion.rules import Amount, Field, Form, Illegal, Option, Pick, Steps, say

NOBODY = ""
MOST_BRIBES = RETIRING - 1


class OneOf(Steps, frozen=True):
    """One more question, which does not depend on the first."""

    field: Pick

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        return None if self.field.name in filled else self.field


def forms(state: State) -> list[Form]:
    found = []
    players = tuple(Option(seat, say("{name}", name=state.name(seat))) for seat in state.all_seats)
    places = tuple(Option(place, place_text(place)) for place in range(STARTERS, TROLLS))
    fresh = [
        Option(troll.name, say("{troll}: {symbols}", troll=troll.name, symbols=symbols_in_words(troll.symbols)))
        for level in range(1, len(state.decks) + 1)
        if state.decks[level - 1].unseen
        for troll in unseen(state, level)
    ]
    who = (Option(NOBODY, say("Nobody")), *fresh)
    found.append(
        Form(
            "set_troll",
            say("A troll of a pyramid"),
            (Pick("player", say("Whose?"), players), Pick("place", say("Where does it stand?"), places)),
            OneOf(Pick("troll", say("Which troll?"), who)),
        )
    )
    horde = [(space, waiting) for space, waiting in enumerate(state.horde) if waiting]
    if horde and fresh:
        spaces = tuple(Option(space, say("{troll}", troll=waiting.troll.name)) for space, waiting in horde)
        found.append(
            Form(
                "set_horde",
                say("A troll of the horde"),
                (Pick("space", say("Instead of which one?"), spaces),),
                OneOf(Pick("troll", say("Which troll?"), tuple(fresh))),
            )
        )
    if horde:
        trolls = tuple(Option(waiting.troll.name, say("{troll}", troll=waiting.troll.name)) for _, waiting in horde)
        resources = tuple(Option(each, RESOURCE_NAMES[each]) for each in RESOURCES)
        bribes = (
            Pick("troll", say("Which troll?"), trolls),
            Pick("resource", say("Which resource?"), resources),
            Amount("amount", say("How many?"), 0, MOST_BRIBES),
        )
        found.append(Form("set_bribes", say("Bribes"), bribes))
    shown = [on_show.name for on_show in state.spellbook if on_show]
    if shown:
        others = unseen_spells(state) if state.spell_deck.unseen else []
        book = tuple(Option(name, called(name)) for name in shown)
        every = tuple(Option(name, called(name)) for name in [*shown, *others])
        spell = (
            Pick("spell", say("Which spell?"), book),
            Pick("shown", say("What lies there?"), every),
            Amount("runes", say("Runes on it"), 0, RUNES - 1),
        )
        found.append(Form("set_spell", say("The spellbook"), spell))
    return found


def corrected(state: State, move: SetTroll | SetHorde | SetBribes | SetSpell) -> State:
    match move:
        case SetTroll(player, place, troll):
            return with_troll(state, player, place, troll)
        case SetHorde(space, troll):
            waiting = state.horde[space]
            card = next(card for card in state.box.trolls if card.name == troll)
            assert waiting
            if card.level != waiting.troll.level:
                raise Illegal("another_level", say("It is of another level: turn it over from its own deck."))
            after = msgspec.structs.replace(waiting, troll=card)
            return changed(state, horde=replaced(state.horde, space, after))
        case SetBribes(name, resource, amount):
            space = next(space for space, each in enumerate(state.horde) if each and each.troll.name == name)
            waiting = state.horde[space]
            assert waiting
            bribes = msgspec.structs.replace(waiting.bribes, **{resource: amount})
            if bribes.total > MOST_BRIBES:
                raise Illegal("would_retire", say("With {count} bribes it would have retired.", count=bribes.total))
            after = msgspec.structs.replace(waiting, bribes=bribes)
            return changed(state, horde=replaced(state.horde, space, after))
        case SetSpell(spell, shown, runes):
            return with_spell(state, spell, shown, runes)


def with_troll(state: State, player: int, place: int, troll: str) -> State:
    """A pyramid has no gaps, so only whoever nobody stands on can leave or be another."""
    moot = state.moots[player]
    if any(moot[lower] is None for lower in BENEATH[place]):
        raise Illegal("on_air", say("A troll stands on two others."))
    if moot[place] is None and troll == NOBODY:
        raise Illegal("nobody_there", say("Nobody stands there."))
    if troll == NOBODY and any(place in BENEATH[above] for above, member in enumerate(moot) if member):
        raise Illegal("carries_another", say("Another troll stands on this one."))
    kept = tuple(token for token in state.kept if (player, token // TENS) != (state.turn, place))
    old = moot[place]
    decks = state.decks
    if old:
        deck = decks[old.level - 1]
        decks = replaced(decks, old.level - 1, Deck(deck.unseen, (*deck.bottom, old.name)))
    if troll == NOBODY:
        after = (*moot[:place], None, *moot[place + 1 :])
        return changed(state, moots=replaced(state.moots, player, after), decks=decks, kept=kept)
    card = next(card for card in state.box.trolls if card.name == troll)
    deck = decks[card.level - 1]
    decks = replaced(decks, card.level - 1, Deck(deck.unseen - 1, deck.bottom))
    after = joined(moot, place, recruit(card))
    return changed(state, moots=replaced(state.moots, player, after), decks=decks, kept=kept)


def with_spell(state: State, spell: str, shown: str, runes: int) -> State:
    if shown != spell and any(on_show and on_show.name == shown for on_show in state.spellbook):
        raise Illegal("shown_twice", say("It lies in the spellbook already."))
    space = next(space for space, on_show in enumerate(state.spellbook) if on_show and on_show.name == spell)
    return changed(state, spellbook=replaced(state.spellbook, space, OnShow(shown, runes)))
