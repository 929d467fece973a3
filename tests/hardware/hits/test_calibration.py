"""Calibration: the threshold lies between hits and bumps, and where there is nothing between, it says so."""

import random

import pytest

from hardware.devices import Blow
from hardware.hits import HitSettings
from hardware.hits.calibration import Calibration, Calibrator, Step
from hardware.hits.sim import SimHits


def calibrated(hits: list[float], bumps: list[float], set_down: float) -> Calibration:
    state = Calibration()
    for strength in hits:
        state = state.hit(strength)
    for part in (0.9, 0.5, 0.1, *[0.002] * 70):  # the last blow itself and its rattle, which are no bumps
        state = state.hear(part, 0.01)
    for level in bumps:
        for part in (level / 3, level, level / 2, *[0.002] * 60):
            state = state.hear(part, 0.01)
    state = state.done()
    state = state.hear(set_down, 0.01)
    return state.done()


def test_the_threshold_lies_half_way_between_softest_hit_and_hardest_bump() -> None:
    state = calibrated([0.4, 0.2, 0.5, 0.3, 0.6], [0.01, 0.02, 0.015, 0.01, 0.01], 0.008)
    assert state.step is Step.DONE
    proposal = state.proposal
    assert proposal is not None
    assert (proposal.softest_hit, proposal.hardest_bump, proposal.margin) == (0.2, 0.02, 20.0)
    assert proposal.threshold == pytest.approx(0.0632, abs=1e-4)
    assert proposal.verdict.fine


def test_the_five_bumps_are_kept_apart_and_each_with_its_loudest() -> None:
    state = calibrated([0.4] * 5, [0.05, 0.02, 0.03, 0.06, 0.04], 0.01)
    assert sorted(state.bumps) == [0.02, 0.03, 0.04, 0.05, 0.06]


def test_setting_the_tower_down_counts_like_a_bump() -> None:
    proposal = calibrated([0.4] * 5, [0.01] * 5, 0.1).proposal
    assert proposal is not None
    assert proposal.hardest_bump == 0.1


def test_no_margin_is_a_warning_with_advice() -> None:
    proposal = calibrated([0.1] * 5, [0.2] * 5, 0.1).proposal
    assert proposal is not None
    assert proposal.margin < 0
    assert not proposal.verdict.fine
    assert "felt" in str(proposal.verdict)
    assert proposal.threshold < 0.1, "hits must still be heard"


def test_a_thin_margin_is_a_warning() -> None:
    proposal = calibrated([0.1] * 5, [0.06] * 5, 0.01).proposal
    assert proposal is not None
    assert "Only 4.4 dB" in str(proposal.verdict)


def test_nothing_is_proposed_before_the_end_and_no_hit_cannot_be_skipped() -> None:
    state = Calibration()
    assert state.done().step is Step.HITS
    assert state.hit(0.5).done().step is Step.BUMPS
    assert state.hit(0.5).proposal is None


def test_a_simulated_tower_is_calibrated_by_hitting_bumping_and_setting_it_down() -> None:
    sensor = SimHits(lambda: 0.0, random.Random(5))
    settings = HitSettings(threshold=0.9)
    calibrator = Calibrator(sensor, settings)
    heard: list[Blow] = []

    def both(blow: Blow) -> None:
        heard.append(blow)
        calibrator.heard(blow)

    sensor.listen(both)
    for strength in (0.3, 0.25, 0.5, 0.4, 0.6):
        sensor.strike(strength)
        sensor.advance(0.8)
    assert calibrator.look().step is Step.BUMPS
    for _ in range(5):
        sensor.strike(0.03)
        sensor.advance(0.8)
        calibrator.look()
    assert calibrator.done().step is Step.SET_DOWN
    sensor.strike(0.05)
    sensor.advance(0.8)
    assert calibrator.done().step is Step.DONE
    stored = calibrator.accept()
    assert 0.05 < stored.threshold < 0.25

    heard.clear()
    sensor.strike(0.05)
    sensor.advance(0.8)
    assert heard == []
    sensor.strike(0.4)
    sensor.advance(0.8)
    assert len(heard) == 1


def test_a_cancelled_calibration_leaves_the_old_threshold() -> None:
    sensor = SimHits(lambda: 0.0, random.Random(6))
    heard: list[Blow] = []
    sensor.listen(heard.append)
    Calibrator(sensor, HitSettings(threshold=0.5)).cancel()
    sensor.advance(0.5)
    sensor.strike(0.2)
    sensor.advance(0.8)
    assert heard == []


def test_accepting_too_early_is_refused() -> None:
    sensor = SimHits(lambda: 0.0, random.Random(7))
    with pytest.raises(ValueError, match="not finished"):
        Calibrator(sensor, HitSettings()).accept()


def test_bursts_and_levels_stay_bounded() -> None:
    sensor = SimHits(lambda: 0.0, random.Random(8))
    for _ in range(60):
        sensor.strike(0.5)
        sensor.advance(0.4)
    assert len(sensor.trace.bursts()) == 40
    assert len(sensor.trace.levels()) == 600
