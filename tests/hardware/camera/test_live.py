import cv2
import numpy as np
import pytest

from companion.common.health import Health, failing, fine
from hardware.camera.live import FIRST_PAUSE, LONGEST_PAUSE, LOST, RARELY, STALE, Gone, Live
from hardware.camera.usb import SETTLING, UsbSource
from hardware.devices import Image

PICTURE = np.zeros((720, 1280, 3), np.uint8)


class Plug:
    """A source whose cable the test pulls."""

    def __init__(self) -> None:
        self.there = True
        self.opened = 0
        self.closed = 0
        self.grabbed = 0
        self.unpacked = 0

    def open(self) -> Health:
        if not self.there:
            raise Gone(failing("There is no camera."))
        self.opened += 1
        return fine("Running.")

    def grab(self) -> None:
        if not self.there:
            raise Gone(LOST)
        self.grabbed += 1

    def unpack(self) -> Image:
        self.unpacked += 1
        return PICTURE

    def close(self) -> None:
        self.closed += 1


class Bench:
    def __init__(self) -> None:
        self.now = 100.0
        self.plug = Plug()
        self.camera = Live("test", self.plug, lambda: self.now)


def test_an_unplugged_camera_is_said_and_comes_back_by_itself() -> None:
    bench = Bench()
    bench.camera.step()
    first = bench.camera.newest()
    assert first is not None
    assert bench.camera.health().fine
    bench.plug.there = False
    bench.camera.step()
    assert bench.camera.health() == LOST
    bench.camera.step()
    assert str(bench.camera.health()) == "There is no camera."
    bench.plug.there = True
    bench.camera.step()
    again = bench.camera.newest()
    assert bench.camera.health().fine
    assert again is not None
    assert again.number > first.number


def test_it_tries_again_ever_more_rarely() -> None:
    bench = Bench()
    bench.plug.there = False
    pauses = [bench.camera.step() for _ in range(8)]
    assert pauses[0] == FIRST_PAUSE
    assert pauses[-1] == LONGEST_PAUSE
    assert pauses == sorted(pauses)


def test_a_camera_that_was_back_is_looked_for_soon_when_it_goes_again() -> None:
    bench = Bench()
    bench.plug.there = False
    for _ in range(8):
        bench.camera.step()
    bench.plug.there = True
    bench.camera.step()
    bench.plug.there = False
    assert bench.camera.step() == FIRST_PAUSE


def test_an_old_frame_is_no_frame() -> None:
    bench = Bench()
    bench.camera.step()
    bench.now += STALE + 0.1
    assert bench.camera.newest() is None
    assert not bench.camera.health().fine


def test_settling_again_opens_the_camera_anew_but_once() -> None:
    bench = Bench()
    bench.camera.step()
    bench.camera.settle_again()
    bench.camera.step()
    bench.camera.step()
    assert (bench.plug.opened, bench.plug.closed) == (2, 1)


def test_its_thread_ends_when_it_is_closed_twice() -> None:
    plug = Plug()
    camera = Live("test", plug, lambda: 1.0)
    camera.start()
    camera.close()
    camera.close()
    assert camera.newest() is None
    assert not camera.health().fine
    assert plug.closed == plug.opened


