"""What a form in steps asks next, after what was filled in so far. Nothing is played here."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec
from flask import Response, request

from companion.common.text import Text, listed
from companion.position import Position, Stale
from companion.rules import Form, not_now
from web.answers import json
from web.i18n import wanted
from web.page_views import field
from web.payloads import Step, known_move
from web.services import services


def next_step(position: Position, forms: Iterable[Form], sent: Step, reads: bool = False) -> Response:
    """The field that comes next, and what was filled in before it, in words; no field when the move is whole."""
    form = next((form for form in forms if form.do == sent.do and form.then), None)
    if form is None:
        raise Stale
    values = typed(position.game.moves, form.do, sent.filled)
    said: list[Text] = []
    words = services().words[wanted(request)]
    for asked in form.asked(values):
        if asked.name not in values:
            return json({"field": field(asked, words, reads), "said": words.say(listed(said)) if said else ""})
        if not asked.takes(values[asked.name]):
            raise not_now()
        said.append(asked.in_words(values[asked.name]))
    return json({"field": None, "said": words.say(listed(said))})


def typed(moves: Any, do: str, filled: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the move would hold them."""
    kind = next(kind for kind in get_args(moves) or (moves,) if kind.__struct_config__.tag == do)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    with known_move():
        return {name: msgspec.convert(value, types[name]) for name, value in filled.items() if name in types}
