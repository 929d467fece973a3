"""Who may do what: every route of the product, asked by everybody, against one table; a route that is not in it fails.

"May" means to get past the door: what the game then says to it, a refusal included, is tested elsewhere.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer
from werkzeug.test import TestResponse

from tests.web.fuzzing import PIN, RunningCompanion
from web.game_folders import game_folders

ROLES = ("stranger", "spectator", "seat", "host")
"""No cookie at all; a phone without a seat; the phone of the first seat; the host's phone."""

ACT = {"seen": 0, "request": "asked-by-a-role"}
STEP: dict[str, Any] = {"do": "hit", "filled": {}}
PLAYED = {**ACT, "seat": 0, "move": {"do": "hit", "boulders": {}}}

ALL = ROLES
SEAT, HOST, NOBODY = ("seat",), ("host",), ()

MAY: dict[tuple[str, ...], str] = {
    ALL: """
        GET /
        GET /table
        GET /record.json
        GET /games
        GET /games/1
        GET /api/games/1
        GET /api/games/1/record.json
        GET /api/games/1/result
        GET /api/best/runedar
        GET /box/trollfjord/boards/x.jpg
        GET /language/de?back=/table
        GET /theme/dark?back=/table
        GET /words/de/trollfjord.json
        GET /qr.svg
        GET /wifi.svg
        GET /api/invite
        GET /api/openapi.json
        GET /static/icon.svg
        GET /stream?as=table&page=abcdefgh
        GET /stream?as=play&page=abcdefgh
        GET /stream?as=tower&page=abcdefgh
        POST /api/join
        POST /api/ask
        POST /api/host/pin
        GET /tower
        GET /tower/picture.jpg
        GET /api/tower
        POST /api/tower/hit
        POST /api/tower/put-back
        POST /api/tower/spill
        POST /api/tower/throw
        POST /api/tower/lay-out-dice
        POST /api/tower/fault
    """,
    SEAT: """
        GET /play
        GET /picture.jpg
        GET /picture/1.jpg
        GET /dice/1.jpg
        POST /api/dice
        POST /api/play
        POST /api/step
        POST /api/undo
        POST /api/fix
        POST /api/draw
        POST /api/no-hit
    """,
    (*SEAT, *HOST): """
        GET /photo/1.jpg
        POST /api/photo
        POST /api/put-right
    """,
    HOST: """
        GET /host
        GET /host/set-up/trollfjord
        GET /host/start
        GET /host/start/tower
        GET /host/box/trollfjord
        GET /host/recorder/trollfjord/boards
        GET /host/recorder/trollfjord/boards/photo/x.jpg
        GET /host/hits
        GET /host/camera
        GET /host/lights
        GET /host/mat-a4.svg
        GET /host/mat-letter.svg
        GET /host/care
        GET /host/sticker
        GET /host/own-wifi.svg
        GET /host/own-page.svg
        GET /host/own-wifi
        GET /host/first-run
        GET /host/self-test
        GET /stream?as=host&page=abcdefgh
        POST /api/host/new-pin
        POST /api/host/start
        POST /api/host/end
        POST /api/host/resume
        POST /api/host/again
        POST /api/host/take-back
        POST /api/host/amend
        POST /api/host/correct
        POST /api/host/play-for
        POST /api/host/step
        POST /api/host/step-for
        POST /api/host/sit-in
        POST /api/host/free
        POST /api/host/let-in
        POST /api/host/turn-away
        GET /api/host/move
        GET /api/host/corrections
        GET /api/host/record
        POST /api/host/games/look
        POST /api/host/games/remove
        GET /api/host/set-up/trollfjord/thing
        POST /api/host/set-up/trollfjord/deal
        POST /api/host/set-up/trollfjord
        GET /api/host/recorder/trollfjord/boards/draft
        POST /api/host/recorder/trollfjord/boards/photo
        POST /api/host/recorder/trollfjord/boards/check
        POST /api/host/recorder/trollfjord/boards/save
        GET /api/host/box/trollfjord/boards/x.toml
        POST /api/host/box/trollfjord/boards/choose
        POST /api/host/box/trollfjord/boards/remove
        POST /api/host/box/trollfjord/boards/save
        POST /api/host/box/trollfjord/boards/forget
        GET /api/host/box/trollfjord/box.zip
        POST /api/host/box/trollfjord/import
        GET /api/host/hits
        GET /api/host/hits/1
        GET /api/host/hits/1.wav
        POST /api/host/hits/tune
        POST /api/host/hits/next
        POST /api/host/hits/calibrate
        POST /api/host/hits/done
        POST /api/host/hits/again
        POST /api/host/hits/cancel
        POST /api/host/hits/flash
        POST /api/host/hits/accept
        GET /api/host/camera
        GET /api/host/camera/picture.jpg
        GET /api/host/camera/1.jpg
        GET /api/host/camera/lesson.jpg
        POST /api/host/camera/lay-out
        POST /api/host/camera/use-mat
        POST /api/host/camera/settle
        POST /api/host/camera/learn
        POST /api/host/camera/learn-corrected
        POST /api/host/camera/forget-corrected
        POST /api/host/camera/keep-corrected
        POST /api/host/camera/keep
        POST /api/host/camera/drop
        POST /api/host/camera/forget
        GET /host/dice/beacon
        GET /api/host/dice/beacon
        POST /api/host/dice/beacon/look
        POST /api/host/dice/beacon/keep
        POST /api/host/dice/beacon/drop
        POST /api/host/dice/beacon/forget
        GET /api/host/dice/beacon/photo.jpg
        GET /api/host/lights
        POST /api/host/lights/try-out
        POST /api/host/lights/arrange
        POST /api/host/care/read
        GET /api/host/care/backup.zip
        POST /api/host/care/piece
        POST /api/host/care/restore
        GET /api/host/care/log.txt
        GET /api/host/care/diagnosis.zip
        POST /api/host/care/restart
        POST /api/host/care/switch-off
        POST /api/host/self-test/hit
        GET /api/host/self-test/hit
        GET /api/host/self-test/cures/hits
        GET /api/host/first-run
        POST /api/host/first-run/step
        POST /api/host/first-run/later
        POST /api/host/first-run/name
        POST /api/host/first-run/language
        POST /api/host/first-run/wifi
    """,
    # While there is a PIN, and nobody at the device asked for a new one.
    NOBODY: """
        POST /api/host/choose-pin
    """,
}

