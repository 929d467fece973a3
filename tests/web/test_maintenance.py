"""The page of the machine itself: the host's alone, in words, and nothing large from anybody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.common.radio import Radio
from companion.maintenance import LARGEST_PIECE
from companion.network import Wifi
from companion.notices import Notices
from companion.rules import say
from tests.bundles import new_key, packed, project
from tests.web.fakes import Phone
from tests.web.maintained import MaintainedHome


@pytest.fixture
def home(tmp_path: Path) -> Iterator[MaintainedHome]:
    home = MaintainedHome(tmp_path)
    yield home
    home.close()


def send(phone: Phone, start: int, piece: bytes, kind: str = "application/octet-stream", to: str = "piece") -> int:
    path = f"/api/host/care/{to}?start={start}"
    return phone.client.post(path, data=piece, content_type=kind).status_code


READS = [
    "/api/host/care/backup.zip",
    "/api/host/care/log.txt",
    "/api/host/care/diagnosis.zip",
    "/api/host/care/machine",
]
DEEDS = ["read", "restore", "restart", "switch-off", "update/file", "update/address"]


def test_all_of_it_is_the_hosts_alone(home: MaintainedHome) -> None:
    home.start("Astrid", "Bo")
    player = home.phone().sit(0)
    for path in READS:
        assert player.get(path).status_code == 401
    for deed in DEEDS:
        assert player.post(f"/api/host/care/{deed}").status == 401
    assert send(player, 0, b"x") == 401
    assert send(player, 0, b"x", to="update/piece") == 401
    for path in ("/host/care", "/host/sticker", "/host/own-wifi", "/host/own-wifi.svg", "/host/own-page.svg"):
        assert 'name="pin"' in player.get(path).get_data(as_text=True)
    assert home.stopped == 0


def view_of(home: MaintainedHome, language: str = "en") -> Any:
    """What the host's stream says now."""
    return msgspec.json.decode(home.app.extensions["services"].page_views.show("host", None, language))


KEYS = say("The keys were damaged: choose a PIN, and everyone picks a seat again. Kept as {file}.", file="x")


def test_the_host_finds_the_way_there_and_hears_what_happened_in_any_language(home: MaintainedHome) -> None:
    host = home.host()
    assert 'href="/host/care"' in host.get("/host").get_data(as_text=True)
    assert view_of(home)["notices"] == []
    home.notices.add(KEYS)
    assert "The keys were damaged" in view_of(home)["notices"][0]["text"]
    assert "Die Schlüssel waren beschädigt" in view_of(home, "de")["notices"][0]["text"]


def test_each_notice_goes_when_it_was_read_and_every_open_page_hears_it(home: MaintainedHome) -> None:
    host = home.host()
    home.notices.add(KEYS)
    home.notices.add(say("Something else."))
    heard = home.changes.count
    first, second = view_of(home)["notices"]
    answer = host.post("/api/host/care/read", keys=[first["key"]])
    assert answer.status == 200
    assert answer.body["view"]["notices"] == [second]
    assert home.changes.count > heard
    assert Notices(home.folder / "notices.json").texts == [say("Something else.")]


def test_notices_are_told_to_the_host_alone(home: MaintainedHome) -> None:
    home.notices.add(KEYS)
    for page in ("play", "table", "tower"):
        assert b"damaged" not in home.app.extensions["services"].page_views.show(page, None, "en")


def test_a_backup_goes_to_the_phone_and_back(home: MaintainedHome) -> None:
    home.start("Astrid", "Bo")
    host = home.host()
    saved = host.get("/api/host/care/backup.zip")
    assert saved.headers["Content-Disposition"].startswith("attachment")
    assert send(host, 0, saved.data[:100]) == 200
    assert send(host, 100, saved.data[100:]) == 200
    assert host.post("/api/host/care/restore").status == 200
    assert home.stopped == 1
    assert (home.folder / "restore" / "journal.sqlite").exists()


def test_a_bad_backup_is_refused_in_the_hosts_language(home: MaintainedHome) -> None:
    host = home.host()
    host.headers = {"Accept-Language": "fr"}
    send(host, 0, b"no backup")
    refused = host.post("/api/host/care/restore")
    assert (refused.status, refused.code) == (409, "no_backup")
    assert "Rien n’a été changé" in refused.text


def test_a_piece_is_of_a_size_and_a_kind(home: MaintainedHome) -> None:
    host = home.host()
    assert send(host, 0, b"x" * (LARGEST_PIECE + 1)) == 413
    assert send(host, 0, b"x" * LARGEST_PIECE) == 200
    assert send(host, 0, b"{}", "application/json") == 415
    assert send(host, 17, b"x") == 409


def test_another_site_cannot_send_pieces(home: MaintainedHome) -> None:
    host = home.host()
    headers = {"Origin": "http://elsewhere.example"}
    kind = "application/octet-stream"
    answer = host.client.post("/api/host/care/piece?start=0", data=b"x", content_type=kind, headers=headers)
    assert answer.status_code == 403


