import numpy as np

from hardware.camera.scene import Cube, Scene
from hardware.camera.sim import SimCamera
from hardware.devices import Camera
from tests.clock import Hand


def camera(scene: Scene | None = None) -> tuple[SimCamera, Hand]:
    now, shown = Hand(10.0), scene or Scene()
    return SimCamera(lambda _time: shown, now), now


def test_it_is_a_camera_and_gives_coloured_frames() -> None:
    sim, _ = camera()
    device: Camera = sim
    frame = device.newest()
    assert frame is not None
    assert frame.image.shape == (720, 1280, 3)
    assert frame.image.dtype == np.uint8
    assert frame.time == 10.0
    assert sim.health().fine


def test_it_makes_at_most_fifteen_frames_a_second() -> None:
    sim, now = camera()
    numbers = set()
    for step in range(100):
        now.now = 10.0 + step / 100
        frame = sim.newest()
        assert frame is not None
        numbers.add(frame.number)
    assert len(numbers) <= 15


def test_noise_differs_from_frame_to_frame() -> None:
    sim, now = camera()
    first = sim.newest()
    now.now += 1
    second = sim.newest()
    assert first is not None
    assert second is not None
    assert (first.image != second.image).any()
    assert abs(float(first.image.mean()) - float(second.image.mean())) < 0.2


def test_an_unplugged_camera_gives_nothing_and_says_so_until_it_is_back() -> None:
    sim, _ = camera()
    sim.unplugged = True
    assert sim.newest() is None
    assert not sim.health().fine
    sim.unplugged = False
    assert sim.newest() is not None
    assert sim.health().fine


def test_darkness_and_a_hand_show_in_the_next_frame() -> None:
    sim, now = camera()
    bright = sim.newest()
    now.now += 1
    sim.hand = True
    hand = sim.newest()
    now.now += 1
    sim.dark = True
    dark = sim.newest()
    assert bright is not None
    assert hand is not None
    assert dark is not None
    assert dark.image.mean() < 0.3 * bright.image.mean()
    assert (np.abs(hand.image.astype(int) - bright.image).max(axis=2) > 40).mean() > 0.05


def test_a_cube_shows_where_it_lies() -> None:
    sim, _ = camera(Scene((Cube("red", 131, 100),)))
    empty, _ = camera()
    with_cube, without = sim.newest(), empty.newest()
    assert with_cube is not None
    assert without is not None
    rows, columns = np.nonzero(np.abs(with_cube.image.astype(int) - without.image).max(axis=2) > 40)
    assert abs(columns.mean() - 640) < 30
    assert abs(rows.mean() - 360) < 40


def test_closing_twice_is_fine() -> None:
    sim, _ = camera()
    sim.close()
    sim.close()
    assert sim.newest() is None
    assert not sim.health().fine