@pytest.mark.parametrize(("looks_a_second", "unpacked"), [(0, 20), (1, 20), (10, 300)])
def test_pictures_are_unpacked_as_they_are_watched(looks_a_second: int, unpacked: int) -> None:
    """Ten seconds of thirty pictures each; a look a second is what the counting takes while nobody hammers."""
    bench = Bench()
    bench.now = 0.0
    for picture in range(300):
        bench.now = picture / 30
        bench.camera.step()
        if looks_a_second and picture % (30 // looks_a_second) == 0:
            frame = bench.camera.newest()
            assert frame is not None
            assert bench.now - frame.time <= RARELY
        assert bench.camera.health().fine
    assert bench.plug.grabbed == 300
    assert bench.plug.unpacked == pytest.approx(unpacked, abs=unpacked // 10)


class Webcam:
    """What OpenCV offers of a USB camera; `stubborn` are settings it will not take, `deaf` such as it says it took."""

    def __init__(self, there: bool = True, stubborn: tuple[int, ...] = (), deaf: tuple[int, ...] = ()) -> None:
        self.there = there
        self.sends = True
        self.stubborn = stubborn
        self.deaf = deaf
        self.values: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 20.0, cv2.CAP_PROP_WB_TEMPERATURE: 6500.0}
        self.told: list[tuple[int, float, int]] = []
        """Each setting, and after how many pictures."""
        self.reads = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.there

    def grab(self) -> bool:
        self.reads += 1
        if self.reads == SETTLING:
            self.values |= {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_WB_TEMPERATURE: 2900.0}
        return self.there and self.sends

    def retrieve(self) -> tuple[bool, Image]:
        return self.there, PICTURE

    def get(self, what: int) -> float:
        return self.values.get(what, 0.0)

    def set(self, what: int, value: float) -> bool:
        if what in self.stubborn:
            return False
        self.told.append((what, value, self.reads))
        if what not in self.deaf:
            self.values[what] = value
        return True

    def release(self) -> None:
        self.there = False


def test_a_usb_camera_settles_and_then_holds_still() -> None:
    webcam = Webcam()
    source = UsbSource("/dev/video7", lambda _path: webcam)
    health = source.open()
    assert health.fine
    assert "held" in str(health)
    for setting, automatic, held in ((cv2.CAP_PROP_AUTO_EXPOSURE, 3.0, 1.0), (cv2.CAP_PROP_AUTO_WB, 1.0, 0.0)):
        assert (setting, automatic, 0) in webcam.told
        assert webcam.values[setting] == held
    assert (cv2.CAP_PROP_EXPOSURE, 156.0, SETTLING) in webcam.told
    assert (cv2.CAP_PROP_WB_TEMPERATURE, 2900.0, SETTLING) in webcam.told
    source.grab()
    assert source.unpack().shape == (720, 1280, 3)


def test_a_usb_camera_keeps_no_old_pictures_waiting() -> None:
    webcam = Webcam()
    UsbSource("/dev/video7", lambda _path: webcam).open()
    assert webcam.values[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_usb_camera_is_let_go_when_it_is_closed() -> None:
    webcam = Webcam()
    source = UsbSource("/dev/video7", lambda _path: webcam)
    source.open()
    source.close()
    source.close()
    assert not webcam.there
    with pytest.raises(Gone, match="cable"):
        source.grab()


@pytest.mark.parametrize(
    ("webcam", "loose"),
    [
        (Webcam(stubborn=(cv2.CAP_PROP_EXPOSURE,)), "exposure"),
        (Webcam(deaf=(cv2.CAP_PROP_AUTO_EXPOSURE,)), "exposure"),
        (Webcam(stubborn=(cv2.CAP_PROP_WB_TEMPERATURE,)), "white balance"),
        (Webcam(stubborn=(cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB)), "exposure and its white balance"),
    ],
    ids=["exposure refused", "exposure not taken", "white balance refused", "both refused"],
)
def test_a_usb_camera_that_cannot_hold_still_says_what_it_cannot_hold(webcam: Webcam, loose: str) -> None:
    health = UsbSource("/dev/video7", lambda _path: webcam).open()
    assert f"cannot hold its {loose}: keep the light steady" in str(health)


def test_a_usb_camera_that_is_not_there_names_the_path() -> None:
    with pytest.raises(Gone, match="/dev/video7"):
        UsbSource("/dev/video7", lambda _path: Webcam(there=False)).open()


def test_a_usb_camera_unplugged_between_frames_is_lost() -> None:
    webcam = Webcam()
    source = UsbSource("/dev/video7", lambda _path: webcam)
    source.open()
    webcam.there = False
    with pytest.raises(Gone, match="cable"):
        source.grab()


def test_a_usb_camera_that_sent_nothing_while_settling_comes_back() -> None:
    """A device has one owner: as long as our own dead handle holds it, it opens for nobody, not even for us."""
    made: list[Webcam] = []

    def plug_in(_path: str) -> Webcam:
        webcam = Webcam(there=not any(other.there for other in made))
        webcam.sends = bool(made)
        made.append(webcam)
        return webcam

    camera = Live("usb", UsbSource("/dev/video7", plug_in), lambda: 1.0)
    camera.step()
    assert camera.health() == LOST
    camera.step()
    assert camera.health().fine
    assert camera.newest() is not None
