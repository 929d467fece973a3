"""Phones stay in the companion's own Wi-Fi: what they probe for is answered to the byte, and nothing else beside it."""

import http.client
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.network import OWN_ADDRESS
from tests.plug import Plug
from tests.web.dnsmasq import AAAA, LINES, NO_ERROR, NO_SUCH_NAME, REFUSED, Names, names
from tests.web.fakes import Home
from tests.web.probing_phones import Air, Android, Firefox, Iphone, OldAndroid, OldWindows, ProbingPhone, Windows, stays
from tests.web.serving import doors, looping, served
from web.probes import PROBES, SIGN_IN, Answer
from web.serving import serving

SYSTEMD = LINES.parent
PHONES: dict[str, Callable[[Air], ProbingPhone]] = {
    "an iPhone": Iphone,
    "an Android phone whose owner taps stay": Android,
    "an old Android phone": OldAndroid,
    "a Windows laptop": Windows,
    "an old Windows laptop": OldWindows,
    "Firefox": Firefox,
}
USED = {
    "an iPhone": [("captive.apple.com", "/hotspot-detect.html")],
    "an Android phone whose owner taps stay": [("connectivitycheck.gstatic.com", "/generate_204")],
    "an old Android phone": [("clients3.google.com", "/generate_204")],
    "a Windows laptop": [("www.msftconnecttest.com", "/connecttest.txt")],
    "an old Windows laptop": [("www.msftncsi.com", "/ncsi.txt")],
    "Firefox": [("detectportal.firefox.com", "/canonical.html"), ("detectportal.firefox.com", "/success.txt")],
}


@pytest.fixture(scope="module")
def named() -> Iterator[Names]:
    with names() as found:
        yield found


@pytest.fixture
def port(home: Home) -> Iterator[int]:
    with served(home.app) as port:
        yield port


@pytest.fixture
def air(named: Names, port: int) -> Air:
    return Air(named.lookup, at(port))


def at(port: int) -> Callable[[str], tuple[str, int] | None]:
    return lambda address: ("127.0.0.1", port) if address in addresses() else None


def addresses() -> set[str]:
    """Those of the machine while its own Wi-Fi is open, as the profile and the unit give them to it."""
    given = (SYSTEMD / "companion-address.service").read_text()
    (for_android,) = re.findall(r"^ExecStart=.* replace ([\d.]+)/32 ", given, re.MULTILINE)
    return {OWN_ADDRESS, for_android}


@pytest.mark.parametrize("phone", PHONES)
def test_it_stays_for_half_an_hour(air: Air, phone: str) -> None:
    assert stays(PHONES[phone](air))
    assert len(air.asked) >= 6


@pytest.mark.parametrize("phone", PHONES)
def test_it_would_leave_for_one_wrong_byte(air: Air, monkeypatch: pytest.MonkeyPatch, phone: str) -> None:
    for probe in USED[phone]:
        right = PROBES[probe]
        for wrong in spoiled(right):
            monkeypatch.setitem(PROBES, probe, wrong)
            assert not stays(PHONES[phone](air)), wrong
        monkeypatch.setitem(PROBES, probe, right)
    assert stays(PHONES[phone](air))


def spoiled(answer: Answer) -> Iterator[Answer]:
    """Each byte another, one too many, one too few; a status that only looks well."""
    body = answer.body
    for place in range(len(body)):
        yield answer._replace(body=body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :])
    if body:
        yield answer._replace(body=body[:-1])
        yield answer._replace(body=body + b"\n")
        yield Answer("203 Non-Authoritative Information", answer.kind, body)
    else:
        yield Answer("200 OK", "text/plain", b"\n")
        yield Answer("302 Found", "", b"")


def test_android_asks_its_owner_once_and_goes_to_mobile_data_if_nobody_answers(air: Air) -> None:
    asked = Android(air)
    assert stays(asked, minutes=120)
    assert asked.questions == 1
    assert not stays(Android(air, taps_stay=False))


