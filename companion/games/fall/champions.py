"""Champions as their cards show them: clan, votes, and an ability in the owner's words. Here they follow nobody."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from companion.games.fall.cards import ACTIONS, Quadrant, Symbol
from companion.games.fall.mountain import CLAN_NAMES, CLANS, Clan
from companion.rules import Text, fault_at, say

Pack = Literal["0", "I/II", "III"]
PACKS: tuple[Pack, ...] = ("0", "I/II", "III")
Banner = Literal["moss", "ice", "moon", "granite", "hammer", "mud", "fire", "renegade"]
RENEGADE: Banner = "renegade"
BANNERS: tuple[Banner, ...] = (*CLANS, RENEGADE)
BANNER_NAMES: dict[str, Text] = {**CLAN_NAMES, RENEGADE: say("Renegade")}
TRACK = 8
"""Spaces of an influence track; one can go beyond."""
MOST_CLAWS = 4
BORROWED: tuple[Symbol, ...] = (*ACTIONS, "wild", "supplies")
"""Symbols of an ancestry that a champion can show."""
LONGEST_NAME, LONGEST_ABILITY = 40, 400


class Champion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    pack: Pack
    clan: Banner
    votes: Annotated[int, msgspec.Meta(ge=0, le=TRACK)]
    letter: Annotated[str, msgspec.Meta(max_length=2)] = ""
    """With a code letter a token comes with it, which stands on the mountain as a troll; in pack III it does not."""
    lines: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=TRACK)], ...], msgspec.Meta(max_length=TRACK)] = ()
    """The spaces right behind the yellow lines of the influence track."""
    at_once: bool = False
    """Its ability is resolved when somebody gains it."""
    each_wave: bool = False
    """It is resolved at the end of each wave."""
    claws: Annotated[int, msgspec.Meta(ge=0, le=MOST_CLAWS)] = 0
    """How often a wave its ability can be used; without claws, whenever it says."""
    symbols: Annotated[tuple[Quadrant, ...], msgspec.Meta(max_length=2)] = ()
    """Ancestry symbols, beside whatever symbols one likes."""
    ability: Annotated[str, msgspec.Meta(max_length=LONGEST_ABILITY)] = ""
    """What is on the card."""

    @property
    def has_token(self) -> bool:
        return bool(self.letter) and self.pack != "III"

    def crossed(self, influence: int) -> int:
        """The yellow lines behind a disc: honour for whoever is not first."""
        return sum(influence >= line for line in self.lines)


def champion_faults(champion: Champion) -> list[Text]:
    return [fault_at(part, fault) for part, fault in faults(champion)]


def faults(champion: Champion) -> Iterator[tuple[str, Text]]:
    if any(one >= other for one, other in pairwise(champion.lines)):
        yield "lines", say("The lines are told from the start of the track on, each once.")
    for quadrant in champion.symbols:
        if quadrant.symbol not in BORROWED or (quadrant.is_strong and quadrant.symbol not in ACTIONS):
            yield "symbols", say("A champion does not show this symbol.")


def clans_of(banner: Banner) -> tuple[Clan, ...]:
    """Whose votes it can bring: those of its clan, a renegade's any."""
    return tuple(clan for clan in CLANS if banner in (clan, RENEGADE))
