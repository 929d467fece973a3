"""A card that is full, fails or is write-protected in the middle of a game: words, no 500, no acknowledged move lost.

And one that hangs: the watchdog is not fed, so that systemd starts the companion anew.
"""

import errno
import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from tests.chaos import SEED, trial
from tests.chaos.bad_machine import Card, bad_machine
from tests.chaos.guests import WATCHDOG, Watched
from tests.chaos.kills import SEATS, STREAM, answer, newest_game
from tests.plug import Phone, Plug

FAULTS = {"full": errno.ENOSPC, "failing": errno.EIO, "read-only": errno.EROFS}
SOON = 10.0
"""Seconds until a card that works again must be found to."""


@trial("failing cards", short=3, full=150, limit=900)
def failing_cards(folder: Path, rounds: int) -> str:
    state, chance, refused = folder / "state", Random(SEED), 0
    state.mkdir()
    with bad_machine(folder, state) as card, Plug(state) as plug:
        host, phone = Phone(plug), Phone(plug)
        host.post("/api/host/pin", pin="123456")
        host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
        phone.post("/api/join", seat=0)
        acknowledged: list[str] = []
        for number in range(rounds):
            with card.fails(list(FAULTS.values())[number % len(FAULTS)]):
                refused += tried(phone, host, chance, f"failing {number}")
            acknowledged.append(tapped_soon(phone, chance, number))
            if number % 10 == 9:
                plug.pull()
                plug.put_in()
            written = {(row.request or "").rpartition(":")[2] for row in newest_game(state)}
            assert written.issuperset(acknowledged), "an acknowledged move is lost"
    return f"{refused} requests refused in words, each card played on with once it worked"


def tried(phone: Phone, host: Phone, chance: Random, name: str) -> int:
    """Whatever is asked for on a card that takes nothing; how often that was refused."""
    view = phone.first_event(STREAM)
    asked: list[tuple[Phone, str, dict[str, Any] | None]] = [
        (phone, "/api/play", {"seat": 0, "request": f"{name} of mine", **answer(view, chance)}),
        (phone, "/api/undo", {"seat": 0, "seen": view["version"], "request": f"{name} taken back"}),
        (host, "/api/host/end", {"seen": view["version"], "request": f"{name} the end"}),
        (host, "/api/host/pin", {"pin": "123456"}),
        (host, "/api/host/free", {"seat": 1}),
        (Phone(phone._plug), "/api/join", {"seat": 1}),
        (host, "/api/host/care/backup.zip", None),
        (host, "/api/host/care/diagnosis.zip", None),
        (phone, "/games", None),
    ]
    answered = [asked_for(who, path, body) for who, path, body in asked]
    assert answered[0] >= 400, "a move was acknowledged that cannot have been written"
    return sum(status >= 400 for status in answered)


def asked_for(who: Phone, path: str, body: dict[str, Any] | None) -> int:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(who._plug.address + path, data, {"Content-Type": "application/json"})
    try:
        with who._browser.open(request, timeout=20) as reply:
            reply.read()
            return int(reply.status)
    except urllib.error.HTTPError as refusal:
        said = refusal.read().decode()
        status = refusal.code
    assert status < 500 or status == 503, f"{path} broke: {status} {said[:100]}"
    assert path == "/games" or json.loads(said)["text"], f"{path} was refused without a word"
    return status


def tapped_soon(phone: Phone, chance: Random, number: int) -> str:
    until, request = time.monotonic() + SOON, f"good again {number}"
    while True:
        try:
            phone.post("/api/play", seat=0, request=request, **answer(phone.first_event(STREAM), chance))
        except urllib.error.HTTPError as refusal:
            said = refusal.read().decode()
        else:
            return request
        assert time.monotonic() < until, f"still refused: {said[:100]}"
        time.sleep(0.05)


class Served(NamedTuple):
    address: str


@trial("hung thread", short=1, full=10, limit=300)
def hung_thread(folder: Path, rounds: int) -> str:
    """A thread that hangs in the journal starves the watchdog; once it goes on, its move is there."""
    state, chance = folder / "state", Random(SEED)
    state.mkdir()
    with bad_machine(folder, state) as card:
        watched = Watched(folder)
        try:
            served = Served(f"http://127.0.0.1:{watched.port}")
            host, phone = Phone(served), Phone(served)
            host.post("/api/host/pin", pin="123456")
            host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
            phone.post("/api/join", seat=0)
            for number in range(rounds):
                hang(watched, card, phone, chance, number)
        finally:
            card.works()
            watched.close()
    return "each time the watchdog starved until the card answered, and the move that hung was played"


def hang(watched: Watched, card: Card, phone: Phone, chance: Random, number: int) -> None:
    wait_for_food(watched)
    with card.fails("hang"):
        tap = Thread(target=tapped_soon, args=(phone, chance, number))
        tap.start()
        # One more feeding may have been under way.
        time.sleep(WATCHDOG / 4e6)
        fed = len(watched.fed)
        time.sleep(1.2 * WATCHDOG / 1e6)
        assert len(watched.fed) <= fed + 1, "the watchdog is fed although the journal hangs"
        assert tap.is_alive(), "a move was answered before it was written"
    tap.join(SOON)
    assert not tap.is_alive(), "the move that hung was never answered"
    wait_for_food(watched)


def wait_for_food(watched: Watched) -> None:
    before, until = len(watched.fed), time.monotonic() + SOON
    while len(watched.fed) == before:
        assert time.monotonic() < until, "nobody feeds the watchdog"
        time.sleep(0.05)
