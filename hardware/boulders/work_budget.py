"""How much work one count may take; it never reads a clock, so the same picture gives the same count on any machine.

Work is measured in pixels looked at once. What a step costs besides is given in pixels too, as it was measured: fifteen
to twenty nanoseconds each on one core of a desktop that has nothing else to do, twice that on a busy one. How long it
takes on a Pi was not measured, nor how near the longest one comes to what the supervisor takes for stuck. What is not
explained when the budget is spent is unsure.
"""

A_COUNT = 15e6

A_PHOTO = 40e6
"""Of a bare table, where nothing is known beforehand; no hammering waits for it."""


class Budget:
    """Spent step by step; who finds it exhausted stops and keeps the best there is so far."""

    def __init__(self, work: float = A_COUNT) -> None:
        self._work = work
        self.spent = 0.0
        self.exhausted = False

    def spend(self, pixels: float) -> None:
        """On a small step, which is done in any case."""
        self.spent += pixels
        self.exhausted = self.exhausted or self.spent > self._work

    def affords(self, pixels: float) -> bool:
        """Whether a step that may be large can be done; then it is paid for. If not, nothing can, from now on."""
        if self.exhausted or self.spent + pixels > self._work:
            self.exhausted = True
            return False
        self.spent += pixels
        return True
