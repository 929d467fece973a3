"""The Pico's main loop: samples into the detector, lines out to the host; it never touches the hardware itself.

What the lines mean is written down in hardware/hits/PROTOCOL.md. A board gives the samples and takes the lines.
"""

import json

from detector import GAP_MS, Detector

TYPE_CHECKING = False  # MicroPython has no typing
if TYPE_CHECKING:
    from board import Board

VERSION = 1  # of the protocol
FIRMWARE = 2  # of this program; the host offers to replace an older one
RATE = 8000
SCALE = 2047  # counts from the middle of the 12-bit converter to its end
BLOCK = 64  # samples the board gives at a time: 8 ms
BEFORE = 320  # samples kept of a hit: so many before its onset,
AFTER = 512  # so many after
BLINK = 12  # blocks
BATCH = 12  # levels a line while the host watches
BEAT = RATE // BLOCK  # blocks a second
RENEW = 3600  # seconds: counters that outgrow a small integer make MicroPython slow
LONGEST_WATCH = 60  # seconds
LIMITS = {"threshold": (0, SCALE), "gap": GAP_MS}
KEPT = {"threshold": 0, "gap": 200}


class Listener:
    def __init__(self, board: "Board") -> None:
        self.board = board
        self.settings = KEPT
        try:
            self.settings = checked(board.load())
        except Exception:
            pass  # a new Pico has kept nothing yet, and one that lost power while writing kept anything at all
        self._listen(0)
        self._beats = 0
        self._hits = 0
        self._loudest = 0
        self._blinking = 0
        self._watched = 0
        self._levels: list[int] = []

    def _listen(self, floor: int) -> None:
        self.detector = Detector(RATE, self.settings["gap"], self.settings["threshold"], floor)
        self._blocks = 0

    def step(self) -> bool:
        """One block of samples, if there is one; the host is heard while there is none."""
        block = self.board.block()
        if block is None:
            self._obey()
            return False
        self._blocks += 1
        for onset, peak, length in self.detector.feed(block):
            self._tell(onset, peak, length)
        self._look(self.detector.loudest)
        self.detector.loudest = 0
        if self._blocks % BEAT == 0:
            self._beat()
        return True

    def _tell(self, onset: int, peak: int, length: int) -> None:
        self._hits += 1
        taken = self._blocks * BLOCK - onset
        samples = self.board.past(taken + BEFORE, BEFORE + AFTER)
        ago = taken + self.board.behind()  # what waits in the ring is time that has passed as well
        head = json.dumps({"hit": self._hits, "ago": ago * 1000 // RATE, "peak": peak, "length": length * 1000 // RATE})
        self.board.say(f'{head[:-1]}, "raw": "{samples}"}}')  # json would look at each digit
        self.board.led(True)
        self._blinking = BLINK

    def _look(self, level: int) -> None:
        if level > self._loudest:
            self._loudest = level
        if self._blinking:
            self._blinking -= 1
            if not self._blinking:
                self.board.led(False)
        if self._watched:
            self._watched -= 1
            self._levels.append(level)
            if len(self._levels) == BATCH or not self._watched:
                self._say({"levels": self._levels})
                self._levels = []

    def _beat(self) -> None:
        self._beats += 1
        self._say(
            {
                "beat": self._beats,
                "version": VERSION,
                "sensor": "pico",
                "firmware": FIRMWARE,
                "rate": RATE,
                "scale": SCALE,
                "noise": self.detector.floor,
                "loudest": self._loudest,
                "lost": self.board.lost,
                "threshold": self.settings["threshold"],
                "gap": self.settings["gap"],
            }
        )
        quiet = self._loudest <= 2 * self.detector.floor
        self._loudest = 0
        if quiet and self._blocks >= RENEW * BEAT:
            self._listen(self.detector.floor)

    def _obey(self) -> None:
        line = self.board.asked()
        if not line:
            return
        try:
            wish = json.loads(line)
            if "watch" in wish:
                self._watched = max(0, min(int(wish["watch"]), LONGEST_WATCH)) * BEAT
            elif "keep" in wish:
                self._keep(wish["keep"])
            else:
                self._say({"refused": "neither watch nor keep"})
        except Exception as error:  # whatever a host may send, listening goes on
            self._say({"refused": str(error) or repr(error)})

    def _keep(self, wish: object) -> None:
        settings = checked(wish)
        kept: dict[str, object] = {"kept": settings}
        if settings != self.settings:
            self.settings = settings
            self._listen(self.detector.floor)
            try:
                self.board.keep(settings)  # flash wears out: only what is new is written
            except OSError as error:
                kept["unsaved"] = str(error)  # they are in force all the same, and the host sends them after a restart
        self._say(kept)

    def _say(self, message: object) -> None:
        self.board.say(json.dumps(message))


def checked(wish: object) -> "dict[str, int]":
    """Whole numbers within their limits, or ValueError."""
    settings: dict[str, int] = {}
    for name, (least, most) in LIMITS.items():
        value = wish.get(name, KEPT[name]) if isinstance(wish, dict) else None
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"{name} must be a whole number from {least} to {most}")
        settings[name] = value
    return settings
