"""A hit sensor written from PROTOCOL.md alone, as a stranger would: it shares no code with ours.

It samples slowly, keeps its settings in a dictionary and rings a blow whenever the test strikes it.
"""

import json

SCALE = 511
RATE = 1000


class ToySensor:
    def __init__(self) -> None:
        self.out = b"Booting...\r\nready\r\n"
        self._typed = b""
        self._settings = {"threshold": 40, "gap": 250}
        self._beats = 0
        self._hits = 0
        self._ms = 0
        self._watched = 0
        self._levels: list[int] = []
        self._struck: list[int] = []
        self._last_hit = -10_000

    def strike(self) -> None:
        self._struck.append(self._ms)

    def pass_time(self, ms: int) -> None:
        for _ in range(ms):
            self._ms += 1
            if self._ms % 1000 == 0:
                self._beat()
            if self._ms % 8 == 0 and self._watched:
                self._watch()
            if self._struck and self._ms == self._struck[0] + 90:
                self._hit(self._struck.pop(0))

    def typed(self, data: bytes) -> None:
        self._typed += data
        while b"\n" in self._typed:
            line, self._typed = self._typed.split(b"\n", 1)
            self._obey(line[:200])

    def _tell(self, **what: object) -> None:
        self.out += json.dumps(what).encode() + b"\r\n"

    def _beat(self) -> None:
        self._beats += 1
        self._tell(
            beat=self._beats,
            version=1,
            sensor="toy",
            rate=RATE,
            scale=SCALE,
            noise=2,
            loudest=3,
            lost=0,
            **self._settings,
        )

    def _watch(self) -> None:
        self._watched -= 1
        self._levels.append(2)
        if len(self._levels) == 10 or not self._watched:
            self._tell(levels=self._levels)
            self._levels = []

    def _hit(self, struck: int) -> None:
        if struck - self._last_hit < self._settings["gap"]:
            return
        self._last_hit = struck
        self._hits += 1
        swing = [256 + (200 if 40 <= at < 60 and at % 2 else 0) for at in range(110)]
        raw = b"".join(sample.to_bytes(2, "little") for sample in swing).hex()
        self._tell(hit=self._hits, ago=self._ms - struck, peak=200, length=20, raw=raw)

    def _obey(self, line: bytes) -> None:
        try:
            wish = json.loads(line)
            if "watch" in wish:
                self._watched = max(0, min(60, int(wish["watch"]))) * 125
            elif "keep" in wish:
                self._keep(wish["keep"])
            else:
                self._tell(refused="what?")
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            self._tell(refused=str(error))

    def _keep(self, wish: dict[str, int]) -> None:
        threshold, gap = wish["threshold"], wish["gap"]
        if not (isinstance(threshold, int) and isinstance(gap, int) and 0 <= threshold <= SCALE and 20 <= gap <= 5000):
            raise ValueError("out of bounds")
        self._settings = {"threshold": threshold, "gap": gap}
        self._tell(kept=self._settings)
