import pytest

from companion.common.lights import Lights, Mood
from hardware.lights.effects import DARK, MOODS, pixels
from hardware.lights.starting import STEP, starting
from tests.hardware.lights.people import WHITE


@pytest.mark.parametrize("count", [8, 24, 60])
def test_one_lamp_at_a_time_glows_from_the_first_to_the_last_and_again(count: int) -> None:
    film = [starting(count, STEP * (step + 0.5)) for step in range(count + 1)]
    lit = [[place for place, pixel in enumerate(picture) if pixel != DARK] for picture in film]
    assert lit == [[place % count] for place in range(count + 1)]


@pytest.mark.parametrize("mood", sorted(MOODS))
def test_no_game_says_anything_that_could_be_taken_for_starting(mood: Mood) -> None:
    assert pixels(Lights(mood, WHITE, 1, 5, {"red": 2}, 5, 0), 24, 0.0) != starting(24, 0.0)
