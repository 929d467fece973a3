"""The lights as the host sets them up: as they are lit, a trial picture, their layout changed; it draws nothing."""

from collections.abc import Sequence
from itertools import chain

import msgspec

from companion.app.device_setup import writing
from companion.app.settings import CompanionSettings
from companion.rules import Illegal, say
from companion.settings import Settings
from hardware.devices import Clock, Pixel, Strip
from hardware.lights.layout import GAMMA, IDLE_MA, Layout, current
from hardware.lights.trial_picture import TRIAL_TIME
from hardware.rig.light_player import LightPlayer
from web.device_api import Arrangement


class Lit(msgspec.Struct, frozen=True):
    """The lamps in the order of the wire, as eyes see them, and what they draw."""

    strip: str
    lamps: Sequence[Pixel]
    draws_ma: float
    arrangement: Arrangement
    trying: bool


class LightsSetup:
    def __init__(
        self, strip: Strip, light_player: LightPlayer, settings: Settings[CompanionSettings], clock: Clock
    ) -> None:
        self._strip = strip
        self._light_player = light_player
        self._settings = settings
        self._clock = clock
        self._trial_ends = 0.0

    def now(self) -> Lit:
        layout, picture = self._settings.values.lights, self._light_player.pixels
        # Between a change and the next picture the old picture may have another length.
        levels = layout.levels(picture) if len(picture) == layout.count else [(0, 0, 0)] * layout.count
        drawn = current(bytes(chain.from_iterable(levels)))
        return Lit(
            strip=self._strip.name,
            lamps=[to_the_eye(level) for level in levels],
            draws_ma=round(drawn, 1),
            arrangement=arrangement_of(layout),
            trying=self._clock() < self._trial_ends,
        )

    def try_out(self) -> None:
        self._trial_ends = self._clock() + TRIAL_TIME
        self._light_player.try_out()

    def arrange(self, arrangement: Arrangement) -> None:
        _demand_possible(arrangement)
        wanted, layout = msgspec.structs.asdict(arrangement), self._settings.values.lights
        changes = {f"lights.{name}": value for name, value in wanted.items() if value != getattr(layout, name)}
        with writing():
            self._settings.change(changes)
        self._light_player.arrange(self._settings.values.lights)


def arrangement_of(layout: Layout) -> Arrangement:
    """Of the layout, what the host may change."""
    return Arrangement(**{name: getattr(layout, name) for name in Arrangement.__struct_fields__})


def to_the_eye(level: Pixel) -> Pixel:
    """A lamp's level as a screen shows it: the other way round of what made the picture a level."""
    red, green, blue = (round(255 * (part / 255) ** (1 / GAMMA)) for part in level)
    return red, green, blue


def _demand_possible(wanted: Arrangement) -> None:
    if wanted.first >= wanted.count:
        words = say("The first lamp is one of 0 to {last}.", last=wanted.count - 1)
        raise Illegal("bad_first_lamp", words)
    if wanted.first and wanted.shape == "strip":
        raise Illegal("bad_first_lamp", say("Only a ring can be turned: a strip begins where its cable does."))
    if wanted.limit_ma <= wanted.count * IDLE_MA:
        idle = round(wanted.count * IDLE_MA)
        words = say("{count} lamps draw {idle} mA even when dark: allow them more.", count=wanted.count, idle=idle)
        raise Illegal("bad_limit", words)
