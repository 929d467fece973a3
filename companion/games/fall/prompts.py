"""Who may decide what, right now: the only list of what is legal. What is asked in battle is in a module of its own."""

from collections.abc import Mapping
from typing import Any

from companion.games.fall import battle_prompts, tally_prompts
from companion.games.fall.ancestry import TAKEN
from companion.games.fall.ancestry_forms import lay_form, pair_form, start_form
from companion.games.fall.asking import champion_form, champion_text, offer_form, on_map
from companion.games.fall.beginning import (
    DRAWN,
    OUTSIDE,
    free_doors,
    free_glyphs,
    free_tiles,
    gates_left,
    near_dens,
    waiting_token,
)
from companion.games.fall.cards import card_in_words
from companion.games.fall.moves import (
    EnoughSupplies,
    KeepChampion,
    TellHall,
    TellRally,
    TellStart,
    TellVotes,
)
from companion.games.fall.offer import unmet
from companion.games.fall.state import (
    Counts,
    Develops,
    Fights,
    Gathers,
    Pending,
    Settles,
    State,
    Supplies,
    Tallies,
    TellsDoor,
    TellsHall,
    TellsOffer,
    TellsRally,
    TellsStart,
    TellsVotes,
    TurnsGate,
)
from companion.games.fall.words import clan_name, place_name, wave_name
from companion.rules import Choice, Field, Form, Option, Pick, Prompt, Several, Spots, Steps, say


def prompts(state: State) -> tuple[Prompt, ...]:
    if state.pending:
        beside = battle_prompts.abilities(state) if isinstance(state.pending[0], TurnsGate) else ()
        return (pending(state, state.pending[0]), *beside)
    match state.now:
        case Gathers() as gathers:
            return tuple(gather(state, gathers, seat) for seat in state.everyone if not state.players[seat].followers)
        case Settles():
            return (settle(state),)
        case Develops() as develops:
            return tuple(lay(state, develops, seat) for seat in state.everyone)
        case Supplies():
            return (supplies(state),)
        case Fights() as fights:
            return (battle_prompts.turn(state, fights), *battle_prompts.abilities(state))
        case Tallies():
            return (tally_prompts.wave(state),)
    return ()


def pending(state: State, asked: Pending) -> Prompt:
    match asked:
        case TellsHall() | TellsVotes() | TellsDoor() | TellsRally() | TellsOffer() | TellsStart():
            return told(state, asked)
        case Counts():
            return tally_prompts.counts(state, asked)
    return battle_prompts.pending(state, asked)


# What lies on the table.


def told(state: State, asked: Pending) -> Prompt:
    everyone = state.everyone
    match asked:
        case TellsHall(number):
            worths = tuple(
                Choice(TellHall(worth), say("{value}", value=worth)) for worth in dict.fromkeys(state.numbers.halls)
            )
            name = place_name(state, state.mountain.halls[number].id)
            return Prompt(f"hall {number}", everyone, say("{hall}: which token lies there?", hall=name), worths)
        case TellsVotes(clan):
            tiles = {str(state.numbers.votes[number]): number for number in free_tiles(state, clan)}
            choices = tuple(Choice(TellVotes(number), say("{value}", value=text)) for text, number in tiles.items())
            question = say("{clan}: which vote tile lies there?", clan=clan_name(clan))
            return Prompt(f"tile {clan}", everyone, question, choices)
        case TellsDoor(number):
            field = on_map(state, "cavern", say("Cavern"), free_doors(state))
            form = Form("tell_door", say("A first gnome"), (field,))
            question = say("Where does gnome {number} lie?", number=number + 1)
            return Prompt(f"door {number}", everyone, question, forms=(form,))
        case TellsRally():
            clans = tuple(Choice(TellRally(clan), clan_name(clan)) for clan in gates_left(state))
            return Prompt("rally", everyone, say("At which rally point is the rally token?"), clans)
        case TellsOffer(number):
            question = say("{wave}: which champion is turned over?", wave=wave_name(state.wave))
            return Prompt(f"offer {state.wave} {number}", everyone, question, forms=(offer_form(state),))
        case TellsStart(seat):
            cards = tuple(Choice(TellStart(card.name), card_in_words(card)) for card in state.box.starters)
            question = say("Which starting card do you have?")
            return Prompt(f"start {seat}", (seat,), question, cards, (start_form(),))
    raise AssertionError(asked)


