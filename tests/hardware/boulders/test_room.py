"""The rooms that the counter is measured in, and the proposer learned in: what is drawn there is what is told."""

import cv2
import numpy as np
import pytest

from hardware.boulders import COLOURS
from hardware.boulders.counter import Counter
from tests.hardware.boulders.falls import KINDS, Falls, Paper
from tests.hardware.boulders.room import Room


@pytest.mark.parametrize(("seed", "touching"), [(12, True), (15, False), (16, False), (19, False)])
def test_a_few_boulders_in_a_room_are_counted_right_and_surely_where_none_touch(seed: int, touching: bool) -> None:
    room, random = Room(seed), np.random.default_rng(seed)
    blocks = room.falls.throw("apart", random)
    count = Counter().count(room.shoot(blocks, random))
    assert count.colours == {colour: sum(block.colour == colour for block in blocks) for colour in COLOURS}
    assert count.sure or touching


@pytest.mark.parametrize("kind", KINDS)
def test_no_boulder_lies_inside_another_and_what_lies_on_others_is_borne(kind: str) -> None:
    for seed in range(4):
        blocks = Falls(10.0, 0.01, Paper(0.0, 0.0)).throw(kind, np.random.default_rng(seed))
        for number, block in enumerate(blocks):
            shared = [cv2.intersectConvexConvex(block.footprint(), other.footprint())[0] for other in blocks[:number]]
            same = [area for area, other in zip(shared, blocks, strict=False) if other.level == block.level]
            assert max(same, default=0.0) < 0.06
            assert block.level == 0 or max(shared) > 0.5


def test_what_a_heap_hides_is_not_shown() -> None:
    room, random = Room(3), np.random.default_rng(3)
    blocks = room.falls.throw("heap", random)
    alone = [room.shown([block])[0] for block in blocks]
    together = room.shown(blocks)
    assert all(some <= whole for some, whole in zip(together, alone, strict=True))
    assert sum(together) < sum(alone)
    assert any(block.level for block in blocks)
