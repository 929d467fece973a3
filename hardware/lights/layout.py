"""How the strip is built and how bright it may be: makes a picture the lamps' levels, and sends nothing."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import ip_address
from itertools import chain
from typing import Literal

import msgspec

from hardware.devices import Pixel
from hardware.lights.effects import check_count

GAMMA = 2.2
"""A picture is meant for eyes, a lamp's light grows evenly with its number: without this, dim would look bright."""

CHANNEL_MA = 20.0
IDLE_MA = 1.0
"""A WS2812 draws some 20 mA a channel at full, and about 1 mA when dark."""

ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ring's picture starts at lamp `first`; `limit_ma` is what the supply can spare for the lamps."""

    count: int = 24
    shape: Literal["strip", "ring"] = "strip"
    first: int = 0
    backwards: bool = False
    order: str = "GRB"
    brightness: float = 0.6
    limit_ma: float = 500.0
    spi: str = "/dev/spidev0.0"  # spi: the line's device
    pin: str = "D18"  # neopixel: the pin's name on the board
    address: str = ""  # wled: where it is in the house's network, in numbers

    def __post_init__(self) -> None:
        check_count(self.count)
        if self.order not in ORDERS:
            raise ValueError(f"The colour order is one of {', '.join(ORDERS)}, not {self.order}.")
        if not 0 <= self.first < self.count:
            raise ValueError(f"The first lamp is one of 0 to {self.count - 1}, not {self.first}.")
        if self.first and self.shape == "strip":
            raise ValueError("Only a ring can be turned: a strip's first lamp is lamp 0.")
        if not 0.0 <= self.brightness <= 1.0:
            raise ValueError(f"Brightness goes from 0 to 1, not {self.brightness}.")
        if self.limit_ma <= self.count * IDLE_MA:
            raise ValueError(f"{self.count} lamps draw {self.count * IDLE_MA:.0f} mA even when dark: allow them more.")
        if self.address and not _is_in_the_house(self.address):
            raise ValueError(f"WLED's address is one in the house, such as 192.168.1.50, not {self.address}.")

    def levels(self, picture: Sequence[Pixel]) -> list[Pixel]:
        """The lamps' own levels, lamp by lamp as they are wired, never above the current limit."""
        if len(picture) != self.count:
            raise ValueError(f"The strip has {self.count} lamps, the picture {len(picture)}.")
        flat = bytes(chain.from_iterable(self._placed(picture))).translate(_table(self.brightness))
        drawn, allowed = current(flat) - self.count * IDLE_MA, self.limit_ma - self.count * IDLE_MA
        if drawn > allowed:
            flat = flat.translate(_dimmer(int(allowed / drawn * 256)))
        lamps = iter(flat)
        return list(zip(lamps, lamps, lamps, strict=True))

    def _placed(self, picture: Sequence[Pixel]) -> list[Pixel]:
        step = -1 if self.backwards else 1
        start = self.first if self.shape == "ring" else (self.count - 1 if self.backwards else 0)
        return [picture[(lamp - start) * step % self.count] for lamp in range(self.count)]


def _is_in_the_house(address: str) -> bool:
    """A name would have to be looked up, which can take longer than the lights may wait."""
    try:
        return ip_address(address).is_private
    except ValueError:
        return False


def current(levels: bytes) -> float:
    """What lamps at these levels, three bytes each, draw in mA."""
    return sum(levels) / 255 * CHANNEL_MA + len(levels) // 3 * IDLE_MA


@lru_cache(maxsize=8)
def _table(brightness: float) -> bytes:
    return bytes(round(255 * (value / 255) ** GAMMA * brightness) for value in range(256))


@lru_cache(maxsize=257)
def _dimmer(part: int) -> bytes:
    return bytes(value * part // 256 for value in range(256))