# Champions to begin with, and dens.


def gather(state: State, gathers: Gathers, seat: int) -> Prompt:
    key, drawn = f"champion {seat}", gathers.drawn[seat]
    if drawn:
        kept = tuple(Choice(KeepChampion(name), champion_text(state.champion(name))) for name in drawn)
        return Prompt(key, (seat,), say("Which champion do you keep?"), kept)
    forms = [champion_form(state, say("The one that you keep"), "0")]
    known = unmet(state, "0")
    if len(known) >= DRAWN:
        options = tuple(Option(champion.name, champion_text(champion)) for champion in known)
        two = Several("champions", say("Two champions"), options, DRAWN, DRAWN)
        forms.append(Form("draw_champions", say("The two that you drew"), (two,)))
    return Prompt(key, (seat,), say("Draw two champions of pack 0 and keep one."), forms=tuple(forms))


class SettleSteps(Steps, frozen=True):
    near: dict[str, tuple[str, ...]]
    """By glyph."""
    field: Spots
    champion: str | None

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        near = self.near[filled["glyph"]]
        if "caverns" not in filled:
            count = min(OUTSIDE, len(near))
            return Spots("caverns", self.field.text, self.field.chart, near, count, count)
        if self.champion and "champion_at" not in filled and len(filled["caverns"]) > 1:
            names = {spot.value: spot.text for spot in self.field.chart.spots}
            options = tuple(Option(cavern, names[cavern]) for cavern in filled["caverns"])
            return Pick("champion_at", say("Where does {champion} stand?", champion=self.champion), options)
        return None


def settle(state: State) -> Prompt:
    glyphs = free_glyphs(state)
    field = on_map(state, "caverns", say("Two caverns beside your dens"), ())
    steps = SettleSteps(
        {glyph: tuple(near_dens(state, glyph)) for glyph in glyphs}, field, waiting_token(state, state.turn)
    )
    options = tuple(Option(glyph, say("Dens {glyph}", glyph=glyph)) for glyph in glyphs)
    form = Form("settle", say("Your dens"), (Pick("glyph", say("Which pair?"), options),), steps)
    question = say("Take two dens, and place a troll in two caverns beside them.")
    return Prompt(f"settle {state.turn}", (state.turn,), question, forms=(form,))


# Development and supplies.


def lay(state: State, develops: Develops, seat: int) -> Prompt:
    """Private where hands are dealt; unseen by others until all have laid a card."""
    hand = state.hands[seat] if state.hands else None
    cards = tuple(card for card in state.box.cards if hand is None or card.name in hand)
    form = lay_form(state.players[seat].ancestry, cards, others=hand is None)
    key = f"card {state.wave}.{develops.card} {seat}"
    question = say(
        "{wave}: add card {number} of {most} to your ancestry.",
        wave=wave_name(state.wave),
        number=develops.card,
        most=len(TAKEN),
    )
    given = develops.laying.of(seat)
    return Prompt(key, (seat,), question, forms=(form,), private=True, sealed=True, given=given)


def supplies(state: State) -> Prompt:
    player = state.players[state.turn]
    question = say("You have {count} supplies. Cover wild symbols for more?", count=player.supplies)
    enough = Choice(EnoughSupplies(), say("Enough supplies"))
    return Prompt(f"supplies {state.turn}", (state.turn,), question, (enough,), (pair_form(player.ancestry),))
