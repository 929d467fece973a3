import numpy as np
import pytest

from hardware.boulders import illumination

HEIGHT, WIDTH = 52, 69
MAT = 85


def level_at(cells: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], row: int, column: int) -> float:
    field = illumination.measure(cells, np.ones((HEIGHT, WIDTH), np.bool_))
    return float(field.level[row, column].mean())


def test_the_bare_mat_tells_how_bright_it_is() -> None:
    cells = np.full((HEIGHT, WIDTH, 3), MAT, np.uint8)
    assert level_at(cells, 20, 30) == pytest.approx(MAT, rel=0.03)


@pytest.mark.parametrize("whiter", [1.38, 1.5, 1.6, 2.0])
def test_a_white_boulder_is_no_bright_mat_however_dull_it_is(whiter: float) -> None:
    cells = np.full((HEIGHT, WIDTH, 3), MAT, np.uint8)
    cells[19:22, 29:32] = round(MAT * (1 + 0.8 * (whiter - 1)))
    cells[20, 30] = round(MAT * whiter)
    assert level_at(cells, 20, 30) == pytest.approx(MAT, rel=0.05)


def test_a_large_shadow_is_part_of_the_light() -> None:
    cells = np.full((HEIGHT, WIDTH, 3), MAT, np.uint8)
    cells[10:30, 20:45] = round(0.8 * MAT)
    assert level_at(cells, 20, 32) == pytest.approx(0.8 * MAT, rel=0.05)


def a_light_corner(edge: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The mat in a large shadow, but for a corner half as light again; `edge`: how many cells wide its edge is."""
    down, right = np.mgrid[0:HEIGHT, 0:WIDTH]
    into = np.clip((right - down - 45) / edge, 0.0, 1.0)
    return np.asarray(np.repeat((MAT * 0.7 * (1 + 0.5 * into))[..., None], 3, axis=2), np.uint8)


def test_the_mat_beyond_the_soft_edge_of_a_shadow_is_still_the_mat() -> None:
    assert level_at(a_light_corner(edge=8), 4, 64) == pytest.approx(1.05 * MAT, rel=0.05)


def test_a_white_heap_in_the_corner_has_a_sharp_edge_and_is_not_the_mat() -> None:
    assert level_at(a_light_corner(edge=1), 4, 64) < 0.85 * MAT


def test_a_shadow_that_takes_the_tint_of_a_second_lamp_is_part_of_the_light() -> None:
    down, _ = np.mgrid[0:HEIGHT, 0:WIDTH]
    deep = np.clip((20 - down) / 12, 0.0, 1.0)[..., None] * np.array([0.4, 0.62, 0.7])
    cells = np.asarray(MAT * (1 - deep), np.uint8)
    field = illumination.measure(cells, np.ones((HEIGHT, WIDTH), np.bool_))
    assert field.level[4, 30] == pytest.approx(cells[4, 30].astype(float), rel=0.15)
    assert not field.strange.any()
