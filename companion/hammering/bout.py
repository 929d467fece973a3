"""Hammering at the Rock Tower: hits, limits, role swaps, the spirit's anger, stopping and keeping on.

The one implementation of rulebook sections B3 and B4; it knows nothing of fortresses, treasures or turns.
"""

from collections.abc import Sequence

import msgspec

from companion.rules import (
    ANGERING,
    COLOUR_NAMES,
    COLOURS,
    EACH,
    Boulders,
    Ending,
    Hammering,
    Illegal,
    Lights,
    Mood,
    PlayerColour,
    Seat,
    Struck,
    Text,
    light_of,
    say,
    say_many,
)

MOST = 9
"""The mountain spirit never allows more hits, nor more boulders of a colour, however many trolls hammer."""


class Bout(msgspec.Struct, frozen=True):
    """One spell at the tower, from the first hit until it ends."""

    hammerer: int
    comrade: int | None
    limit: int
    """Hit limit and colour limit: the trolls of both, at most 9."""
    hits: tuple[Struck, ...] = ()
    swaps: int = 0
    rested: bool = True
    """Nobody has hit since the hammer was taken up; then there is nothing to stop yet."""
    ending: Ending | None = None
    left: int | None = None
    """Who stopped before the hammerer kept on alone."""

    @property
    def boulders(self) -> Boulders:
        return Boulders.together(struck.boulders for struck in self.hits)

    @property
    def over(self) -> dict[str, int]:
        """By colour, how many boulders lie above the colour limit; white is no colour to the spirit."""
        boulders = self.boulders
        return {colour: above for colour in ANGERING if (above := boulders.of(colour) - self.limit) > 0}

    @property
    def gifts_needed(self) -> int:
        return sum(self.over.values())

    @property
    def in_tower(self) -> Boulders:
        return Boulders(**dict.fromkeys(COLOURS, EACH)) - self.boulders

    @property
    def may_keep_on(self) -> int | None:
        """Who may hammer on alone: the comrade of one who stopped of their own will."""
        return self.comrade if self.ending == "stopped" else None

    @property
    def partner(self) -> int | None:
        """Who hammered with the hammerer, also where one of them kept on alone in the end."""
        return self.left if self.comrade is None else self.comrade


def begin(hammerer: int, trolls: int, comrade: int | None = None, comrade_trolls: int = 0) -> Bout:
    return Bout(hammerer, comrade, troll_limit(trolls + comrade_trolls))


def troll_limit(trolls: int) -> int:
    """Hit limit and colour limit of so many hammering trolls."""
    return min(MOST, trolls)


def most_in_calm(limit: int) -> int:
    """The most boulders that can lie on the table without angering the spirit."""
    return len(ANGERING) * limit + (len(COLOURS) - len(ANGERING)) * EACH


def strike(bout: Bout, boulders: Boulders) -> Bout:
    """One hit and what fell. An empty hit counts, and with a comrade swaps the roles, even on the last hit."""
    if bout.ending == "hit_limit":
        raise Illegal("hit_limit", say("The hit limit is {limit}: this hit does not count.", limit=bout.limit))
    if bout.ending:
        raise Illegal("hammering_over", say("The hammering is over: this hit does not count."))
    in_tower = bout.in_tower
    for colour in COLOURS:
        left = in_tower.of(colour)
        if boulders.of(colour) > left:
            raise Illegal(
                "too_many_boulders",
                say("Only {left} {colour} boulders are still in the tower.", left=left, colour=COLOUR_NAMES[colour]),
            )
    struck = msgspec.structs.replace(bout, hits=(*bout.hits, Struck(bout.hammerer, boulders)), rested=False)
    if not boulders.total and bout.comrade is not None:
        struck = msgspec.structs.replace(struck, hammerer=bout.comrade, comrade=bout.hammerer, swaps=bout.swaps + 1)
    if struck.over:
        return msgspec.structs.replace(struck, ending="colour_limit")
    if len(struck.hits) == struck.limit:
        return msgspec.structs.replace(struck, ending="hit_limit")
    return struck


