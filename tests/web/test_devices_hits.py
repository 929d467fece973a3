"""The hit sensor's page: what it hears, and its calibration."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.device_setup.hits import FORGOTTEN
from companion.app.settings import open_settings
from hardware.hits.calibration import Proposal
from hardware.hits.none import NoHits
from hardware.hits.programmable import TOLD
from hardware.hits.sim import FLASHING
from tests.clock import Hand
from tests.web.fakes import Home, Phone
from tests.web.workshop import FOUND, Workshop, ok, stored


def listened(host: Phone, since: int = 0) -> Any:
    return host.get(f"/api/host/hits?since={since}").get_json()


def test_the_waveform_comes_in_parts_and_only_what_is_new(host: Phone, rig: Workshop) -> None:
    rig.sensor.advance(1.0)
    first = listened(host)
    assert len(first["levels"]) == first["heard"] == round(1.0 / first["step"])
    rig.sensor.advance(0.1)
    second = listened(host, first["heard"])
    assert len(second["levels"]) == round(0.1 / first["step"])
    assert second["heard"] == first["heard"] + len(second["levels"])


def test_a_new_threshold_holds_at_once_and_is_stored_with_the_comments(host: Phone, rig: Workshop) -> None:
    rig.strike(0.2)
    assert len(rig.passed_on) == 1
    ok(host.post("/api/host/hits/tune", threshold=0.4, gap=0.3))
    rig.strike(0.2)
    rig.strike(0.8)
    assert len(rig.passed_on) == 2
    assert "# The rig of the blue table." in stored(rig)
    assert "threshold = 0.4  # from the first evening" in stored(rig)
    assert open_settings(rig.settings.path).values.hits.gap == 0.3
    assert listened(host)["threshold"] == 0.4


def test_three_steps_lead_to_a_stored_threshold(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    for strength in (0.3, 0.6, 0.9, 0.4, 0.5):
        rig.strike(strength)
    assert rig.passed_on == []
    assert listened(host)["calibrating"]["step"] == "bumps"
    for strength in (0.01, 0.02, 0.01, 0.02, 0.01):
        rig.strike(strength)
    bumps = listened(host)["calibrating"]["bumps"]
    assert max(bumps) == pytest.approx(0.02, abs=0.01)
    ok(host.post("/api/host/hits/done"))
    rig.strike(0.03)
    listened(host)
    ok(host.post("/api/host/hits/done"))
    proposal = listened(host)["calibrating"]["proposal"]
    assert proposal["hardest_bump"] < proposal["threshold"] < proposal["softest_hit"]
    assert proposal["verdict"]["fine"]
    assert "dB lie between the softest hit and the hardest bump." in proposal["verdict"]["text"]
    ok(host.post("/api/host/hits/accept"))
    assert listened(host)["calibrating"] is None
    assert open_settings(rig.settings.path).values.hits.threshold == proposal["threshold"]
    rig.strike(0.03)
    rig.strike(0.5)
    assert len(rig.passed_on) == 1


def test_all_that_a_calibration_says_reaches_the_page_and_nothing_that_it_keeps_to_itself(
    host: Phone, rig: Workshop
) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    assert tuple(listened(host)["calibrating"]) == ("step", "hits", "bumps", "set_down", "proposal")
    rig.strike(0.5)
    for _ in range(3):
        ok(host.post("/api/host/hits/done"))
    assert tuple(listened(host)["calibrating"]["proposal"]) == Proposal.__struct_fields__


def test_bumps_as_loud_as_hits_are_warned_of(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    rig.strike(0.2)
    ok(host.post("/api/host/hits/done"))
    rig.strike(0.6)
    listened(host)
    ok(host.post("/api/host/hits/done"))
    ok(host.post("/api/host/hits/done"))
    proposal = listened(host)["calibrating"]["proposal"]
    assert proposal["margin"] < 0
    assert not proposal["verdict"]["fine"]


def test_a_step_without_a_hit_is_not_done(host: Phone) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    assert host.post("/api/host/hits/done").code == "no_hit_yet"
    assert host.post("/api/host/hits/accept").code == "unfinished"


def test_a_calibration_that_is_stopped_leaves_everything_as_it_was(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    rig.strike(0.5)
    ok(host.post("/api/host/hits/cancel"))
    assert stored(rig) == FOUND
    rig.strike(0.5)
    assert len(rig.passed_on) == 1


def test_a_calibration_that_nobody_looks_at_gives_the_blows_back(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    rig.clock.now += FORGOTTEN - 1
    rig.hits_setup.tick()
    rig.strike(0.5)
    assert rig.passed_on == []
    rig.clock.now += 2
    rig.hits_setup.tick()
    rig.strike(0.5)
    assert len(rig.passed_on) == 1


def test_nobody_calibrates_while_the_tower_is_in_play(host: Phone, rig: Workshop) -> None:
    rig.in_play = True
    assert host.post("/api/host/hits/calibrate").code == "in_play"
    rig.in_play = False
    ok(host.post("/api/host/hits/calibrate"))
    rig.in_play = True
    rig.hits_setup.tick()
    rig.strike(0.5)
    assert len(rig.passed_on) == 1


def test_a_kept_hit_is_looked_at_and_heard_again_as_it_is_set_now(host: Phone, rig: Workshop) -> None:
    for strength in (0.5, 0.1):
        rig.strike(strength)
    newest, oldest = listened(host)["kept"]
    for kept, strength in ((newest, 0.1), (oldest, 0.5)):
        again = host.get(f"/api/host/hits/{kept['number']}").get_json()
        assert len(again["samples"]) > 100
        assert again["heard"] == [pytest.approx(strength, rel=0.3)]
    ok(host.post("/api/host/hits/tune", threshold=0.3, gap=0.2))
    assert host.get(f"/api/host/hits/{newest['number']}").get_json()["heard"] == []
    assert len(host.get(f"/api/host/hits/{oldest['number']}").get_json()["heard"]) == 1
    assert host.get(f"/api/host/hits/{oldest['number']}.wav").data.startswith(b"RIFF")


def test_a_hit_that_is_no_longer_kept_is_told(host: Phone) -> None:
    for path in ("/api/host/hits/5", "/api/host/hits/5.wav"):
        answer = host.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (404, "gone")


def test_a_sensor_without_a_signal_has_a_page_that_says_so(tmp_path: Path) -> None:
    rig = Workshop(tmp_path, Hand(1000.0), NoHits())
    home = Home(tmp_path, rig)
    try:
        host = home.host()
        page = host.get("/host/hits").get_data(as_text=True)
        assert "no signal to look at" in page
        assert 'id="waveform"' not in page
        assert host.get("/api/host/hits").get_json()["code"] == "no_signal"
        assert host.post("/api/host/hits/calibrate").code == "no_signal"
    finally:
        home.close()


def test_what_a_blow_means_outside_the_hammering_is_switched_and_stored(host: Phone, rig: Workshop) -> None:
    box = 'id="next-by-blow" type="checkbox" checked'
    assert box in host.get("/host/hits").get_data(as_text=True)
    ok(host.post("/api/host/hits/next", on=False))
    assert box not in host.get("/host/hits").get_data(as_text=True)
    assert not open_settings(rig.settings.path).values.game.next_by_blow


def test_an_older_program_is_replaced_from_the_page_and_how_far_it_is_is_told(host: Phone, rig: Workshop) -> None:
    assert listened(host)["program"] == {"offer": "", "written": None, "outcome": None}
    rig.sensor.old_program = True
    assert listened(host)["program"]["offer"] == "old"
    ok(host.post("/api/host/hits/flash"))
    rig.clock.now += FLASHING / 2
    assert listened(host)["program"]["written"] == 0.5
    assert "already" in host.post("/api/host/hits/flash").body["text"]
    rig.clock.now += FLASHING / 2
    done = listened(host)["program"]
    assert (done["offer"], done["written"]) == ("", None)
    assert done["outcome"] == {"fine": True, "text": "The Pico has its program and starts it."}
    rig.clock.now += TOLD
    assert listened(host)["program"]["outcome"] is None


def test_no_program_is_written_where_none_is_due_or_while_the_tower_is_in_play(host: Phone, rig: Workshop) -> None:
    assert host.post("/api/host/hits/flash").code == "no_program"
    rig.sensor.old_program = rig.in_play = True
    assert host.post("/api/host/hits/flash").code == "in_play"
    assert listened(host)["program"]["written"] is None


@pytest.mark.parametrize("gap", [0.019, 5.1])
def test_a_gap_that_no_sensor_takes_is_refused_in_words(gap: float, host: Phone, rig: Workshop) -> None:
    answer = host.post("/api/host/hits/tune", threshold=0.3, gap=gap)
    assert "0.02 to 5 seconds" in answer.body["text"]
    assert rig.settings.values.hits.gap == 0.2
