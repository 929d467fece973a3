"""What the lights cost: a picture made and encoded, against copying one; and as a share of a core at 30 a second."""

from hardware.lights.layout import Layout
from hardware.lights.spi import SpiLamps
from hardware.lights.wired_strip import WiredStrip
from hardware.rig.light_player import FRAME, frame
from tests.bench import bench, ratio, seconds
from tests.hardware.lights.sheet import MOMENTS

COUNT = 60


class Sink:
    """An SPI line that leads nowhere."""

    def writebytes2(self, data: bytes) -> None: ...

    def close(self) -> None: ...


@bench("render and encode 60 pixels")
def render_and_encode() -> None:
    layout = Layout(count=COUNT)
    strip = WiredStrip("spi", layout, lambda chosen: SpiLamps(chosen, Sink()), lambda: 0.0)
    plain = [(1, 2, 3)] * COUNT

    def every_moment() -> None:
        for moment in MOMENTS:
            strip.show(frame(moment.before, moment.said, COUNT, moment.time)[0])

    def floor() -> None:
        for _ in MOMENTS:
            bytes(level for pixel in plain for level in pixel)

    ratio(f"{len(MOMENTS)} pictures", every_moment, "flattening them to bytes", floor)
    print(f"  at 30 pictures a second: {seconds(every_moment) / len(MOMENTS) / FRAME:.2%} of one core (allowed: 1 %)")
