import pytest

from hardware.boulders.counter import Counter
from tests.hardware.boulders import frozen, hard


@pytest.fixture(scope="module")
def counter() -> Counter:
    return Counter()


@pytest.mark.parametrize(
    "seed",
    [
        *range(5000, 5010),
        pytest.param(3_500_361, id="three red boulders in a row, seen from above, as two"),
        pytest.param(3_600_042, id="five red boulders in the dark as four"),
        pytest.param(3_700_740, id="one yellow boulder at the mat's far edge as two"),
        pytest.param(3_800_775, id="a red boulder behind, between three that hide it but for rims"),
        pytest.param(3_702_060, id="a white boulder in front taken for a side of the one behind"),
    ],
)
def test_a_hard_scene_is_counted_exactly_or_asked_about(counter: Counter, seed: int) -> None:
    image, truth = frozen.scene(seed)
    count = counter.count(image)
    assert count.colours == truth or not count.sure


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(2_000_425, id="a blue side as light as the top"),
        pytest.param(2_000_713, id="a red side in the lamp's light"),
        pytest.param(2_000_187, id="a white top taken for a side"),
        pytest.param(2_000_220, id="two blue boulders as one"),
        pytest.param(2_000_306, id="yellow sides taken for tops"),
        pytest.param(3_400_273, id="two yellow boulders as three in a row"),
        pytest.param(3_702_702, id="three red boulders in a row, where two would fit as well"),
        pytest.param(3_701_323, id="two blue boulders as three, and all fits"),
        pytest.param(3_400_215, id="the mat in the light beyond a shadow taken for white boulders"),
        pytest.param(3_400_082, id="a light corner of a dim mat taken for white boulders"),
    ],
)
def test_a_scene_that_clean_tops_alone_get_wrong_is_counted_surely(counter: Counter, seed: int) -> None:
    image, truth = frozen.scene(seed)
    count = counter.count(image)
    assert count.colours == truth
    assert count.sure


def test_scenes_come_from_their_seed_alone() -> None:
    assert hard.scene(5000).cubes == hard.scene(5000).cubes
    assert hard.scene(5000).cubes != hard.scene(5001).cubes
