"""The host's device pages: real desks over simulated devices whose time passes only when the test says so."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any
from unittest.mock import Mock

import pytest

from companion.cli.desks.camera import CameraDesk
from companion.cli.desks.hits import FORGOTTEN, HitsDesk
from companion.cli.desks.lights import LightsDesk
from companion.cli.desks.taught import TaughtCounter
from companion.cli.settings import FILE, opened
from companion.referee import Question, Status
from companion.rules import Boulders, say
from hardware.boulders.calibration import Calibration
from hardware.boulders.watcher import Sighting, Watcher
from hardware.camera.scene import Cube, Scene
from hardware.devices import Blow, HitSensor
from hardware.hits.none import NoHits
from hardware.hits.sim import SimHits
from hardware.lights.sim import SimStrip
from hardware.rig.eyes import Eyes
from hardware.rig.show import Show
from hardware.rig.sim import SimRig
from tests.web.fakes import Answer, Clock, FakeRig, Home, Phone

SEED = 11
FOUND = """# The rig of the blue table.
[hits]
threshold = 0.02  # from the first evening

[lights]
brightness = 0.5  # the hall is dark
"""


class Workshop(FakeRig):
    """Every device and its desk, without a thread."""

    def __init__(self, folder: Path, clock: Clock, sensor: HitSensor | None = None) -> None:
        super().__init__()
        (folder / FILE).write_text(FOUND, encoding="utf-8")
        self.clock = clock
        self.settings = opened(folder / FILE)
        self.in_play = False
        self.blows: list[Blow] = []
        self.sensor = SimHits(clock, Random(SEED), self.settings.values.hits)
        self.sensor.listen(self._heard)
        self.strip = SimStrip(self.settings.values.lights, clock)
        self.show = Show(self.strip, self.settings.values.lights.count, clock)
        self.hits_desk = HitsDesk(sensor or self.sensor, self.settings, lambda: self.in_play, clock)
        self.lights_desk = LightsDesk(self.strip, self.show, self.settings, clock)

    def strike(self, strength: float) -> None:
        self.sensor.advance(0.5)
        self.sensor.strike(strength)
        self.sensor.advance(0.5)

    def shine(self) -> None:
        self.clock.now += 0.1
        self.show.step()

    def _heard(self, blow: Blow) -> None:
        if not self.hits_desk.takes(blow):
            self.blows.append(blow)


class Studio(FakeRig):
    """A tower, the camera that looks at it and its desk, without a thread."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.sim = SimRig(clock, Random(SEED))
        counter = TaughtCounter(folder)
        self.eyes = Eyes(self.sim.camera, Watcher(counter), self._seen, clock)
        self.camera_desk = CameraDesk(self.sim.camera, self.eyes, counter, clock)

    def picture(self) -> bytes | None:
        return self.eyes.picture()

    def spill(self, number: int) -> None:
        """Boulders fall and come to rest."""
        self.sim.spill(number)
        self.clock.now += 5
        self.look()

    def look(self, seconds: float = 2.0) -> None:
        for _ in range(round(10 * seconds)):
            self.clock.now += 0.1
            self.eyes.look()

    def _seen(self, number: int, sighting: Sighting) -> None:
        self.camera_desk.seen(number, sighting)


@pytest.fixture
def rig(tmp_path: Path) -> Workshop:
    print(f"seed {SEED}")
    return Workshop(tmp_path, Clock())


@pytest.fixture
def host(tmp_path: Path, rig: Workshop) -> Iterator[Phone]:
    home = Home(tmp_path, rig)
    yield home.host()
    home.close()


def stored(rig: Workshop) -> str:
    return rig.settings.path.read_text(encoding="utf-8")