def test_android_would_not_stay_if_its_name_led_to_a_private_address(named: Names, port: int) -> None:
    def private(name: str) -> str | None:
        return OWN_ADDRESS if named.lookup(name) else None

    assert not stays(Android(Air(private, at(port))))


def test_just_these_names_lead_here(named: Names) -> None:
    """Each in one kind of address only, and no name below it; what serves people too is left alone."""
    for name in {name for name, _ in PROBES}:
        assert named.lookup(name) in addresses(), name
        assert named.ask(name, AAAA) == (NO_ERROR, []), name
        assert named.ask(f"below.{name}") == (NO_SUCH_NAME, []), name
    for name in ("www.google.com", "google.com", "www.apple.com", "apple.com", "www.gstatic.com", "firefox.com"):
        assert named.ask(name) == (REFUSED, []), name
    told = set(re.findall(r"^host-record=([\w.]+),", LINES.read_text(), re.MULTILINE))
    assert told - {name for name, _ in PROBES} == {"dns.msftncsi.com"}


def asked(port: int, host: str, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as line:
        line.request(method, path, None, {"Host": host})
        answer = line.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


@pytest.mark.parametrize(("host", "path"), PROBES)
def test_an_answer_keeps_nothing_and_leaves_nothing_behind(port: int, host: str, path: str) -> None:
    status, headers, body = asked(port, host, path)
    assert (status, body) == (int(PROBES[host, path].status[:3]), PROBES[host, path].body)
    assert set(headers) <= {"Content-Type", "Content-Length", "Cache-Control", "Connection", "Date"}
    assert headers["Cache-Control"] == "no-store"
    assert asked(port, host.upper() + ":80", path + "?anything=1")[2] == body
    assert asked(port, host, path, "HEAD")[::2] == (status, b"")


@pytest.mark.parametrize(
    ("host", "path", "method"),
    [
        ("connectivitycheck.gstatic.com", "/", "GET"),
        ("connectivitycheck.gstatic.com", "/api/join", "POST"),
        ("captive.apple.com", "/hotspot-detect.html", "POST"),
        ("captive.apple.com", "/host", "GET"),
        ("captive.apple.com", "/generate_204", "GET"),
        ("www.msftconnecttest.com", "/redirect", "GET"),
        ("evil.example", "/generate_204", "GET"),
    ],
)
def test_under_these_names_nothing_else_is_to_be_had(port: int, host: str, path: str, method: str) -> None:
    assert asked(port, host, path, method)[0] == 421


def test_under_our_own_names_they_are_no_pages(port: int) -> None:
    for path in ("/generate_204", "/hotspot-detect.html"):
        assert asked(port, "localhost", path)[0] == 404


def test_who_probes_is_a_guest(home: Home) -> None:
    with doors() as opened:
        server = serving(home.app, opened)
        with looping(server), socket.create_connection(("127.0.0.1", opened.port), timeout=10) as line:
            line.sendall(b"GET /hotspot-detect.html HTTP/1.1\r\nHost: captive.apple.com\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 200 OK\r\n")
            assert [len(guests) for guests in server._acceptor.budgets._guests_connections()] == [1]


def test_with_a_page_to_sign_in_at_phones_are_sent_there(home: Home) -> None:
    page = home.network.own_url
    with doors() as opened, looping(serving(home.app, opened, page)):
        for host, path in (*PROBES, SIGN_IN):
            status, headers, body = asked(opened.port, host, path)
            assert (status, headers["Location"], body) == (302, page, b"")
        assert asked(opened.port, "captive.apple.com", "/host")[0] == 421
        assert asked(opened.port, "localhost", "/static/icon.svg")[0] == 200


def test_whether_phones_are_sent_to_a_page_is_a_setting(tmp_path: Path) -> None:
    tmp_path.joinpath("settings.toml").write_text("[web]\nsign_in_page = true\n")
    with Plug(tmp_path) as plug:
        status, headers, _ = asked(urlsplit(plug.address).port or 80, "captive.apple.com", "/hotspot-detect.html")
    assert (status, urlsplit(headers["Location"]).hostname) == (302, OWN_ADDRESS)
