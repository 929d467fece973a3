"""Requests drawn from the description that the server itself gives, proper and not, and a companion to send them to."""

import json
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
from flask.testing import FlaskClient
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from companion.app.conductor import Conductor
from companion.app.device_setup.table_counter import TableCounter
from companion.app.settings import FILE, open_settings
from companion.change_signal import ChangeSignal
from companion.game_files import FOLDER
from companion.journal import Journal
from companion.keys import Keys
from companion.maintenance import Maintenance
from companion.network import Network
from companion.notices import Notices
from companion.seating import Seating
from companion.table import Table
from hardware.rig.sim import SimRig
from tests.players import PEOPLE, answer
from web.app import create_app
from web.pages import maintenance as maintenance_pages

PIN = "739164820517"
MOST_WAITING = 40
"""Moves of the others before a batch begins."""

ROLES = ("stranger", "player", "host")


class Clock:
    """A second passes with every look, so that nobody waits for a pause to end."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


class RunningCompanion:
    """All of it, except threads: the table, every device's set-up, the simulated rig and the maintenance."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.clock = Clock()
        changes = ChangeSignal()
        self.journal = Journal(folder / "journal.sqlite")
        stack.callback(self.journal.close)
        # Nobody pulls this plug: a hundred thousand requests must not wait for the disk.
        self.journal._database.execute("PRAGMA synchronous=OFF")
        self.table = Table(self.journal, changes, self.clock)
        self.seating = Seating(folder / "seating.sqlite")
        stack.callback(self.seating.close)
        self.seating._database.execute("PRAGMA synchronous=OFF")
        self.keys = Keys(folder / "keys.json")
        self.keys.set_pin(PIN)
        rig = SimRig(self.clock, Random(1))
        stack.callback(rig.close)
        conductor = Conductor(self.table, changes, rig, open_settings(folder / FILE), TableCounter(folder), self.clock)
        network = Network("10.0.0.7", 80, folder)
        self.app = create_app(
            self.table, changes, conductor, self.seating, self.keys, folder, network, clock=self.clock
        )
        self.stops = 0
        notices = Notices(folder / "notices.json")
        self.maintenance = Maintenance(
            folder,
            self.journal,
            self.table,
            self.keys,
            notices,
            safe=False,
            full=lambda: False,
            reports={},
            check=lambda _: [],
            rehearse=lambda _: None,
            stop=self._stop,
            switchable=False,
        )
        maintenance_pages.init_app(self.app, self.maintenance)
        self.app.testing = False
        self.clients = {role: self.app.test_client() for role in ROLES}
        self.described: dict[str, Any] = self.clients["stranger"].get("/api/openapi.json").get_json()
        self.seat_everyone()

    def _stop(self) -> None:
        self.stops += 1

    def seat_everyone(self) -> None:
        """A running game in which every seat is held, the player's being the first, and a host who is one."""
        host = self.clients["host"]
        self.keys.set_pin(PIN)
        assert host.post("/api/host/pin", json={"pin": PIN}).status_code == 200
        position = self.table.position
        if position is None or position.ended:
            game = ("tower", "trollfjord")[self.table.version % 2]
            seats = [msgspec.to_builtins(seat) for seat in PEOPLE[:3]]
            sent = {
                "game": game,
                "seats": seats,
                "seen": self.table.version,
                "request": f"beginning-{self.table.version}",
            }
            answered = host.post("/api/host/start", json=sent)
            assert answered.status_code == 200, answered.get_json()
            position = self.table.position
        assert position is not None
        for seat in range(len(position.seats)):
            self.seating.give(position.began, seat, f"phone {seat}")
        code = self.seating.codes(position.began)[0]
        assert self.clients["player"].post("/api/join", json={"seat": 0, "code": code}).status_code == 200
        self._await_player()

    def _await_player(self) -> None:
        """The others play until the player is asked something, or the game is over."""
        chance = Random(self.table.version)
        for _ in range(MOST_WAITING):
            position = self.table.position
            assert position is not None
            prompts = position.prompts
            if not prompts or any(0 in prompt.seats for prompt in prompts):
                return
            prompt = chance.choice(prompts)
            move = answer(position.game, prompt, chance)
            self.table.play(prompt.seats[0] if prompt.seats else None, move, position.version)

    def kept(self) -> dict[str, Any]:
        """All that only the right token may change; the journal and the seats are looked at on their own."""
        own = {"journal", "seating", "log", "wrong-pins", "wrong-codes"}
        files = {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file() and path.name.split(".")[0] not in own and path.parent.name != FOLDER
        }
        return {"files": files, "stops": self.stops, "pieces": bytes(self.maintenance._pieces)}

    def seats(self) -> list[Any]:
        """Who holds which; the player's phone gets another name each time it sits down."""
        rows = self.seating._database.execute("SELECT game, seat, phone FROM seating WHERE holds").fetchall()
        return [(game, seat, phone if phone.startswith("phone ") else "the player's") for game, seat, phone in rows]


