from pathlib import Path
from random import Random

import cv2
import msgspec
import pytest

from companion.common.health import Health, fine
from hardware.camera.none import NoCamera
from hardware.camera.scene import Scene
from hardware.camera.settings import FIRST, CameraSettings, usb_path
from hardware.camera.sim import SimCamera
from hardware.devices import Clock, Strip
from hardware.hits.none import NoHits
from hardware.lights.layout import Layout
from hardware.lights.sim import SimStrip
from hardware.rig.opening import LIGHTS, RigSettings, open_rig
from hardware.rig.rig import Rig
from hardware.rig.sim import SimRig
from tests.clock import Hand


def _open(hits: str = "none", camera: str = "none", lights: str = "none") -> Rig:
    return open_rig(RigSettings(hits, camera, lights), Hand(), Random(1))


def test_without_any_name_there_are_no_devices_and_the_rig_says_so() -> None:
    with _open() as rig:
        assert [rig.hits.name, rig.camera.name, rig.lights.name] == ["none", "none", "none"]
        assert rig.camera.newest() is None
        health = rig.health()
    assert list(health) == ["hits", "camera", "lights"]
    assert all(device.fine for device in health.values())


def test_the_simulated_rig_is_opened_by_name() -> None:
    with _open(hits="sim", camera="sim", lights="sim") as rig:
        assert isinstance(rig, SimRig)


def test_the_strip_gets_its_layout() -> None:
    with open_rig(RigSettings(lights="sim", strip=Layout(count=16)), Hand(), Random(1)) as rig:
        assert isinstance(rig.lights, SimStrip)
        assert len(rig.lights.sent) == 16 * 3
        rig.lights.show([(255, 255, 255)] * 16)
        assert rig.health()["lights"].fine


def test_a_folder_of_pictures_can_be_the_camera(tmp_path: Path) -> None:
    frame = SimCamera(lambda _now: Scene(), Hand()).newest()
    assert frame is not None
    cv2.imwrite(str(tmp_path / "mat.png"), frame.image)
    with open_rig(RigSettings(camera="replay", eye=CameraSettings(file=str(tmp_path))), Hand(), Random(1)) as rig:
        replayed = rig.camera.newest()
        assert replayed is not None
        assert (replayed.image == frame.image).all()


def test_a_usb_camera_that_is_not_there_is_told_and_the_rig_opens_all_the_same(tmp_path: Path) -> None:
    missing = CameraSettings(device=str(tmp_path / "no-camera"))
    with open_rig(RigSettings(camera="usb", eye=missing), Hand(), Random(1)) as rig:
        assert rig.camera.newest() is None
        assert not rig.health()["camera"].fine


def test_a_usb_camera_is_found_by_its_own_name_before_its_number(tmp_path: Path) -> None:
    assert usb_path(CameraSettings(), tmp_path) == FIRST
    for name in ("usb-Maker_Cam-video-index1", "usb-Maker_Cam-video-index0"):
        (tmp_path / name).touch()
    assert usb_path(CameraSettings(), tmp_path) == str(tmp_path / "usb-Maker_Cam-video-index0")
    assert usb_path(CameraSettings(device="/dev/video7"), tmp_path) == "/dev/video7"


@pytest.mark.parametrize("kind", ["hits", "camera", "lights"])
def test_an_unknown_name_is_refused_with_the_choices_and_never_replaced(kind: str) -> None:
    with pytest.raises(ValueError, match=r"'crystal ball'.*choose one of.*none"):
        _open(**{kind: "crystal ball"})


@pytest.mark.parametrize("kind", ["hits", "camera"])
def test_half_a_simulated_tower_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="share one tower"):
        _open(**{kind: "sim"})


@pytest.mark.parametrize("wrong", [{"hit": "sim"}, {"hits": 3}, {"strip": {"count": 3}}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, RigSettings)


class Closing:
    """A device of any kind that counts how often it was closed, and may object."""

    name = "closing"

    def __init__(self, objection: OSError | None = None) -> None:
        self.closed = 0
        self._objection = objection

    def start(self, heard: object) -> None: ...

    def newest(self) -> None: ...

    def show(self, pixels: object) -> None: ...

    def health(self) -> Health:
        return fine("Here.")

    def close(self) -> None:
        self.closed += 1
        if self._objection:
            raise self._objection


def test_what_was_opened_is_closed_when_the_next_device_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Closing()

    def open_it(_layout: Layout, _clock: Clock) -> Strip:
        return opened

    monkeypatch.setattr("hardware.rig.opening.LIGHTS", {**LIGHTS, "closing": open_it})
    with pytest.raises(ValueError, match="crystal ball"):
        _open(lights="closing", camera="crystal ball")
    assert opened.closed == 1


def test_every_device_is_closed_even_if_one_objects() -> None:
    camera, lights = Closing(), Closing()
    hits = Closing(OSError("the wire broke"))
    rig = Rig(hits, camera, lights)
    with pytest.raises(OSError, match="the wire broke"):
        rig.close()
    assert [camera.closed, lights.closed] == [1, 1]


def test_a_rig_can_be_closed_twice() -> None:
    rig = Rig(NoHits(), NoCamera(), SimStrip())
    rig.close()
    rig.close()
