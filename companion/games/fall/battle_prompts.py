"""What is asked in battle: symbols to cover, where an action goes, what a scout saw, what a champion brings."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.fall import wave_prompts
from companion.games.fall.ancestry_forms import cover_forms
from companion.games.fall.asking import Whole, bare, on_map
from companion.games.fall.battle import can_boost, wires_crossed
from companion.games.fall.beginning import elsewhere
from companion.games.fall.champions import TRACK
from companion.games.fall.holdings import destinations, dominated
from companion.games.fall.invading import breach_size
from companion.games.fall.mountain import CLANS, TOLD_CLANS
from companion.games.fall.moves import (
    NOBODY,
    Boost,
    CallIn,
    Enough,
    Influence,
    Retreat,
    Reveal,
    Scout,
    SeeGate,
    SeeGnome,
    Spare,
    Stop,
    TurnWheel,
)
from companion.games.fall.numbers import EFFECTS, STRENGTHS, TOLD_STRENGTHS
from companion.games.fall.rewards import usable
from companion.games.fall.state import (
    Advances,
    Boosts,
    CallsIn,
    Fights,
    Influences,
    MovesTrolls,
    Pending,
    Reinforces,
    Retreats,
    Reveals,
    Scouts,
    SeesGate,
    SeesGnome,
    State,
    TurnsWheel,
    Uses,
)
from companion.games.fall.wheel import (
    can_leave,
    gates_to_see,
    gnomes_to_see,
    left_of_each,
    movable,
    owner_of,
    possible_strengths,
    troll_put,
    trolls_in,
    ways_out,
)
from companion.games.fall.words import champion_name, clan_name, name_of, place_name, troll_name
from companion.rules import (
    Amount,
    Choice,
    Fact,
    Field,
    Form,
    Option,
    Pick,
    Prompt,
    Several,
    Steps,
    Text,
    say,
    say_many,
)

MOST_HONOUR = 30


# Covering symbols.


def turn(state: State, fights: Fights) -> Prompt:
    forms = cover_forms(state.players[state.turn].ancestry, fights.second)
    if fights.second:
        stop = Choice(Stop(), say("No second action"))
        return Prompt("second", (state.turn,), say("Cover one symbol for a second weak action?"), (stop,), forms)
    supplies = state.players[state.turn].supplies
    question = say_many(
        "Your turn, with {count} supply: cover symbols for an action.",
        "Your turn, with {count} supplies: cover symbols for an action.",
        supplies,
    )
    return Prompt("turn", (state.turn,), question, forms=forms)


def abilities(state: State) -> Iterator[Prompt]:
    """Beside the turn and the gate cards, for everyone who has a champion with an ability left."""
    for seat in state.everyone:
        if champions := usable(state, seat):
            options = tuple(Option(name, ability(state, name)) for name in champions)
            fields = (Pick("champion", say("Which champion?"), options), brings())
            form = Form("use", say("Use a champion"), fields, UseSteps(bare(state)))
            question = say("Your champions can do something.")
            yield Prompt(f"use {seat}", (seat,), question, forms=(form,), aside=True)


def ability(state: State, name: str) -> Text:
    says = state.champion(name).ability
    return say("{champion}: {says}", champion=name, says=says) if says else champion_name(name)


def brings() -> Pick:
    options = (
        Option("honour", say("Honour")),
        Option("votes", say("Votes")),
        Option("troll", say("A troll moves")),
        Option("trolls", say("Two trolls move")),
        Option("nothing", say("Nothing that is kept here")),
    )
    return Pick("brings", say("What does it bring?"), options)


class UseSteps(Steps, frozen=True):
    """What was gained is told one by one, and checked."""

    board: State

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        gained = filled["brings"]
        if gained == "honour" and "honour" not in filled:
            return Amount("honour", say("How much honour?"), 1, MOST_HONOUR)
        if gained == "votes":
            if "clan" not in filled:
                return Pick("clan", say("Of which clan?"), tuple(Option(clan, clan_name(clan)) for clan in CLANS))
            if "votes" not in filled:
                return Amount("votes", say("How many votes?"), 1, TRACK)
        board = self.board
        for before in {"troll": ("",), "trolls": ("", "second_")}.get(gained, ()):
            start, troll, to = (f"{before}{part}" for part in ("start", "troll", "to"))
            if to not in filled:
                return shift(board, filled, start, troll, to)
            board = troll_put(board, filled[start][0], filled[troll], filled[to][0])
        return None


def shift(board: State, filled: Mapping[str, Any], start: str, troll: str, to: str) -> Field:
    """A troll that an ability moves anywhere without gnomes: where from, which one, where to."""
    if start not in filled:
        standing = dict.fromkeys((*board.trolls, *(token.place for token in board.tokens)))
        return on_map(board, start, say("From where?"), standing)
    if troll not in filled:
        return Pick(troll, say("Which troll?"), troll_options(board, trolls_in(board, filled[start][0])))
    owner = owner_of(board, filled[troll])
    places = [place for place in all_places(board, owner) if place != filled[start][0] and place not in board.gnomes]
    return on_map(board, to, say("Where to?"), places)


def all_places(board: State, seat: int) -> tuple[str, ...]:
    return (*(cavern.id for cavern in board.mountain.caverns), *board.players[seat].dens)


def troll_options(state: State, trolls: list[str]) -> tuple[Option, ...]:
    return tuple(
        Option(troll, champion_name(troll[1:]) if troll.startswith("*") else name_of(state, int(troll)))
        for troll in trolls
    )


# What is pending.


def pending(state: State, asked: Pending) -> Prompt:
    match asked:
        case Advances(power):
            return advance(state, power)
        case Reinforces(power):
            return reinforce(state, power)
        case CallsIn(place, left):
            return call_in(state, place, left)
        case Influences(power):
            return influence(state, power)
        case TurnsWheel(power):
            return turn_wheel(state, power)
        case Scouts() | SeesGate() | SeesGnome():
            return scouting(state, asked)
        case MovesTrolls():
            return move_trolls(state, asked)
        case Reveals(cavern):
            return reveal(state, cavern)
        case Retreats(cavern):
            question = say("Driven back from {cavern}: to which den?", cavern=place_name(state, cavern))
            return Prompt("retreat", (state.turn,), question, wave_prompts.dens(state, state.turn, Retreat))
        case Uses(champion, seat):
            form = Form("use", say("What it brings"), (brings(),), UseSteps(bare(state)))
            question = say("Do what {ability} says.", ability=ability(state, champion))
            return Prompt(f"use {champion}"[:80], (seat,), question, forms=(form,))
    return wave_prompts.pending(state, asked)


def boost(state: State, power: int) -> tuple[Choice, ...]:
    if not can_boost(state) or not state.acting:
        return ()
    if state.acting.weak:
        return (Choice(Boost(), say("Despair: strength {power}", power=power + 1)),)
    return (Choice(Boost(), say("One more supply: strength {power}", power=power + 1)),)


class AdvanceSteps(Steps, frozen=True):
    sources: dict[str, tuple[str, ...]]
    """The trolls that can come, by destination."""
    names: dict[str, Text]
    power: int

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        trolls = self.sources[filled["to"][0]]
        most = min(self.power, len(trolls))
        if "trolls" in filled or "count" in filled or (most == 1 and len(set(trolls)) == 1):
            return None
        if len(set(trolls)) == 1:
            return Amount("count", say("How many?"), 1, most)
        options = tuple(Option(troll, self.names[troll]) for troll in trolls)
        return Several("trolls", say("Which trolls?"), options, 1, most)


def advance(state: State, power: int) -> Prompt:
    seat = state.turn
    sources = {place: tuple(trolls) for place, trolls in destinations(state, seat).items()}
    names = {troll: troll_name(state, troll) for trolls in sources.values() for troll in trolls}
    field = on_map(state, "to", say("Where to?"), sources)
    form = Form("advance", say("Advance"), (field,), AdvanceSteps(sources, names, power))
    question = say_many(
        "Advance with {count} troll to one cavern.", "Advance with up to {count} trolls to one cavern.", power
    )
    nobody = Choice(Enough(), say("Nobody moves"))
    return Prompt(f"advance {power}", (seat,), question, (*boost(state, power), nobody), (form,))


def reinforce(state: State, power: int) -> Prompt:
    seat = state.turn
    field = on_map(state, "to", say("A cavern that you dominate"), dominated(state, seat))
    form = Form("reinforce", say("Reinforcements"), (field,))
    question = say_many("Add {count} troll.", "Add {count} trolls.", power)
    fewer = (Choice(Spare(), say("Add only {count}", count=power - 1)),) if power > 1 else ()
    return Prompt(f"reinforce {power}", (seat,), question, (*boost(state, power), *fewer), (form,))


def call_in(state: State, place: str, left: int) -> Prompt:
    trolls = tuple(dict.fromkeys(elsewhere(state, place)))
    options = tuple(Choice(CallIn(troll), troll_name(state, troll)) for troll in trolls)
    question = say_many(
        "Your reserve is empty: call {count} troll to {cavern}?",
        "Your reserve is empty: call {count} trolls to {cavern}?",
        left,
        cavern=place_name(state, place),
    )
    return Prompt(f"call {left}", (state.turn,), question, (*options, Choice(Enough(), say("None"))))


def influence(state: State, power: int) -> Prompt:
    choices = []
    for offered in state.offer:
        champion = state.champion(offered.champion)
        before = dict(offered.discs).get(state.turn, 0)
        after = before + power + (0 if offered.discs else 1)
        text = say("{champion}: influence {after}", champion=champion.name, after=after)
        choices.append(Choice(Influence(champion.name), text))
    question = say("With which champion do you gain influence {power}?", power=power)
    return Prompt(f"influence {power}", (state.turn,), question, (*choices, *boost(state, power)))


def turn_wheel(state: State, power: int) -> Prompt:
    size = len(state.numbers.wheel)
    choices = []
    for spaces in range(1, min(power, size) + 1):
        effect = EFFECTS[state.numbers.wheel[(state.wheel + spaces) % size]]
        text = say_many("{count} space: {effect}", "{count} spaces: {effect}", spaces, effect=effect)
        choices.append(Choice(TurnWheel(spaces), text, meaning=tuple(wires(state, spaces))))
    return Prompt(
        f"wheel {power}", (state.turn,), say("How far do you turn the wheel?"), (*choices, *boost(state, power))
    )


def wires(state: State, spaces: int) -> Iterator[Fact]:
    for wire in wires_crossed(state, spaces):
        if isinstance(wire, Boosts):
            yield Fact(say("Crosses the wire of the boost."))
        else:
            yield Fact(say("Crosses the wire: a breach of {count} gnomes.", count=breach_size(state)), warns=True)


# Scouting, and what was seen.


def scouting(state: State, asked: Scouts | SeesGate | SeesGnome) -> Prompt:
    seat = state.turn
    match asked:
        case SeesGate(number):
            turned = {gate.clan for gate in state.row} | {gate.clan_for(seat) for gate in state.row}
            hidden = say("A gate card")
            clans = tuple(
                Choice(SeeGate(TOLD_CLANS[clan]), clan_name(clan), afterwards=hidden)
                for clan in CLANS
                if clan not in turned
            )
            question = say("What does gate card {number} show?", number=number + 1)
            return Prompt("see gate", (seat,), question, clans, private=True)
        case SeesGnome(cavern):
            left = left_of_each(state)
            hidden = say("A gnome")
            strengths = tuple(
                Choice(SeeGnome(TOLD_STRENGTHS[strength]), say("Strength {value}", value=strength), afterwards=hidden)
                for strength in STRENGTHS
                if left[strength]
            )
            question = say("How strong is the gnome in {cavern}?", cavern=place_name(state, cavern))
            return Prompt("see gnome", (seat,), question, strengths, private=True)
    gates, gnomes = gates_to_see(state), gnomes_to_see(state)
    fields: list[Field] = []
    if gates:
        options = [Option(number, say("Gate card {number}", number=number + 1)) for number in gates]
        fields.append(Pick("gate", say("Which gate card?"), (*options, Option(NOBODY, say("None")))))
    if gnomes:
        fields.append(on_map(state, "gnome", say("Which gnome?"), gnomes, 0))
    form = Form("scout", say("Scout"), tuple(fields), Whole())
    question = say("Look at a gate card and a gnome, before anything else happens.")
    return Prompt("scout", (seat,), question, (Choice(Scout(), say("Do not scout")),), (form,))


def reveal(state: State, cavern: str) -> Prompt:
    choices = tuple(Choice(Reveal(each), strengths_text(each)) for each in possible_strengths(state, cavern))
    question = say_many(
        "Turn over {count} gnome in {cavern}: how strong?",
        "Turn over {count} gnomes in {cavern}: how strong?",
        len(state.gnomes[cavern]),
        cavern=place_name(state, cavern),
    )
    return Prompt("reveal", (state.turn,), question, choices)


def strengths_text(strengths: tuple[int, ...]) -> Text:
    if len(strengths) == 1:
        return say("Strength {value}", value=strengths[0])
    one, other = strengths
    return say("{one} and {other}", one=one, other=other)


# Moving trolls by the wheel.


class MoveSteps(Steps, frozen=True):
    board: State
    cavern: str | None

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        cavern = self.cavern or filled["cavern"][0]
        if "troll" not in filled:
            return Pick("troll", say("Which troll?"), troll_options(self.board, can_leave(self.board, cavern)))
        if "to" not in filled:
            return on_map(self.board, "to", say("Where to?"), ways_out(self.board, cavern, filled["troll"]))
        return None


def move_trolls(state: State, asked: MovesTrolls) -> Prompt:
    board = bare(state)
    steps = MoveSteps(board, asked.cavern)
    first: Field = on_map(state, "cavern", say("Out of which cavern?"), movable(state, None))
    if asked.cavern:
        trolls = can_leave(state, asked.cavern)
        first = Pick("troll", say("Which troll?"), troll_options(state, trolls))
    form = Form("move_troll", say("Move a troll"), (first,), steps)
    question = say_many(
        "Move {count} troll, anybody's, to a cavern beside it.",
        "Move up to {count} trolls, anybody's, out of one cavern to those beside it.",
        asked.left,
    )
    enough = Choice(Enough(), say("Nobody moves") if asked.cavern is None else say("Nobody else moves"))
    return Prompt(f"move {asked.left}", (state.turn,), question, (enough,), (form,))
