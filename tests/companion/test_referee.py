"""Every awkward order of blows, sights and taps, told as a short story with its own clock."""

import pytest

from companion.hammering.bout import as_seen, begin, strike
from companion.referee import ECHO, PATIENCE, SETTLING, Referee, Sight
from companion.rules import Boulders, Seat, say

SEATS = (Seat("Astrid", "brown"), Seat("Sven", "orange"))
STILL = SETTLING + 0.1
NOTHING = Boulders()


class Evening:
    """A referee, a hammering it watches, and a clock that only the story moves."""

    def __init__(self, limit: int = 6) -> None:
        self.referee = Referee()
        self.bout = begin(0, limit)
        self.at = 100.0
        self.picture = 0
        self.tell()
        self.sees()

    def tell(self) -> None:
        self.referee.table(None if self.bout.ending else as_seen(self.bout, SEATS))

    def hears(self, after: float = 1.0) -> None:
        self.at += after
        assert self.referee.heard(self.at) is None

    def sees(self, *, sure: bool = True, after: float = STILL, **boulders: int) -> Boulders | None:
        return self.sees_mat(Boulders(**boulders), sure=sure, after=after)

    def sees_mat(self, boulders: Boulders, *, sure: bool = True, after: float = STILL) -> Boulders | None:
        """A still picture with these boulders; a hit the referee calls is played at once."""
        self.at += after
        self.picture += 1
        fallen = self.referee.saw(Sight(boulders, sure, self.picture), self.at)
        if fallen is not None:
            self.plays(fallen)
        return fallen

    def plays(self, fallen: Boulders) -> None:
        """A hit reaches the table, from the referee or from a phone."""
        self.bout = strike(self.bout, fallen)
        self.tell()

    def amends_last(self, fallen: Boulders) -> None:
        hits = self.bout.hits[:-1]
        self.bout = begin(0, self.bout.limit)
        for struck in hits:
            self.bout = strike(self.bout, struck.boulders)
        self.bout = strike(self.bout, fallen)
        self.tell()

    def waits(self, seconds: float) -> None:
        self.at += seconds
        self.referee.tick(self.at)

    @property
    def doing(self) -> str:
        return self.referee.status.doing

    @property
    def words(self) -> str:
        return str(self.referee.status.text)

    @property
    def guess(self) -> Boulders:
        question = self.referee.status.question
        assert question is not None
        return question.guess


def test_a_blow_and_a_still_picture_make_a_hit() -> None:
    evening = Evening()
    assert evening.doing == "armed"
    evening.hears()
    assert evening.doing == "settling"
    assert evening.sees(red=2, white=1) == Boulders(red=2, white=1)
    assert evening.doing == "armed"


def test_only_what_is_new_since_the_last_hit_counts() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2)
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


def test_an_empty_hit_is_a_hit_too() -> None:
    evening = Evening()
    evening.hears()
    assert evening.sees() == NOTHING
    assert len(evening.bout.hits) == 1


def test_a_picture_taken_right_after_the_blow_is_not_believed() -> None:
    evening = Evening()
    evening.hears()
    assert evening.sees(after=SETTLING / 2) is None
    assert evening.doing == "settling"
    assert evening.sees(red=1) == Boulders(red=1)


def test_rolling_boulders_and_a_hand_make_it_wait() -> None:
    evening = Evening()
    evening.hears()
    evening.referee.moving(evening.at + 0.3)
    assert evening.words == "Counting… boulders still rolling"
    evening.referee.hidden(say("A hand is in the picture."), evening.at + 0.6)
    assert evening.words == "1 blow heard. A hand is in the picture."
    assert evening.doing == "settling"
    assert evening.sees(red=1, after=2.0) == Boulders(red=1)


def test_a_blow_on_a_covered_mat_is_acknowledged() -> None:
    evening = Evening()
    covered = say("A hand is in the picture.")
    evening.referee.hidden(covered, evening.at)
    assert (evening.doing, evening.words) == ("troubled", "A hand is in the picture.")
    evening.hears()
    evening.referee.hidden(covered, evening.at)
    assert (evening.doing, evening.words) == ("settling", "1 blow heard. A hand is in the picture.")
    evening.hears()
    evening.referee.hidden(covered, evening.at)
    assert evening.words == "2 blows heard. A hand is in the picture."
    evening.referee.tick(evening.at + 60)
    assert evening.words == "A hand is in the picture. How many boulders fell?"