@dataclass(frozen=True)
class Sent:
    """One request. `fitting` says to fill in what a real page would know: the version, and a move that is asked for."""

    method: str
    path: str
    query: dict[str, str]
    body: bytes
    kind: str
    headers: dict[str, str]
    fitting: int | None


def send(running: RunningCompanion, client: FlaskClient, sent: Sent) -> tuple[int, bytes]:
    body = fitted(running, sent) if sent.fitting is not None else sent.body
    response = client.open(
        sent.path,
        method=sent.method,
        query_string=sent.query,
        data=body,
        content_type=sent.kind or None,
        headers=sent.headers,
        buffered=False,
    )
    # A stream never ends by itself: its first words are enough.
    data = next(iter(response.response), b"") if response.mimetype == "text/event-stream" else response.data
    response.close()
    return response.status_code, data if isinstance(data, bytes) else b""


def fitted(running: RunningCompanion, sent: Sent) -> bytes:
    try:
        body = json.loads(sent.body)
    except ValueError:
        return sent.body
    position = running.table.position
    if not isinstance(body, dict) or position is None or sent.fitting is None:
        return sent.body
    chance = Random(sent.fitting)
    if "seen" in body:
        body["seen"] = running.table.version
    if "seat" in body:
        body["seat"] = chance.choice([0, 0, *range(len(position.seats))])
    if "number" in body:
        body["number"] = position.began + chance.randrange(len(position.turns) + 2)
    if "move" in body and (prompts := position.prompts):
        prompt = chance.choice([prompt for prompt in prompts if body.get("seat", 0) in prompt.seats] or prompts)
        body["move"] = msgspec.to_builtins(answer(position.game, prompt, chance))
        if "seen" in body and sent.path in ANSWERED:
            body["seen"] = {"key": prompt.key, "since": position.since[prompt.key]}
    if "game" in body:
        body |= {"game": "tower", "seats": [msgspec.to_builtins(seat) for seat in PEOPLE[: chance.randint(0, 4)]]}
    return json.dumps(body).encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**4000) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
