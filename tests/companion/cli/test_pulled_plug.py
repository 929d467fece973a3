"""Killed at any moment, the game goes on where the last acknowledged tap left it."""

import http.client
import os
import random
import threading
import time
import uuid
from pathlib import Path
from typing import Any

from companion.bell import Bell
from companion.journal import Journal
from companion.table import Table
from tests.plug import Phone, Plug

PULLS = int(os.environ.get("PULLS", "30"))
SEED = 20
STREAM = "/stream?as=play&page=a-page-of-mine"


def answer(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Some move that the page offers."""
    offered: list[dict[str, Any]] = [choice["move"] for prompt in view["prompts"] for choice in prompt["choices"]]
    for prompt in view["prompts"]:
        for form in prompt["forms"]:
            (field,) = form["fields"]
            if field["kind"] == "boulders":
                offered.append({"do": form["do"], field["name"]: {"white": chance.randint(0, 1)}})
            else:
                offered.append({"do": form["do"], field["name"]: chance.randint(field["least"], field["most"])})
    return chance.choice(offered)


class Player(threading.Thread):
    """Taps as fast as the table answers, and remembers every tap that was acknowledged."""

    def __init__(self, phone: Phone, view: dict[str, Any], chance: random.Random) -> None:
        super().__init__()
        self.phone = phone
        self.view = view
        self.chance = chance
        self.acknowledged: list[str] = []
        self.unanswered: tuple[int, dict[str, Any], str] | None = None

    def run(self) -> None:
        while True:
            tap = (
                self.view["version"],
                answer(self.view, self.chance),
                str(uuid.UUID(int=self.chance.getrandbits(128))),
            )
            self.unanswered = tap
            try:
                self.view = self.tap(tap)
            except (OSError, http.client.HTTPException, ValueError):
                return
            self.acknowledged.append(tap[2])
            self.unanswered = None

    def tap(self, tap: tuple[int, dict[str, Any], str]) -> dict[str, Any]:
        seen, move, request = tap
        return self.phone.post("/api/play", seat=0, seen=seen, move=move, request=request)


def requests_in(state: Path) -> tuple[set[str], Table, Journal]:
    journal = Journal(state / "journal.sqlite")
    written = {row[0] for row in journal._database.execute("SELECT request FROM journal WHERE request IS NOT NULL")}
    return {request.rpartition(":")[2] for request in written}, Table(journal, Bell(), lambda: 0.0), journal


def test_no_acknowledged_move_is_ever_lost(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    acknowledged: set[str] = set()
    with Plug(tmp_path) as plug:
        host, phone = Phone(plug), Phone(plug)
        host.post("/api/host/pin", pin="1234")
        seats = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
        host.post("/api/host/start", game="tower", seats=seats, seen=0, request="the beginning")
        phone.post("/api/join", seat=0)
        for pull in range(PULLS):
            player = Player(phone, phone.first_event(STREAM), chance)
            player.start()
            time.sleep(chance.uniform(0.0, 0.15))
            plug.pull()
            player.join()
            acknowledged |= set(player.acknowledged)

            plug.put_in()
            written, table, journal = requests_in(tmp_path)
            journal.close()
            assert acknowledged <= written, f"lost at pull {pull} of seed {SEED}"
            view = phone.first_event(STREAM)
            assert view["version"] == table.version
            assert view["seat"] == 0, "the phone must still have its seat"
            assert "<main" in phone.get("/play")
            if player.unanswered is not None:
                # A phone that got no answer taps again with the same id: it plays exactly once either way.
                view = player.tap(player.unanswered)
                acknowledged.add(player.unanswered[2])
    assert len(acknowledged) > PULLS
