"""What is in a patched sack is its owner's business: every byte sent during whole games is read for it.

Each treasure has a value that nothing else could have, so that one number in one message is enough to fail.
"""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games import GAMES
from companion.games.trollfjord.state import Over
from tests.players import KEEN, dealt, play
from tests.running_game import asked
from tests.web.fakes import Home, Phone
from tests.web.serving import served

GAME = GAMES["trollfjord"]
MOST = 400
LANGUAGES = ("en", "de", "fr")
OTHERS = ("/play", "/table", "/plan.json", "/record.json", "/", "/?choose")
MARK = re.compile(rb"-70\d{3}")


class Listener:
    """Hears every byte that one open page is sent, headers and all."""

    def __init__(self, port: int, page: str, language: str, cookie: str | None) -> None:
        self.heard = b""
        self.version = -1
        self._news = threading.Condition()
        self._socket = socket.create_connection(("127.0.0.1", port))
        lines = [
            f"GET /stream?as={page}&page=ear-{id(self)} HTTP/1.1",
            "Host: localhost",
            f"Accept-Language: {language}",
        ]
        if cookie:
            lines.append(f"Cookie: phone={cookie}")
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        # The server may hang up first when all ends; a line lost earlier is missed by `until`.
        with suppress(ConnectionResetError), self._socket.makefile("rb") as lines:
            for line in lines:
                with self._news:
                    self.heard += line
                    if found := re.search(rb'"version":(\d+)', line):
                        self.version = int(found[1])
                    self._news.notify_all()

    def until(self, version: int) -> bytes:
        """Everything since last time, once the page has this version."""
        with self._news:
            assert self._news.wait_for(lambda: self.version >= version, 20)
            heard, self.heard = self.heard, b""
            return heard

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()


class Table:
    """Three phones, each in its language, a table screen, and somebody who has not picked a seat."""

    def __init__(self, folder: Path, stack: ExitStack, chance: Random) -> None:
        self.home = Home(folder)
        stack.callback(self.home.close)
        self.home.table.start("trollfjord", dealt(GAME, 3, chance), 0)
        self.phones = [self.home.phone(LANGUAGES[seat]).sit(seat) for seat in range(3)]
        port = stack.enter_context(served(self.home.app))
        pages: list[tuple[int | None, str, str | None]] = [
            *((seat, "play", cookie(phone)) for seat, phone in enumerate(self.phones)),
            (None, "table", None),
            (None, "play", None),
        ]
        self.ears = [
            (seat, stack.enter_context(closing(Listener(port, page, LANGUAGES[number % 3], held))))
            for number, (seat, page, held) in enumerate(pages)
        ]

    @property
    def state(self) -> Any:
        return self.home.position.state

    def sent(self) -> Iterator[tuple[int | None, bytes]]:
        """To whom what was sent since the last time."""
        for seat, ear in self.ears:
            yield seat, ear.until(self.home.table.version)

    def tapped(self, seat: int, move: Any) -> bytes:
        body = {"seat": seat, "move": msgspec.to_builtins(move), "seen": asked(self.home.position, seat, move)}
        Phone._requests += 1
        answer = self.phones[seat].client.post("/api/play", json={**body, "request": f"tap-number-{Phone._requests}"})
        assert answer.status_code == 200, answer.data
        return answer.get_data()

    def asked(self) -> Iterator[tuple[int | None, bytes]]:
        """Whatever else a page could fetch."""
        for seat, phone in [*enumerate(self.phones), (None, self.home.phone())]:
            for path in OTHERS:
                yield seat, phone.get(path).data


def cookie(phone: Phone) -> str:
    found = phone.client.get_cookie("phone")
    assert found is not None
    return found.value


def leaks(state: Any, seat: int | None, sent: bytes) -> set[int]:
    """Values in the sacks of others that are among these bytes."""
    told = {int(mark) for mark in MARK.findall(sent)}
    return {value for owner, sack in enumerate(state.sacks) if owner != seat for value in sack} & told


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("seed", [3, 7])
def test_no_sack_is_told_to_another_seat_before_the_end(tmp_path: Path, seed: int) -> None:
    print(f"seed {seed}")
    chance = Random(seed)
    own_told = 0
    with ExitStack() as stack:
        table = Table(tmp_path, stack, chance)
        list(table.sent())
        for number, (seat, move, after) in enumerate(play(GAME, table.state, chance, MOST, KEEN)):
            answer = table.tapped(seat, move)
            if isinstance(after.now, Over):
                break
            heard = [(seat, answer), *table.sent(), *(table.asked() if number % 25 == 0 else ())]
            for who, sent in heard:
                assert not leaks(after, who, sent), (number, who)
                own_told += who is not None and any(str(value).encode() in sent for value in after.sacks[who])
        assert isinstance(after.now, Over), "that was no whole game"
        assert any(after.sacks), "nothing was secret in this game"
        assert own_told, "nobody was told even their own sack: this test would not notice a leak"


@pytest.mark.usefixtures("marked")
def test_at_the_end_every_sack_is_open(tmp_path: Path) -> None:
    seed = 3
    chance = Random(seed)
    home = Home(tmp_path)
    home.table.start("trollfjord", dealt(GAME, 3, chance), 0)
    for seat, move, _ in play(GAME, home.position.state, chance, reluctant=KEEN):
        home.table.play(seat, move, home.table.version)
    state = home.position.state
    assert isinstance(state.now, Over)
    shown = home.app.extensions["services"].page_views.show("table", None, "en")
    assert leaks(state, None, shown) == {value for sack in state.sacks for value in sack} != set()
    home.close()
