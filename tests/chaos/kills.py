"""Killed at any moment, the game goes on where the last acknowledged tap left it."""

import http.client
import random
import threading
import time
import uuid
from pathlib import Path
from typing import Any

from companion.chain import Row
from companion.salvage import readable_games
from tests.chaos import SEED, trial
from tests.plug import Phone, Plug

SEATS = [{"name": "Astrid", "colour": "brown"}, {"name": "Sven", "colour": "orange"}]
EVENING = 50
"""Kills until the next game begins."""

STREAM = "/stream?as=play&page=a-page-of-mine"


def answer(view: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Some move that the page offers, and the question that it answers."""
    offered: list[dict[str, Any]] = []
    for prompt in view["prompts"]:
        seen = {"key": prompt["key"], "since": prompt["since"]}
        offered += [{"move": choice["move"], "seen": seen} for choice in prompt["choices"]]
        for form in prompt["forms"]:
            (field,) = form["fields"]
            boulders = field["kind"] == "boulders"
            value = {"white": chance.randint(0, 1)} if boulders else chance.randint(field["least"], field["most"])
            offered.append({"move": {"do": form["do"], field["name"]: value}, "seen": seen})
    return chance.choice(offered)


class Player(threading.Thread):
    """Taps as fast as the table answers, and remembers every tap that was acknowledged."""

    def __init__(self, phone: Phone, view: dict[str, Any], chance: random.Random) -> None:
        super().__init__()
        self.phone = phone
        self.view = view
        self.chance = chance
        self.acknowledged: list[str] = []
        self.unanswered: tuple[dict[str, Any], str] | None = None

    def run(self) -> None:
        while True:
            tap = answer(self.view, self.chance), str(uuid.UUID(int=self.chance.getrandbits(128)))
            self.unanswered = tap
            try:
                self.view = self.tap(tap)
            except (OSError, http.client.HTTPException, ValueError):
                return
            self.acknowledged.append(tap[1])
            self.unanswered = None

    def tap(self, tap: tuple[dict[str, Any], str]) -> dict[str, Any]:
        answered, request = tap
        return self.phone.post("/api/play", seat=0, request=request, **answered)


@trial("kills", short=10, full=1000, limit=1800)
def kills(folder: Path, rounds: int) -> str:
    chance, acknowledged = random.Random(SEED), 0
    with Plug(folder) as plug:
        host, phone = Phone(plug), Phone(plug)
        host.post("/api/host/pin", pin="123456")
        for evening in range(0, rounds, EVENING):
            seen = host.first_event("/stream?as=host&page=the-page-of-the-host")["version"]
            host.post("/api/host/start", game="tower", seats=SEATS, seen=seen, request=f"game number {evening}")
            if not evening:
                phone.post("/api/join", seat=0)
            acknowledged += killed_again_and_again(plug, phone, chance, min(EVENING, rounds - evening))
    assert acknowledged > rounds, "hardly a move was acknowledged before the next kill"
    return f"{acknowledged:,} moves acknowledged, none lost, every seat kept"


def killed_again_and_again(plug: Plug, phone: Phone, chance: random.Random, kills: int) -> int:
    """How many moves of one game were acknowledged."""
    acknowledged = set[str]()
    for kill in range(kills):
        player = Player(phone, phone.first_event(STREAM), chance)
        player.start()
        time.sleep(chance.uniform(0.0, 0.15))
        plug.pull()
        player.join()
        acknowledged |= set(player.acknowledged)
        rows = newest_game(plug.state)
        lost = acknowledged - {(row.request or "").rpartition(":")[2] for row in rows}
        assert not lost, f"{len(lost)} acknowledged moves are lost at kill {kill}"
        plug.put_in()
        view = phone.first_event(STREAM)
        assert view["version"] == rows[-1].number, "another version than was written"
        assert view["seat"] == 0, "the phone must still have its seat"
        assert "<main" in phone.get("/play"), "no page"
        if player.unanswered is not None:
            # A phone that got no answer taps again with the same id: it plays exactly once either way.
            player.tap(player.unanswered)
            acknowledged.add(player.unanswered[1])
    return len(acknowledged)


def newest_game(state: Path) -> list[Row]:
    games = readable_games(state / "journal.sqlite")
    return games[max(games)]
