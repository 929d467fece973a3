"""Parts of questions that several of them need: whom, where on the map, which champion. It decides nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.fall.cards import PRINTABLE, quadrant_in_words
from companion.games.fall.champions import (
    BANNER_NAMES,
    BANNERS,
    BORROWED,
    LONGEST_ABILITY,
    LONGEST_NAME,
    MOST_CLAWS,
    TRACK,
    Champion,
)
from companion.games.fall.moves import NEW
from companion.games.fall.offer import pack_of_wave, unmet
from companion.games.fall.plan import chart_of
from companion.games.fall.state import Box, Fights, Gnome, Player, State
from companion.games.fall.words import name_of
from companion.rules import Amount, Field, Form, Option, Pick, Several, Spots, Steps, Text, Words, say


def on_map(state: State, name: str, text: Text, legal: Iterable[str], least: int = 1, most: int = 1) -> Spots:
    return Spots(name, text, chart_of(state.mountain), tuple(legal), least, most)


def players(state: State) -> tuple[Option, ...]:
    return tuple(Option(seat, name_of(state, seat)) for seat in state.everyone)


def bare(state: State) -> State:
    """The mountain with who stands there, and nothing that only one player may know."""
    box = Box(state.mountain, state.numbers, (), (), ())
    blank = state.players[0].ancestry
    return State(
        seats=state.seats,
        box=box,
        way=state.way,
        players=tuple(Player(type(blank)(()), player.dens) for player in state.players),
        first=0,
        turn=state.turn,
        now=Fights(),
        trolls=state.trolls,
        tokens=state.tokens,
        gnomes={cavern: (Gnome(),) * len(found) for cavern, found in state.gnomes.items()},
    )


class Whole(Steps, frozen=True):
    """Nothing more is asked: what was not is as it is when nobody says anything."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:  # noqa: ARG002  whatever was filled in
        return None


NAME = Words("name", say("What is it called?"), LONGEST_NAME)
CLAN = Pick("clan", say("Of which clan?"), tuple(Option(banner, BANNER_NAMES[banner]) for banner in BANNERS))
VOTES = Amount("votes", say("How many votes?"), 0, TRACK)
TOKEN = Pick(
    "token",
    say("Does it have a token?"),
    (Option("yes", say("With a code letter")), Option("no", say("Without a letter"))),
)
LINES = Several(
    "lines",
    say("Which spaces of its track come right after a yellow line?"),
    tuple(Option(space, say("{value}", value=space)) for space in range(1, TRACK + 1)),
    0,
    TRACK,
)
WHEN = Pick(
    "when",
    say("When does its ability count?"),
    (
        Option("always", say("Whenever it says")),
        Option("claws", say("As often as it has claws")),
        Option("at_once", say("At once, when it is won")),
        Option("each_wave", say("At the end of each wave")),
        Option("symbol", say("It is an ancestry symbol")),
    ),
)
CLAWS = Amount("claws", say("How many claws?"), 1, MOST_CLAWS)
SYMBOL = Pick(
    "symbol",
    say("Which symbol?"),
    tuple(Option(kind, quadrant_in_words(each)) for kind, each in PRINTABLE.items() if each.symbol in BORROWED),
)
ABILITY = Words("ability", say("What is on the card? It is shown when it matters."), LONGEST_ABILITY, 0)


class ChampionSteps(Steps, frozen=True):
    """A champion that the box does not know is told as its card shows it; one to begin with has no track."""

    tracked: bool

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if filled.get("champion", NEW) != NEW:
            return None
        asked: list[Field] = [NAME, CLAN, VOTES, TOKEN, *([LINES] if self.tracked else []), WHEN]
        match filled.get("when"):
            case "claws":
                asked.append(CLAWS)
            case "symbol":
                asked.append(SYMBOL)
        return next((field for field in (*asked, ABILITY) if field.name not in filled), None)


def champion_text(champion: Champion) -> Text:
    return say(
        "{champion}: {clan} {votes}", champion=champion.name, clan=BANNER_NAMES[champion.clan], votes=champion.votes
    )


def champion_form(state: State, text: Text, pack: str) -> Form:
    """One of those in the box, or another one; where there are none, that at once."""
    known = [Option(champion.name, champion_text(champion)) for champion in unmet(state, pack)]
    another = Option(NEW, say("Another champion"))
    first: Field = Pick("champion", say("Which champion?"), (another, *known)) if known else NAME
    return Form("tell_champion", text, (first,), ChampionSteps(tracked=pack != "0"))


def offer_form(state: State) -> Form:
    return champion_form(state, say("The champion that was turned over"), pack_of_wave(state.wave))
