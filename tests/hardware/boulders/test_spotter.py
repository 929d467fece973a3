"""The spotter sees pieces of any size among what lies on desks; outlines and spots are held against each other."""

import numpy as np
import pytest

from hardware.boulders.bare_table.blob import Blob
from hardware.boulders.bare_table.count_pieces import count_on_bare_table
from hardware.boulders.bare_table.second_look import compared, odds
from hardware.boulders.bare_table.spotter import spotted
from hardware.boulders.calibration import Calibration
from tests.hardware.boulders import tabletop
from tests.hardware.boulders.training.desks import SIDE, desk

LARGE = 250
"""Pixels of a drawn desk's piece that anybody would see."""
GREY = np.full((100, 100, 3), 128.0, np.float32)


def square(x: int, y: int, wide: int, high: int, clear: float = 1.0) -> Blob:
    return Blob(np.ones((high, wide), np.uint8), x, y, wide * high, clear)


def test_pieces_are_spotted_on_desks_that_nobody_learned_from() -> None:
    missed = wrong = there = 0
    for seed in range(700_000, 700_016):
        drawn = desk(seed)
        numbers, areas = np.unique(drawn.pieces, return_counts=True)
        large = {int(number) for number, area in zip(numbers, areas, strict=True) if number > 0 and area > LARGE}
        spots = spotted(drawn.picture)
        on = [int(np.bincount(np.maximum(spot.of(drawn.pieces)[spot.mask > 0], 0)).argmax()) for spot in spots]
        there += len(large)
        missed += len(large - set(on))
        wrong += on.count(0)
    assert there > 30
    assert missed < 0.4 * there
    assert wrong < 0.25 * there


def test_an_empty_desk_has_hardly_any_spots() -> None:
    blank = np.random.default_rng(4).normal(150, 3, (SIDE, SIDE, 3)).astype(np.uint8)
    assert spotted(blank) == []


@pytest.mark.parametrize("seed", [7012, 7024, 7001, 7017, 7014, 7038, 7031, 7039])
def test_two_sizes_marks_dark_pairs_and_slanted_views_are_counted(seed: int) -> None:
    table = tabletop.harder(seed)
    count = count_on_bare_table(table.image, Calibration(table.colours))
    assert count.total == sum(table.truth.values()), table.trouble


@pytest.mark.parametrize("seed", [7030, 7076])
def test_pieces_that_outlines_miss_or_cut_up_are_never_surely_counted(seed: int) -> None:
    table = tabletop.harder(seed)
    count = count_on_bare_table(table.image, Calibration(table.colours))
    assert not count.sure or count.colours == table.truth, table.trouble


def test_a_spot_without_a_piece_and_one_of_two_pieces_speak_against_outlines() -> None:
    pieces = [square(10, 10, 12, 12), square(40, 10, 12, 12), square(70, 10, 12, 12)]
    assert odds(pieces, pieces, (100, 100)) == (False, False, False)
    assert odds([*pieces, square(10, 60, 12, 12)], pieces, (100, 100)).missed
    halves = [*pieces, square(40, 60, 16, 8), square(40, 68, 16, 8)]
    assert odds([*pieces, square(40, 60, 16, 16)], halves, (100, 100)) == (False, True, True)
    pair = [*pieces, square(40, 60, 12, 12), square(52, 60, 12, 12)]
    assert odds([*pieces, square(40, 60, 24, 12)], pair, (100, 100)) == (False, True, False)


def test_what_ends_sharply_and_was_not_spotted_counts_only_where_nothing_else_lies() -> None:
    spots = [square(10, 10, 12, 12, 0.7), square(40, 10, 12, 12, 0.7)]
    bar = square(10, 50, 50, 10)
    assert len(compared(spots, [*spots, bar], GREY).pieces) == 3
    arm = square(70, 0, 30, 100)
    assert len(compared(spots, [*spots, bar, arm], GREY).pieces) == 2


def test_spots_of_one_paint_in_one_outline_are_one_piece_and_of_two_paints_are_two() -> None:
    outline, halves = square(20, 20, 40, 20), [square(20, 20, 18, 20, 0.6), square(42, 20, 18, 20, 0.6)]
    assert len(compared(halves, [outline], GREY).pieces) == 1
    painted = GREY.copy()
    painted[:, 40:] = (128.0, 180.0, 180.0)
    assert len(compared(halves, [outline], painted).pieces) == 2


def test_only_where_spots_and_outlines_are_the_same_they_agree() -> None:
    both = [square(10, 10, 12, 12), square(40, 10, 14, 14), square(70, 60, 20, 20)]
    assert compared(both, both, GREY).agreed
    assert not compared(both[:2], both, GREY).agreed
    assert not compared(both, both[:2], GREY).agreed