def ok(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return answer.body


def listened(host: Phone, since: int = 0) -> Any:
    return host.get(f"/api/host/hits?since={since}").get_json()


# ---- the door


@pytest.mark.parametrize("page", ["hits", "lights", "camera"])
def test_only_the_host_comes_to_a_device(host: Phone, rig: Workshop, tmp_path: Path, page: str) -> None:
    home = Home(tmp_path, rig)
    try:
        stranger = home.phone()
        assert 'id="digits"' in stranger.get(f"/host/{page}").get_data(as_text=True)
        answer = stranger.get(f"/api/host/{page}")
        assert (answer.status_code, answer.get_json()["code"]) == (401, "host_only")
        assert stranger.post("/api/host/lights/try-out").code == "host_only"
        assert stranger.get("/api/host/camera/picture.jpg").status_code == 401
    finally:
        home.close()
    assert f"js/devices/{page}.js" in host.get(f"/host/{page}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "words"),
    [
        ("hits/tune", {"threshold": 1.5, "gap": 0.2}, 400, "bad_request", "<= 1"),
        ("hits/tune", {"threshold": 0.1, "gap": 0.0}, 400, "bad_request", ">= 0.05"),
        ("hits/tune", {"threshold": "a lot", "gap": 0.2}, 400, "bad_request", "Expected `float`, got `str`"),
        ("hits/tune", {"threshold": 0.1}, 400, "bad_request", "`gap`"),
        ("hits/tune", {"threshold": 0.1, "gap": 0.2, "pin": 4}, 400, "bad_request", "unknown field `pin`"),
        ("hits/calibrate", {"quickly": True}, 400, "bad_request", "unknown field"),
        ("hits/done", {}, 409, "not_calibrating", "No calibration is running."),
        ("hits/again", {}, 409, "not_calibrating", "No calibration is running."),
        ("hits/accept", {}, 409, "not_calibrating", "No calibration is running."),
        ("lights/arrange", {"arrangement": {"count": 24}}, 400, "bad_request", "missing required field"),
        ("lights/arrange", {"brightness": 0.3}, 400, "bad_request", "unknown field `brightness`"),
        ("lights/try-out", {"seconds": 5}, 400, "bad_request", "unknown field"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    host: Phone, rig: Workshop, path: str, body: dict[str, Any], status: int, code: str, words: str
) -> None:
    answer = host.post(f"/api/host/{path}", **body)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert words in answer.text
    assert stored(rig) == FOUND


@pytest.mark.parametrize("since", ["-1", "x", "1.5", "٣", "9" * 30])
def test_a_number_that_is_none_is_refused(host: Phone, since: str) -> None:
    assert host.get(f"/api/host/hits?since={since}").status_code == 400


# ---- the hit sensor


def test_the_waveform_comes_in_parts_and_only_what_is_new(host: Phone, rig: Workshop) -> None:
    rig.sensor.advance(1.0)
    first = listened(host)
    assert len(first["levels"]) == first["heard"] == round(1.0 / first["step"])
    rig.sensor.advance(0.1)
    second = listened(host, first["heard"])
    assert len(second["levels"]) == round(0.1 / first["step"])
    assert second["heard"] == first["heard"] + len(second["levels"])


def test_a_new_threshold_holds_at_once_and_is_stored_with_the_comments(host: Phone, rig: Workshop) -> None:
    rig.strike(0.2)
    assert len(rig.blows) == 1
    ok(host.post("/api/host/hits/tune", threshold=0.4, gap=0.3))
    rig.strike(0.2)
    rig.strike(0.8)
    assert len(rig.blows) == 2
    assert "# The rig of the blue table." in stored(rig)
    assert "threshold = 0.4  # from the first evening" in stored(rig)
    assert opened(rig.settings.path).values.hits.gap == 0.3
    assert listened(host)["threshold"] == 0.4


def test_three_steps_lead_to_a_stored_threshold(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    for strength in (0.3, 0.6, 0.9, 0.4, 0.5):
        rig.strike(strength)
    assert rig.blows == []
    assert listened(host)["calibrating"]["step"] == "bumps"
    for strength in (0.01, 0.02, 0.01, 0.02, 0.01):
        rig.strike(strength)
    bumps = listened(host)["calibrating"]["bumps"]
    assert max(bumps) == pytest.approx(0.02, abs=0.01)
    ok(host.post("/api/host/hits/done"))
    rig.strike(0.03)
    listened(host)
    ok(host.post("/api/host/hits/done"))
    proposal = listened(host)["calibrating"]["proposal"]
    assert proposal["hardest_bump"] < proposal["threshold"] < proposal["softest_hit"]
    assert proposal["verdict"]["fine"]
    assert "dB lie between the softest hit and the hardest bump." in proposal["verdict"]["text"]
    ok(host.post("/api/host/hits/accept"))
    assert listened(host)["calibrating"] is None
    assert opened(rig.settings.path).values.hits.threshold == proposal["threshold"]
    rig.strike(0.03)
    rig.strike(0.5)
    assert len(rig.blows) == 1


def test_bumps_as_loud_as_hits_are_warned_of(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    rig.strike(0.2)
    ok(host.post("/api/host/hits/done"))
    rig.strike(0.6)
    listened(host)
    ok(host.post("/api/host/hits/done"))
    ok(host.post("/api/host/hits/done"))
    proposal = listened(host)["calibrating"]["proposal"]
    assert proposal["margin"] < 0
    assert not proposal["verdict"]["fine"]


def test_a_step_without_a_hit_is_not_done(host: Phone) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    assert host.post("/api/host/hits/done").code == "no_hit_yet"
    assert host.post("/api/host/hits/accept").code == "unfinished"


def test_a_calibration_that_is_stopped_leaves_everything_as_it_was(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    rig.strike(0.5)
    ok(host.post("/api/host/hits/cancel"))
    assert stored(rig) == FOUND
    rig.strike(0.5)
    assert len(rig.blows) == 1


def test_a_calibration_that_nobody_looks_at_gives_the_blows_back(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/hits/calibrate"))
    rig.clock.now += FORGOTTEN - 1
    rig.hits_desk.tick()
    rig.strike(0.5)
    assert rig.blows == []
    rig.clock.now += 2
    rig.hits_desk.tick()
    rig.strike(0.5)
    assert len(rig.blows) == 1


def test_nobody_calibrates_while_the_tower_is_in_play(host: Phone, rig: Workshop) -> None:
    rig.in_play = True
    assert host.post("/api/host/hits/calibrate").code == "in_play"
    rig.in_play = False
    ok(host.post("/api/host/hits/calibrate"))
    rig.in_play = True
    rig.hits_desk.tick()
    rig.strike(0.5)
    assert len(rig.blows) == 1


def test_a_kept_hit_is_looked_at_and_heard_again_as_it_is_set_now(host: Phone, rig: Workshop) -> None:
    for strength in (0.5, 0.1):
        rig.strike(strength)
    newest, oldest = listened(host)["kept"]
    for kept, strength in ((newest, 0.1), (oldest, 0.5)):
        again = host.get(f"/api/host/hits/{kept['number']}").get_json()
        assert len(again["samples"]) > 100
        assert again["heard"] == [pytest.approx(strength, rel=0.3)]
    ok(host.post("/api/host/hits/tune", threshold=0.3, gap=0.2))
    assert host.get(f"/api/host/hits/{newest['number']}").get_json()["heard"] == []
    assert len(host.get(f"/api/host/hits/{oldest['number']}").get_json()["heard"]) == 1
    assert host.get(f"/api/host/hits/{oldest['number']}.wav").data.startswith(b"RIFF")


def test_a_hit_that_is_no_longer_kept_is_told(host: Phone) -> None:
    for path in ("/api/host/hits/5", "/api/host/hits/5.wav"):
        answer = host.get(path)
        assert (answer.status_code, answer.get_json()["code"]) == (404, "gone")


def test_a_sensor_without_a_signal_has_a_page_that_says_so(tmp_path: Path) -> None:
    rig = Workshop(tmp_path, Clock(), NoHits())
    home = Home(tmp_path, rig)
    try:
        host = home.host()
        page = host.get("/host/hits").get_data(as_text=True)
        assert "no signal to look at" in page
        assert 'id="waveform"' not in page
        assert host.get("/api/host/hits").get_json()["code"] == "no_signal"
        assert host.post("/api/host/hits/calibrate").code == "no_signal"
    finally:
        home.close()


# ---- the lights


def lit(host: Phone) -> Any:
    return host.get("/api/host/lights").get_json()


def arrange(host: Phone, **changes: Any) -> Answer:
    return host.post("/api/host/lights/arrange", arrangement={**lit(host)["arrangement"], **changes})


def test_the_strip_is_drawn_as_it_is_lit(host: Phone, rig: Workshop) -> None:
    rig.lights_desk.try_out()
    rig.shine()
    bright = lit(host)
    assert len(bright["lamps"]) == 24
    # White at half brightness is level 128 of 255; to the eye that is far more than half.
    assert bright["lamps"][0] == [186, 186, 186]
    assert any(map(sum, bright["lamps"]))
    ok(arrange(host, brightness=0.1))
    rig.shine()
    dim = lit(host)
    assert sum(map(sum, dim["lamps"])) < sum(map(sum, bright["lamps"]))
    assert dim["draws_ma"] < bright["draws_ma"]


def test_a_change_of_the_lights_is_stored_with_the_comments(host: Phone, rig: Workshop) -> None:
    ok(arrange(host, brightness=0.25, order="RGB", backwards=True))
    assert "brightness = 0.25  # the hall is dark" in stored(rig)
    lights = opened(rig.settings.path).values.lights
    assert (lights.order, lights.backwards, lights.count) == ("RGB", True, 24)
    assert "count" not in stored(rig)


def test_a_strip_that_runs_the_other_way_is_drawn_the_other_way(host: Phone, rig: Workshop) -> None:
    ok(host.post("/api/host/lights/try-out"))
    rig.show.step()
    lamps = lit(host)["lamps"]
    assert lit(host)["trying"]
    assert lamps[0][0] == lamps[0][1] == lamps[0][2] > 0
    ok(arrange(host, backwards=True))
    rig.show.step()
    assert lit(host)["lamps"] == lamps[::-1]
    rig.clock.now += 11
    assert not lit(host)["trying"]


def test_more_lamps_are_lit_without_a_restart(host: Phone, rig: Workshop) -> None:
    rig.lights_desk.try_out()
    rig.shine()
    ok(arrange(host, count=40, shape="ring", first=39, limit_ma=900.0))
    rig.shine()
    assert len(lit(host)["lamps"]) == 40
    assert len(rig.strip.sent) == 3 * 40


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"count": 7}, 400, "bad_request"),
        ({"count": 61}, 400, "bad_request"),
        ({"order": "GBR!"}, 400, "bad_request"),
        ({"brightness": 1.2}, 400, "bad_request"),
        ({"shape": "star"}, 400, "bad_request"),
        ({"shape": "ring", "first": 24}, 409, "bad_first_lamp"),
        ({"first": 3}, 409, "bad_first_lamp"),
        ({"limit_ma": 20.0}, 409, "bad_limit"),
    ],
)
def test_lights_that_cannot_be_are_refused_in_words(
    host: Phone, rig: Workshop, changes: dict[str, Any], status: int, code: str
) -> None:
    answer = arrange(host, **changes)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert answer.text
    assert stored(rig) == FOUND
    assert lit(host)["arrangement"]["count"] == 24


def test_settings_that_cannot_be_written_are_not_in_force(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("companion.settings.put", full)
    answer = arrange(host, brightness=0.1)
    assert (answer.status, answer.code) == (409, "not_written")
    assert "No space left on device" in answer.text
    assert lit(host)["arrangement"]["brightness"] == 0.5


# ---- the camera


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    print(f"seed {SEED}")
    return Studio(tmp_path, Clock())


@pytest.fixture
def watching(tmp_path: Path, studio: Studio) -> Iterator[Phone]:
    home = Home(tmp_path, studio)
    yield home.host()
    home.close()


def seen(watching: Phone) -> Any:
    return watching.get("/api/host/camera").get_json()


def test_the_camera_page_tells_what_lies_there(watching: Phone, studio: Studio) -> None:
    assert seen(watching)["now"]["kind"] is None
    studio.spill(3)
    now = seen(watching)["now"]
    assert now["kind"] == "counted"
    assert now["boulders"] == studio.sim.tower.on_mat()
    assert now["hints"][0] == {"fine": True, "text": "The mat is found."}
    assert len(now["pieces"]) == 3
    assert now["learned"]["colours"]["red"]
    assert watching.get("/api/host/camera/picture.jpg").data.startswith(b"\xff\xd8")


def test_a_picture_that_cannot_be_counted_is_explained(watching: Phone, studio: Studio) -> None:
    studio.sim.fault("picture_dark", on=True)
    studio.look()
    now = seen(watching)["now"]
    assert now["boulders"] is None
    assert now["words"] == {"fine": False, "text": "The picture is too dark: switch on a light."}
    assert now["hints"] == [now["words"]]
    studio.sim.fault("camera_unplugged", on=True)
    studio.look(0.2)
    assert watching.get("/api/host/camera/picture.jpg").status_code == 404


def test_the_last_counts_are_kept_with_pictures_and_what_came_of_them(watching: Phone, studio: Studio) -> None:
    studio.look()
    studio.spill(2)
    newest, older = seen(watching)["history"]
    assert newest["boulders"] == studio.sim.tower.on_mat()
    assert sum(older["boulders"].values()) == 0
    assert (
        watching.get(f"/api/host/camera/{newest['number']}.jpg").data
        != watching.get(f"/api/host/camera/{older['number']}.jpg").data
    )
    question = say("Not sure. How many boulders fell?")
    status = Status("asking", question, Question(question, Boulders(), newest["number"]))
    studio.camera_desk.judged(newest["number"], None, status)
    assert seen(watching)["history"][0]["asked"] == "Not sure. How many boulders fell?"
    studio.camera_desk.judged(newest["number"], Boulders(red=2), Status("armed"))
    assert seen(watching)["history"][0]["played"]["red"] == 2


def test_a_mat_that_lies_still_is_listed_once_and_again_after_a_hit(watching: Phone, studio: Studio) -> None:
    studio.look(20.0)
    (only,) = seen(watching)["history"]
    studio.camera_desk.judged(only["number"], Boulders(), Status("armed"))
    studio.look(20.0)
    newest, judged = seen(watching)["history"]
    assert newest["played"] is None
    assert judged["played"] == dict.fromkeys(("red", "blue", "yellow", "white"), 0)


def test_a_picture_that_is_no_longer_kept_is_told(watching: Phone) -> None:
    answer = watching.get("/api/host/camera/5.jpg")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "gone")


FIELD = [[0.25, 0.15], [0.75, 0.15], [0.9, 0.9], [0.1, 0.9]]


def test_without_a_mat_it_is_counted_between_four_corners(watching: Phone, studio: Studio, tmp_path: Path) -> None:
    crossed = [FIELD[0], FIELD[2], FIELD[1], FIELD[3]]
    ok(watching.post("/api/host/camera/lay-out", corners=crossed))
    assert [list(corner) for corner in TaughtCounter(tmp_path).place] == FIELD
    assert seen(watching)["now"]["place"] == FIELD
    assert seen(watching)["now"]["hints"] == []
    ok(watching.post("/api/host/camera/use-mat"))
    assert seen(watching)["now"]["place"] == []
    studio.spill(2)
    assert seen(watching)["now"]["hints"][0]["fine"]


@pytest.mark.parametrize(
    ("corners", "status", "code"),
    [
        (FIELD[:3], 400, "bad_request"),
        ([*FIELD, [0.5, 0.5]], 400, "bad_request"),
        ([[0.1, 0.1], [1.2, 0.1], [0.9, 0.9], [0.1, 0.9]], 400, "bad_request"),
        ([[0.5, 0.5]] * 4, 409, "bad_corners"),
        ([[0.1, 0.1], [0.4, 0.4], [0.6, 0.6], [0.9, 0.9]], 409, "bad_corners"),
    ],
)
def test_corners_that_enclose_nothing_are_refused(
    watching: Phone, corners: list[list[float]], status: int, code: str
) -> None:
    answer = watching.post("/api/host/camera/lay-out", corners=corners)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert seen(watching)["now"]["place"] == []


@pytest.mark.parametrize(("paper", "width"), [("a4", 297), ("letter", 279.4)])
def test_the_mat_is_there_to_print_in_the_hosts_language(watching: Phone, paper: str, width: float) -> None:
    watching.get("/language/de")
    answer = watching.get(f"/host/mat-{paper}.svg")
    assert answer.mimetype == "image/svg+xml"
    assert f'width="{width}' in answer.get_data(as_text=True)
    assert "Put the tower here" not in answer.get_data(as_text=True)


def test_a_damaged_file_costs_what_was_taught_but_not_the_evening(
    watching: Phone, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ok(watching.post("/api/host/camera/lay-out", corners=FIELD))
    assert TaughtCounter(tmp_path).place
    (tmp_path / "landing-place.json").write_bytes(b"[[0.1")
    (tmp_path / "boulders.toml").write_text('size_mm = 10\n[colours]\ngreen = ["#00ff00"]\n', encoding="utf-8")
    counter = TaughtCounter(tmp_path)
    assert (counter.place, counter.boulders) == ((), Calibration())
    assert counter.warning is not None
    assert "needs samples of red, blue, yellow and white" in str(counter.warning)
    assert "cannot be read" in caplog.text


def taught(watching: Phone, studio: Studio, colour: str | None) -> Any:
    ok(watching.post("/api/host/camera/learn", colour=colour))
    studio.camera_desk.lessons.wait()
    return seen(watching)["now"]["lesson"]


def lay(studio: Studio, *cubes: Cube) -> None:
    studio.sim.camera._scene = lambda _: Scene(cubes)
    studio.look()


REDS = tuple(Cube("red", 60.0 + 35 * number, 80.0, 20.0 * number) for number in range(5))


def test_a_colour_is_learned_confirmed_and_kept_with_its_picture(
    watching: Phone, studio: Studio, tmp_path: Path
) -> None:
    lay(studio, *REDS)
    before = seen(watching)["now"]["learned"]
    lesson = taught(watching, studio, "red")
    assert lesson["words"] is None
    assert lesson["boulders"] == {"red": 5, "blue": 0, "yellow": 0, "white": 0}
    assert lesson["learned"]["colours"]["blue"] == before["colours"]["blue"]
    assert lesson["learned"]["size_mm"] == pytest.approx(10.0, abs=1.0)
    assert watching.get("/api/host/camera/lesson.jpg").data.startswith(b"\xff\xd8")
    assert seen(watching)["now"]["learned"] == before
    ok(watching.post("/api/host/camera/keep"))
    after = seen(watching)["now"]
    assert after["learned"]["own"]
    assert after["learned"]["colours"]["red"] == lesson["learned"]["colours"]["red"]
    assert after["lesson"] is None
    assert TaughtCounter(tmp_path).boulders.colours["red"] == tuple(lesson["learned"]["colours"]["red"])
    assert watching.get("/api/host/camera/lesson.jpg").data.startswith(b"\xff\xd8")
    studio.look()
    assert seen(watching)["now"]["boulders"]["red"] == 5
    ok(watching.post("/api/host/camera/forget"))
    assert seen(watching)["now"]["learned"] == before
    assert TaughtCounter(tmp_path).boulders == Calibration()


def test_all_boulders_are_learned_at_once_or_it_is_said_what_is_missing(watching: Phone, studio: Studio) -> None:
    lay(studio, *REDS)
    lesson = taught(watching, studio, None)
    assert lesson["learned"] is None
    assert "Not all boulders were recognised (5 red" in lesson["words"]["text"]
    colours = ("red", "blue", "yellow", "white") * 11
    lay(studio, *(Cube(colour, 35.0 + 19 * (at % 11), 60.0 + 25 * (at // 11)) for at, colour in enumerate(colours)))
    lesson = taught(watching, studio, None)
    assert lesson["words"] is None
    assert lesson["boulders"] == dict.fromkeys(("red", "blue", "yellow", "white"), 11)


def test_a_lesson_that_fails_or_is_dropped_changes_nothing(watching: Phone, studio: Studio) -> None:
    studio.look()
    before = seen(watching)["now"]["learned"]
    assert not taught(watching, studio, "blue")["words"]["fine"]
    assert watching.post("/api/host/camera/keep").code == "nothing_learned"
    ok(watching.post("/api/host/camera/drop"))
    now = seen(watching)["now"]
    assert (now["learned"], now["lesson"]) == (before, None)
    studio.sim.fault("camera_unplugged", on=True)
    assert watching.post("/api/host/camera/learn", colour=None).code == "no_picture"
    assert watching.post("/api/host/camera/learn", colour="green").status == 400


def test_a_camera_that_holds_its_exposure_finds_it_anew(watching: Phone, studio: Studio) -> None:
    assert not seen(watching)["now"]["settles"]
    assert watching.post("/api/host/camera/settle").code == "cannot_settle"
    settled = Mock()
    studio.sim.camera.settle_again = settled  # type: ignore[attr-defined]
    assert seen(watching)["now"]["settles"]
    ok(watching.post("/api/host/camera/settle"))
    settled.assert_called_once_with()


def test_a_lesson_dropped_while_it_is_under_way_comes_to_nothing(
    watching: Phone, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = Event()
    monkeypatch.setattr("companion.cli.desks.lessons.learn_all", lambda *_: looking.wait(10) and Calibration())
    studio.look()
    ok(watching.post("/api/host/camera/learn", colour=None))
    lesson = seen(watching)["now"]["lesson"]
    assert (lesson["words"], lesson["learned"]) == (None, None)
    assert watching.post("/api/host/camera/learn", colour="red").code == "looking"
    thread = studio.camera_desk.lessons._thread
    assert thread is not None
    ok(watching.post("/api/host/camera/drop"))
    looking.set()
    thread.join()
    assert seen(watching)["now"]["lesson"] is None
    assert watching.post("/api/host/camera/keep").code == "nothing_learned"
