"""Between the rig and the table: turns blows heard and boulders seen into hits, and asks whenever it is not sure.

Fed with plain facts and the time they happened, it never waits, reads no clock and plays nothing itself: what it
returns is the hit to be played.
"""

from typing import Literal

import msgspec

from companion.rules import COLOURS, Boulders, Hammering, Text, say, say_many

SETTLING = 0.5
"""Seconds after a blow before a still picture is believed: boulders may still be inside the tower's chute."""

PATIENCE = 8.0
"""Seconds after a blow before the boulders are asked for, because no picture was good enough."""

ECHO = 5.0
"""Seconds for which a passing remark is shown."""


class Question(msgspec.Struct, frozen=True):
    """What the hammerer is asked to confirm or correct."""

    text: Text
    guess: Boulders
    picture: int | None


READY = say("Ready: hit the tower")


class Status(msgspec.Struct, frozen=True):
    """What the referee is doing, for every screen."""

    doing: Literal["asleep", "armed", "troubled", "settling", "asking"]
    """Troubled is armed, but something is in the way of hearing or counting the next blow."""
    text: Text | None = None
    question: Question | None = None

    @property
    def ready(self) -> bool:
        """Nothing is told but that the next blow may come."""
        return self.text == READY


class Sight(msgspec.Struct, frozen=True):
    """A still picture, counted."""

    boulders: Boulders
    sure: bool
    picture: int | None


Offset = dict[str, int]
"""By colour, how far the book is from what the camera saw."""