def stop(bout: Bout) -> Bout:
    if bout.ending:
        raise Illegal("hammering_over", say("The hammering is already over."))
    if bout.rested:
        raise Illegal("hit_first", say("Hit the tower at least once before you stop."))
    return msgspec.structs.replace(bout, ending="stopped")


def keep_on(bout: Bout) -> Bout:
    """The comrade hammers on alone: same limits, same running counts, empty hits mean nothing any more."""
    if bout.may_keep_on is None:
        raise Illegal("no_keeping_on", say("Only the comrade of one who stopped early may keep hammering."))
    return msgspec.structs.replace(
        bout, hammerer=bout.may_keep_on, comrade=None, rested=True, ending=None, left=bout.hammerer
    )


def who_hammers(seats: tuple[Seat, ...], hammerer: int, reader: int | None) -> Text:
    return say("You hammer") if hammerer == reader else say("{name} hammers", name=seats[hammerer].name)


def as_seen(bout: Bout, seats: tuple[Seat, ...], reader: int | None = None) -> Hammering:
    """For this seat, or for the room: only the words differ."""
    boulders = bout.boulders
    return Hammering(
        hammerer=bout.hammerer,
        comrade=bout.comrade,
        hits=bout.hits,
        hit_limit=bout.limit,
        colour_limit=bout.limit,
        boulders=boulders,
        total=boulders.total,
        over=bout.over,
        gifts_needed=bout.gifts_needed,
        swaps=bout.swaps,
        ending=bout.ending,
        event=event(bout, seats, reader),
    )


def event(bout: Bout, seats: tuple[Seat, ...], reader: int | None) -> Text | None:
    """What the last hit did, in words."""
    if bout.ending == "colour_limit":
        return over_the_limit(bout, reader)
    if bout.ending == "stopped":
        if bout.hammerer == reader:
            return say("You stop here.")
        return say("{name} stops here.", name=seats[bout.hammerer].name)
    if bout.rested or not bout.hits:
        return None
    last = bout.hits[-1]
    if bout.ending == "hit_limit" and last.boulders.total:
        return say_many(
            "That was the last hit: {count} boulder.", "That was the last hit: {count} boulders.", last.boulders.total
        )
    if last.boulders.total:
        return say_many("{count} boulder fell.", "{count} boulders fell.", last.boulders.total)
    if last.seat != bout.hammerer:
        if bout.hammerer == reader:
            return say("Empty hit: you have the hammer now.")
        return say("Empty hit: {name} has the hammer now.", name=seats[bout.hammerer].name)
    return say("Empty hit.")


def over_the_limit(bout: Bout, reader: int | None) -> Text:
    """Who did not hammer has nothing to give."""
    if reader is not None and reader in (bout.hammerer, bout.comrade):
        return say_many(
            "Over the colour limit by {count}. Give {count} gift, or leave with nothing.",
            "Over the colour limit by {count}. Give {count} gifts, or leave with nothing.",
            bout.gifts_needed,
        )
    return say_many(
        "Over the colour limit by {count}. {count} gift calms the spirit.",
        "Over the colour limit by {count}. {count} gifts calm the spirit.",
        bout.gifts_needed,
    )


def bout_lights(bout: Bout, seats: tuple[Seat, ...], colours: Sequence[PlayerColour]) -> Lights:
    boulders = bout.boulders
    warned = any(boulders.of(colour) >= bout.limit for colour in ANGERING)
    mood: Mood = "angry" if bout.over else "idle" if bout.ending else "warned" if warned else "ready"
    return Lights(
        mood=mood,
        colour=light_of(seats[bout.hammerer], colours),
        hits_used=len(bout.hits),
        hit_limit=bout.limit,
        boulders=boulders.by_colour(),
        colour_limit=bout.limit,
        swaps=bout.swaps,
    )
