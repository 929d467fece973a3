"""The self-test: the blow it waits for is none of the game's, and what is wrong is told in the doctor's words."""

from pathlib import Path

import pytest

from companion.app.device_setup.cures import Cure, cures_of
from companion.app.device_setup.hits import FORGOTTEN
from companion.app.settings import FILE, CompanionSettings, open_settings
from companion.settings import Settings
from hardware.rig.doctor import DeviceKind, cures
from hardware.rig.machine import ThisMachine
from tests.web.fakes import FakeRig, Home, Phone
from tests.web.workshop import Workshop, ok
from web.services import Services

PATH = "/api/host/self-test"


def heard(host: Phone) -> bool:
    answer = host.get(f"{PATH}/hit").get_json()["heard"]
    assert isinstance(answer, bool)
    return answer


def test_one_blow_shows_that_the_sensor_hears_and_the_next_is_the_games(host: Phone, rig: Workshop) -> None:
    assert "self-test.js" in host.get("/host/self-test").get_data(as_text=True)
    assert not heard(host)
    assert not ok(host.post(f"{PATH}/hit"))["heard"]
    rig.strike(0.5)
    assert heard(host)
    assert rig.passed_on == []
    rig.strike(0.5)
    assert len(rig.passed_on) == 1


def test_while_the_tower_is_in_play_its_blows_stay_the_games(host: Phone, rig: Workshop) -> None:
    rig.in_play = True
    answer = host.post(f"{PATH}/hit")
    assert (answer.status, answer.code) == (409, "in_play")
    assert "before or after the hammering" in answer.text
    rig.strike(0.5)
    assert len(rig.passed_on) == 1
    assert not heard(host)


def test_a_test_that_nobody_looks_at_any_more_takes_no_blow(host: Phone, rig: Workshop) -> None:
    ok(host.post(f"{PATH}/hit"))
    rig.clock.now += FORGOTTEN + 1
    rig.hits_setup.tick()
    rig.strike(0.5)
    assert len(rig.passed_on) == 1


def test_a_device_that_does_not_exist_is_refused_in_words(host: Phone) -> None:
    answer = host.get(f"{PATH}/cures/drum")
    assert (answer.status_code, answer.get_json()["text"]) == (404, "There is no such device.")


class Doctored(FakeRig):
    def __init__(self, settings: Settings[CompanionSettings]) -> None:
        super().__init__()
        self._settings = settings

    def cures(self, device: DeviceKind) -> list[Cure]:
        return cures_of(device, self._settings)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_is_wrong_is_told_as_the_doctor_tells_it(tmp_path: Path, language: str) -> None:
    """Lights that the machine of this test cannot have: it is no Pi, or one without them."""
    (tmp_path / FILE).write_text('[rig]\nlights = "spi"\n[lights]\nspi = "/dev/spidev9.9"\n')
    settings = open_settings(tmp_path / FILE)
    home = Home(tmp_path, Doctored(settings))
    try:
        host = home.host()
        host.headers["Accept-Language"] = language
        told = host.get(f"{PATH}/cures/lights").get_json()["cures"]
        words = services_of(home).words[language]
    finally:
        home.close()
    found = cures("lights", settings.values.devices, ThisMachine(tmp_path, companion_runs=True))
    assert "There is no /dev/spidev9.9." in [str(each.health) for each in found]
    assert told == [
        {"wrong": words.say(each.health.text), "mend": words.say(each.mend) if each.mend else None} for each in found
    ]


def services_of(home: Home) -> Services:
    found: Services = home.app.extensions["services"]
    return found
