"""What a simulated camera looks at: cubes and dice on the mat, the light, perhaps a hand; values that never change."""

import msgspec

Colour = tuple[float, float, float]
"""Linear red, green and blue."""


class Cube(msgspec.Struct, frozen=True):
    """A boulder: its middle on the mat, turned by `angle` and leaning by `tilt` degrees, lifted off the mat."""

    colour: str
    x_mm: float
    y_mm: float
    angle: float = 0.0
    tilt: float = 0.0
    lift_mm: float = 0.0


class Die(msgspec.Struct, frozen=True):
    """Lies like a cube. `sides` names what is drawn on each of the six: the one on top, its opposite, those around."""

    sides: tuple[str, ...]
    x_mm: float
    y_mm: float
    angle: float = 0.0
    tilt: float = 0.0
    lift_mm: float = 0.0


class Light(msgspec.Struct, frozen=True):
    """One lamp in a room: how bright, which cast, from where (degrees), how much comes from everywhere, how uneven."""

    brightness: float = 1.0
    cast: Colour = (1.0, 1.0, 1.0)
    azimuth: float = 130.0
    elevation: float = 60.0
    ambient: float = 0.45
    slope: float = 0.25
    """How much brighter the side towards the lamp is than the far side, as a share of the middle."""
    tower: float = 0.0
    """How much of the light the tower keeps off the mat where its shadow falls."""


class Scene(msgspec.Struct, frozen=True):
    cubes: tuple[Cube, ...] = ()
    hand: bool = False
    light: Light = Light()
    dice: tuple[Die, ...] = ()
