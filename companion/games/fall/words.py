"""What people call the things of this war."""

from companion.games.fall.holdings import STAR
from companion.games.fall.mountain import CLAN_NAMES, names_of
from companion.games.fall.state import Source, State
from companion.rules import Text, listed, say

WAVE_NAMES: tuple[Text, ...] = (say("Wave I"), say("Wave II"), say("Wave III"))
SOURCE_NAMES: dict[Source, Text] = {
    "gnomes": say("Gnomes beaten"),
    "fallen": say("Trolls fallen"),
    "wheel": say("Gnome wheel"),
    "consolation": say("Consolation"),
    "abilities": say("Champions"),
    "domains": say("Domains"),
    "halls": say("Great halls"),
    "ancients": say("Ancients"),
    "votes": say("Votes of the clans"),
    "told": say("As told"),
    "corrected": say("Corrected"),
}


def clan_name(clan: str) -> Text:
    return CLAN_NAMES[clan]


def wave_name(wave: int) -> Text:
    return WAVE_NAMES[wave - 1]


def place_name(state: State, place: str) -> Text:
    return names_of(state.mountain)[place]


def name_of(state: State, seat: int) -> Text:
    return say("{name}", name=state.name(seat))


def champion_name(name: str) -> Text:
    return say("{name}", name=name)


def troll_name(state: State, troll: str) -> Text:
    """A troll that is told by where it stands, or a champion."""
    if troll.startswith(STAR):
        return champion_name(troll.removeprefix(STAR))
    return say("A troll from {cavern}", cavern=place_name(state, troll))


def listed_names(state: State, seats: tuple[int, ...]) -> Text:
    return listed([name_of(state, seat) for seat in seats])