def test_switching_off_where_that_cannot_be_is_told_in_words(home: MaintainedHome) -> None:
    refused = home.host().post("/api/host/care/switch-off")
    assert (refused.status, refused.code) == (409, "not_ours")


def test_the_sticker_has_the_codes_that_hold_now_and_those_of_the_own_wifi(home: MaintainedHome) -> None:
    host = home.host()
    shown = host.get("/host/sticker").get_data(as_text=True)
    assert "/qr.svg" in shown
    assert "/wifi.svg" not in shown
    assert host.get("/host/own-wifi.svg").status_code == 404
    (home.folder / "access-point.toml").write_text('ssid = "Troll; Tower"\npassword = "under-the-bridge"\n')
    home.network.tell_guests(Wifi("House", "secret-of-the-house"))
    shown = host.get("/host/sticker").get_data(as_text=True)
    for wanted in ("/wifi.svg", "secret-of-the-house", "/host/own-wifi.svg", "under-the-bridge", "10.42.0.1:8000"):
        assert wanted in shown
    for code in ("/wifi.svg", "/host/own-wifi.svg", "/host/own-page.svg"):
        assert host.get(code).mimetype == "image/svg+xml"


def test_the_table_screen_is_told_how_to_get_here(home: MaintainedHome) -> None:
    room = home.phone()
    assert room.get("/api/invite").get_json() == {"address": "192.168.1.20:8000", "wifi": None, "pin_offered": False}
    assert room.get("/wifi.svg").status_code == 404
    home.network.tell_guests(Wifi("House", "secret-of-the-house"))
    assert room.get("/api/invite").get_json()["wifi"] == "House"
    assert "secret" not in room.get("/api/invite").get_data(as_text=True)
    assert room.get("/wifi.svg").mimetype == "image/svg+xml"


def test_the_own_wifis_page_says_what_to_look_for_and_why_it_could_not_open(home: MaintainedHome) -> None:
    radio = Radio(there=True, switched_off=True, locked=False, country="NO")
    home.network._radio = lambda: radio
    host = home.host()
    assert "was not installed here" in host.get("/host/own-wifi").get_data(as_text=True)
    (home.folder / "access-point.toml").write_text('ssid = "Troll <&> Co"\npassword = "under-the-bridge"\n')
    for path in ("/host/own-wifi", "/host/first-run"):
        assert "Wi-Fi is switched off on this machine." in host.get(path).get_data(as_text=True)
    assert "beside Troll &lt;&amp;&gt; Co," in host.get("/host/own-wifi").get_data(as_text=True)
    radio = radio._replace(switched_off=False)
    assert "for the country NO" in host.get("/host/own-wifi").get_data(as_text=True)
    assert "under-the-bridge" not in host.get("/host/own-wifi").get_data(as_text=True)


def test_the_host_brings_another_version_piece_by_piece_and_hears_how_it_goes(
    home: MaintainedHome, tmp_path: Path
) -> None:
    host = home.host()
    host.headers = {"Accept-Language": "de"}
    machine = host.get("/api/host/care/machine").get_json()
    assert machine == {"facts": ["17\N{NO-BREAK SPACE}MB frei auf der Karte"], "possible": False, "progress": None}
    assert send(host, 0, b"x", to="update/piece") == 409
    key = new_key(tmp_path)
    (home.releases / "bundle-key.pub").write_text(key.with_suffix(".pub").read_text())
    (tmp_path / "packing").mkdir()
    bundle = packed(project(tmp_path / "packing"), key, tmp_path / "file").read_bytes()
    assert send(host, 0, bundle[:500], to="update/piece") == 200
    assert send(host, 400, bundle[500:], to="update/piece") == 409
    assert send(host, 500, bundle[500:], to="update/piece") == 200
    assert host.post("/api/host/care/update/file").status == 200
    assert (home.folder / "update/bundle.tar.gz").read_bytes() == bundle
    assert (home.folder / "update/wanted").read_bytes() == b""
    progress = host.get("/api/host/care/machine").get_json()["progress"]
    assert progress == {"text": "Das Update wartet darauf, dass das System es nimmt.", "under_way": True}
    assert host.post("/api/host/care/update/address", address="http://tower/file").code == "under_way"


def test_what_is_no_bundle_is_refused_and_goes(home: MaintainedHome, tmp_path: Path) -> None:
    host = home.host()
    (home.releases / "bundle-key.pub").write_text(new_key(tmp_path).with_suffix(".pub").read_text())
    send(host, 0, b"no bundle", to="update/piece")
    assert host.post("/api/host/care/update/file").code == "no_bundle"
    assert list((home.folder / "update").iterdir()) == []
    assert host.post("/api/host/care/update/file").code == "no_bundle"
    assert host.post("/api/host/care/update/address", address="file:///etc/passwd").status == 400
