"""A house to test pages in: a real table in a temporary folder, and a rig that does what the test says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.bell import Bell
from companion.boards import Boards
from companion.journal import Journal
from companion.keys import Keys
from companion.network import Network
from companion.referee import Status
from companion.rules import COLOURS
from companion.seating import Seating
from companion.table import Table
from web.app import create_app
from web.streams import Streams


@dataclass
class FakeHealth:
    fine: bool = True
    sentence: str = "Ready: hit the tower"
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


class FakeTower:
    def __init__(self) -> None:
        self.faults = {"sensor_noise": False}
        self.mat = dict.fromkeys(COLOURS, 0)

    def hit(self, strength: float) -> Mapping[str, int]:
        return {"red": round(strength * 2)}

    def put_back(self) -> None:
        self.mat = dict.fromkeys(COLOURS, 0)

    def spill(self) -> Mapping[str, int]:
        return {"blue": 1}

    def on_mat(self) -> Mapping[str, int]:
        return self.mat

    def fault(self, name: str, on: bool) -> None:
        self.faults[name] = on


class FakeDesk:
    """What the camera recognised; the desks themselves have their own tests."""

    boulders: Mapping[str, int] | None = None

    def now(self) -> "FakeDesk":
        return self


class FakeHitsDesk:
    watched = True


class FakeRig:
    def __init__(self, simulated: bool = True) -> None:
        self.status = Status("asleep")
        self.said_no_hit = 0
        self.blows = 0
        self.devices = {"hits": "sim", "camera": "sim", "lights": "sim"}
        self.pixels = [(0, 0, 0), (10, 20, 30)]
        self.simulated = FakeTower() if simulated else None
        self.camera_desk = FakeDesk()
        self.hits_desk = FakeHitsDesk()

    def no_hit(self) -> None:
        self.said_no_hit += 1

    def health(self) -> Mapping[str, FakeHealth]:
        return {"hits": FakeHealth(), "camera": FakeHealth(fine=False, sentence="Pick a seat first.")}

    def picture(self) -> bytes | None:
        return b"\xff\xd8live"

    def picture_of(self, number: int) -> bytes | None:
        return b"\xff\xd8kept" if number == 7 else None


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Home:
    """One evening; `again()` is the same after the power came back."""

    def __init__(self, folder: Path, rig: FakeRig | None = None, streams: Streams | None = None) -> None:
        self.folder = folder
        self.rig = rig or FakeRig()
        self.clock = Clock()
        self.bell = Bell()
        self.journal = Journal(folder / "journal.sqlite")
        self.table = Table(self.journal, self.bell, self.clock)
        self.seating = Seating(folder / "seating.sqlite")
        self.keys = Keys(folder / "keys.json")
        self.boards = Boards(folder / "boards")
        self.network = Network("192.168.1.20", 8000, folder)
        self.app: Flask = create_app(
            self.table,
            self.bell,
            self.rig,
            self.seating,
            self.keys,
            self.boards,
            self.network,
            shuffle=list,
            clock=self.clock,
            streams=streams,
        )
        self.app.testing = True

    def again(self) -> "Home":
        self.close()
        return Home(self.folder, self.rig)

    def close(self) -> None:
        self.journal.close()
        self.seating.close()

    def phone(self, language: str = "en") -> "Phone":
        return Phone(self.app.test_client(), language)

    def host(self) -> "Phone":
        host = self.phone()
        assert host.post("/api/host/pin", pin="4711").status == 200
        return host

    def start(self, *names: str) -> None:
        """A game of the tower with these players, started by the host."""
        colours = ("white", "orange", "brown", "black")
        seats = [{"name": name, "colour": colour} for name, colour in zip(names, colours, strict=False)]
        answer = self.host().act("/api/host/start", game="tower", seats=seats, seen=self.table.version)
        assert answer.status == 200, answer.body

    def play(self, player: int, **move: Any) -> None:
        assert self.table.position is not None
        decoded = self.table._decode(move)
        self.table.play(player, decoded, self.table.version)

    def hammer(self, limit: int = 4) -> None:
        """Seat 0 hammers with seat 1, with so many trolls together."""
        self.play(0, do="hammer", seat=0)
        self.play(0, do="trolls", count=limit - 2)
        self.play(0, do="comrade", seat=1)
        self.play(0, do="trolls", count=2)


@dataclass
class Answer:
    status: int
    body: Any

    @property
    def code(self) -> str:
        code: str = self.body["code"]
        return code

    @property
    def text(self) -> str:
        text: str = self.body["text"]
        return text


class Phone:
    _requests = 0

    def __init__(self, client: FlaskClient, language: str) -> None:
        self.client = client
        self.headers = {"Accept-Language": language}

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, **body: Any) -> Answer:
        response = self.client.post(path, json=body, headers=self.headers)
        return Answer(response.status_code, response.get_json())

    def act(self, path: str, **body: Any) -> Answer:
        Phone._requests += 1
        return self.post(path, **{"request": f"request-{Phone._requests}", **body})

    def sit(self, seat: int) -> "Phone":
        answer = self.post("/api/join", seat=seat)
        assert answer.status == 200, answer.body
        return self
