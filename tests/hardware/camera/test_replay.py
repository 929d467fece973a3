from pathlib import Path

import cv2
import numpy as np

from hardware.camera.none import NoCamera
from hardware.camera.replay import Replay
from tests.clock import Hand


def grey(path: Path, level: int) -> None:
    cv2.imwrite(str(path), np.full((72, 128, 3), level, np.uint8))


def test_a_folder_is_shown_picture_by_picture_and_the_last_one_stays(tmp_path: Path) -> None:
    for number, level in enumerate((10, 100, 200)):
        grey(tmp_path / f"{number}.png", level)
    (tmp_path / "0.txt").write_text("The first evening.")
    now = Hand(5.0)
    camera = Replay(tmp_path, now, seconds=2.0)
    seen = []
    for time in (5.0, 6.9, 7.1, 9.5, 60.0):
        now.now = time
        frame = camera.newest()
        assert frame is not None
        seen.append((frame.number, int(frame.image.mean())))
    assert seen == [(0, 10), (0, 10), (1, 100), (2, 200), (2, 200)]
    assert camera.health().fine
    camera.close()
    camera.close()
    assert camera.newest() is None


def test_a_video_is_shown_at_its_own_pace(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (128, 72))
    for level in range(0, 250, 10):
        writer.write(np.full((72, 128, 3), level, np.uint8))
    writer.release()
    now = Hand(5.0)
    camera = Replay(path, now)
    now.now += 1.05
    frame = camera.newest()
    assert frame is not None
    assert frame.number == 10
    assert abs(float(frame.image.mean()) - 100) < 4
    camera.close()


def test_each_bad_recording_has_its_own_words(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "a.jpg").write_text("not a picture")
    (tmp_path / "film.avi").write_text("not a film")
    words = set()
    for name in ("empty", "text", "film.avi", "missing"):
        camera = Replay(tmp_path / name, Hand(5.0))
        assert camera.newest() is None
        assert not camera.health().fine
        words.add(camera.health().text.sentence)
        camera.close()
    assert len(words) == 4


def test_no_camera_is_fine_and_has_no_frame() -> None:
    camera = NoCamera()
    assert camera.newest() is None
    assert camera.health().fine
    camera.close()
    camera.close()
