"""A clock that was never set, or is far ahead: every page, move, backup and diagnosis all the same."""

import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.chaos import SEED, trial
from tests.chaos.bad_machine import bad_machine
from tests.chaos.failing_cards import asked_for
from tests.chaos.kills import SEATS, STREAM, answer
from tests.plug import Phone, Plug

YEARS = (1971, 2108, 1979, 2039, 2200)
ASKED = (
    "/",
    "/host",
    "/table",
    "/games",
    "/record.json",
    "/host/care",
    "/api/host/care/backup.zip",
    "/api/host/care/diagnosis.zip",
    "/api/host/care/log.txt",
    "/api/games/1/record.json",
)


@trial("wrong clocks", short=2, full=5, limit=200)
def wrong_clocks(folder: Path, rounds: int) -> str:
    chance = Random(SEED)
    for year in YEARS[:rounds]:
        place = folder / str(year)
        state = place / "state"
        state.mkdir(parents=True)
        off = int(datetime(year, 7, 1, tzinfo=UTC).timestamp() - time.time())
        with bad_machine(place, state, off), Plug(state) as plug:
            host, phone = Phone(plug), Phone(plug)
            host.post("/api/host/pin", pin="123456")
            host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
            phone.post("/api/join", seat=0)
            view = phone.first_event(STREAM)
            phone.post("/api/play", seat=0, request="a move of mine", **answer(view, chance))
            host.post("/api/host/end", seen=view["version"] + 1, request="the end of it")
            answered = {path: asked_for(host, path, None) for path in ASKED}
            refused = [path for path, status in answered.items() if status >= 400]
            assert not refused, f"in {year} {refused[0]} is refused"
            (row,) = (line for line in (state / "games" / "game-1.jsonl").read_text().splitlines()[:1])
            assert f"{datetime(year, 7, 1, tzinfo=UTC).timestamp():.0f}"[:5] in row, "the clock is not wrong at all"
    return f"every page, backup and diagnosis in {', '.join(str(year) for year in YEARS[:rounds])}"
