"""No picture takes more work than its budget, and what it does not suffice for is never sure."""

from collections.abc import Callable

import numpy as np
import pytest

from hardware.boulders import troubles
from hardware.boulders.bare_table.count_pieces import count_everywhere
from hardware.boulders.calibration import Calibration
from hardware.boulders.counter import Counter
from hardware.boulders.finder import Finder
from hardware.boulders.learn import CLOSE, learn_colour
from hardware.boulders.work_budget import A_COUNT, A_PHOTO, Budget
from hardware.devices import Image
from tests.hardware.boulders import frozen, hard, hostile, tabletop
from tests.hardware.boulders.scenes import all_44, photo, scattered, tally

LAST_STEP = 0.05 * A_COUNT
"""The step at hand is ended, and what came of it is weighed."""

HEAP = 7_000_041
"""Seed of a heap that would take more than a count may."""


@pytest.fixture(scope="module")
def counter() -> Counter:
    return Counter()


@pytest.mark.parametrize("name", ["half confetti of 40", "white confetti of 20", "confetti of 40"])
def test_a_hostile_picture_on_the_mat_ends_within_its_budget_and_is_unsure(counter: Counter, name: str) -> None:
    budget = Budget()
    count = counter.count(hostile.ON_THE_MAT[name](), budget)
    assert not count.sure
    assert budget.spent < A_COUNT + LAST_STEP


@pytest.mark.parametrize("name", ["confetti of 8", "2000 dots of 14", "8000 dots of 6"])
def test_a_hostile_picture_of_a_bare_table_ends_within_its_budget_and_is_unsure(name: str) -> None:
    budget = Budget(A_PHOTO)
    count = count_everywhere(hostile.ON_THE_TABLE[name](), Calibration(), budget).counted
    assert budget.exhausted
    assert not count.sure
    assert budget.spent < 1.05 * A_PHOTO


def test_a_heap_that_is_too_much_work_is_counted_as_well_as_the_budget_allows_and_asked_about(
    counter: Counter,
) -> None:
    heap, plenty = hard.heap(HEAP), Budget()
    counter.count(heap.image, plenty)
    assert not plenty.exhausted
    budget = Budget(0.6 * plenty.spent)
    count = counter.count(heap.image, budget)
    assert budget.exhausted
    assert not count.sure
    assert abs(count.total - len(heap.cubes)) <= 3
    assert budget.spent < plenty.spent


def test_boulders_that_lie_apart_are_little_work(counter: Counter) -> None:
    budget = Budget()
    assert counter.count(far_apart(), budget).sure
    assert budget.spent < 0.05 * A_COUNT


def test_the_same_picture_is_the_same_work(counter: Counter) -> None:
    one, other = Budget(), Budget()
    image = in_touch()
    assert counter.count(image, one) == counter.count(image, other)
    assert one.spent == other.spent > 0


def far_apart() -> Image:
    return photo(scattered(all_44(), np.random.default_rng(3)))


def in_touch() -> Image:
    return frozen.scene(2_000_187).image


@pytest.mark.parametrize("lying", [far_apart, in_touch])
def test_who_runs_out_of_budget_is_never_sure(counter: Counter, lying: Callable[[], Image]) -> None:
    image, enough = lying(), Budget()
    assert counter.count(image, enough).sure
    for share in (0.0, 0.2, 0.5, 0.99):
        assert not counter.count(image, Budget(share * enough.spent)).sure, share
    assert counter.count(image, Budget(enough.spent)).sure


def test_who_runs_out_of_budget_on_a_bare_table_is_never_sure() -> None:
    table = next(table for seed in range(340, 348) if (table := tabletop.table(seed)) and _surely_counted(table))
    calibration, enough = Calibration(table.colours), Budget(A_PHOTO)
    assert count_everywhere(table.image, calibration, enough).counted.sure
    for share in (0.0, 0.2, 0.5, 0.99):
        assert not count_everywhere(table.image, calibration, Budget(share * enough.spent)).counted.sure, share


def _surely_counted(table: tabletop.Table) -> bool:
    return count_everywhere(table.image, Calibration(table.colours), Budget(A_PHOTO)).counted.sure


def test_a_lesson_with_a_heap_ends_and_asks_to_lay_the_boulders_apart() -> None:
    cubes = hard.a_throw(["red"] * 40, 10.0, True, np.random.default_rng(1))
    assert tally(cubes)["red"] == 40
    assert learn_colour(photo(cubes), "red", Calibration()) == CLOSE


def test_a_chequered_cloth_is_not_searched_for_markers_square_by_square(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The detector compares every two of some thousand squares, and no budget could stop it."""
    monkeypatch.setattr(Finder, "_detected", lambda *_: pytest.fail("searched"))
    assert counter.count(hostile.ON_THE_TABLE["chequers of 16"]()).trouble == troubles.NO_MAT
