"""Spells: a card as somebody records it. Four are in the rulebooks; what any other says, the table does."""

from typing import Annotated, Literal

import msgspec

from companion.games.hall.resources import Resource
from companion.rules import Text, fault_at, say

RUNES = 3
"""With so many runes on it a spell disintegrates."""
SHOWN = 3

Effect = Literal["lots", "mask", "dig", "ascend", "words"]
"""Gain one of a few lots; bribe with anything; dig at once; a troll of level 3 for one of level 2; as it says."""


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    effect: Effect
    lots: Annotated[
        tuple[Annotated[tuple[Resource, ...], msgspec.Meta(max_length=6)], ...], msgspec.Meta(max_length=6)
    ] = ()
    says: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """What is on the card, where the table carries it out."""


PRINTED = (
    Spell("Earth Ritual", "lots", (("stone",) * 3, ("iron",) * 2, ("heartstone",))),
    Spell("Golden Mask", "mask"),
    Spell("Stone-eater's Call", "dig"),
    Spell("Rite of Ascension", "ascend"),
)


def spell_faults(spell: Spell) -> list[Text]:
    if spell.effect == "lots" and not all(spell.lots):
        return [fault_at("lots", say("Every lot holds something."))]
    if spell.effect == "lots" and len(set(spell.lots)) != len(spell.lots):
        return [fault_at("lots", say("Two lots are the same."))]
    if (spell.effect == "lots") != bool(spell.lots):
        return [fault_at("lots", say("A spell that brings resources has lots, and no other has."))]
    return []
