"""The lights' page: how the strip is built, and what it shows."""

from typing import Any
from unittest.mock import Mock

import pytest

from companion.app.settings import open_settings
from tests.web.fakes import Answer, Phone
from tests.web.workshop import FOUND, Workshop, ok, stored


def lit(host: Phone) -> Any:
    return host.get("/api/host/lights").get_json()


def arrange(host: Phone, **changes: Any) -> Answer:
    return host.post("/api/host/lights/arrange", arrangement={**lit(host)["arrangement"], **changes})


def test_the_strip_is_drawn_as_it_is_lit(host: Phone, rig: Workshop) -> None:
    rig.lights_setup.try_out()
    rig.shine()
    bright = lit(host)
    assert len(bright["lamps"]) == 24
    # White at half brightness is level 128 of 255; to the eye that is far more than half.
    assert bright["lamps"][0] == [186, 186, 186]
    assert any(map(sum, bright["lamps"]))
    ok(arrange(host, brightness=0.1))
    rig.shine()
    dim = lit(host)
    assert sum(map(sum, dim["lamps"])) < sum(map(sum, bright["lamps"]))
    assert dim["draws_ma"] < bright["draws_ma"]


def test_a_change_of_the_lights_is_stored_with_the_comments(host: Phone, rig: Workshop) -> None:
    ok(arrange(host, brightness=0.25, order="RGB", backwards=True))
    assert "brightness = 0.25  # the hall is dark" in stored(rig)
    lights = open_settings(rig.settings.path).values.lights
    assert (lights.order, lights.backwards, lights.count) == ("RGB", True, 24)
    assert "count" not in stored(rig)


def test_a_strip_that_runs_the_other_way_is_drawn_the_other_way(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/lights/try-out"))
    rig.light_player.step()
    lamps = lit(host)["lamps"]
    assert lit(host)["trying"]
    assert lamps[0][0] == lamps[0][1] == lamps[0][2] > 0
    ok(arrange(host, backwards=True))
    rig.light_player.step()
    assert lit(host)["lamps"] == lamps[::-1]
    rig.clock.now += 11
    assert not lit(host)["trying"]


def test_more_lamps_are_lit_without_a_restart(host: Phone, rig: Workshop) -> None:
    rig.lights_setup.try_out()
    rig.shine()
    ok(arrange(host, count=40, shape="ring", first=39, limit_ma=900.0))
    rig.shine()
    assert len(lit(host)["lamps"]) == 40
    assert len(rig.strip.sent) == 3 * 40


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"count": 7}, 400, "bad_request"),
        ({"count": 61}, 400, "bad_request"),
        ({"order": "GBR!"}, 400, "bad_request"),
        ({"brightness": 1.2}, 400, "bad_request"),
        ({"shape": "star"}, 400, "bad_request"),
        ({"shape": "ring", "first": 24}, 409, "bad_first_lamp"),
        ({"first": 3}, 409, "bad_first_lamp"),
        ({"limit_ma": 20.0}, 409, "bad_limit"),
    ],
)
def test_lights_that_cannot_be_are_refused_in_words(
    host: Phone, rig: Workshop, changes: dict[str, Any], status: int, code: str
) -> None:
    answer = arrange(host, **changes)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert answer.text
    assert stored(rig) == FOUND
    assert lit(host)["arrangement"]["count"] == 24


def test_settings_that_cannot_be_written_are_not_in_force(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("companion.settings.put", full)
    answer = arrange(host, brightness=0.1)
    assert (answer.status, answer.code) == (409, "not_written")
    assert "No space left on device" in answer.text
    assert lit(host)["arrangement"]["brightness"] == 0.5