class Referee:
    def __init__(self) -> None:
        self._hammering: Hammering | None = None
        self._blows: list[float] = []
        """When each blow was heard that has not been played yet."""
        self._still_from = float("-inf")
        """Pictures taken earlier than this may show boulders that roll, or none yet."""
        self._question: Question | None = None
        self._asked_about: Boulders | None = None
        """What lay there when it was asked."""
        self._sight: Sight | None = None
        """The last still picture since the last blow."""
        self._before: Boulders | None = None
        """What lay there when the blow fell."""
        self._base: Boulders | None = None
        """What the camera saw when the last hit was played; unknown after a restart, or if no picture came in time."""
        self._accepted: Offset = {}
        """The difference between book and camera that a person has confirmed."""
        self.accepted_picture: int | None = None
        """The picture in which that was seen."""
        self._dismissed: Boulders | None = None
        """What lay there when somebody said that it was no hit."""
        self._blind: Text | None = None
        """Why there is no picture at all."""
        self._sensor = True
        self._waiting_for: Text | None = None
        self._remark: tuple[Text, float] | None = None

    @property
    def status(self) -> Status:
        if self._hammering is None:
            return Status("asleep", self._remark and self._remark[0])
        if self._question:
            return Status("asking", self._question.text, self._question)
        if self._blows:
            return Status("settling", self._while_settling())
        trouble = self._trouble()
        said = self._remark[0] if self._remark else trouble or READY
        return Status("troubled" if trouble else "armed", said)

    def table(self, hammering: Hammering | None) -> None:
        """The game moved: a hit was played, amended or taken back, or the tower is live or not any more."""
        agreed = self._sight is not None and self._sight.boulders == as_seen(self._book, self._accepted)
        before, self._hammering = self._hammering, hammering
        if hammering is None or before is None or len(hammering.hits) < len(before.hits):
            self._rest()
            if before is None:
                self._base, self._accepted, self._dismissed = None, {}, None
            return
        if agreed and not self._blows and len(hammering.hits) > len(before.hits):
            # Nobody heard this hit, and the picture shows the book as it was until now: it is older than the hit.
            self._sight = self._base = None
        for struck in hammering.hits[len(before.hits) :]:
            self._hit_played(struck.boulders)

    def heard(self, at: float) -> Boulders | None:
        """A blow on the tower."""
        if self._hammering is None:
            self.remark(say("The tower is not in play: that blow does not count."), at)
            return None
        if len(self._hammering.hits) + len(self._blows) >= self._hammering.hit_limit:
            limit = self._hammering.hit_limit
            self.remark(say("The hit limit is {limit}: that blow does not count.", limit=limit), at)
            return None
        if not self._blows:
            self._before = self._sight.boulders if self._sight else None
            self._waiting_for = None
        self._blows.append(at)
        self._still_from = at + SETTLING
        self._sight = None
        if self._blind:
            self._ask_blind(self._blind)
        return None

    def saw(self, sight: Sight, at: float) -> Boulders | None:
        """The boulders lie still and were counted."""
        self._blind = self._waiting_for = None
        if at < self._still_from:
            return None
        self._sight = sight
        if self._hammering is None:
            return None
        if self._question:
            if self._question.picture is None:
                # Somebody is about to answer: nothing is played over their head, but here is what lies there.
                self._ask(
                    say("Now the camera sees the boulders. How many fell?"),
                    gained(sight.boulders, self._known),
                )
            return None
        if not self._blows:
            self._notice_unheard(sight)
            return None
        return self._decide(sight)

    def moving(self, at: float) -> None:  # noqa: ARG002  every fact comes with its time
        self._blind = self._waiting_for = None

    def hidden(self, why: Text, at: float) -> None:  # noqa: ARG002
        """There is a picture, but not one to count: a hand, darkness, a blur."""
        self._blind = None
        self._waiting_for = why

    def blind(self, why: Text) -> None:
        """There is no picture at all."""
        self._blind = why
        if self._blows and not self._question:
            self._ask_blind(why)

    def sensor(self, fine: bool) -> None:
        self._sensor = fine

    def tick(self, at: float) -> None:
        """Time passes: a remark fades, patience ends."""
        if self._remark and at >= self._remark[1]:
            self._remark = None
        if self._blows and not self._question and at >= self._blows[-1] + PATIENCE:
            why = self._waiting_for or say("The boulders would not lie still.")
            self._ask(say("{why} How many boulders fell?", why=why), Boulders())

    def remark(self, words: Text, at: float) -> None:
        """Something to be read for a moment, whatever else goes on."""
        self._remark = (words, at + ECHO)

    def no_hit(self) -> None:
        """Somebody says there was no hit: forget the blows, and do not ask again about the same boulders."""
        self._dismissed = self._sight.boulders if self._sight else None
        self._rest()

    def refused(self) -> None:
        """The rules do not take what was counted, so it was counted wrong."""
        self._ask(say("Not sure. How many boulders fell?"), Boulders())

    @property
    def _book(self) -> Boulders:
        return self._hammering.boulders if self._hammering else Boulders()

    @property
    def _known(self) -> Boulders:
        """What the camera should see if nothing happened since the last hit."""
        return self._base if self._base is not None else as_seen(self._book, self._accepted)

    def _notice_unheard(self, sight: Sight) -> None:
        """Without a hit sensor, new boulders are the only sign of a hit."""
        new = gained(sight.boulders, self._known)
        if not self._sensor and new.total and sight.boulders != self._dismissed:
            self._ask(say("There are new boulders, and the hit sensor is silent. Was this a hit?"), new)

    def _decide(self, sight: Sight) -> Boulders | None:
        known = self._known
        new = gained(sight.boulders, known)
        if len(self._blows) > 1:
            words = say("{blows} blows before the boulders lay still. What fell at the first?", blows=len(self._blows))
            self._ask(words, new)
        elif lost(sight.boulders, known):
            self._ask(say("There are fewer boulders than before. How many fell?"), new)
        elif self._before is not None and self._before != known:
            self._ask(say("There were boulders before the hit. How many fell?"), gained(sight.boulders, self._before))
        elif (offset := difference(self._book, known)) and offset != self._accepted:
            self._ask(say("The count was corrected. How many boulders fell now?"), new)
        elif not sight.sure:
            self._ask(say("Not sure. How many boulders fell?"), new)
        else:
            return new
        return None

    def _hit_played(self, boulders: Boulders) -> None:
        asked, self._question = self._question, None
        self._blows = self._blows[1:]
        if self._blows:
            self._not_seen(boulders)
            self._ask(say("And what fell at the next blow?"), gained(asked.guess, boulders) if asked else Boulders())
        elif self._sight is None:
            self._not_seen(boulders)
        else:
            self._base, self.accepted_picture = self._sight.boulders, self._sight.picture
            if asked and self._asked_about == self._base:
                self._accepted = difference(self._book, self._base)

    def _not_seen(self, boulders: Boulders) -> None:
        """The camera has yet to show what fell at this hit: the book tells, unless the two were at odds already."""
        if self._base is not None:
            base = self._base + boulders
            self._base = None if difference(self._book, base) == self._accepted else base

    def _rest(self) -> None:
        self._blows = []
        self._question = None
        self._before = None
        self._waiting_for = None

    def _ask_blind(self, why: Text) -> None:
        self._ask(say("{why} How many boulders fell?", why=why), Boulders())

    def _ask(self, words: Text, guess: Boulders) -> None:
        self._question = Question(words, guess, self._sight.picture if self._sight else None)
        self._asked_about = self._sight.boulders if self._sight else None

    def _while_settling(self) -> Text:
        """What was heard is said first: it counts, whatever is in the camera's way."""
        if self._waiting_for:
            return say_many(
                "{count} blow heard. {why}", "{count} blows heard. {why}", len(self._blows), why=self._waiting_for
            )
        return say("Counting… boulders still rolling")

    def _trouble(self) -> Text | None:
        """What is in the way of the next blow."""
        if self._blind:
            return say("{why} Enter each hit by hand.", why=self._blind)
        if self._waiting_for:
            return self._waiting_for
        if self._sight and (more := gained(self._sight.boulders, self._known).total):
            return say_many(
                "{count} boulder is out without a hit. Put it back into the tower.",
                "{count} boulders are out without a hit. Put them back into the tower.",
                more,
            )
        if self._sight and (fewer := lost(self._sight.boulders, self._known)):
            return say_many(
                "{count} boulder is gone. Leave all that fell where the camera sees it.",
                "{count} boulders are gone. Leave all that fell where the camera sees them.",
                fewer,
            )
        return None if self._sensor else say("The hit sensor is silent: hit, and confirm what fell.")


def gained(now: Boulders, before: Boulders) -> Boulders:
    return Boulders(**{colour: max(0, now.of(colour) - before.of(colour)) for colour in COLOURS})


def lost(now: Boulders, before: Boulders) -> int:
    return gained(before, now).total


def difference(book: Boulders, camera: Boulders) -> Offset:
    return {colour: off for colour in COLOURS if (off := book.of(colour) - camera.of(colour))}


def as_seen(book: Boulders, offset: Offset) -> Boulders:
    return Boulders(**{colour: max(0, book.of(colour) - offset.get(colour, 0)) for colour in COLOURS})
