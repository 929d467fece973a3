"""A camera on the ribbon cable, as far as it can be tried without one: picamera2 is stood in for."""

import numpy as np
import pytest

from hardware.camera.csi import AT_THE_MAT, MANUAL_FOCUS, CsiSource, whole_view
from hardware.camera.live import LOST, Gone, Live
from hardware.devices import Image

PICTURE = np.zeros((720, 1280, 3), np.uint8)

MODULE_3 = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
MODULE_2 = [
    {"size": (640, 480), "bit_depth": 10, "crop_limits": (1000, 752, 1280, 960)},
    {"size": (1640, 1232), "bit_depth": 8, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1640, 1232), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
    {"size": (1920, 1080), "bit_depth": 10, "crop_limits": (680, 692, 1920, 1080)},
    {"size": (3280, 2464), "bit_depth": 10, "crop_limits": (0, 0, 3280, 2464)},
]


@pytest.mark.parametrize(
    ("modes", "chosen"),
    [
        (MODULE_3, {"output_size": (2304, 1296), "bit_depth": 10}),
        (MODULE_2, {"output_size": (1640, 1232), "bit_depth": 10}),
        ([{"format": "MJPEG"}], {}),
    ],
    ids=["Camera Module 3", "Camera Module 2", "no modes told"],
)
def test_the_ribbon_cameras_mode_sees_the_whole_mat(modes: list[dict[str, object]], chosen: dict[str, object]) -> None:
    assert whole_view(modes) == chosen


class Ribbon:
    """What picamera2 offers of a Camera Module 3: it waits for ever unless told how long, and has one owner."""

    def __init__(self) -> None:
        self.camera_controls: dict[str, object] = dict.fromkeys(("AeEnable", "ColourGains", "AfMode", "LensPosition"))
        self.sensor_modes = MODULE_3
        self.sensor: dict[str, object] = {}
        self.controls: dict[str, object] = {}
        self.sharp_at: float | None = 2.7
        """Dioptres at which the lens finds something sharp."""
        self.out = 0
        """Pictures that were not given back."""
        self.stuck = False
        """Something still waits for a picture; until it is called off, all that comes after waits too."""
        self.closed = False
        self.torn = False

    def create_video_configuration(self, main: dict[str, object], sensor: dict[str, object]) -> dict[str, object]:
        self.sensor = sensor
        return main

    def configure(self, main: dict[str, object]) -> None:
        assert main["format"] == "RGB888"

    def start(self) -> None:
        pass

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls.update(controls)

    def autofocus_cycle(self, wait: float | None = None) -> bool:
        self._waits(wait)
        return self.sharp_at is not None

    def capture_metadata(self, wait: float | None = None) -> dict[str, object]:
        self._waits(wait)
        lens = {} if self.sharp_at is None else {"LensPosition": self.sharp_at}
        colours = {"ColourGains": (1.5, 1.8)} if "ColourGains" in self.camera_controls else {}
        return {"ExposureTime": 8000, "AnalogueGain": 2.0, "Lux": 120, **colours, **lens}

    def capture_request(self, wait: float | None = None) -> "Ribbon":
        self._waits(wait)
        self.out += 1
        return self

    def make_array(self, stream: str) -> Image:
        assert stream == "main"
        return PICTURE

    def release(self) -> None:
        self.out -= 1

    def cancel_all_and_flush(self) -> None:
        self.stuck = False

    def close(self) -> None:
        assert not self.stuck, "this would wait for what waits for ever"
        self.closed = True

    def _waits(self, seconds: float | None) -> None:
        assert seconds is not None, "this would wait for ever"
        assert not self.stuck, "this would wait for what waits for ever"
        if self.torn:
            self.stuck = True
            raise TimeoutError


def ribbon_source(ribbon: Ribbon) -> CsiSource:
    return CsiSource(lambda: ribbon, lambda _seconds: None)


def test_a_ribbon_camera_settles_and_then_holds_still() -> None:
    ribbon = Ribbon()
    waited: list[float] = []
    source = CsiSource(lambda: ribbon, waited.append)
    assert source.open().fine
    assert waited
    assert ribbon.sensor == {"output_size": (2304, 1296), "bit_depth": 10}
    assert ribbon.controls["AeEnable"] is False
    assert ribbon.controls["AwbEnable"] is False
    assert ribbon.controls["ExposureTime"] == 8000
    for _ in range(3):
        source.grab()
        assert source.unpack().shape == (720, 1280, 3)
        assert ribbon.out == 1
    source.close()
    source.close()
    assert ribbon.out == 0
    assert ribbon.closed


@pytest.mark.parametrize(
    ("sharp_at", "held"),
    [(2.7, 2.7), (None, AT_THE_MAT), (10.0, AT_THE_MAT), (0.4, AT_THE_MAT)],
    ids=["the mat", "nothing", "a hand before the lens", "the floor beside the table"],
)
def test_a_ribbon_camera_with_a_moving_lens_focuses_once_and_stays_there(sharp_at: float | None, held: float) -> None:
    ribbon = Ribbon()
    ribbon.sharp_at = sharp_at
    ribbon_source(ribbon).open()
    assert (ribbon.controls["AfMode"], ribbon.controls["LensPosition"]) == (MANUAL_FOCUS, held)


def test_a_ribbon_camera_with_a_fixed_lens_is_told_no_focus() -> None:
    ribbon = Ribbon()
    del ribbon.camera_controls["AfMode"]
    ribbon_source(ribbon).open()
    assert not {"AfMode", "LensPosition"} & ribbon.controls.keys()


def test_a_ribbon_camera_whose_cable_came_loose_is_lost_and_let_go() -> None:
    ribbon = Ribbon()
    source = ribbon_source(ribbon)
    source.open()
    source.grab()
    ribbon.torn = True
    with pytest.raises(Gone, match="cable"):
        source.grab()
    source.close()
    assert ribbon.closed
    assert ribbon.out == 0


def test_a_ribbon_camera_that_sends_nothing_from_the_start_is_lost_and_let_go() -> None:
    ribbon = Ribbon()
    ribbon.torn = True
    camera = Live("csi", ribbon_source(ribbon), lambda: 1.0)
    camera.step()
    assert camera.health() == LOST
    assert ribbon.closed


def test_a_ribbon_camera_without_colours_is_refused_in_words_and_let_go() -> None:
    ribbon = Ribbon()
    del ribbon.camera_controls["ColourGains"]
    camera = Live("csi", ribbon_source(ribbon), lambda: 1.0)
    camera.step()
    assert "sees no colours" in str(camera.health())
    assert ribbon.closed


def test_a_camera_whose_driver_breaks_while_it_is_opened_is_let_go_too() -> None:
    ribbon = Ribbon()
    ribbon.sensor_modes = None  # type: ignore[assignment]
    with pytest.raises(TypeError):
        Live("csi", ribbon_source(ribbon), lambda: 1.0).step()
    assert ribbon.closed


def test_without_picamera2_the_ribbon_camera_says_what_to_install() -> None:
    with pytest.raises(Gone, match="apt install"):
        CsiSource().open()


def test_a_missing_ribbon_camera_is_said_in_words() -> None:
    def nothing() -> object:
        raise IndexError("list index out of range")

    with pytest.raises(Gone, match="check the cable"):
        CsiSource(nothing).open()
