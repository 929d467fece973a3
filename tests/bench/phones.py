"""What the phones cost: taps for a set-up and a turn, bytes for a first load, time until a tap is on every phone."""

import gzip
import re
import socket
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec

from companion.games import GAMES
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.moves import Lift
from companion.rules import Hit, Move, Prompt
from tests.bench import bench
from tests.bench.web import Bare, Listener, bare_server
from tests.players import KEEN, answer, dealt
from tests.web.fakes import Home
from tests.web.serving import served

GAME = GAMES["trollfjord"]
GAMES_PLAYED = 100
PHONES = 8
MOST = 150_000
"""Bytes that a first load may take."""
MOST_SET_UP = 25
"""Taps from the open set-up until the whole box is told and the game has begun."""
SITTING_DOWN = 2
"""Taps that the host's own phone takes after that: to the players' page, and their seat."""
TAPS = 60
"""Rounds of the latency bench."""


def taps(prompt: Prompt, move: Move) -> int:
    """Taps on the real page for this answer: one on its button or on the map, one more for fewer trolls than offered.

    A treasure is one tap on the grid of numbers; a hit is the rig's; a troll is lifted and steps in one drag. The
    browser tests hold real pages to this count.
    """
    if isinstance(move, Hit | Lift):
        return 0
    many = [choice.move.trolls for choice in prompt.choices if hasattr(choice.move, "trolls")]
    return 2 if getattr(move, "trolls", None) not in (None, max(many, default=None)) else 1


def set_up_taps(players: int) -> int:
    """Taps of a newcomer with the whole box, as a browser test makes them on the real pages.

    One a player beyond two to add them, one into the first name; one a lord but for the last, a spot but for the last
    two, which follow; one a region; two to go on where nothing was tapped; one to start.
    """
    board = example_board()
    named, lords, spots = players - 2 + 1, players - 1, len(board.spots) - 2
    return named + lords + spots + len(board.regions) + 2 + 1


@bench("taps of a set-up")
def taps_of_a_set_up() -> None:
    taps = ", ".join(f"{set_up_taps(players)} with {players} players" for players in GAME.seats)
    print(f"  a newcomer, the whole box, until the game has begun: {taps} (allowed: {MOST_SET_UP})")
    print(f"  until the host sits at the table: {SITTING_DOWN} more; a browser test counts both on the real pages")


def turns_of(seed: int) -> tuple[list[int], Counter[str]]:
    """Taps of everyone together in every turn of one game, and of which kind."""
    chance = Random(seed)
    state = GAME.new(dealt(GAME, 2 + seed % 3, chance))
    spent, kinds, this_turn = [], Counter[str](), 0
    for _ in range(100_000):
        prompts = GAME.prompts(state)
        if not prompts:
            break
        for _ in range(4):
            prompt = chance.choice(prompts)
            move = answer(GAME, prompt, chance)
            if move.__struct_config__.tag not in KEEN:
                break
        tag = str(move.__struct_config__.tag)
        if tag == "lord" and this_turn:
            spent.append(this_turn)
            this_turn = 0
        this_turn += taps(prompt, move)
        kinds[tag] += taps(prompt, move)
        state = GAME.apply(state, chance.choice(prompt.seats), move)
    return [*spent, this_turn], kinds


@bench("taps a turn")
def taps_a_turn() -> None:
    spent, kinds = [], Counter[str]()
    for seed in range(GAMES_PLAYED):
        turns, tapped = turns_of(seed)
        spent += turns
        kinds += tapped
    spent.sort()
    print(
        f"  {GAMES_PLAYED} whole games of random but keen players, {len(spent)} turns, the taps of all phones together"
    )
    print(f"  median {median(spent):.0f} (allowed: 4), 90th percentile {spent[len(spent) * 9 // 10]}, most {spent[-1]}")
    print("  most of them: " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common(6)))
    print("  hits are left out: the rig counts them, as the browser tests show without a tap; a drag counts as one")


@bench("first load of a player's page")
def first_load() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sizes = first_loaded(Path(folder))
    largest = ", ".join(f"{path} {size / 1000:.1f}" for path, size in sorted(sizes.items(), key=lambda e: -e[1])[:5])
    whole = sum(sizes.values()) / 1000
    print(f"  {whole:.1f} kB on the wire in {len(sizes)} requests (allowed: {MOST / 1000:.0f} kB); largest: {largest}")


