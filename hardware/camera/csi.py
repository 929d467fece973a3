"""A Raspberry Pi camera on its ribbon cable, through picamera2; it never falls back to another camera.

picamera2 waits for a frame for ever unless told how long, and what waits for a torn cable holds up all that is asked
of the camera after it, even its stop: every wait here has its limit, and what did not come is called off.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from companion.common.health import Health, failing
from hardware.camera.live import LOST, Gone, Live, running
from hardware.devices import Clock, Image

WIDTH, HEIGHT = 1280, 720
SETTLING = 1.5
"""Seconds until exposure and white balance have found the light."""
PATIENCE = 2.0
"""Seconds for a frame; thirty come in one."""
FOCUSING = 3.0
"""Seconds for the lens to run once from end to end; all of opening must take less than a thread may be busy."""
MANUAL_FOCUS = 0
"""What libcamera calls a lens that stays where it is put."""
AT_THE_MAT = 2.5
"""Dioptres: 40 cm, as far as the mat is away."""
NEAREST, FARTHEST = 5.0, 1.25
"""Dioptres, 20 and 80 cm: what is found sharp beyond them is a hand or the floor."""


def _picamera() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise Gone(
            failing(
                "The ribbon camera needs picamera2: sudo apt install python3-picamera2, and a venv with system "
                "packages."
            )
        ) from error
    return Picamera2()


class CsiSource:
    def __init__(self, make: Callable[[], Any] = _picamera, settle: Callable[[float], object] = time.sleep) -> None:
        self._make = make
        self._wait = settle
        self._camera: Any = None
        self._request: Any = None

    def open(self) -> Health:
        try:
            self._camera = camera = self._make()
            if "ColourGains" not in camera.camera_controls:
                raise Gone(
                    failing("The ribbon camera sees no colours, and boulders are told by theirs: use a colour one.")
                )
            # What picamera2 calls RGB888 lies in memory as blue, green, red.
            main = {"size": (WIDTH, HEIGHT), "format": "RGB888"}
            camera.configure(camera.create_video_configuration(main=main, sensor=whole_view(camera.sensor_modes)))
            camera.start()
            self._settle(camera)
        except TimeoutError as error:
            raise Gone(LOST) from error
        except (RuntimeError, IndexError, OSError) as error:
            raise Gone(
                failing(
                    "No ribbon camera was found: switch the Pi off and check the cable's both ends ({reason}).",
                    reason=str(error),
                )
            ) from error
        return running("csi")

    def grab(self) -> None:
        if self._camera is None:
            raise Gone(LOST)
        self._let_go()
        try:
            self._request = self._camera.capture_request(wait=PATIENCE)
        except (RuntimeError, OSError) as error:
            raise Gone(LOST) from error

    def unpack(self) -> Image:
        if self._request is None:
            raise Gone(LOST)
        return np.asarray(self._request.make_array("main"), np.uint8)

    def close(self) -> None:
        self._let_go()
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.cancel_all_and_flush()
            camera.close()

    def _let_go(self) -> None:
        """Every picture goes back to the camera, which has only a few to fill."""
        request, self._request = self._request, None
        if request is not None:
            request.release()

    def _settle(self, camera: Any) -> None:
        camera.set_controls({"AeEnable": True, "AwbEnable": True})
        self._wait(SETTLING)
        focus = self._focus(camera) if "AfMode" in camera.camera_controls else {}
        found = camera.capture_metadata(wait=PATIENCE)
        held = {name: found[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains")}
        camera.set_controls({"AeEnable": False, "AwbEnable": False, **held, **focus})

    def _focus(self, camera: Any) -> dict[str, object]:
        """Focus once and stay there: a lens left to itself rests at a metre, or hunts whenever a hand comes by."""
        at = AT_THE_MAT
        try:
            if camera.autofocus_cycle(wait=FOCUSING):
                found = camera.capture_metadata(wait=PATIENCE)["LensPosition"]
                at = found if FARTHEST <= found <= NEAREST else AT_THE_MAT
        except TimeoutError:
            camera.cancel_all_and_flush()
        return {"AfMode": MANUAL_FOCUS, "LensPosition": at}


def whole_view(modes: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """The sensor's mode that sees its whole width and is not larger than it must be; nothing where it tells no modes.

    Left to itself the system takes the mode nearest in size: on most sensors that is one cut out of the middle, which
    does not see the whole mat.
    """
    large = [mode for mode in modes if "crop_limits" in mode and mode["size"] >= (WIDTH, HEIGHT)]
    widest = max((mode["crop_limits"][2] for mode in large), default=0)
    whole = [mode for mode in large if mode["crop_limits"][2] == widest]
    if not whole:
        return {}
    best = min(whole, key=lambda mode: (mode["size"], -mode["bit_depth"]))
    return {"output_size": best["size"], "bit_depth": best["bit_depth"]}


def open_csi(clock: Clock) -> Live:
    camera = Live("csi", CsiSource(), clock)
    camera.start()
    return camera