def test_an_unsure_count_becomes_a_question_with_its_picture() -> None:
    evening = Evening()
    evening.hears()
    assert evening.sees(red=2, sure=False) is None
    assert evening.doing == "asking"
    assert evening.guess == Boulders(red=2)
    assert evening.referee.status.question is not None
    assert evening.referee.status.question.picture == evening.picture
    evening.plays(Boulders(red=3))
    assert evening.doing == "armed"


def test_what_a_person_answered_is_believed_from_then_on() -> None:
    """The camera misses one red boulder every time; it was asked about once, and is not asked about again."""
    evening = Evening()
    evening.hears()
    evening.sees(red=2, sure=False)
    evening.plays(Boulders(red=3))
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


def test_a_count_that_was_corrected_is_asked_about_once() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=3)
    evening.amends_last(Boulders(red=2))
    evening.hears()
    assert evening.sees(red=3, blue=2) is None
    assert evening.words == "The count was corrected. How many boulders fell now?"
    assert evening.guess == Boulders(blue=2)
    evening.plays(Boulders(blue=2))
    evening.hears()
    assert evening.sees(red=3, blue=3) == Boulders(blue=1)


def test_a_second_blow_before_the_count_is_entered_blow_by_blow() -> None:
    evening = Evening()
    evening.hears()
    evening.hears(after=0.3)
    assert evening.sees(red=3) is None
    assert "2 blows" in evening.words
    assert evening.guess == Boulders(red=3)
    evening.plays(Boulders(red=1))
    assert evening.doing == "asking"
    assert evening.guess == Boulders(red=2)
    evening.plays(Boulders(red=2))
    assert evening.doing == "armed"
    evening.hears()
    assert evening.sees(red=3, white=1) == Boulders(white=1)


def test_a_blow_while_it_asks_is_not_lost() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2, sure=False)
    evening.hears()
    evening.plays(Boulders(red=2))
    assert evening.doing == "asking"
    evening.plays(Boulders(blue=1))
    assert [struck.boulders for struck in evening.bout.hits] == [Boulders(red=2), Boulders(blue=1)]
    assert evening.doing == "armed"


def test_boulders_without_a_hit_are_to_be_put_back_and_do_not_count() -> None:
    evening = Evening()
    evening.sees(blue=2)
    assert evening.doing == "troubled"
    assert evening.words == "2 boulders are out without a hit. Put them back into the tower."
    evening.sees()
    assert evening.words == "Ready: hit the tower"
    assert evening.bout.hits == ()


def test_a_blow_onto_boulders_that_lay_there_before_is_asked_about() -> None:
    evening = Evening()
    evening.sees(blue=2)
    evening.hears()
    assert evening.sees(blue=2, red=1) is None
    assert evening.words == "There were boulders before the hit. How many fell?"
    assert evening.guess == Boulders(red=1)


def test_fewer_boulders_than_before_are_remarked_on_and_asked_about_after_a_blow() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=3)
    evening.sees(red=1)
    assert evening.words == "2 boulders are gone. Leave all that fell where the camera sees them."
    evening.hears()
    assert evening.sees(red=1, blue=1) is None
    assert evening.words == "There are fewer boulders than before. How many fell?"
    assert evening.guess == Boulders(blue=1)


def test_a_camera_that_is_lost_while_boulders_roll_asks_at_once() -> None:
    evening = Evening()
    evening.hears()
    evening.referee.blind(say("The camera is unplugged."))
    assert evening.doing == "asking"
    assert evening.words == "The camera is unplugged. How many boulders fell?"
    evening.plays(Boulders(red=2))
    assert evening.words == "The camera is unplugged. Enter each hit by hand."


def test_a_blow_without_a_camera_asks_and_the_camera_goes_on_when_it_is_back() -> None:
    evening = Evening()
    evening.referee.blind(say("The camera is unplugged."))
    evening.hears()
    assert evening.doing == "asking"
    evening.plays(Boulders(red=2))
    evening.sees(red=2)
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=2, white=2) == Boulders(white=2)


