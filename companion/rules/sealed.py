"""Answers that several people give at the same time: unseen by the others until all are in, replaced until then.

A state holds them; what comes of them when all are in is its game's business.
"""

from typing import Generic, TypeVar

import msgspec

from companion.common.text import Text
from companion.rules.move import Move
from companion.rules.prompt import Choice, Form, Prompt

M = TypeVar("M", bound=Move)


class Sealed(msgspec.Struct, Generic[M], frozen=True):
    """`Sealed((0, 1, 2))` waits for three. The fields of the moves that answer it are `Secret`."""

    seats: tuple[int, ...]
    answers: tuple[tuple[int, M], ...] = ()
    """The last one of each seat that has given one, in the order of the seats: who was faster is nobody's business."""

    def of(self, seat: int) -> M | None:
        return dict(self.answers).get(seat)

    def answered(self, seat: int, answer: M) -> "Sealed[M]":
        given = {**dict(self.answers), seat: answer}
        return msgspec.structs.replace(self, answers=tuple((each, given[each]) for each in self.seats if each in given))

    @property
    def missing(self) -> tuple[int, ...]:
        """Who is waited for."""
        return tuple(seat for seat in self.seats if self.of(seat) is None)

    def prompts(
        self, key: str, text: Text, choices: tuple[Choice, ...] = (), forms: tuple[Form, ...] = ()
    ) -> tuple[Prompt, ...]:
        """The same question for each of them, answered or not."""
        return tuple(
            Prompt(f"{key}, {seat}", (seat,), text, choices, forms, sealed=True, given=self.of(seat))
            for seat in self.seats
        )