def first_loaded(folder: Path) -> dict[str, int]:
    """What a phone fetches that has never been here, at a table of four."""
    with ExitStack() as stack:
        home = Home(folder)
        stack.callback(home.close)
        home.table.start("trollfjord", dealt(GAME, 4, Random(1)), 0)
        phone = home.phone().sit(0)
        port = stack.enter_context(served(home.app))
        held = phone.client.get_cookie("phone")
        assert held is not None
        return loaded(port, f"Cookie: phone={held.value}\r\n", "/play")


def loaded(port: int, header: str, page: str) -> dict[str, int]:
    """The page, its styles and scripts with all they import, words, plan and the first view: bytes with headers."""
    sizes: dict[str, int] = {}
    waiting = [page, "/plan.json", "/words/en/trollfjord.json"]
    while waiting:
        path = waiting.pop()
        if path in sizes:
            continue
        got = fetched(port, header, path)
        sizes[path] = len(got)
        text = unpacked(got).decode(errors="replace")
        if path.endswith(".js"):
            base = path.rsplit("/", 1)[0]
            found = re.findall(r'from "(\.[^"]+)"', text)
            # Of what a script imports only when it is wanted, a page wants the game's part of it.
            found += [f".{page}.js"] if path.endswith("/pages.js") else []
            waiting += [joined(base, each) for each in found]
        else:
            waiting += re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
    with closing(Listener(port, "/stream?as=play&page=first-load", header)) as stream:
        sizes["/stream"] = stream.news()
    return sizes


def joined(base: str, path: str) -> str:
    parts = base.split("/")
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def fetched(port: int, header: str, path: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as line:
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{header}"
        line.sendall(f"{asked}Accept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode())
        with line.makefile("rb") as answered:
            return answered.read()


def unpacked(got: bytes) -> bytes:
    head, _, body = got.partition(b"\r\n\r\n")
    return gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body


@bench("from a tap to all phones")
def tap_to_all() -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Home(Path(folder))
        stack.callback(home.close)
        chance = Random(4)
        home.table.start("trollfjord", dealt(GAME, 4, chance), 0)
        phones = [home.phone(("en", "de", "fr")[seat % 3]).sit(seat) for seat in range(4)]
        port = stack.enter_context(served(home.app))
        listeners = []
        for number in range(PHONES):
            held = phones[number % 4].client.get_cookie("phone")
            assert held is not None
            headers = f"Cookie: phone={held.value}\r\nAccept-Language: {('en', 'de', 'fr')[number % 3]}\r\n"
            listener = Listener(port, f"/stream?as=play&page=bench-phone-{number}", headers)
            listeners.append(stack.enter_context(closing(listener)))
        size = max(listener.news() for listener in listeners)
        cookies = [phone.client.get_cookie("phone") for phone in phones]
        spent = [tapped(home, port, listeners, cookies, chance) for _ in range(TAPS)]
        floor = bare_floor(stack, size)
        spent.sort()
        print(
            f"  {PHONES} phones, {size / 1000:.1f} kB a view: median {1e3 * median(spent):.1f} ms (allowed: 100), "
            f"worst of {TAPS} {1e3 * spent[-1]:.1f} ms, {median(spent) / floor:.1f} x a bare stream "
            f"({1e3 * floor:.1f} ms)"
        )


def tapped(home: Home, port: int, listeners: list[Listener], cookies: list[Any], chance: Random) -> float:
    """Seconds from sending one tap until every phone has the new view."""
    position = home.position
    prompt = chance.choice(position.prompts)
    move = answer(GAME, prompt, chance)
    seat = prompt.seats[0]
    body = msgspec.json.encode(
        {
            "seat": seat,
            "move": msgspec.to_builtins(move),
            "seen": {"key": prompt.key, "since": position.since[prompt.key]},
            "request": f"bench-tap-{position.version}",
        }
    )
    head = (
        f"POST /api/play HTTP/1.1\r\nHost: localhost\r\nCookie: phone={cookies[seat].value}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    start = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(head.encode() + body)
        for listener in listeners:
            listener.news()
        spent = time.perf_counter() - start
        with line.makefile("rb") as answered:
            assert b" 200 " in answered.readline()
    return spent


def bare_floor(stack: ExitStack, size: int) -> float:
    """The same number of phones and bytes through a server that only passes a message on."""
    bare = Bare(size)
    port = stack.enter_context(bare_server(bare, PHONES))
    listeners = [stack.enter_context(closing(Listener(port, "/stream"))) for _ in range(PHONES)]
    for listener in listeners:
        listener.news()
    spent = []
    for _ in range(TAPS):
        start = time.perf_counter()
        bare.changes.announce()
        for listener in listeners:
            listener.news()
        spent.append(time.perf_counter() - start)
    return median(spent)