def test_a_camera_that_comes_back_while_it_is_asked_for_fills_in_what_it_sees() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=1)
    evening.hears()
    evening.referee.blind(say("The camera is unplugged."))
    evening.sees(red=1, after=0.1)
    assert evening.guess == NOTHING, "it may still be rolling"
    assert evening.sees(red=1, blue=2) is None, "nothing is played over somebody's head"
    assert evening.words == "Now the camera sees the boulders. How many fell?"
    assert evening.guess == Boulders(blue=2)
    assert evening.sees(red=2, blue=2) is None
    assert evening.guess == Boulders(blue=2), "what is asked stays as it is from then on"


def test_boulders_that_lay_there_before_the_camera_was_lost_are_asked_about() -> None:
    evening = Evening()
    evening.sees(blue=2)
    evening.referee.blind(say("The camera is unplugged."))
    evening.referee.moving(evening.at)
    evening.hears()
    assert evening.sees(blue=2, red=1) is None
    assert evening.guess == Boulders(red=1)


def test_a_camera_that_shows_anything_again_is_waited_for() -> None:
    evening = Evening()
    for back in (evening.referee.moving, lambda at: evening.referee.hidden(say("It is too dark."), at)):
        evening.referee.blind(say("The camera is unplugged."))
        back(evening.at)
        evening.hears()
        assert evening.doing == "settling"
        evening.sees()


def test_what_keeps_it_waiting_is_said_only_as_long_as_it_lasts() -> None:
    evening = Evening()
    hand = say("A hand is in the picture.")
    evening.referee.hidden(hand, evening.at)
    assert evening.words == "A hand is in the picture."
    evening.sees()
    assert evening.words == "Ready: hit the tower"
    evening.referee.hidden(hand, evening.at)
    evening.hears()
    assert evening.words == "Counting… boulders still rolling"
    evening.referee.hidden(hand, evening.at)
    evening.referee.moving(evening.at)
    assert evening.words == "Counting… boulders still rolling"


def test_a_question_stays_as_it_is_however_long_the_answer_takes() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2, sure=False)
    evening.waits(3 * PATIENCE)
    evening.referee.blind(say("The camera is unplugged."))
    assert evening.words == "Not sure. How many boulders fell?"
    assert evening.guess == Boulders(red=2)


def test_without_a_hit_sensor_new_boulders_are_asked_about() -> None:
    evening = Evening()
    evening.referee.sensor(fine=False)
    assert evening.sees(red=2) is None
    assert evening.doing == "asking"
    assert evening.guess == Boulders(red=2)
    evening.plays(Boulders(red=2))
    assert evening.doing == "troubled"
    evening.sees(red=2)
    assert evening.doing == "troubled"


def test_boulders_somebody_called_no_hit_are_not_asked_about_again() -> None:
    evening = Evening()
    evening.referee.sensor(fine=False)
    evening.sees(red=2)
    evening.referee.no_hit()
    evening.sees(red=2)
    assert evening.doing == "troubled"
    assert evening.words == "2 boulders are out without a hit. Put them back into the tower."
    evening.sees(red=3)
    assert evening.doing == "asking"


def test_no_hit_forgets_the_blow() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(sure=False)
    evening.referee.no_hit()
    assert evening.doing == "armed"
    evening.hears()
    assert evening.sees(red=1) == Boulders(red=1)
    assert len(evening.bout.hits) == 1


def test_patience_ends_with_a_question() -> None:
    evening = Evening()
    evening.hears()
    evening.referee.hidden(say("It is too dark."), evening.at)
    evening.waits(PATIENCE - 0.1)
    assert evening.doing == "settling"
    evening.waits(0.2)
    assert evening.words == "It is too dark. How many boulders fell?"
    assert evening.guess == NOTHING


def test_patience_begins_anew_with_the_next_blow() -> None:
    evening = Evening()
    evening.hears()
    evening.hears(after=PATIENCE - 1)
    evening.waits(PATIENCE - 1)
    assert evening.doing == "settling"
    evening.waits(1)
    assert evening.doing == "asking"


def test_a_blow_beyond_the_hit_limit_is_refused_loudly() -> None:
    evening = Evening(limit=2)
    evening.hears()
    evening.sees(red=1)
    evening.hears()
    evening.hears(after=0.3)
    assert evening.doing == "settling"
    assert evening.sees(red=2) == Boulders(red=1)
    assert evening.bout.ending == "hit_limit"


