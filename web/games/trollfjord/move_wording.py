"""A move in the host's list, in words: what happened, or what a correction set; nothing that is hidden."""

from companion.common.text import listed
from companion.games.trollfjord.corrections import forms
from companion.games.trollfjord.moves import Correction
from companion.games.trollfjord.state import State
from companion.rules import Form, Move, Text, hidden_in, say
from web.games.trollfjord import story


def in_words(before: State, seat: int | None, move: Move, after: State) -> Text | None:
    """None where there is nothing to tell beyond what the button said."""
    if isinstance(move, Correction):
        return corrected(before, move)
    sentences = story.sentences(before, seat, move, after)
    if not sentences:
        return None
    text = sentences[0]
    for more in sentences[1:]:
        text = say("{some} {more}", some=text, more=more)
    return text


def corrected(before: State, move: Correction) -> Text | None:
    form = next((form for form in forms(before) if form.do == move.__struct_config__.tag), None)
    return None if form is None else say("{what}: {facts}", what=form.text, facts=filled(form, move))


def filled(form: Form, move: Correction) -> Text:
    hidden = hidden_in(move)
    return listed([field.in_words(getattr(move, field.name)) for field in form.fields if field.name not in hidden])
