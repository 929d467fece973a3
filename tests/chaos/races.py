"""Many at once: phones that tap and take back against each other, and hosts that all want a backup."""

import io
import json
import time
import urllib.error
import zipfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from companion.journal import Played, TookBack, Withdrew, read_entry
from companion.position import Position
from companion.table import followed
from companion.taking_back import own_last
from tests.chaos import SEED, trial
from tests.chaos.kills import SEATS, answer, newest_game
from tests.plug import Phone, Plug

AT_ONCE = 6
PATIENCE = 0.5
"""Seconds."""

MOST_TRIES = 20
BACKUP = "/api/host/care/backup.zip"


def all_at_once(*works: Callable[[], object]) -> None:
    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()


@trial("undo race by phone", short=60, full=600, limit=600)
def undo_race_by_phone(folder: Path, rounds: int) -> str:
    """Nobody takes back what another played, however fast the two of them tap."""
    with Plug(folder) as plug:
        host, phones = Phone(plug), [Phone(plug), Phone(plug)]
        host.post("/api/host/pin", pin="123456")
        host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")
        all_at_once(*(lambda seat=seat: tap_and_undo(phones[seat], seat, rounds // 2) for seat in (0, 1)))
        position: Position | None = None
        seen: Counter[str] = Counter()
        holders: dict[str, int] = {}
        for row in newest_game(folder):
            entry, who = read_entry(row), (row.request or "").rpartition(":")[0]
            if isinstance(entry.act, Played) and entry.source == "phone":
                holders[who] = entry.act.seat or 0
                seen["played"] += 1
            if isinstance(entry.act, (TookBack, Withdrew)) and entry.source == "phone":
                assert position is not None
                index = entry.act.index if isinstance(entry.act, Withdrew) else entry.act.keep
                assert index == own_last(position, holders[who]), f"row {row.number} took back another's move"
                seen["taken back"] += 1
            position = followed(position, entry)
    assert seen["taken back"] > rounds // 20, f"hardly anything was taken back: {dict(seen)}"
    return ", ".join(f"{count} {what}" for what, count in seen.items()) + ", none of another's"


def tap_and_undo(phone: Phone, seat: int, rounds: int) -> None:
    chance = Random(SEED + seat)
    view = joined(phone, seat)
    for number in range(rounds):
        request = f"seat {seat} number {number}"
        try:
            if view["prompts"] and chance.random() < 0.6:
                view = phone.post("/api/play", seat=seat, request=request, **answer(view, chance))
            else:
                # What could be taken back a moment ago, or the newest row, whoever wrote it.
                last = view["undo"] or view["version"]
                view = phone.post("/api/undo", seat=seat, seen=last, request=request)
        except urllib.error.HTTPError as refusal:
            if refusal.code >= 500:
                raise AssertionError(f"it broke: {refusal.code}") from refusal
            view = json.loads(refusal.read()).get("view") or view
        except OSError:
            # All phones here share one address, and its budget of new lines.
            time.sleep(PATIENCE)


def joined(phone: Phone, seat: int) -> dict[str, Any]:
    for _ in range(MOST_TRIES):
        try:
            return phone.post("/api/join", seat=seat)
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(PATIENCE)
    raise AssertionError("nobody answers a phone that wants to sit down")


@trial("parallel backups", short=6, full=300, limit=600)
def parallel_backups(folder: Path, rounds: int) -> str:
    """Each is whole or refused in words, while the game goes on."""
    seen: Counter[str] = Counter()
    broken: list[str] = []
    with Plug(folder) as plug:
        host, phone = Phone(plug), Phone(plug)
        host.post("/api/host/pin", pin="123456")
        host.post("/api/host/start", game="tower", seats=SEATS, seen=0, request="the beginning")

        def save() -> None:
            try:
                made = host.ask(BACKUP, patience=60)
                games = games_in(made)
                seen["made"] += 1
                if not games or games[0]["number"] != 1:
                    broken.append(f"a backup holds {len(games)} rows")
            except urllib.error.HTTPError as refusal:
                seen["refused"] += 1
                if refusal.code >= 500 or not json.loads(refusal.read())["text"]:
                    broken.append(f"refused with {refusal.code}")
            except OSError:
                seen["turned away"] += 1
                time.sleep(PATIENCE)

        for _ in range(0, rounds, AT_ONCE):
            all_at_once(*[save] * AT_ONCE, lambda: tap_and_undo(phone, 0, 2))
        assert not broken, broken[0]
        time.sleep(PATIENCE)
        assert "<main" in host.get("/host"), "the companion is gone"
        assert seen["made"] >= rounds / AT_ONCE / 2, f"hardly one was made: {dict(seen)}"
    return ", ".join(f"{count} {what}" for what, count in seen.items())


def games_in(made: bytes) -> list[dict[str, Any]]:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.testzip() is None
        return [json.loads(line) for line in archive.read("games.jsonl").splitlines()]
