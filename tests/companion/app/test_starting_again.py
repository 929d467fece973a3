"""A start after bad ends, after damage and after a backup: the pages come up, and tell the host what happened."""

import urllib.error
import urllib.request
from pathlib import Path

import pytest

from companion.safe_mode import ENOUGH
from tests.plug import READY, Phone, Plug

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]


def host(plug: Plug) -> Phone:
    phone = Phone(plug)
    phone.post("/api/host/pin", pin="123456")
    return phone


def deed(phone: Phone, name: str, data: bytes = b"{}", kind: str = "application/json") -> None:
    address = f"{phone._plug.address}/api/host/care/{name}"
    phone._browser.open(urllib.request.Request(address, data, {"Content-Type": kind}), timeout=100).close()


def notices(phone: Phone) -> str:
    """What the host's page tells."""
    return str(phone.first_event("/stream?as=host&page=the-page-of-the-host")["notices"])


def ready_again(plug: Plug) -> None:
    """Wait until the same process has started anew, at the same address."""
    assert plug._parent.stdout is not None
    assert plug._parent.stdout.readline() == f"{READY}{plug.address}\n"


def test_three_bad_ends_lead_to_a_safe_mode_that_says_why_and_can_be_left(tmp_path: Path) -> None:
    with Plug(tmp_path, "sim") as plug:
        for _ in range(ENOUGH):
            assert "<main" in Phone(plug).get("/tower")
            plug.pull()
            plug.put_in()
        phone = host(plug)
        with pytest.raises(urllib.error.HTTPError):
            phone.get("/tower")
        assert "Safe mode" in notices(phone)
        deed(phone, "restart")
        ready_again(plug)
        assert "<main" in phone.get("/tower")
        assert "Safe mode" not in notices(phone)


def test_a_damaged_game_comes_back_from_the_good_copy_and_the_host_is_told(tmp_path: Path) -> None:
    with Plug(tmp_path) as plug:
        host(plug).post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
        host(plug).post("/api/host/end", seen=1, request="the end of it")
        plug.pull()
        (tmp_path / "journal.sqlite-wal").unlink()
        (tmp_path / "journal.sqlite").write_bytes(b"nothing a table could read" * 1000)
        plug.put_in()
        shown = notices(host(plug))
        assert "The last good copy is used" in shown
        assert host(plug).first_event("/stream?as=host&page=a-page-of-mine")["version"] == 2


def test_a_backup_is_restored_while_the_process_stays(tmp_path: Path) -> None:
    with Plug(tmp_path) as plug:
        phone = host(plug)
        phone.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
        with phone._browser.open(f"{plug.address}/api/host/care/backup.zip", timeout=10) as reply:
            saved = reply.read()
        phone.post("/api/host/end", seen=1, request="the end of it")
        deed(phone, "piece?start=0", saved, "application/octet-stream")
        deed(phone, "restore")
        ready_again(plug)
        view = phone.first_event("/stream?as=host&page=a-page-of-mine")
        assert (view["version"], view["ended"]) == (1, False)
        assert "The backup is in place" in notices(phone)
