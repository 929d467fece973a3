from collections import Counter
from itertools import combinations
from random import Random
from threading import Thread

import pytest

from hardware.boulders import COLOURS
from hardware.boulders.mat import CUBE_SIZE, LANDING
from hardware.rig.tower import FALL_TIME, SPREAD_TIME, RockTower, overlap
from tests.clock import Hand

SETTLED = FALL_TIME + SPREAD_TIME


@pytest.fixture
def clock() -> Hand:
    return Hand()


def test_a_tower_holds_eleven_boulders_of_each_of_four_colours(clock: Hand) -> None:
    tower = RockTower(Random(1), clock)
    assert tower.left == 44
    assert tower.spill(44) == dict.fromkeys(COLOURS, 11)
    assert tower.left == 0


@pytest.mark.parametrize("seed", range(20))
def test_blows_free_a_handful_sometimes_none_and_never_more_than_are_left(clock: Hand, seed: int) -> None:
    tower = RockTower(Random(seed), clock)
    fell: Counter[str] = Counter()
    for _ in range(60):
        before = tower.left
        freed = tower.blow(0.7)
        assert sum(freed.values()) == before - tower.left <= 7
        fell.update(freed)
        assert tower.on_mat() == {colour: fell[colour] for colour in COLOURS}
    assert tower.left == 0
    assert sum(tower.blow(1.0).values()) == 0


def test_a_harder_blow_frees_more_and_any_blow_may_free_none(clock: Hand) -> None:
    def freed(strength: float) -> list[int]:
        return [sum(RockTower(Random(seed), clock).blow(strength).values()) for seed in range(300)]

    soft, hard = freed(0.1), freed(1.0)
    assert sum(hard) > 2 * sum(soft)
    assert min(soft) == min(hard) == 0
    assert max(hard) >= 5


@pytest.mark.parametrize("strength", [-0.1, 1.1])
def test_an_impossible_strength_is_refused(clock: Hand, strength: float) -> None:
    with pytest.raises(ValueError, match="0 to 1"):
        RockTower(Random(1), clock).blow(strength)


@pytest.mark.parametrize("seed", range(10))
def test_boulders_at_rest_lie_on_the_mat_and_never_in_each_other(clock: Hand, seed: int) -> None:
    tower = RockTower(Random(seed), clock)
    tower.spill(44)
    cubes = tower.scene(clock.now + SETTLED).cubes
    assert len(cubes) == 44
    for cube in cubes:
        assert LANDING.x0 <= cube.x_mm <= LANDING.x1
        assert LANDING.y0 <= cube.y_mm <= LANDING.y1
        assert cube.tilt == cube.lift_mm == 0
    places = [(cube.x_mm, cube.y_mm, cube.angle) for cube in cubes]
    assert not any(overlap(one, other) for one, other in combinations(places, 2))


def test_some_boulders_touch(clock: Hand) -> None:
    tower = RockTower(Random(3), clock)
    tower.spill(44)
    places = [(cube.x_mm, cube.y_mm, cube.angle) for cube in tower.scene(clock.now + SETTLED).cubes]
    close = [
        pair
        for pair in combinations(places, 2)
        if (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2 < (1.13 * CUBE_SIZE) ** 2
    ]
    assert len(close) >= 5


def test_boulders_fall_over_some_time_and_then_lie_still(clock: Hand) -> None:
    tower = RockTower(Random(1), clock)
    tower.spill(6)
    film = [tower.scene(clock.now + step / 10) for step in range(20)]
    assert film[0] != film[1] != film[2] != film[3]
    assert max(cube.lift_mm for cube in film[2].cubes) > 1
    assert film[8] == film[19]
    assert len(film[8].cubes) == 6


def test_boulders_stay_until_they_are_put_back(clock: Hand) -> None:
    tower = RockTower(Random(1), clock)
    tower.spill(9)
    clock.now += 1000
    assert len(tower.scene(clock.now).cubes) == 9
    tower.put_back()
    assert tower.scene(clock.now).cubes == ()
    assert tower.left == 44
    assert sum(tower.on_mat().values()) == 0


@pytest.mark.parametrize(
    ("other", "together"),
    [
        ((0, 0, 45), True),
        ((CUBE_SIZE - 0.5, 0, 0), True),
        ((CUBE_SIZE + 0.1, 0, 0), False),
        ((CUBE_SIZE + 0.1, 0, 45), True),
        ((0.9 * CUBE_SIZE, 0.9 * CUBE_SIZE, 0), True),
        ((0.9 * CUBE_SIZE, 0.9 * CUBE_SIZE, 45), False),
    ],
)
def test_squares_overlap_exactly_when_they_share_ground(other: tuple[float, float, float], together: bool) -> None:
    assert overlap((0, 0, 0), other) is together
    assert overlap(other, (0, 0, 0)) is together


def test_many_hands_at_once_lose_no_boulder(clock: Hand) -> None:
    tower = RockTower(Random(1), clock)

    def work() -> None:
        for _ in range(10):
            tower.blow(0.3)
            tower.scene(clock.now)

    hands = [Thread(target=work) for _ in range(4)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert tower.left + sum(tower.on_mat().values()) == 44
