"""Parts of questions that several of them need: whom, where on the map, which champion. It decides nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.fall.beginning import pack_of_wave, unmet
from companion.games.fall.champions import BANNER_NAMES, BANNERS, LONGEST_NAME, TRACK, Champion
from companion.games.fall.moves import NEW
from companion.games.fall.plan import chart_of
from companion.games.fall.state import Box, Fights, Gnome, Player, State
from companion.games.fall.words import name_of
from companion.rules import Amount, Field, Form, Option, Pick, Spots, Steps, Text, Words, say


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


class ChampionSteps(Steps, frozen=True):
    """A champion that the box does not know is told: its name, its clan, its votes, and whether it has a token."""

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if filled["champion"] != NEW or "token" in filled:
            return None
        if "name" not in filled:
            return Words("name", say("What is it called?"), LONGEST_NAME)
        if "clan" not in filled:
            banners = tuple(Option(banner, BANNER_NAMES[banner]) for banner in BANNERS)
            return Pick("clan", say("Of which clan?"), banners)
        if "votes" not in filled:
            return Amount("votes", say("How many votes?"), 0, TRACK)
        answers = (Option("yes", say("With a code letter")), Option("no", say("Without a letter")))
        return Pick("token", say("Does it have a token?"), answers)


def champion_text(champion: Champion) -> Text:
    return say(
        "{champion}: {clan} {votes}", champion=champion.name, clan=BANNER_NAMES[champion.clan], votes=champion.votes
    )


def champion_form(state: State, text: Text, pack: str) -> Form:
    known = [Option(champion.name, champion_text(champion)) for champion in unmet(state, pack)]
    field = Pick("champion", say("Which champion?"), (*known, Option(NEW, say("Another champion"))))
    return Form("tell_champion", text, (field,), ChampionSteps())


def offer_form(state: State) -> Form:
    return champion_form(state, say("The champion that was turned over"), pack_of_wave(state.wave))
