"""What the rest of the table may ask of a device; every driver and every simulated twin answers to these.

Times are seconds on the clock that was passed in (`time.monotonic` in the product). `close()` can be called twice.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.common.clock import Clock as Clock
from companion.common.health import Health

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
else:
    # Lights and sensor work before numpy is loaded, which takes seconds on a small Pi.
    Image = Any
"""A picture as OpenCV keeps it: rows, columns, and blue, green, red."""

Pixel = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


class Blow(NamedTuple):
    """One hit that was heard: when, how hard (0 to 1 of full scale), how long it rang in seconds."""

    time: float
    strength: float
    length: float


class Frame(NamedTuple):
    image: Image
    time: float
    number: int


class Device(Protocol):
    @property
    def name(self) -> str: ...

    def health(self) -> Health: ...

    def close(self) -> None: ...


class HitSensor(Device, Protocol):
    def start(self, heard: Callable[[Blow], None]) -> None:
        """Begin to listen; `heard` is called from the driver's thread and must only put the blow on a queue."""


class Camera(Device, Protocol):
    def newest(self) -> Frame | None:
        """The newest frame, or None while there is none to be had."""


class Strip(Device, Protocol):
    def show(self, pixels: Sequence[Pixel]) -> None: ...
