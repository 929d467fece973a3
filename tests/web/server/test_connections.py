"""What may come over a connection: little from a guest, more from a seat, a backup from the host; no breakdown."""

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from companion.app.readiness import ICON, pages_answer
from tests.web.fakes import Home
from tests.web.serving import doors, looping, served
from web.server.budgets import BODY_GUEST, BODY_HOST, BODY_PHOTO, BODY_SEAT, EACH, PHOTO
from web.serving import LARGEST_HEADER, serving


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    home.start("Astrid", "Bo")
    yield home
    home.close()


@pytest.fixture
def port(home: Home) -> Iterator[int]:
    with served(home.app) as port:
        yield port


def post(port: int, size: int, cookie: str = "", language: str = "en", path: str = "/api/join") -> tuple[int, Any]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as phone:
        body = json.dumps({"seat": 99}).ljust(size)
        headers = {"Content-Type": "application/json", "Cookie": cookie, "Accept-Language": language}
        phone.request("POST", path, body, headers)
        answer = phone.getresponse()
        return answer.status, json.loads(answer.read())


def test_a_guest_may_send_little_and_is_told_in_words(port: int) -> None:
    assert post(port, BODY_GUEST)[1]["code"] == "no_such_seat"
    status, told = post(port, BODY_GUEST + 1, language="de")
    assert (status, told["code"], told["text"]) == (413, "too_large", "Das ist zu viel auf einmal.")


def test_a_seat_may_send_more_and_the_host_a_backup(home: Home, port: int) -> None:
    seat, host = f"phone={home.phone().sit(0).cookie('phone').value}", f"host={home.host().cookie('host').value}"
    assert post(port, BODY_SEAT, seat)[1]["code"] == "no_such_seat"
    assert post(port, BODY_SEAT + 1, seat)[0] == 413
    head = f"POST /api/join HTTP/1.1\r\nHost: localhost\r\nCookie: {host}\r\nContent-Length: {BODY_HOST + 1}\r\n\r\n"
    assert b" 413 " in raw(port, head.encode())
    assert post(port, 4 * BODY_SEAT, host)[1]["code"] == "too_large", "as that route itself says"
    assert post(port, BODY_GUEST + 1, seat.replace(".", "x"))[0] == 413, "a cookie that nobody signed is none"


def test_who_sits_at_the_table_may_send_a_photo_and_nobody_else(home: Home, port: int) -> None:
    seat = f"phone={home.phone().sit(0).cookie('phone').value}"
    assert post(port, BODY_PHOTO, seat, path=PHOTO)[1]["code"] == "no_photo"
    assert post(port, BODY_PHOTO + 1, seat, path=PHOTO)[0] == 413
    assert post(port, BODY_SEAT, path=PHOTO)[0] == 413
    assert post(port, BODY_SEAT + 1, seat, path=f"{PHOTO}/more")[0] == 413


def raw(port: int, said: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        # It may have hung up already, before all was said.
        with suppress(OSError):
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
        with line.makefile("rb") as answered:
            try:
                return answered.read()
            except ConnectionResetError:
                return b""


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * LARGEST_HEADER + b"\r\n\r\n",
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999999999\r\n\r\n",
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n" + b"x" * 9000,
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET http://[/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET //[/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /" + b"%f0" * 900 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200,
    ],
    ids=lambda said: repr(said[:40]),
)
def test_nonsense_is_answered_in_words_or_not_at_all(port: int, said: bytes, caplog: pytest.LogCaptureFixture) -> None:
    answered = raw(port, said)
    assert not answered or answered.split()[1] < b"500", answered[:300]
    assert "Traceback" not in caplog.text, "and no fault of ours is in the log"
    assert post(port, 100)[1]["code"] == "no_such_seat"


def test_the_companion_asks_its_pages_on_a_socket_of_its_own(home: Home) -> None:
    with doors() as opened, looping(serving(home.app, opened)):
        assert pages_answer(opened.loopback_port, ICON)
        assert pages_answer(opened.port, ICON)


def test_every_door_leads_to_the_same_pages_and_the_same_budgets(home: Home) -> None:
    with doors(more=1) as opened, ExitStack() as stack:
        server = serving(home.app, opened)
        budgets = server._acceptor.budgets
        stack.enter_context(looping(server))
        first, second = (door.getsockname()[1] for door in opened.phones)
        for port in (first, second):
            assert post(port, 100)[1]["code"] == "no_such_seat"
        lines = [http.client.HTTPConnection("127.0.0.1", port, timeout=10) for port in (first, second) * EACH]
        for line in lines:
            stack.enter_context(closing(line))
            line.request("GET", ICON)
            line.getresponse().read()
        assert sum(map(len, budgets._guests_connections())) == EACH, "those of one address, by whichever door they came"


def test_phones_that_come_to_another_address_than_the_settings_want_are_not_let_in(home: Home) -> None:
    with doors(only_at="127.0.0.2") as opened, looping(serving(home.app, opened)):
        assert raw(opened.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") == b""
        assert pages_answer(opened.loopback_port, ICON)
    with doors(only_at="127.0.0.1") as opened, looping(serving(home.app, opened)):
        assert pages_answer(opened.port, ICON)


def test_a_page_that_reads_too_slowly_skips_to_the_newest_view(home: Home, port: int) -> None:
    """And what waits for it stays one view."""
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.settimeout(10)
        slow.connect(("127.0.0.1", port))
        slow.sendall(b"GET /stream?as=table&page=slow-page HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with slow.makefile("rb") as lines:
            while not lines.readline().startswith(b"data: "):
                pass
            versions = []
            for number in range(400):
                home.play(0, do="hammer", seat=0) if number % 2 == 0 else home.table.take_back(0, home.table.version)
            last = home.table.version
            while last not in versions:
                line = lines.readline()
                assert line
                if line.startswith(b"data: {"):
                    versions.append(json.loads(line[6:])["version"])
            assert versions == sorted(versions)
