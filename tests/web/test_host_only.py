"""Who comes to the host's device pages, and what they refuse."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.fakes import Home, Phone
from tests.web.workshop import FOUND, Workshop, stored


@pytest.mark.parametrize("page", ["hits", "lights", "camera"])
def test_only_the_host_comes_to_a_device(host: Phone, rig: Workshop, tmp_path: Path, page: str) -> None:
    home = Home(tmp_path, rig)
    try:
        stranger = home.phone()
        assert 'id="digits"' in stranger.get(f"/host/{page}").get_data(as_text=True)
        answer = stranger.get(f"/api/host/{page}")
        assert (answer.status_code, answer.get_json()["code"]) == (401, "host_only")
        assert stranger.post("/api/host/lights/try-out").code == "host_only"
        assert stranger.get("/api/host/camera/picture.jpg").status_code == 401
    finally:
        home.close()
    assert f"js/devices/{page}.js" in host.get(f"/host/{page}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "words"),
    [
        ("hits/tune", {"threshold": 1.5, "gap": 0.2}, 400, "bad_request", "<= 1"),
        ("hits/tune", {"threshold": 0.1, "gap": 0.0}, 400, "bad_request", "> 0"),
        ("hits/tune", {"threshold": "a lot", "gap": 0.2}, 400, "bad_request", "Expected `float`, got `str`"),
        ("hits/tune", {"threshold": 0.1}, 400, "bad_request", "`gap`"),
        ("hits/tune", {"threshold": 0.1, "gap": 0.2, "pin": 4}, 400, "bad_request", "unknown field `pin`"),
        ("hits/calibrate", {"quickly": True}, 400, "bad_request", "unknown field"),
        ("hits/done", {}, 409, "not_calibrating", "No calibration is running."),
        ("hits/again", {}, 409, "not_calibrating", "No calibration is running."),
        ("hits/accept", {}, 409, "not_calibrating", "No calibration is running."),
        ("lights/arrange", {"arrangement": {"count": 24}}, 400, "bad_request", "missing required field"),
        ("lights/arrange", {"brightness": 0.3}, 400, "bad_request", "unknown field `brightness`"),
        ("lights/try-out", {"seconds": 5}, 400, "bad_request", "unknown field"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    host: Phone, rig: Workshop, path: str, body: dict[str, Any], status: int, code: str, words: str
) -> None:
    answer = host.post(f"/api/host/{path}", **body)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert words in answer.text
    assert stored(rig) == FOUND


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "٣", "9" * 30])
def test_a_number_that_is_none_is_refused(host: Phone, since: str) -> None:
    assert host.get(f"/api/host/hits?since={since}").status_code == 400
