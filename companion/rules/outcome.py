"""How a game ended: who played on which side, which sides won, and why; it decides nothing."""

from collections.abc import Iterable, Sequence

import msgspec

from companion.common.text import Text, listed, say, say_many


class Side(msgspec.Struct, frozen=True):
    """Those who win or lose together: a player, a team, or the whole table."""

    seats: tuple[int, ...]
    won: bool
    score: int | None = None
    """What they reached, where sides are compared by it."""


class Outcome(msgspec.Struct, frozen=True):
    """Every seat is on one side. Several sides may have won, or none."""

    sides: tuple[Side, ...]
    why: Text

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for side in self.sides if side.won for seat in side.seats)


def called(seats: Iterable[int], names: Sequence[str]) -> Text:
    return listed([say("{name}", name=names[seat]) for seat in seats])


def ending_in_words(outcome: Outcome, names: Sequence[str]) -> tuple[Text, ...]:
    """Who won or lost, and why, if that was not said yet."""
    told = outcome_in_words(outcome, names)
    return (told,) if outcome.why in told.facts.values() else (told, outcome.why)


def outcome_in_words(outcome: Outcome, names: Sequence[str]) -> Text:
    """Who won, and with how much or why; where nobody did, why they lost."""
    winners, why = outcome.winners, outcome.why
    if not winners:
        alone = len(names) == 1
        return say("{who} lost: {why}", who=names[0], why=why) if alone else say("Everyone lost: {why}", why=why)
    who = called(winners, names)
    best = next(side.score for side in outcome.sides if side.won)
    if best is not None:
        return say_many("{who} won with {best}", "{who} won together with {best}", len(winners), who=who, best=best)
    if 1 < len(winners) == len(names):
        return say("Everyone won: {why}", why=why)
    return say_many("{who} won: {why}", "{who} won together: {why}", len(winners), who=who, why=why)