HEADERS = st.sampled_from(
    [
        *[{}] * 12,
        {"Accept-Language": "de"},
        {"Accept-Language": "\xff;q=x"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://["},
        {"Host": "elsewhere.example"},
        {"Host": "["},
        {"Host": "localhost:" + "9" * 5000},
        {"Content-Length": "9" * 5000},
        {"Range": "bytes=0-" + "9" * 5000},
        {"Sec-Fetch-Site": "cross-site"},
        {"Cookie": "host=rubbish; phone=rubbish; language=xx"},
        {"Range": "bytes=5-1"},
        {"If-None-Match": '"x"'},
    ]
)
PLAYED = {"/api/play", "/api/undo", "/api/fix", "/api/draw"}
PLAYED |= {f"/api/host/{deed}" for deed in ("start", "end", "take-back", "amend", "correct", "play-for")}
ANSWERED = {"/api/play", "/api/host/play-for"}
OFTEN = 12
"""What changes a game is tried more often than the many pages that change nothing."""

WORDS = st.sampled_from(
    ["play", "table", "host", "a-page-of-mine", "0", "en", "//evil", "../../keys.json", "", "9" * 5000]
)


def requests(described: dict[str, Any]) -> SearchStrategy[Sent]:
    """Any request that the description knows, and many that it does not."""
    schemas = described["components"]["schemas"]
    operations = [
        one_request(method, path, operation, schemas)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        for _ in range(OFTEN if path in PLAYED else 1)
    ]
    return st.one_of(operations)


def one_request(method: str, path: str, operation: Any, schemas: Any) -> SearchStrategy[Sent]:
    parameters = operation.get("parameters", [])
    content: dict[str, dict[str, Any]] = operation.get("requestBody", {}).get("content", {})
    kind = next(iter(content), "")
    schema = content[kind].get("schema", {}) if content else {}
    is_json = kind == "application/json"
    proper = from_schema(schema, schemas).map(lambda value: json.dumps(value).encode()) if is_json else st.binary()
    bodies = st.one_of(proper, proper, proper, JSON.map(lambda value: json.dumps(value).encode()), st.binary())

    @st.composite
    def drawn(draw: Any) -> Sent:
        address, query = path, {}
        for parameter in parameters:
            known, number = parameter["schema"].get("enum", [""]), parameter["schema"].get("type") == "integer"
            words = WORDS | st.text(min_size=1, max_size=20) | st.sampled_from(known)
            numbers = st.integers(0, 10**18).map(str) | st.just("9" * 5000)
            value = draw(numbers if number else words)
            if parameter["in"] == "path":
                address = address.replace("{" + parameter["name"] + "}", quote(value.replace("/", ""), safe="") or "x")
            elif draw(st.booleans()):
                query[parameter["name"]] = value
        if draw(st.booleans()):
            # As a page of ours sends it: most of what is wrong in other ways never gets beyond the door.
            body = draw(proper) if content else b""
            return Sent(method.upper(), address, query, body, kind, {}, draw(st.integers(0, 10**6)))
        return Sent(
            draw(st.sampled_from([method.upper()] * 9 + ["PUT"])),
            address,
            query,
            draw(bodies) if content else b"",
            draw(st.sampled_from([kind] * 9 + ["text/plain", "application/json", ""])) if content else "",
            draw(HEADERS),
            draw(st.integers(-(10**6), 2 * 10**6).map(lambda seed: None if seed < 0 else seed)),
        )

    return drawn()


def from_schema(schema: Any, schemas: Any) -> SearchStrategy[Any]:
    """Values that a schema allows, as far as msgspec writes schemas."""
    if "$ref" in schema:
        return from_schema(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([from_schema(each, schemas) for each in schema[several]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    match schema.get("type"):
        case "object":
            return of_object(schema, schemas)
        case "array":
            return of_array(schema, schemas)
        case "string":
            least = schema.get("minLength", 0)
            return st.text(min_size=least, max_size=min(schema.get("maxLength", 20), least + 20))
        case "integer":
            return st.integers(schema.get("minimum", -(10**6)), schema.get("maximum", 10**6))
        case "number":
            return st.floats(schema.get("minimum", -1e6), schema.get("maximum", 1e6), allow_nan=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case _:
            return JSON


def of_object(schema: Any, schemas: Any) -> SearchStrategy[Any]:
    fields = {name: from_schema(each, schemas) for name, each in schema.get("properties", {}).items()}
    if not fields:
        more = schema.get("additionalProperties")
        inner = from_schema(more, schemas) if isinstance(more, dict) else JSON
        return st.just({}) if more is False else st.dictionaries(st.text(max_size=8), inner, max_size=3)
    required = {name: each for name, each in fields.items() if name in schema.get("required", [])}
    optional = {name: each for name, each in fields.items() if name not in required}
    return st.fixed_dictionaries(required, optional=optional)


def of_array(schema: Any, schemas: Any) -> SearchStrategy[Any]:
    if "prefixItems" in schema:
        return st.tuples(*[from_schema(each, schemas) for each in schema["prefixItems"]]).map(list)
    items = schema.get("items")
    least = schema.get("minItems", 0)
    inner = from_schema(items, schemas) if isinstance(items, dict) else JSON
    return st.lists(inner, min_size=least, max_size=min(schema.get("maxItems", 4), max(least, 4)))
