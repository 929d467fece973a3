"""A move in the host's list, in words: what happened, but no treasure's value that the host, who plays too, could read.

Corrections are told by what they set; the value of a treasure that may have gone into a sack is left out there too.
"""

from typing import Any

import msgspec

from companion.games.trollfjord.corrections import forms
from companion.games.trollfjord.moves import Correction, Draw, SetSack, SetTreasure
from companion.games.trollfjord.state import State
from companion.rules import Form, Move, Text, say
from companion.rules.text import listed
from web.trollfjord import story

SECRET: tuple[type[Move], ...] = (Draw, SetTreasure, SetSack)
"""Moves whose treasure may be in a sack now."""

TELLTALE = frozenset({"no_copy_left", "too_few_boulders"})
"""Refusals from which the value of such a treasure can be read."""


def told(before: State, seat: int | None, move: Move, after: State) -> Text | None:
    """None where there is nothing to tell beyond what the button said."""
    if isinstance(move, Correction):
        return corrected(before, move)
    sentences = story.told(before, seat, move, after)
    if not sentences:
        return None
    text = sentences[0]
    for more in sentences[1:]:
        text = say("{some} {more}", some=text, more=more)
    return text


def corrected(before: State, move: Correction) -> Text | None:
    form = next((form for form in forms(before) if form.takes(move)), None)
    return None if form is None else say("{what}: {facts}", what=form.text, facts=filled(form, move))


def filled(form: Form, move: Correction) -> Text:
    known = remembered(move)
    return listed([field.told(getattr(move, field.name)) for field in form.fields if field.name in known])


def remembered(move: Move) -> dict[str, Any]:
    """The move as plain values, for a page that lets it be answered anew."""
    plain: dict[str, Any] = msgspec.to_builtins(move)
    if isinstance(move, SECRET):
        del plain["treasure"]
    return plain
