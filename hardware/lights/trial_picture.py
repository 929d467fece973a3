"""A picture to try a strip with: tells colour order, first lamp and direction at a glance; no game ever says it."""

from hardware.devices import Pixel

TRIAL_TIME = 10.0
LAP = 2.0

MARKS: tuple[Pixel, ...] = ((255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255))
RUNNER: Pixel = (255, 120, 0)


def trial(count: int, time: float) -> list[Pixel]:
    """White, red, green, blue from the first lamp on; a light runs on from there to the last."""
    row = [*MARKS, *[(0, 0, 0)] * (count - len(MARKS))]
    row[len(MARKS) + int(time % LAP / LAP * (count - len(MARKS)))] = RUNNER
    return row
