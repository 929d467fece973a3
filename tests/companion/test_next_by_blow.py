"""What a blow means outside the hammering: never more than one thing, and only after a calm."""

from companion.next_by_blow import CALM, NextByBlow, Offer, offer_in
from companion.rules import Choice, Move, Prompt, say


class Go(Move, frozen=True, tag="go"):
    pass


class Stay(Move, frozen=True, tag="stay"):
    pass


NEXT = Choice(Go(), say("Next"), by_blow=True)
ASKED = Prompt("go on", (2, 0), say("Go on?"), (Choice(Stay(), say("Stay")), NEXT))
OTHER = Prompt("card", (1,), say("Which card?"), (Choice(Stay(), say("This one")),))


def waiting(offer: Offer | None, since: float) -> NextByBlow:
    listening = NextByBlow()
    listening.table(offer, since)
    return listening


def test_the_marked_answer_is_offered_for_the_first_who_is_asked() -> None:
    offer = offer_in((ASKED,))
    assert offer == Offer(ASKED, NEXT)
    assert offer.seat == 2


def test_nothing_is_offered_while_something_else_is_asked_or_no_answer_is_marked() -> None:
    assert offer_in((ASKED, OTHER)) is None
    assert offer_in((OTHER,)) is None
    assert offer_in(()) is None


def test_a_question_must_have_stood_for_a_while() -> None:
    assert not waiting(offer_in((ASKED,)), since=10.0).heard(10.0 + CALM - 0.01)
    assert waiting(offer_in((ASKED,)), since=10.0).heard(10.0 + CALM)


def test_a_blow_from_before_the_question_is_none() -> None:
    assert not waiting(offer_in((ASKED,)), since=10.0).heard(9.0)


def test_the_same_question_asked_again_stood_all_along() -> None:
    listening = waiting(offer_in((ASKED,)), since=10.0)
    listening.table(offer_in((ASKED,)), 11.9)
    assert listening.heard(12.0)


def test_drumming_counts_once() -> None:
    listening = waiting(offer_in((ASKED,)), since=0.0)
    heard = [listening.heard(10.0 + CALM * 0.4 * number) for number in range(20)]
    assert heard == [True] + [False] * 19
