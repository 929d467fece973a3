from itertools import pairwise
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.common.lights import Lights, Mood, PlayerLight
from hardware.lights.effects import (
    ALARM_TIME,
    ANGER,
    CALL_TIME,
    DARK,
    EMPTY_TIME,
    FADE_TIME,
    MOODS,
    ROLL_TIME,
    SHAKE_TIME,
    SWAP_TIME,
    SWELL_TIME,
    change,
    pixels,
    rest,
    sections,
)
from tests.hardware.lights.people import BLACK, ORANGE, PLAYERS, WHITE

VIOLET = (130, 40, 255)

counts = st.integers(8, 60)
times = st.floats(0, 100)


@st.composite
def words(draw: st.DrawFn) -> Lights:
    limit = draw(st.integers(0, 9))
    return Lights(
        mood=draw(st.sampled_from(sorted(MOODS))),
        colour=draw(st.sampled_from([None, *PLAYERS.values()])),
        hits_used=draw(st.integers(0, limit)),
        hit_limit=limit,
        boulders=draw(st.dictionaries(st.sampled_from(["red", "blue", "yellow", "white"]), st.integers(0, 11))),
        colour_limit=limit,
        swaps=draw(st.integers(0, 9)),
    )


@given(words(), counts, times)
def test_every_word_has_a_picture_at_every_length_and_time(said: Lights, count: int, time: float) -> None:
    picture = pixels(said, count, time)
    assert len(picture) == count
    assert all(0 <= level <= 255 for pixel in picture for level in pixel)


@given(words(), counts)
def test_a_picture_at_rest_stays_as_it_is(said: Lights, count: int) -> None:
    still = rest(said)
    if still is not None:
        assert pixels(said, count, still) == pixels(said, count, still + 1.7)


def test_every_mood_that_a_game_may_say_has_an_effect() -> None:
    assert set(MOODS) == set(get_args(Mood))


@pytest.mark.parametrize("count", [0, 7, 61])
def test_a_strip_too_short_or_too_long_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="8 to 60"):
        pixels(Lights(), count, 0.0)


@pytest.mark.parametrize("count", range(8, 61))
def test_gauges_lie_side_by_side_and_reach_the_end(count: int) -> None:
    gauges = sections(count)
    places = [place for gauge in gauges for place in gauge]
    assert places == sorted(set(places))
    assert places[-1] == count - 1
    assert all(len(gauge) >= 1 for gauge in gauges)
    assert len(gauges[0]) >= len(gauges[1]) == len(gauges[2]) == len(gauges[3])


@pytest.mark.parametrize("count", [8, 16, 24, 60])
@pytest.mark.parametrize("time", [0.0, 0.3, 0.6])
def test_each_hit_and_each_boulder_changes_the_picture(count: int, time: float) -> None:
    base = Lights(mood="ready", colour=ORANGE, hit_limit=9, colour_limit=9)
    seen = [pixels(msgspec.structs.replace(base, hits_used=used), count, time) for used in range(10)]
    seen += [pixels(msgspec.structs.replace(base, boulders={"blue": number}), count, time) for number in range(1, 10)]
    assert len({tuple(picture) for picture in seen}) == len(seen)


