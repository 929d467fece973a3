"""The walk around a new table: the host's alone, one step after another, each put off or done, none asked twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.first_run import STEPS
from companion.maintenance import OFFERED
from companion.network import Wifi
from tests.web.fakes import Phone
from tests.web.maintained import MaintainedHome

PATH = "/api/host/first-run"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[MaintainedHome]:
    home = MaintainedHome(tmp_path)
    yield home
    home.close()


def waiting(phone: Phone) -> list[str]:
    return [step["name"] for step in phone.get(PATH).get_json()["steps"] if step["waiting"]]


def test_whoever_chooses_the_first_pin_is_led_around_and_nobody_else(home: MaintainedHome) -> None:
    shown = home.phone().get("/host").get_data(as_text=True)
    assert 'data-then="/host/first-run"' in shown
    host = home.host()
    assert "first-run.js" in host.get("/host/first-run").get_data(as_text=True)
    host.post(f"{PATH}/later")
    home.keys.forget_pin()
    assert 'data-then=""' in home.phone().get("/host").get_data(as_text=True)


def test_the_walk_from_the_first_step_to_the_last(home: MaintainedHome) -> None:
    host = home.host()
    assert waiting(host) == [step.name for step in STEPS]
    assert host.post(f"{PATH}/language", language="de").status == 200
    assert host.post(f"{PATH}/name", name="  Unter der  Brücke ").status == 200
    assert host.post(f"{PATH}/step", step="pin", done=True).status == 200
    assert host.post(f"{PATH}/wifi", ssid="Haus", password="geheim-geheim").status == 200
    assert waiting(host) == ["hits", "mat", "camera", "lights"]
    for name in ("hits", "mat", "camera", "lights"):
        host.post(f"{PATH}/step", step=name, done=True)
    assert waiting(host) == []
    assert all(step["done"] for step in host.get(PATH).get_json()["steps"])
    assert home.first_run.table == "Unter der Brücke"
    assert home.network.guests == Wifi("Haus", "geheim-geheim")
    assert "Unter der Brücke" in home.phone().get("/table").get_data(as_text=True)


def test_the_table_screen_speaks_the_tables_language_until_it_chooses_one(home: MaintainedHome) -> None:
    host, screen = home.host(), home.phone("en")
    host.post(f"{PATH}/language", language="fr")
    assert '<html lang="fr">' in host.get("/host").get_data(as_text=True)
    assert '<html lang="fr">' in screen.get("/table").get_data(as_text=True)
    assert '<html lang="en">' in screen.get("/").get_data(as_text=True)
    screen.get("/language/de")
    assert '<html lang="de">' in screen.get("/table").get_data(as_text=True)


def test_the_hosts_page_asks_once_and_a_later_is_a_later(home: MaintainedHome) -> None:
    host = home.host()
    assert 'id="welcome"' in host.get("/host").get_data(as_text=True)
    assert host.post(f"{PATH}/later").status == 200
    shown = host.get("/host").get_data(as_text=True)
    assert 'id="welcome"' not in shown
    assert 'href="/host/first-run"' in shown


def test_a_blow_is_heard(home: MaintainedHome) -> None:
    host = home.host()
    assert host.get(PATH).get_json()["blows"] == 0
    home.rig.blows = 1
    assert host.get(PATH).get_json()["blows"] == 1


@pytest.mark.parametrize(
    ("what", "sent", "code"),
    [
        ("step", {"step": "sound", "done": True}, "no_such_step"),
        ("language", {"language": "tlh"}, "no_such_language"),
        ("name", {"name": "x" * 41}, "bad_request"),
        ("wifi", {"ssid": "House", "password": "short"}, "bad_wifi"),
        ("wifi", {"ssid": "Ö" * 17, "password": ""}, "bad_wifi"),
        ("wifi", {"ssid": "House", "password": "x" * 64}, "bad_request"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    home: MaintainedHome, what: str, sent: dict[str, object], code: str
) -> None:
    answer = home.host().post(f"{PATH}/{what}", **sent)
    assert (answer.status, answer.code) == (400, code)
    assert not home.first_run.begun
    assert home.network.guests is None


def test_a_wifi_that_is_told_no_more_is_forgotten(home: MaintainedHome) -> None:
    host = home.host()
    host.post(f"{PATH}/wifi", ssid="Open hall", password="")
    assert home.network.guests == Wifi("Open hall", "")
    host.post(f"{PATH}/wifi", ssid="", password="")
    assert home.network.guests is None


def test_after_five_hits_anyone_may_choose_a_new_pin_once(home: MaintainedHome) -> None:
    old = home.host()
    guest, late = home.phone(), home.phone()
    assert guest.post("/api/host/choose-pin", pin="111111").code == "pin_set"
    assert "hit the tower five times" in guest.get("/host").get_data(as_text=True), "who forgot it is told what to do"
    home.keys.offer()
    assert home.maintenance.notices == [OFFERED], "the host is told, live and later"
    assert guest.get("/api/invite").get_json()["pin_offered"]
    assert "Choose a new PIN" in guest.get("/host").get_data(as_text=True)
    assert old.get(PATH).status_code == 200, "until somebody chooses, nothing changes"
    assert guest.post("/api/host/choose-pin", pin="12").code == "bad_pin"
    assert guest.post("/api/host/choose-pin", pin="111111").status == 200
    assert guest.get(PATH).status_code == 200
    assert old.get(PATH).status_code == 401
    assert late.post("/api/host/choose-pin", pin="222222").code == "pin_set"
    assert home.keys.pin == "111111"


def test_while_a_new_pin_is_on_offer_a_wrong_old_one_is_still_wrong(home: MaintainedHome) -> None:
    home.host()
    home.keys.offer()
    assert home.phone().post("/api/host/pin", pin="9999").code == "wrong_pin"
    assert home.phone().post("/api/host/pin", pin="471100").status == 200


def test_after_an_upgrade_the_hosts_page_names_what_is_new(home: MaintainedHome) -> None:
    host = home.host()
    for step in STEPS:
        if step.name not in ("mat", "lights"):
            home.first_run.answer(step.name, done=True)
    shown = host.get("/host").get_data(as_text=True)
    assert "New at this table" in shown
    assert "Landing mat, Lights" in shown
