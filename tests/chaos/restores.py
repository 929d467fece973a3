"""A restore that is killed at any moment: what was before or what was restored, whole, and never neither."""

import http.client
import threading
import time
from pathlib import Path
from random import Random

from tests.chaos import SEED, trial
from tests.chaos.kills import SEATS
from tests.plug import Phone, Plug

STREAM = "/stream?as=host&page=the-page-of-the-host"


@trial("killed restores", short=2, full=60, limit=900)
def killed_restores(folder: Path, rounds: int) -> str:
    chance, restored, took = Random(SEED), 0, 0.0
    with Plug(folder) as plug:
        host = Phone(plug)
        host.post("/api/host/pin", pin="123456")
        for number in range(rounds):
            seen = host.first_event(STREAM)["version"]
            begun = {"game": "tower", "seats": SEATS, "seen": seen, "request": f"game number {number}"}
            kept = host.post("/api/host/start", **begun)["version"]
            saved = host.ask("/api/host/care/backup.zip", patience=60)
            later = host.post("/api/host/end", seen=kept, request=f"the end of {number}")["version"]
            sent(host, "piece?start=0", saved, "application/octet-stream")
            asking = threading.Thread(target=sent, args=(host, "restore", b"{}", "application/json"))
            before = time.monotonic()
            asking.start()
            if not number:
                # How long one takes that nobody kills: on a busy machine its rehearsal alone is long.
                asking.join()
                took = time.monotonic() - before
            else:
                time.sleep(chance.uniform(0.1, 1.5) * took)
            plug.pull()
            asking.join()
            plug.put_in()
            view = host.first_event(STREAM)
            assert view["version"] in (kept, later), f"round {number}: neither before nor after, but {view['version']}"
            assert view["ended"] == (view["version"] == later), f"round {number}: not the game that was there"
            restored += view["version"] == kept
    assert restored, "every kill came too early: this trial proves nothing"
    return f"{restored} were in place after the kill, {rounds - restored} left everything as it was"


def sent(host: Phone, name: str, data: bytes, kind: str) -> None:
    try:
        host.ask(f"/api/host/care/{name}", data, kind, patience=100)
    except (OSError, http.client.HTTPException):
        # Killed before it could answer.
        return
