"""The detector on made waveforms: each blow once, nothing else."""

import math
import random

from hardware.hits.detector import Detector, Edges

RATE = 8000
Wave = list[float]


def quiet(seconds: float, rng: random.Random, sigma: float = 1.5) -> Wave:
    return [2048 + rng.gauss(0, sigma) for _ in range(int(seconds * RATE))]


def strike(wave: Wave, at: float, height: float, fall: float = 0.012, hertz: float = 900) -> None:
    start = int(at * RATE)
    for i in range(min(int(8 * fall * RATE), len(wave) - start)):
        time = i / RATE
        wave[start + i] += height * math.exp(-time / fall) * math.sin(2 * math.pi * hertz * time)


def whole(wave: Wave) -> list[int]:
    return [max(0, min(4095, round(sample))) for sample in wave]


def onsets(wave: Wave, gap_ms: int = 200, threshold: int = 0, block: int = 160) -> list[float]:
    detector = Detector(RATE, gap_ms, threshold)
    samples = whole(wave)
    hits = [hit for i in range(0, len(samples), block) for hit in detector.feed(samples[i : i + block])]
    return [round(onset / RATE, 2) for onset, _, _ in hits + detector.finish()]


def test_each_blow_is_exactly_one_hit() -> None:
    wave = quiet(3, random.Random(1))
    for at, height in ((0.5, 1500), (1.0, 100), (1.6, 1000), (2.2, 50)):
        strike(wave, at, height)
    assert onsets(wave) == [0.5, 1.0, 1.6, 2.2]


def test_noise_alone_is_no_hit() -> None:
    assert onsets(quiet(10, random.Random(2), sigma=20)) == []


def test_hits_80_ms_apart_are_told_apart_when_the_gap_allows_it() -> None:
    wave = quiet(2, random.Random(3))
    for at in (0.5, 0.58, 0.66, 0.74):
        strike(wave, at, 800)
    assert onsets(wave, gap_ms=60) == [0.5, 0.58, 0.66, 0.74]
    assert onsets(wave, gap_ms=200) == [0.5, 0.74]


def test_a_bounce_20_db_down_hides_under_the_ring_even_without_a_gap() -> None:
    wave = quiet(2, random.Random(4))
    strike(wave, 0.5, 1500)
    for after in (0.03, 0.06, 0.09):
        strike(wave, 0.5 + after, 150)
    assert onsets(wave, gap_ms=10) == [0.5]


def test_a_slow_push_on_the_table_is_below_the_high_pass() -> None:
    wave = quiet(2, random.Random(5))
    for i in range(int(0.3 * RATE)):
        wave[RATE + i] += 300 * math.sin(math.pi * i / (0.3 * RATE)) ** 2
    assert onsets(wave) == []


def test_lasting_vibration_raises_the_floor_and_a_blow_after_it_is_heard_again() -> None:
    rng = random.Random(6)
    wave = quiet(1, rng) + quiet(3, rng, sigma=150) + quiet(2, rng)
    strike(wave, 5.0, 300)
    found = onsets(wave)
    assert found[-1] == 5.0
    assert len([at for at in found if at < 4.9]) <= 1, "vibration may startle once, never keep hitting"


def test_the_calibrated_threshold_keeps_softer_bumps_out() -> None:
    wave = quiet(2, random.Random(7))
    strike(wave, 0.5, 100)
    strike(wave, 1.2, 600)
    assert onsets(wave) == [0.5, 1.2]
    assert onsets(wave, threshold=300) == [1.2]


def test_the_hits_do_not_depend_on_how_the_samples_are_cut_into_blocks() -> None:
    rng = random.Random(8)
    wave = quiet(3, rng)
    for at in (0.4, 0.9, 1.5, 2.1):
        strike(wave, at, rng.uniform(50, 1500))
    samples = whole(wave)
    at_once = Detector(RATE).feed(samples)
    assert len(at_once) == 4
    for block in (1, 7, 160, 4001):
        detector = Detector(RATE)
        assert [h for i in range(0, len(samples), block) for h in detector.feed(samples[i : i + block])] == at_once


def test_strength_is_the_peak_and_length_the_time_it_rang_above_a_tenth() -> None:
    wave = quiet(2, random.Random(9))
    strike(wave, 0.5, 1000, fall=0.02)
    ((_, peak, length),) = Detector(RATE).feed(whole(wave))
    assert 700 < peak < 1250
    assert 0.03 < length / RATE < 0.06  # ln(10) x 20 ms = 46 ms


def test_a_hit_still_ringing_when_the_recording_ends_counts() -> None:
    wave = quiet(1, random.Random(10))
    strike(wave, 0.99, 1000)
    assert onsets(wave) == [0.99]


def test_a_sensor_resting_off_centre_does_not_start_with_a_hit() -> None:
    assert onsets([sample + 1500 for sample in quiet(1, random.Random(11))]) == []


def test_a_herald_does_not_take_the_place_of_the_blow_it_announces() -> None:
    wave = quiet(2, random.Random(12))
    strike(wave, 0.5, 60)
    strike(wave, 0.54, 1500)
    ((onset, peak, _),) = Detector(RATE).feed(whole(wave))
    assert round(onset / RATE, 2) == 0.54
    assert peak > 1000


def test_a_slammed_door_far_below_the_woods_tones_is_no_hit() -> None:
    wave = quiet(2, random.Random(13))
    strike(wave, 1.0, 250, fall=0.1, hertz=25)
    assert onsets(wave) == []


def test_the_first_edge_of_a_burst_is_the_hit_and_its_bounces_are_none() -> None:
    edges = Edges(gap_us=200_000)
    burst = [0, 300, 900, 5_000, 12_000, 60_000, 61_000, 190_000]
    assert [at for at in burst if edges.edge(at)] == [0]
    assert edges.edge(250_000)


def test_switch_hits_80_ms_apart_are_told_apart_when_the_gap_allows_it() -> None:
    edges = Edges(gap_us=60_000)
    bursts = [start + after for start in (0, 80_000, 160_000) for after in range(0, 40_000, 700)]
    assert [at for at in bursts if edges.edge(at)] == [0, 80_000, 160_000]


def test_a_buzz_that_never_pauses_is_one_hit_at_most_and_seen_as_a_buzz() -> None:
    edges = Edges()
    assert [at for at in range(0, 3_000_000, 5_000) if edges.edge(at)] == [0]
    assert edges.buzzing(3_000_000) == 2_995_000
    assert edges.buzzing(4_000_000) == 0


def test_boulders_rattling_on_after_a_hard_blow_are_no_hits() -> None:
    wave = quiet(2, random.Random(14), sigma=0.5)
    strike(wave, 0.5, 1800)
    for after in (0.35, 0.37, 0.39):
        strike(wave, 0.5 + after, 25, fall=0.003, hertz=2000)
    assert onsets(wave) == [0.5]


def test_clatter_is_unrest_out_of_which_only_a_real_blow_stands() -> None:
    wave = quiet(5, random.Random(15))
    for i in range(90):
        strike(wave, 1 + 0.04 * i, 220 if i % 20 == 10 else 100, fall=0.004)
    strike(wave, 3.55, 1500)
    assert onsets(wave) == [1.0, 3.55]