@pytest.mark.parametrize("count", [8, 16, 24, 60])
def test_players_are_told_apart_by_how_many_lamps_they_have(count: int) -> None:
    for number in range(1, 7):
        player = PlayerLight(VIOLET, number)
        picture = pixels(Lights(mood="turn", colour=player), count, CALL_TIME)
        assert picture.count(VIOLET) == number * max(1, count // 12)


@pytest.mark.parametrize("count", [8, 60])
def test_while_a_picture_is_taken_the_lights_are_even_white_and_still(count: int) -> None:
    said = Lights(mood="counting", colour=BLACK, hits_used=2, hit_limit=5, swaps=1)
    picture = pixels(said, count, 0.0)
    assert len(set(picture)) == 1
    assert len(set(picture[0])) == 1
    assert rest(said) == 0.0
    assert change(Lights(hits_used=1, hit_limit=5), said, picture, 0.1) is None


def test_the_next_hit_pulses_and_the_fullest_colour_alone_warns() -> None:
    said = Lights(mood="warned", colour=WHITE, hits_used=3, hit_limit=9, boulders={"red": 8, "blue": 2}, colour_limit=9)
    one, other = pixels(said, 24, 0.0), pixels(said, 24, 0.3)
    hits, red, blue, _yellow = sections(24)
    moved = {place for place in range(24) if one[place] != other[place]}
    assert moved & set(hits) == {3}
    assert moved & set(red)
    assert not moved & set(blue)


def test_anger_shakes_then_rests_on_what_was_too_much() -> None:
    said = Lights(mood="angry", hits_used=2, hit_limit=3, boulders={"blue": 5}, colour_limit=3)
    assert pixels(said, 24, 0.1) != pixels(said, 24, 0.5)
    _hits, red, blue, _yellow = sections(24)
    picture = pixels(said, 24, SHAKE_TIME)
    assert DARK not in [picture[place] for place in blue]
    assert DARK in [picture[place] for place in red]


@pytest.mark.parametrize("count", [8, 9, 24, 60])
def test_a_loss_burns_down_to_one_ember(count: int) -> None:
    lit = [sum(pixel != DARK for pixel in pixels(Lights("lost"), count, FADE_TIME * part / 8)) for part in range(9)]
    assert lit[0] == count
    assert lit[-1] == 1
    assert lit == sorted(lit, reverse=True)


def test_danger_swells_from_both_ends_and_never_leaves_them() -> None:
    film = [pixels(Lights("danger"), 24, step / 10) for step in range(100)]
    assert all(picture == picture[::-1] for picture in film)
    assert all(DARK not in (picture[0], picture[-1]) for picture in film)
    assert all(picture[12] == DARK for picture in film)
    assert len({sum(map(sum, picture)) for picture in film}) > 5
    assert len(set(map(tuple, film[int(SWELL_TIME * 10) :]))) == 1


@pytest.mark.parametrize("count", [8, 9, 24, 60])
def test_danger_calls_whose_turn_it_is_and_then_tells_in_that_colour_what_is_left(count: int) -> None:
    for left in range(6):
        said = Lights("danger", ORANGE, left=left)
        calling, end = pixels(said, count, 1.0), count // 6
        assert calling[:end] == calling[-end:] == [ANGER] * end
        assert calling[end:-end] == pixels(Lights("turn", ORANGE), count, 1.0)[end:-end]
        for time in (CALL_TIME, CALL_TIME + 0.8, 99.0):
            assert pixels(said, count, time).count(ORANGE.rgb) == left
    after_the_call = [pixels(Lights("danger", ORANGE), count, CALL_TIME + time) for time in (0.0, 0.8, 2.0)]
    assert after_the_call == [pixels(Lights("danger"), count, time) for time in (0.0, 0.8, 2.0)]


@pytest.mark.parametrize("count", [8, 9, 24, 60])
def test_a_turn_calls_its_player_and_then_tells_what_is_left(count: int) -> None:
    for left in range(1, 9):
        said = Lights("turn", ORANGE, left=left)
        assert pixels(said, count, CALL_TIME / 2) == pixels(Lights("turn", ORANGE), count, CALL_TIME / 2)
        assert pixels(said, count, CALL_TIME).count(ORANGE.rgb) == left


@pytest.mark.parametrize("count", [8, 9, 24, 60])
def test_an_alarm_is_all_lamps_at_once_and_then_what_is_left(count: int) -> None:
    film = [pixels(Lights("alarm", left=19), count, step / 10) for step in range(int(ALARM_TIME * 10))]
    assert {tuple(picture) for picture in film} == {(ANGER,) * count, (DARK,) * count}
    for left in (0, 1, 4, 19):
        after = pixels(Lights("alarm", left=left), count, ALARM_TIME)
        assert sum(pixel != DARK for pixel in after) == min(left, count)
    assert rest(Lights("alarm")) == ALARM_TIME


def test_a_wave_rolls_from_the_first_lamp_to_the_last_in_the_colour_it_is_told() -> None:
    crests = []
    for step in range(1, 8):
        picture = pixels(Lights("wave", ORANGE), 24, step * ROLL_TIME / 10)
        crests.append(max(range(24), key=lambda place: sum(picture[place])))
    assert crests == sorted(crests)
    assert crests[0] < 6
    assert crests[-1] > 18
    assert pixels(Lights("wave", ORANGE), 24, 0.5) != pixels(Lights("wave"), 24, 0.5)


def test_no_lamp_flashes_more_than_three_times_a_second() -> None:
    """Faster flashing can harm people; a flash is a lamp's way from below half to above half of its own range."""
    steps = 300
    for mood in MOODS:
        said = Lights(mood, WHITE, 2, 5, {"red": 4, "blue": 4, "yellow": 4}, 5, 0)
        film = [[sum(pixel) for pixel in pixels(said, 24, step / 100)] for step in range(steps)]
        for lamp in range(24):
            light = [picture[lamp] for picture in film]
            middle = (max(light) + min(light)) / 2
            flashes = sum(a < middle <= b for a, b in pairwise(light))
            assert flashes <= 3 * steps / 100, (mood, lamp)


def test_an_empty_hit_closes_the_picture_and_opens_it_again() -> None:
    before = Lights("ready", WHITE, 1, 5, {"red": 2}, 5, 0)
    now = Lights("ready", WHITE, 2, 5, {"red": 2}, 5, 0)
    picture = pixels(now, 24, 0.0)
    assert change(before, now, picture, 0.0) == picture
    assert change(before, now, picture, EMPTY_TIME / 2) == [DARK] * 24
    assert change(before, now, picture, EMPTY_TIME) is None


def test_a_hit_that_freed_boulders_needs_no_telling() -> None:
    before = Lights("ready", WHITE, 1, 5, {"red": 2}, 5, 0)
    now = Lights("ready", WHITE, 2, 5, {"red": 3}, 5, 0)
    assert change(before, now, pixels(now, 24, 0.0), 0.1) is None


@pytest.mark.parametrize(("swaps", "end"), [(1, 0), (2, -1)])
def test_a_role_swap_sweeps_the_new_colour_across_and_the_next_one_back(swaps: int, end: int) -> None:
    boulders = {"red": 2}
    before = Lights("ready", WHITE, 1, 5, boulders, 5, swaps - 1)
    now = Lights("ready", ORANGE, 2, 5, boulders, 5, swaps)
    sweep = change(before, now, pixels(now, 24, 0.0), EMPTY_TIME + SWAP_TIME / 2)
    assert sweep is not None
    assert sweep[end] == ORANGE.rgb
    assert sweep[-1 - end] == DARK
    assert change(before, now, pixels(now, 24, 0.0), EMPTY_TIME + SWAP_TIME + 0.01) is None