def test_a_blow_while_the_tower_is_not_in_play_is_remarked_on_and_forgotten() -> None:
    evening = Evening(limit=2)
    evening.hears()
    evening.sees(red=1)
    evening.hears()
    evening.sees(red=2)
    evening.hears()
    assert evening.doing == "asleep"
    assert evening.words == "The tower is not in play: that blow does not count."
    evening.waits(ECHO)
    assert evening.referee.status.text is None


def test_a_hammering_that_ends_by_hand_ends_the_question_too() -> None:
    evening = Evening(limit=2)
    evening.hears()
    evening.sees(red=1, sure=False)
    evening.plays(Boulders(red=3))
    assert evening.doing == "asleep"


def test_a_hit_entered_by_hand_needs_no_blow() -> None:
    evening = Evening()
    evening.sees(red=1)
    evening.plays(Boulders(red=1))
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=1, blue=1) == Boulders(blue=1)


def test_a_hit_taken_back_forgets_what_was_pending() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=1)
    evening.hears()
    evening.bout = begin(0, 6)
    evening.tell()
    assert evening.doing == "armed"


def next_hammering(evening: Evening) -> None:
    """What fell stays where it is until somebody puts it back."""
    evening.bout = begin(0, 2)
    evening.tell()


def test_the_next_hammering_begins_with_an_empty_mat() -> None:
    evening = Evening(limit=2)
    for red in (1, 3):
        evening.hears()
        evening.sees(red=red)
    evening.sees()
    next_hammering(evening)
    assert evening.words == "Ready: hit the tower"
    evening.hears()
    assert evening.sees(red=1) == Boulders(red=1)


def test_what_a_person_answered_is_not_believed_in_the_next_hammering() -> None:
    evening = Evening(limit=2)
    evening.hears()
    evening.sees(red=1, sure=False)
    evening.plays(Boulders(red=2))
    evening.hears()
    assert evening.sees(red=1) == NOTHING
    evening.sees()
    next_hammering(evening)
    evening.hears()
    evening.plays(Boulders(red=2))
    evening.sees(red=2)
    assert evening.words == "Ready: hit the tower"


def test_boulders_of_the_last_hammering_that_still_lie_there_are_asked_about() -> None:
    evening = Evening(limit=2)
    for red in (1, 3):
        evening.hears()
        evening.sees(red=red)
    next_hammering(evening)
    evening.hears()
    assert evening.sees(red=3, blue=1) is None
    assert evening.words == "There were boulders before the hit. How many fell?"
    assert evening.guess == Boulders(blue=1)


def test_the_last_picture_of_a_hammering_is_not_taken_for_the_mat_of_the_next() -> None:
    """Put back, and the first hit entered by hand, before another picture comes."""
    evening = Evening(limit=2)
    for red in (1, 2):
        evening.hears()
        evening.sees(red=red)
    next_hammering(evening)
    evening.plays(Boulders(white=1))
    evening.hears()
    assert evening.sees(red=3, white=1) is None
    assert evening.doing == "asking"


def test_boulders_somebody_called_no_hit_are_asked_about_in_the_next_hammering() -> None:
    evening = Evening(limit=2)
    evening.referee.sensor(fine=False)
    evening.sees(red=1)
    evening.referee.no_hit()
    for red in (1, 1):
        evening.plays(Boulders(red=red))
    evening.sees()
    next_hammering(evening)
    evening.sees(red=1)
    assert evening.doing == "asking"


def test_after_a_restart_the_book_is_believed_until_the_camera_disagrees() -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2)
    evening.referee = Referee()
    evening.tell()
    evening.hears()
    assert evening.sees(red=2, blue=1) == Boulders(blue=1)


@pytest.mark.parametrize("seen", [Boulders(red=3), Boulders(red=1)])
def test_after_a_restart_a_mat_that_differs_from_the_book_is_asked_about(seen: Boulders) -> None:
    evening = Evening()
    evening.hears()
    evening.sees(red=2)
    evening.referee = Referee()
    evening.tell()
    evening.sees_mat(seen)
    evening.hears()
    assert evening.sees_mat(seen + Boulders(blue=1)) is None
    assert evening.doing == "asking"


def test_the_picture_that_the_book_was_brought_in_line_with_is_told() -> None:
    evening = Evening()
    assert evening.referee.accepted_picture is None
    evening.hears()
    assert evening.sees(red=2, sure=False) is None
    asked_about = evening.picture
    assert evening.referee.accepted_picture is None
    evening.plays(Boulders(red=2))
    assert evening.referee.accepted_picture == asked_about
