import pytest

from hardware.boulders.counter import Counter
from tests.hardware.boulders import hard


@pytest.fixture(scope="module")
def counter() -> Counter:
    return Counter()


@pytest.mark.parametrize("seed", range(5000, 5010))
def test_a_hard_scene_is_counted_exactly_or_asked_about(counter: Counter, seed: int) -> None:
    scene = hard.scene(seed)
    count = counter.count(scene.image)
    assert count.colours == scene.truth() or not count.sure, f"seed {seed}, {scene.lighting}"


def test_scenes_come_from_their_seed_alone() -> None:
    assert hard.scene(5000).cubes == hard.scene(5000).cubes
    assert hard.scene(5000).cubes != hard.scene(5001).cubes
