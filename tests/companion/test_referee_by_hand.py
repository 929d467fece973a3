"""Hits entered by hand, heard or not, before the picture comes or after: each boulder counts once or is asked about."""

from random import Random

import pytest

from companion.hammering.bout import begin, strike
from companion.referee import SETTLING, Sight
from companion.rules import Boulders, say
from tests.companion.test_referee import NOTHING, Evening


def test_a_hit_entered_by_hand_before_the_picture_comes_is_counted_once() -> None:
    evening = Evening()
    evening.hears()
    evening.plays(Boulders(red=2))
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


def test_a_hit_entered_by_hand_before_the_picture_comes_is_found_in_the_picture() -> None:
    evening = Evening()
    evening.hears()
    evening.plays(Boulders(red=2))
    assert evening.sees(red=2) is None
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


def test_a_hit_that_was_not_heard_and_entered_before_the_picture_comes_is_counted_once() -> None:
    evening = Evening()
    evening.plays(Boulders(red=2))
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


@pytest.mark.parametrize("fine", [True, False])
def test_a_hit_that_was_not_heard_and_entered_before_the_picture_comes_is_found_in_the_picture(fine: bool) -> None:
    evening = Evening()
    evening.referee.sensor(fine=fine)
    evening.hears()
    evening.sees(white=1)
    evening.plays(Boulders(red=2))
    evening.sees(white=1, red=2)
    assert evening.doing == ("armed" if fine else "troubled")
    assert evening.words == (
        "Ready: hit the tower" if fine else "The hit sensor is silent: hit, and confirm what fell."
    )
    evening.hears()
    assert evening.sees(white=1, red=2, blue=1) == Boulders(blue=1)


def test_a_hit_entered_by_hand_and_put_right_before_the_picture_comes_is_found_in_the_picture() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(white=1)
    evening.hears()
    evening.plays(Boulders(red=2))
    evening.amends_last(Boulders(red=3))
    evening.sees(white=1, red=3)
    assert evening.words == "Ready: hit the tower"


def test_a_picture_from_before_the_hit_that_comes_after_it_was_entered_by_hand_is_not_believed() -> None:
    evening = Evening()
    evening.hears()
    evening.plays(Boulders(red=2))
    evening.sees(after=SETTLING / 2)
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


def test_a_picture_taken_right_after_the_blow_is_not_believed_while_it_asks_either() -> None:
    evening = Evening()
    evening.referee.blind(say("The camera is unplugged."))
    evening.hears()
    evening.sees(after=SETTLING / 2)
    evening.plays(Boulders(red=2))
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


def test_what_a_person_answered_is_believed_also_after_a_hit_entered_by_hand() -> None:
    """The camera misses one red boulder every time."""
    evening = Evening()
    evening.hears()
    evening.sees(red=2, sure=False)
    evening.plays(Boulders(red=3))
    evening.hears()
    evening.plays(Boulders(blue=1))
    evening.sees(red=2, blue=1)
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=2, blue=1, white=1) == Boulders(white=1)


def test_a_count_that_was_corrected_is_still_asked_about_after_a_hit_entered_by_hand() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=3)
    evening.amends_last(Boulders(red=2))
    evening.hears()
    evening.plays(Boulders(blue=1))
    evening.hears()
    assert evening.sees(red=3, blue=1, white=1) is None
    assert evening.words == "The count was corrected. How many boulders fell now?"
    assert evening.guess == Boulders(white=1)


def test_a_hit_taken_back_and_entered_otherwise_than_the_camera_sees_it_is_asked_about_once() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2)
    evening.bout = begin(0, 6)
    evening.tell()
    evening.plays(Boulders(red=3))
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=2, blue=1) is None
    assert evening.guess == Boulders(blue=1)
    evening.plays(Boulders(blue=1))
    evening.hears()
    assert evening.sees(red=2, blue=2) == Boulders(blue=1)


def test_a_hit_taken_back_and_put_back_leaves_the_mat_as_the_book_has_it() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2)
    evening.bout = begin(0, 6)
    evening.tell()
    evening.sees()
    evening.plays(Boulders(red=1))
    evening.sees(red=1)
    assert evening.words == "Ready: hit the tower"


