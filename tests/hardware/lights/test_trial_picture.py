import pytest

from hardware.lights.trial_picture import LAP, MARKS, RUNNER, trial


@pytest.mark.parametrize("count", range(8, 61))
def test_the_marks_stand_first_and_a_light_runs_from_them_to_the_last_lamp(count: int) -> None:
    film = [trial(count, LAP * step / 200) for step in range(200)]
    assert all(tuple(picture[:4]) == MARKS and len(picture) == count for picture in film)
    places = [picture.index(RUNNER) for picture in film]
    assert places == sorted(places)
    assert set(places) == set(range(4, count))
    assert trial(count, LAP) == film[0]
