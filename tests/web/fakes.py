"""Pages to test: around a real table in a temporary folder, with a rig that does what the test says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Cookie

from companion.box import Shelf
from companion.change_signal import ChangeSignal
from companion.common.boulders import Labelled
from companion.common.health import Health, failing, fine
from companion.games import GAMES
from companion.journal import Journal
from companion.keys import Keys
from companion.network import Network
from companion.position import Position
from companion.referee import Status
from companion.rules import COLOURS, Illegal, Option, say
from companion.seating import Seating
from companion.table import Table
from tests.clock import Hand
from tests.running_game import asked, position_of
from web.app import create_app
from web.device_api import CameraSetup, DeviceKind, DiceSetup, HitsSetup, LightsSetup, Source
from web.services import Services
from web.streams import Streams


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

    def throw(self, dice: int, kinds: int) -> None:
        pass

    def lay_out(self, kinds: int) -> None:
        pass

    def fault(self, name: str, on: bool) -> None:
        self.faults[name] = on


def not_here(*_: object, **__: object) -> Never:
    raise NotImplementedError("This is asked of the real set-ups, which a Workshop and a Studio have.")


class FakeHitsSetup:
    watched = True
    next_by_blow = True
    listen = replay = recording = flash = not_here
    blow_heard = False
    await_blow = play_next_by_blow = tune = calibrate = step_done = again = cancel = accept = not_here


class FakeCameraSetup:
    lay_out = settle = learn = keep_lesson = drop_lesson = forget = not_here
    lesson_picture = mat = picture_of = learn_from_corrected = forget_corrected = not_here

    def __init__(self, seeing: object = None, recognised: Mapping[str, int] | None = None) -> None:
        self.seeing = seeing
        self.recognised = recognised

    def now(self) -> object:
        assert self.seeing is not None
        return self.seeing

    def boulders(self) -> Mapping[str, int] | None:
        return self.recognised

    def history(self) -> Sequence[object]:
        return ()


class FakeLightsSetup:
    arrange = not_here

    def __init__(self, lit: object = None) -> None:
        self.lit = lit

    def now(self) -> object:
        assert self.lit is not None
        return self.lit

    def try_out(self) -> None:
        pass


class FakePictures:
    """Each photo shows two red boulders, unless it is no photo."""

    def __init__(self) -> None:
        self.keeps = False
        self.right: list[tuple[Source, int, Sequence[Labelled]]] = []

    def count(self, photo: bytes) -> object:
        if not photo.startswith(b"\xff\xd8"):
            raise Illegal("no_photo", say("This file is no photo. Choose a picture (JPEG or PNG)."))
        return {"photo": 3, "pieces": self.pieces_of(7), "sure": True}

    def picture_of(self, source: Source, number: int) -> bytes | None:
        return b"\xff\xd8taken" if (source, number) == ("phone", 3) else None

    def pieces_of(self, number: int) -> list[dict[str, object]]:
        piece: dict[str, object] = {"x": 0.25, "y": 0.5, "colour": "red", "doubtful": False, "outline": []}
        return [piece, piece | {"x": 0.75}] if number == 7 else []

    def keep(self, on: bool) -> None:
        self.keeps = on

    def put_right(self, source: Source, number: int, pieces: Sequence[Labelled]) -> bool:
        self.right.append((source, number, pieces))
        return self.keeps


class FakeDiceSetup:
    read = picture_of = teaching = look = keep = drop = forget = photo = not_here


class FakeRig:
    pictures: Any
    dice_setup: DiceSetup
    hits_setup: HitsSetup
    camera_setup: CameraSetup
    lights_setup: LightsSetup

    def __init__(self, simulated: bool = True) -> None:
        self.status = Status("asleep")
        self.said_no_hit = 0
        self.blows = 0
        self.hears_next = True
        self.devices = {"hits": "sim", "camera": "sim", "lights": "sim"}
        self.pixels = [(0, 0, 0), (10, 20, 30)]
        self.simulated = FakeTower() if simulated else None
        self.pictures = FakePictures()
        self.dice_setup = FakeDiceSetup()
        self.hits_setup = FakeHitsSetup()
        self.camera_setup = FakeCameraSetup()
        self.lights_setup = FakeLightsSetup()

    def reads_dice(self, _game: str, _faces: Sequence[Option]) -> bool:
        return False

    def no_hit(self) -> None:
        self.said_no_hit += 1

    def health(self) -> Mapping[str, Health]:
        return {"hits": fine("Ready: hit the tower"), "camera": failing("Pick a seat first.")}

    def cures(self, device: DeviceKind) -> Sequence[object]:  # noqa: ARG002  all are well
        return ()

    def picture(self) -> bytes | None:
        return b"\xff\xd8live"

    def picture_of(self, number: int) -> bytes | None:
        return b"\xff\xd8kept" if number == 7 else None


class Home:
    """One evening; `again()` is the same after the power came back."""

    def __init__(self, folder: Path, rig: FakeRig | None = None, streams: Streams | None = None) -> None:
        self.folder = folder
        self.rig = rig or FakeRig()
        self.clock = Hand(1000.0)
        self.changes = ChangeSignal()
        self.journal = Journal(folder / "journal.sqlite")
        self.table = Table(self.journal, self.changes, self.clock)
        self.seating = Seating(folder / "seating.sqlite")
        self.keys = Keys(folder / "keys.json")
        self.network = Network("192.168.1.20", 8000, folder)
        self.app: Flask = create_app(
            self.table,
            self.changes,
            self.rig,
            self.seating,
            self.keys,
            folder,
            self.network,
            shuffle=list,
            clock=self.clock,
            streams=streams,
        )
        self.app.testing = True

    @property
    def position(self) -> Position:
        return position_of(self.table)

    @property
    def boards(self) -> Shelf:
        """Those in Trollfjord's box."""
        found: Services = self.app.extensions["services"]
        return found.boxes["trollfjord"]["boards"]

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
        assert host.post("/api/host/pin", pin="471100").status == 200
        return host

    def start(self, *names: str) -> None:
        """A game of the tower with these players, started by the host."""
        colours = GAMES["tower"].colours
        seats = [{"name": name, "colour": colour.name} for name, colour in zip(names, colours, strict=False)]
        answer = self.host().act("/api/host/start", game="tower", seats=seats, seen=self.table.version)
        assert answer.status == 200, answer.body

    def play(self, player: int, **move: Any) -> None:
        self.table.play(player, self.position.decode(move), self.table.version)

    def asked(self, player: int, **move: Any) -> dict[str, Any]:
        """What this seat's phone says it saw when it answers with the move."""
        return asked(self.position, player, self.position.decode(move) if move else None)

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

    def cookie(self, name: str) -> Cookie:
        found = self.client.get_cookie(name)
        assert found is not None
        return found

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, **body: Any) -> Answer:
        response = self.client.post(path, json=body, headers=self.headers)
        return Answer(response.status_code, response.get_json())

    def send(self, path: str, data: bytes) -> Answer:
        """A file."""
        response = self.client.post(path, data=data, headers=self.headers)
        return Answer(response.status_code, response.get_json())

    def act(self, path: str, **body: Any) -> Answer:
        Phone._requests += 1
        return self.post(path, **{"request": f"request-{Phone._requests:06}", **body})

    def sit(self, seat: int, **more: str) -> "Phone":
        answer = self.post("/api/join", seat=seat, **more)
        assert answer.status == 200, answer.body
        return self


def told(seats: Sequence[Mapping[str, str]], board: str = "Example board", **entered: Any) -> dict[str, Any]:
    """What the set-up of Trollfjord sends: who plays on which board, and what was entered."""
    return {"seats": seats, "picked": {"boards": board}, "decided": {}, "entered": entered}
