"""What a clock is to us: it is passed in, so that a test can set it; nothing here looks at one."""

from collections.abc import Callable

Clock = Callable[[], float]
"""Says the seconds since some moment: `time.monotonic` in the product."""