SENT: dict[str, dict[str, Any]] = {
    "/api/join": {"seat": 0},
    "/api/ask": {"seat": 0},
    "/api/host/let-in": {"number": 10},
    "/api/host/turn-away": {"number": 10},
    "/api/play": PLAYED,
    "/api/undo": {**ACT, "seat": 0},
    "/api/fix": {**ACT, "number": 1, "move": {"do": "hit", "boulders": {}}},
    "/api/draw": {**ACT, "seat": 0},
    "/api/step": {**STEP, "seat": 0, "seen": {"key": "x", "since": 0}},
    "/api/host/step": STEP,
    "/api/host/step-for": {**STEP, "seat": 0, "seen": {"key": "x", "since": 0}},
    "/api/host/pin": {"pin": PIN},
    "/api/host/choose-pin": {"pin": "123456"},
    "/api/host/new-pin": {"pin": "123456"},
    "/api/host/start": {**ACT, "game": "tower", "seats": []},
    "/api/host/end": ACT,
    "/api/host/resume": ACT,
    "/api/host/again": ACT,
    "/api/host/take-back": {**ACT, "keep": 0},
    "/api/host/amend": {**ACT, "number": 1, "move": {}},
    "/api/host/correct": {**ACT, "move": {}},
    "/api/host/play-for": PLAYED,
    "/api/host/sit-in": {"seat": 1},
    "/api/host/free": {"seat": 1},
    "/api/host/games/remove": {"key": "x"},
    "/api/dice": {"count": 2},
    "/api/put-right": {"source": "phone", "number": 1, "pieces": []},
    "/api/tower/hit": {"strength": 0.5},
    "/api/tower/fault": {"name": "sensor_noise", "on": False},
}
"""What is sent where a body is read before anybody asks who sent it; elsewhere nothing."""