def test_hits_taken_back_leave_no_boulder_too_many() -> None:
    """The camera misses one red boulder; then it is put back into the tower with all others."""
    evening = Evening()
    evening.hears()
    evening.sees(sure=False)
    evening.plays(Boulders(red=1))
    evening.hears()
    evening.plays(Boulders(blue=1))
    evening.bout = begin(0, 6)
    evening.tell()
    evening.sees()
    assert evening.words == "Ready: hit the tower"


def test_a_boulder_that_falls_while_it_asks_is_not_swallowed_by_the_answer() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2, sure=False)
    evening.sees(red=3, sure=False)
    evening.plays(Boulders(red=2))
    evening.hears()
    assert evening.sees(red=3, blue=1) is None
    assert evening.doing == "asking"


def test_of_two_blows_the_first_may_be_entered_before_the_picture_comes_and_the_second_is_asked_about() -> None:
    evening = Evening()
    evening.hears()
    evening.hears(after=0.3)
    evening.plays(Boulders(red=1))
    assert evening.words == "And what fell at the next blow?"
    assert evening.sees(red=1, blue=2) is None
    assert evening.guess == Boulders(blue=2)
    evening.plays(Boulders(blue=2))
    evening.hears()
    assert evening.sees(red=1, blue=2, white=1) == Boulders(white=1)


def test_a_third_blow_while_the_second_is_asked_about_is_asked_about_too() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(white=1)
    evening.hears()
    evening.hears(after=0.3)
    evening.sees(white=1, red=3)
    evening.plays(Boulders(red=1))
    evening.hears()
    evening.plays(Boulders(red=2))
    assert evening.sees(white=1, red=3, blue=1) is None
    assert evening.guess == Boulders(blue=1)


def test_of_two_empty_blows_each_is_asked_about_with_its_picture() -> None:
    evening = Evening()
    evening.hears()
    evening.hears(after=0.3)
    evening.sees()
    evening.plays(NOTHING)
    assert evening.referee.status.question is not None
    assert evening.referee.status.question.picture == evening.picture


def test_two_hits_entered_at_once_are_both_counted_once() -> None:
    evening = Evening()
    evening.hears()
    evening.hears()
    evening.bout = strike(strike(evening.bout, Boulders(red=1)), Boulders(blue=2))
    evening.tell()
    assert evening.doing == "armed"
    evening.hears()
    assert evening.sees(red=1, blue=2, white=1) == Boulders(white=1)


class Crowd:
    """An evening at which chance decides what happens next; the camera sees and people tell what is true."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.evening = Evening(limit=9)
        self.mat = NOTHING
        self.struck = 0.0
        self.fallen: list[Boulders] = []
        """What fell at each blow that is not in the book yet."""
        self.heard = True
        """Whether the sensor did its work; what it missed is entered before the next blow."""

    def step(self) -> None:
        evening = self.evening
        match self.chance.choice(["heard", "unheard", "picture", "picture", "early", "entered", "entered", "blind"]):
            case "heard" if self.heard and len(evening.bout.hits) + len(self.fallen) < evening.bout.limit:
                self.falls(least=0)
                evening.hears()
                self.struck = evening.at
            case "unheard" if not self.fallen:
                self.falls(least=1)
                self.heard = False
            case "picture":
                self.looks()
            case "early" if self.struck:
                sight = Sight(NOTHING, sure=True, picture=None)
                assert evening.referee.saw(sight, self.struck + SETTLING / 2) is None
            case "entered" if self.fallen:
                evening.plays(self.fallen.pop(0))
                self.heard = True
            case "blind":
                evening.referee.blind(say("The camera is unplugged."))

    def falls(self, least: int) -> None:
        boulders = Boulders(red=self.chance.choice([0, 1]), white=self.chance.choice([least, 1]))
        self.mat += boulders
        self.fallen.append(boulders)

    def looks(self) -> None:
        called = self.evening.sees_mat(self.mat)
        if called is not None:
            assert [called] == self.fallen, "nothing is called that is in the book already"
            self.fallen.clear()


def test_whatever_the_order_each_boulder_is_counted_once_or_asked_about() -> None:
    for seed in range(200):
        print(f"seed {seed}")
        crowd = Crowd(seed)
        while crowd.evening.bout.ending is None:
            crowd.step()
            assert crowd.evening.bout.boulders + sum(crowd.fallen, NOTHING) == crowd.mat
