"""What a blow means while the tower is not in play: the next step, if the game offers one for it, or nothing.

Fed with what is asked and when each blow was heard, it waits for nothing, reads no clock and plays nothing itself.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules import Choice, Prompt

CALM = 2.0
"""Seconds for which the question must have stood, and the tower been silent: an earlier blow meant something else."""


class Offer(NamedTuple):
    """An answer that a blow may give."""

    prompt: Prompt
    choice: Choice

    @property
    def seat(self) -> int:
        """Nobody knows who struck: it is played for the first of those who are asked."""
        return self.prompt.seats[0]


def offer_in(prompts: Sequence[Prompt]) -> Offer | None:
    """What a blow would answer; nothing while anything else is asked too, which it might be meant for."""
    questions = [prompt for prompt in prompts if not prompt.aside]
    if len(questions) != 1:
        return None
    return next((Offer(questions[0], choice) for choice in questions[0].choices if choice.by_blow), None)


class NextByBlow:
    def __init__(self) -> None:
        self._offer: Offer | None = None
        self._since = 0.0
        self._last_blow = float("-inf")

    def table(self, offer: Offer | None, at: float) -> None:
        """The game moved, and this is what a blow would answer now."""
        if offer != self._offer:
            self._offer, self._since = offer, at

    @property
    def offer(self) -> Offer | None:
        return self._offer

    def heard(self, at: float) -> bool:
        """Whether this blow may answer; one of several in a row, or right after a change, may not."""
        calm_from = max(self._last_blow, self._since) + CALM
        self._last_blow = at
        return at >= calm_from
