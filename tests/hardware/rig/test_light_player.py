from collections.abc import Sequence
from threading import Event

import msgspec
import pytest

from companion.common.lights import Lights, Mood
from hardware.devices import Pixel, Strip
from hardware.lights.effects import CALL_TIME, EMPTY_TIME, MOODS, pixels
from hardware.lights.layout import Layout
from hardware.lights.none import NoStrip
from hardware.lights.sim import SimStrip
from hardware.lights.starting import STEP, starting
from hardware.lights.trial_picture import TRIAL_TIME, trial
from hardware.rig.light_player import LightPlayer
from tests.clock import Hand
from tests.hardware.lights.people import BLACK, BROWN, WHITE

HAMMERING = Lights("ready", WHITE, 1, 5, {"red": 2}, 5, 0)


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def strip() -> SimStrip:
    return SimStrip(Layout(count=24))


@pytest.fixture
def light_player(strip: Strip, clock: Hand) -> LightPlayer:
    return LightPlayer(strip, 24, clock)


def test_before_the_game_has_said_anything_the_lights_say_that_it_is_starting(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    assert light_player.step() is not None
    assert strip.sent != bytes(72)
    first = strip.sent
    clock.now += STEP
    assert light_player.step() is not None
    assert strip.sent != first
    light_player.say(Lights("idle"))
    clock.now += STEP
    assert light_player.step() is None
    assert light_player.pixels == pixels(Lights("idle"), 24, 0.0)


def test_a_strip_that_forgets_is_shown_a_still_picture_again_in_time(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    strip.lasts = 1.0
    light_player.say(Lights("idle"))
    assert light_player.step() == pytest.approx(1.0)
    sent = strip.frames
    clock.now += 0.6
    assert light_player.step() == pytest.approx(0.4)
    assert strip.frames == sent
    clock.now += 0.4
    assert light_player.step() == pytest.approx(1.0)
    assert strip.frames == sent + 1


def test_a_still_picture_is_sent_once(light_player: LightPlayer, strip: SimStrip, clock: Hand) -> None:
    light_player.say(Lights("idle"))
    assert light_player.step() is None
    clock.now += 5
    light_player.say(Lights("idle"))
    assert light_player.step() is None
    assert strip.frames == 2


def test_what_is_said_again_does_not_begin_anew(light_player: LightPlayer, clock: Hand) -> None:
    """The conductor says it four times a second, whether it has changed or not."""
    start = clock.now
    for _ in range(12):
        light_player.say(HAMMERING)
        light_player.step()
        clock.now += 0.25
    light_player.step()
    assert light_player.pixels == pixels(HAMMERING, 24, clock.now - start)
    assert light_player.pixels != pixels(HAMMERING, 24, 0.25)


@pytest.mark.parametrize("mood", sorted(MOODS))
def test_never_more_than_thirty_pictures_a_second_and_the_last_one_stays(
    light_player: LightPlayer, strip: SimStrip, clock: Hand, mood: Mood
) -> None:
    said = msgspec.structs.replace(HAMMERING, mood=mood)
    light_player.say(said)
    start = clock.now
    while (pause := light_player.step()) is not None and clock.now < start + 3.99:
        assert pause >= 1 / 30
        clock.now += pause
    assert strip.frames <= 4 * 30 + 2
    assert light_player.pixels == pixels(said, 24, clock.now - start)


def test_a_game_that_changes_its_mind_quickly_still_gets_thirty_pictures_a_second(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    for step in range(1000):
        light_player.say(Lights("turn", WHITE if step % 2 else BLACK))
        light_player.step()
        clock.now += 0.001
    assert strip.frames <= 32


def test_a_call_to_the_next_player_moves_and_comes_to_rest(light_player: LightPlayer, clock: Hand) -> None:
    light_player.say(Lights("turn", BROWN))
    assert light_player.step() is not None
    clock.now += CALL_TIME + 0.1
    assert light_player.step() is None
    assert light_player.pixels == pixels(Lights("turn", BROWN), 24, CALL_TIME)


def test_an_empty_hit_is_told_before_the_next_hit_is_asked_for(light_player: LightPlayer, clock: Hand) -> None:
    light_player.say(HAMMERING)
    light_player.step()
    light_player.say(msgspec.structs.replace(HAMMERING, hits_used=2))
    clock.now += EMPTY_TIME / 2
    assert light_player.step() is not None
    assert set(light_player.pixels) == {(0, 0, 0)}
    clock.now += EMPTY_TIME
    light_player.step()
    assert set(light_player.pixels) != {(0, 0, 0)}


def test_the_trial_picture_shows_for_a_while_and_then_what_the_game_said(
    light_player: LightPlayer, clock: Hand
) -> None:
    light_player.say(Lights("idle"))
    light_player.step()
    light_player.try_out()
    clock.now += 1
    assert light_player.step() is not None
    assert light_player.pixels == trial(24, 1.0)
    clock.now += TRIAL_TIME
    assert light_player.step() is None
    assert light_player.pixels == pixels(Lights("idle"), 24, 0.0)


def test_a_trial_before_the_first_word_gives_way_to_starting_again(light_player: LightPlayer, clock: Hand) -> None:
    light_player.try_out()
    light_player.step()
    assert light_player.pixels == trial(24, 0.0)
    clock.now += TRIAL_TIME
    light_player.step()
    assert light_player.pixels == starting(24, TRIAL_TIME)


def test_another_layout_is_used_from_the_next_picture_on(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    light_player.say(Lights("counting"))
    light_player.step()
    light_player.arrange(Layout(count=8, order="RGB", brightness=0.1))
    clock.now += 1
    assert light_player.step() is None
    assert len(strip.sent) == 8 * 3
    assert len(light_player.pixels) == 8
    assert strip.layout.order == "RGB"


def test_a_still_picture_is_sent_again_in_another_colour_order(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    light_player.say(Lights("idle"))
    light_player.step()
    before = strip.sent
    light_player.arrange(Layout(count=24, order="BGR"))
    clock.now += 1
    light_player.step()
    assert sorted(strip.sent) == sorted(before)
    assert strip.sent != before


def test_another_layout_for_no_lights_changes_only_the_picture(clock: Hand) -> None:
    light_player = LightPlayer(NoStrip(), 24, clock)
    light_player.say(Lights("counting"))
    light_player.arrange(Layout(count=8))
    light_player.step()
    assert len(light_player.pixels) == 8


def test_failing_lights_are_tried_again_ever_less_often_and_come_back(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    strip.failing = True
    light_player.say(Lights("idle"))
    pauses = []
    for _ in range(7):
        pause = light_player.step()
        assert pause is not None
        pauses.append(pause)
        clock.now += pause
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15]
    strip.failing = False
    assert light_player.step() is None
    assert strip.sent != bytes(72)


def test_lights_that_fail_anew_are_tried_as_soon_as_the_first_time(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    for mood in ("idle", "counting"):
        strip.failing = True
        light_player.say(Lights(mood))
        pauses = []
        for _ in range(2):
            pause = light_player.step()
            assert pause is not None
            pauses.append(pause)
            clock.now += pause
        assert pauses == [0.5, 1]
        strip.failing = False
        assert light_player.step() is None
        clock.now += 1


def test_after_a_failure_even_the_picture_of_before_is_sent_again(
    light_player: LightPlayer, strip: SimStrip, clock: Hand
) -> None:
    light_player.say(Lights("idle"))
    light_player.step()
    strip.failing = True
    light_player.say(Lights("counting"))
    clock.now += 1
    light_player.step()
    strip.failing = False
    sent = strip.frames
    light_player.say(Lights("idle"))
    clock.now += 1
    light_player.step()
    assert strip.frames > sent


def test_news_while_the_lights_fail_do_not_hammer_them(light_player: LightPlayer, strip: SimStrip, clock: Hand) -> None:
    strip.failing = True
    light_player.say(Lights("idle"))
    light_player.step()
    clock.now += 0.1
    light_player.say(Lights("turn", WHITE))
    assert light_player.step() == pytest.approx(0.4)


def test_the_thread_shows_what_is_said_and_stops_when_closed(clock: Hand) -> None:
    lit = Event()

    class WatchedStrip(SimStrip):
        def show(self, pixels: Sequence[Pixel]) -> None:
            super().show(pixels)
            lit.set()

    light_player = LightPlayer(WatchedStrip(Layout(count=24)), 24, clock)
    light_player.start()
    light_player.say(Lights("idle"))
    assert lit.wait(5)
    light_player.close()
    light_player.close()
    assert not light_player.worker.alive