ENTRIES = [
    (method, path, who) for who, lines in MAY.items() for method, path in map(str.split, lines.strip().split("\n"))
] + [("GET", f"/static/games/{name}/picture.svg", ALL) for name in game_folders()]


def own_routes() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """From `roles.py` in the tests of a game's pages, where it has routes of its own."""
    for name in game_folders():
        module = f"tests.web.games.{name}.roles"
        if find_spec(module.rpartition(".")[0]) and find_spec(module):
            own = import_module(module)
            for who, routes in ((ALL, own.EVERYONE), (HOST, own.HOST)):
                for method, path in map(str.split, routes):
                    yield method, path, who


ENTRIES += own_routes()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningCompanion]:
    with ExitStack() as stack:
        yield RunningCompanion(tmp_path_factory.mktemp("roles"), stack)


def phones(running: RunningCompanion) -> dict[str, FlaskClient]:
    """New phones every time, so that nobody keeps what a request gave them."""
    running.seat_everyone()
    made = {role: running.app.test_client() for role in ROLES}
    looks_on = URLSafeSerializer(running.keys.signing, salt="phone").dumps("a phone without a seat")
    made["spectator"].set_cookie("phone", str(looks_on))
    for role, cookie, owner in (("seat", "phone", "player"), ("host", "host", "host")):
        found = running.clients[owner].get_cookie(cookie)
        assert found is not None
        made[role].set_cookie(cookie, found.value)
    return made


def ask(phone: FlaskClient, method: str, path: str) -> TestResponse:
    response = phone.open(path, method=method, json=SENT.get(path, {}) if method == "POST" else None)
    if response.mimetype != "text/event-stream":  # which would never end by itself
        response.get_data()
    response.close()
    return response


def turned_away(response: TestResponse) -> bool:
    """Refused for who it is: in words, with the page that asks for the PIN, or back to where seats are picked."""
    if response.status_code in (401, 403) or (response.status_code == 302 and response.location == "/"):
        return True
    return response.mimetype == "text/html" and b'<form id="pin"' in response.get_data()


def state(running: RunningCompanion) -> object:
    return running.kept(), running.seats(), running.table.version


def test_the_table_names_every_route_and_no_other(running: RunningCompanion) -> None:
    paths = running.app.url_map.bind("table")
    named = {(method, paths.match(path.partition("?")[0], method)[0]) for method, path, _ in ENTRIES}
    there = {
        (method, rule.endpoint)
        for rule in running.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert named == there


@pytest.mark.parametrize(("method", "path", "who"), ENTRIES, ids=lambda part: part if isinstance(part, str) else "")
def test_a_route_lets_in_just_those_who_may(
    running: RunningCompanion, method: str, path: str, who: tuple[str, ...]
) -> None:
    came_in = []
    for role in ROLES:
        phone = phones(running)[role]
        before = state(running)
        response = ask(phone, method, path)
        assert response.status_code < 500, (role, response.get_data())
        if turned_away(response):
            assert state(running) == before, f"{role} was turned away, and yet something changed"
        else:
            came_in.append(role)
    assert tuple(came_in) == who


def test_a_seat_moves_for_no_other_seat(running: RunningCompanion) -> None:
    phone = phones(running)["seat"]
    before = state(running)
    for path in ("/api/play", "/api/undo", "/api/draw"):
        assert phone.post(path, json={**SENT[path], "seat": 1}).status_code == 403
    assert state(running) == before
