from collections.abc import Sequence
from threading import Event

import msgspec
import pytest

from hardware.devices import Pixel, Strip
from hardware.lights.layout import Layout
from hardware.lights.none import NoStrip
from hardware.lights.sim import SimStrip
from hardware.lights.starting import STEP, starting
from hardware.lights.strip import CALL_TIME, EMPTY_TIME, MOODS, pixels
from hardware.lights.trial import TRIAL_TIME, trial
from hardware.rig.show import Show
from tests.hardware.lights.words import Said
from tests.hardware.rig.clock import Hand

HAMMERING = Said("ready", "white", 1, 5, {"red": 2}, 5, 0)


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def strip() -> SimStrip:
    return SimStrip(Layout(count=24))


@pytest.fixture
def show(strip: Strip, clock: Hand) -> Show:
    return Show(strip, 24, clock)


def test_before_the_game_has_said_anything_the_lights_say_that_it_is_starting(
    show: Show, strip: SimStrip, clock: Hand
) -> None:
    assert show.step() is not None
    assert strip.sent != bytes(72)
    first = strip.sent
    clock.now += STEP
    assert show.step() is not None
    assert strip.sent != first
    show.say(Said("idle"))
    clock.now += STEP
    assert show.step() is None
    assert show.pixels == pixels(Said("idle"), 24, 0.0)


def test_a_still_picture_is_sent_once(show: Show, strip: SimStrip, clock: Hand) -> None:
    show.say(Said("idle"))
    assert show.step() is None
    clock.now += 5
    show.say(Said("idle"))
    assert show.step() is None
    assert strip.frames == 2


@pytest.mark.parametrize("mood", sorted(MOODS))
def test_never_more_than_thirty_pictures_a_second_and_the_last_one_stays(
    show: Show, strip: SimStrip, clock: Hand, mood: str
) -> None:
    said = msgspec.structs.replace(HAMMERING, mood=mood)
    show.say(said)
    start = clock.now
    while (pause := show.step()) is not None and clock.now < start + 3.99:
        assert pause >= 1 / 30
        clock.now += pause
    assert strip.frames <= 4 * 30 + 2
    assert show.pixels == pixels(said, 24, clock.now - start)


def test_a_game_that_changes_its_mind_quickly_still_gets_thirty_pictures_a_second(
    show: Show, strip: SimStrip, clock: Hand
) -> None:
    for step in range(1000):
        show.say(Said("turn", "white" if step % 2 else "black"))
        show.step()
        clock.now += 0.001
    assert strip.frames <= 32


def test_a_call_to_the_next_player_moves_and_comes_to_rest(show: Show, clock: Hand) -> None:
    show.say(Said("turn", "brown"))
    assert show.step() is not None
    clock.now += CALL_TIME + 0.1
    assert show.step() is None
    assert show.pixels == pixels(Said("turn", "brown"), 24, CALL_TIME)


def test_an_empty_hit_is_told_before_the_next_hit_is_asked_for(show: Show, clock: Hand) -> None:
    show.say(HAMMERING)
    show.step()
    show.say(msgspec.structs.replace(HAMMERING, hits_used=2))
    clock.now += EMPTY_TIME / 2
    assert show.step() is not None
    assert set(show.pixels) == {(0, 0, 0)}
    clock.now += EMPTY_TIME
    show.step()
    assert set(show.pixels) != {(0, 0, 0)}


def test_the_trial_picture_shows_for_a_while_and_then_what_the_game_said(show: Show, clock: Hand) -> None:
    show.say(Said("idle"))
    show.step()
    show.try_out()
    clock.now += 1
    assert show.step() is not None
    assert show.pixels == trial(24, 1.0)
    clock.now += TRIAL_TIME
    assert show.step() is None
    assert show.pixels == pixels(Said("idle"), 24, 0.0)


def test_a_trial_before_the_first_word_gives_way_to_starting_again(show: Show, clock: Hand) -> None:
    show.try_out()
    show.step()
    assert show.pixels == trial(24, 0.0)
    clock.now += TRIAL_TIME
    show.step()
    assert show.pixels == starting(24, TRIAL_TIME)


def test_another_layout_is_used_from_the_next_picture_on(show: Show, strip: SimStrip, clock: Hand) -> None:
    show.say(Said("counting"))
    show.step()
    show.arrange(Layout(count=8, order="RGB", brightness=0.1))
    clock.now += 1
    assert show.step() is None
    assert len(strip.sent) == 8 * 3
    assert len(show.pixels) == 8
    assert strip.layout.order == "RGB"


def test_a_still_picture_is_sent_again_in_another_colour_order(show: Show, strip: SimStrip, clock: Hand) -> None:
    show.say(Said("idle"))
    show.step()
    before = strip.sent
    show.arrange(Layout(count=24, order="BGR"))
    clock.now += 1
    show.step()
    assert sorted(strip.sent) == sorted(before)
    assert strip.sent != before


def test_another_layout_for_no_lights_changes_only_the_picture(clock: Hand) -> None:
    show = Show(NoStrip(), 24, clock)
    show.say(Said("counting"))
    show.arrange(Layout(count=8))
    show.step()
    assert len(show.pixels) == 8


def test_failing_lights_are_tried_again_ever_less_often_and_come_back(show: Show, strip: SimStrip, clock: Hand) -> None:
    strip.failing = True
    show.say(Said("idle"))
    pauses = []
    for _ in range(7):
        pause = show.step()
        assert pause is not None
        pauses.append(pause)
        clock.now += pause
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15]
    strip.failing = False
    assert show.step() is None
    assert strip.sent != bytes(72)


def test_lights_that_fail_anew_are_tried_as_soon_as_the_first_time(show: Show, strip: SimStrip, clock: Hand) -> None:
    for mood in ("idle", "counting"):
        strip.failing = True
        show.say(Said(mood))
        pauses = []
        for _ in range(2):
            pause = show.step()
            assert pause is not None
            pauses.append(pause)
            clock.now += pause
        assert pauses == [0.5, 1]
        strip.failing = False
        assert show.step() is None
        clock.now += 1


def test_after_a_failure_even_the_picture_of_before_is_sent_again(show: Show, strip: SimStrip, clock: Hand) -> None:
    show.say(Said("idle"))
    show.step()
    strip.failing = True
    show.say(Said("counting"))
    clock.now += 1
    show.step()
    strip.failing = False
    sent = strip.frames
    show.say(Said("idle"))
    clock.now += 1
    show.step()
    assert strip.frames > sent


def test_news_while_the_lights_fail_do_not_hammer_them(show: Show, strip: SimStrip, clock: Hand) -> None:
    strip.failing = True
    show.say(Said("idle"))
    show.step()
    clock.now += 0.1
    show.say(Said("turn", "white"))
    assert show.step() == pytest.approx(0.4)


def test_the_thread_shows_what_is_said_and_stops_when_closed(clock: Hand) -> None:
    lit = Event()

    class Watched(SimStrip):
        def show(self, pixels: Sequence[Pixel]) -> None:
            super().show(pixels)
            lit.set()

    show = Show(Watched(Layout(count=24)), 24, clock)
    show.start()
    show.say(Said("idle"))
    assert lit.wait(5)
    show.close()
    show.close()
    assert not show.worker.alive
