"""The lights' desk: the strip as it is lit, a trial picture, its layout changed while it shines; it draws nothing."""

from itertools import chain

import msgspec

from companion.cli.desks import store
from companion.cli.settings import CompanionSettings
from companion.rules import Illegal, say
from companion.settings import Settings
from hardware.devices import Clock, Pixel, Strip
from hardware.lights.layout import GAMMA, IDLE_MA, Layout, current
from hardware.lights.trial import TRIAL_TIME
from hardware.rig.show import Show
from web.desks import Arrangement, Lit


class LightsDesk:
    def __init__(self, strip: Strip, show: Show, settings: Settings[CompanionSettings], clock: Clock) -> None:
        self._strip = strip
        self._show = show
        self._settings = settings
        self._clock = clock
        self._trial_ends = 0.0

    def now(self) -> Lit:
        layout, picture = self._settings.values.lights, self._show.pixels
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
        self._show.try_out()

    def arrange(self, arrangement: Arrangement) -> None:
        _demand_possible(arrangement)
        before, after = (msgspec.structs.asdict(each) for each in (self.now().arrangement, arrangement))
        store(self._settings, {f"lights.{name}": after[name] for name in after if after[name] != before[name]})
        self._show.arrange(self._settings.values.lights)


def arrangement_of(layout: Layout) -> Arrangement:
    known = msgspec.structs.asdict(layout)
    return Arrangement(**{field: known[field] for field in Arrangement.__struct_fields__})


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
