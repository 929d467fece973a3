"""What a game taught about its box, written down there when it is over; learned once more, it changes nothing.

What stood in for the owner's own becomes theirs with the first thing that was told, under the name of the game.
"""

import logging
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.box import Box, Shelf
from companion.discretion import running
from companion.position import Position
from companion.rules import BadSetup, BoxKind, Illegal, Learns

log = logging.getLogger(__name__)


def learned_setup(position: Position) -> Any:
    """The set-up of a game as it turned out to be."""
    return taught(position, position.setup)


def keep_lessons(box: Box, position: Position) -> None:
    """Write down what was learned in a game that is over, and at any time the cards that lay open on the table.

    What cannot be kept is only logged: nobody asked for it.
    """
    box.learn(position.state)
    if running(position) or not isinstance(position.game, Learns):
        return
    for kind in position.game.box:
        for field in fields_of(position.setup, kind):
            try:
                keep_lesson(box[kind.name], field, position)
            except (BadSetup, Illegal) as refusal:
                log.warning("What was learned of %s is not kept: %s", kind.name, refusal)


def keep_lesson(shelf: Shelf, field: str, position: Position) -> None:
    played_with, own = getattr(position.setup, field).name, position.game.name.capitalize()
    name = own if not shelf.own(played_with) and shelf.own(own) else played_with
    kept = shelf.get(name)
    if kept is None or kept.faults:
        return
    thing = getattr(taught(position, msgspec.structs.replace(position.setup, **{field: kept.thing})), field)
    if thing == kept.thing:
        return
    if shelf.own(name):
        shelf.keep(thing, kept.drawing, instead_of=name)
    else:
        shelf.keep(msgspec.structs.replace(thing, name=own))


def taught(position: Position, setup: Any) -> Any:
    if not isinstance(position.game, Learns):
        return setup
    befores = [position.state_after(0), *(turn.after for turn in position.turns)]
    played = [(before, turn.move) for before, turn in zip(befores, position.turns, strict=False)]
    return position.game.learned(setup, played)


def fields_of(setup: Any, kind: BoxKind[Any]) -> Iterator[str]:
    """Where a set-up holds the thing of this kind that it is played with."""
    for field in setup.__struct_fields__:
        if isinstance(getattr(setup, field), kind.thing):
            yield field
