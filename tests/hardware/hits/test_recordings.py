"""Recordings: WAV and CSV are read as they come, and the real ones give the hits that people marked."""

import argparse
import json
import math
import struct
import wave
from pathlib import Path

import pytest

from companion.cli import hits
from hardware.hits.detector import Detector
from hardware.hits.recordings import hits_in, read_recording
from tests.hardware.hits.scoring import Score, clips, hear, score
from tests.hardware.hits.sessions import RATE, render


def write_wav(path: Path, samples: list[int], width: int = 2, channels: int = 1) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(RATE)
        for sample in samples:
            packed = struct.pack("<i", sample << 16)[4 - width :] if width > 1 else bytes([(sample >> 8) + 128])
            file.writeframesraw(packed * channels)


@pytest.mark.parametrize("width", [2, 3, 4])
def test_wav_files_of_any_width_give_the_same_hits(tmp_path: Path, width: int) -> None:
    session = render(5)
    path = tmp_path / "blows.wav"
    write_wav(path, [(sample - 2048) * 16 for sample in session.samples], width)
    found = [blow.time for blow in hits_in(read_recording(path), 0.2)]
    assert score(found, session.blows, 0.04) == Score(len(session.blows), 0, 0)


def test_eight_bits_and_two_channels_are_read_too(tmp_path: Path) -> None:
    session = render(7)
    path = tmp_path / "blows.wav"
    write_wav(path, [(sample - 2048) * 16 for sample in session.samples], 1)
    assert len(read_recording(path).samples) == len(session.samples)
    write_wav(path, [(sample - 2048) * 16 for sample in session.samples], 2, channels=2)
    found = [blow.time for blow in hits_in(read_recording(path), 0.2)]
    assert score(found, session.blows, 0.04).missed == 0


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("timestamp_ms,accel_x,accel_y,temp_c", "{ms},{volts},0,{ms}"),
        ("time,value", "{s},{volts}"),
        ("t,v", "{s},{counts}"),
        ("time,v", "{ms},{counts}"),
        ("", "{s},{counts}"),
        ("time_us,loop_us,z", "{us},{us},{counts}"),
    ],
)
def test_csv_columns_are_found_by_their_names(tmp_path: Path, header: str, row: str) -> None:
    lines = [header] if header else []
    for i in range(4000):
        time = i / 1000
        since = (time - 1) % 1
        wave = math.sin(i) * 0.002 + (math.exp(-since / 0.02) * math.sin(900 * since) if time >= 1 else 0)
        fields = {"s": time, "ms": 1000 * time, "us": 1e6 * time, "volts": wave, "counts": round(2000 * wave)}
        lines.append(row.format(**fields))
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines))
    recording = read_recording(path)
    assert recording.rate == 1000
    assert [round(blow.time, 1) for blow in hits_in(recording, 0.2)] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.wav", b"hello", "is not a WAV file"),
        ("a.csv", b"", "needs a time column"),
        ("a.csv", b"time,x\n1,2\n", "needs a time column"),
        ("a.csv", b"time,x\n2,1\n1,2\n0,1\n", "does not run forward"),
    ],
)
def test_what_is_no_recording_is_refused_in_words(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError, match=words):
        read_recording(path)


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    hits.add_parser(parser.add_subparsers())
    args = parser.parse_args(["hits", *words])
    status: int = args.run(args)
    return status


def test_the_command_prints_a_json_object_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = []
    for seed in (1, 2):
        paths.append(str(tmp_path / f"{seed}.wav"))
        write_wav(Path(paths[-1]), [(sample - 2048) * 16 for sample in render(seed).samples])
    assert run(*paths, "--json", "--gap", "0.06") == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["file"] for entry in told] == paths
    assert [len(entry["hits"]) for entry in told] == [len(render(seed).blows) for seed in (1, 2)]
    assert 0 < told[0]["hits"][0]["strength"] <= 1


def test_the_command_names_a_file_it_cannot_read_and_still_tells_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.wav"
    write_wav(good, [(sample - 2048) * 16 for sample in render(1).samples])
    assert run(str(tmp_path / "missing.wav"), str(good)) == 1
    told = capsys.readouterr()
    assert "missing.wav" in told.err
    assert f"good.wav: {len(render(1).blows)} hits" in told.out


def test_the_real_recordings_give_the_marked_hits_with_one_set_of_defaults() -> None:
    sums: dict[tuple[str, str], Score] = {}
    for clip in clips():
        if clip.kind == "other":
            continue
        told = hear(clip)
        if clip.file == "kd7_hard_hits.wav":
            assert told.false == 0, "a bounce was counted"
        sums[clip.set, clip.kind] = sums.get((clip.set, clip.kind), Score(0, 0, 0)) + told
    assert sums["piezo", "hits"].f1 >= 0.99
    assert sums["piezo", "none"].false == 0
    assert sums["accelerometer", "hits"].f1 >= 0.99
    assert sums["accelerometer", "none"].false == 0
    assert sums["accelerometer", "saw"].false <= 10
    assert sums["knocks", "hits"].f1 >= 0.96


def test_rendered_tower_sessions_are_heard_blow_by_blow() -> None:
    total = Score(0, 0, 0)
    for seed in range(1000, 1015):
        session = render(seed)
        detector = Detector(RATE)
        found = [onset / RATE for onset, _, _ in detector.feed(session.samples) + detector.finish()]
        total += score(found, session.blows, 0.04)
    assert total.f1 >= 0.995, f"seeds 1000 to 1014: {total}"
