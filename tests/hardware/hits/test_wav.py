"""A recording as a sensor."""

from pathlib import Path

from hardware.devices import Blow
from hardware.hits import HitSettings
from hardware.hits.wav import WavHits
from tests.hardware.hits.scoring import Score, score
from tests.hardware.hits.sessions import render
from tests.hardware.hits.test_recordings import write_wav


def test_a_recording_is_heard_as_it_plays(tmp_path: Path) -> None:
    session = render(3)
    path = tmp_path / "hammering.wav"
    write_wav(path, [(sample - 2048) * 16 for sample in session.samples])
    heard: list[Blow] = []
    sensor = WavHits(lambda: 50.0, HitSettings(file=str(path)))
    sensor.play_until(0.9, heard.append)
    assert heard == []
    assert "0.9 of" in str(sensor.health())
    for tenth in range(10, 300):
        sensor.play_until(tenth / 10, heard.append)
    assert score([blow.time - 50 for blow in heard], session.blows, 0.04) == Score(len(session.blows), 0, 0)
    assert "has ended" in str(sensor.health())
    sensor.close()


def test_a_missing_recording_is_said_and_does_not_stop_the_game(tmp_path: Path) -> None:
    sensor = WavHits(lambda: 0.0, HitSettings(file=str(tmp_path / "none.wav")))
    sensor.start(lambda _: None)
    assert "cannot be played" in str(sensor.health())
    sensor.close()
    sensor.close()
