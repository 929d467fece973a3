"""What the lights say, as a pure function of the game's word for it, the strip's length and a time; it lights nothing.

Four gauges side by side: hits, then red, blue and yellow boulders, each filling up towards its limit, so that
position says what colour also says. Still and white means "wait, a picture is being taken": our own light must not
move across the mat then. No light ever blinks faster than 2.5 times a second.
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi
from typing import NamedTuple

from companion.common.lights import Lights, Mood
from hardware.boulders import BLUE, RED, YELLOW
from hardware.devices import Pixel

FEWEST, MOST = 8, 60

DARK: Pixel = (0, 0, 0)
EMBER: Pixel = (70, 28, 8)
WAIT: Pixel = (150, 150, 150)
USED: Pixel = (255, 214, 170)
ANGER: Pixel = (255, 24, 0)
LIMIT: Pixel = (70, 70, 70)
SEA: Pixel = (40, 120, 160)
TREASURE: Pixel = (255, 160, 20)

BOULDERS: Mapping[str, Pixel] = {RED: (255, 30, 20), BLUE: (30, 80, 255), YELLOW: (255, 200, 0)}

EMPTY_TIME = 0.5
SWAP_TIME = 0.9
CALL_TIME = 3.0
SHAKE_TIME = 2.0
SWELL_TIME = 6.4
ALARM_TIME = 3.2
ROLL_TIME = 1.5
ROLLS = 3
FADE_TIME = 2.4


def pixels(lights: Lights, count: int, time: float) -> list[Pixel]:
    """The picture `time` seconds after the game said so."""
    check_count(count)
    return MOODS[lights.mood].draw(lights, count, time)


def check_count(count: int) -> None:
    if not FEWEST <= count <= MOST:
        raise ValueError(f"The lights have {FEWEST} to {MOST} pixels, not {count}.")


def rest(lights: Lights) -> float | None:
    """When the picture comes to rest, in seconds after the game said so; None if it keeps moving."""
    return MOODS[lights.mood].rest


def scale(pixel: Pixel, by: float) -> Pixel:
    red, green, blue = pixel
    return int(red * by), int(green * by), int(blue * by)


def wave(time: float, period: float) -> float:
    """From 1 down to 0 and back within a period."""
    return 0.5 + 0.5 * cos(2 * pi * time / period)


def player(lights: Lights) -> Pixel:
    return lights.colour.rgb if lights.colour else EMBER


# The gauges


def sections(count: int) -> tuple[range, range, range, range]:
    """Where the gauge of hits and the three of boulders lie; a dark pixel parts them where there is room."""
    gap = 1 if count >= 12 else 0
    each = max(1, count // 6)
    red = count - 3 * each - 2 * gap
    step = each + gap
    colours = (range(start, start + each) for start in (red, red + step, red + 2 * step))
    first, second, third = colours
    return range(red - 1), first, second, third


class Shades(NamedTuple):
    """The colours of a gauge: its filled places, the one that is next, those still free, and the last free one."""

    full: Pixel
    coming: Pixel
    free: Pixel
    last: Pixel


def gauge(size: int, limit: int, filled: int, shades: Shades) -> list[Pixel]:
    """`filled` of `limit` on `size` pixels: places that can be counted, or a level where they are too few."""
    return _places(size, limit, filled, shades) if limit <= size else _level(size, limit, filled, shades)


def _places(size: int, limit: int, filled: int, shades: Shades) -> list[Pixel]:
    room = size // limit if limit else 0
    notch = [DARK] if room >= 3 else []
    row: list[Pixel] = []
    for place in range(limit):
        free = shades.last if place == limit - 1 else shades.free
        shade = shades.full if place < filled else shades.coming if place == filled else free
        row += [shade] * (room - len(notch)) + notch
    return row + [DARK] * (size - len(row))


def _level(size: int, limit: int, filled: int, shades: Shades) -> list[Pixel]:
    level = filled * size / limit
    reach = min(level + size / limit, size)
    row = []
    for place in range(size):
        done = min(1.0, max(0.0, level - place))
        soon = min(1.0, max(0.0, reach - place)) - done
        row.append(blend(blend(shades.free, shades.coming, soon), shades.full, done))
    return row


def blend(low: Pixel, high: Pixel, part: float) -> Pixel:
    if part <= 0:
        return low
    return (
        int(low[0] + (high[0] - low[0]) * part),
        int(low[1] + (high[1] - low[1]) * part),
        int(low[2] + (high[2] - low[2]) * part),
    )


def gauges(lights: Lights, count: int, beat: float, alarm: float) -> list[Pixel]:
    """All four gauges; the next hit's place glows by `beat`, the boulders nearest their limit by `alarm` (0 to 1)."""
    row = [DARK] * count
    hits, *colours = sections(count)
    left = scale(player(lights), 0.25)
    shades = Shades(USED, blend(left, player(lights), beat), left, left)
    row[hits.start : hits.stop] = gauge(len(hits), lights.hit_limit, lights.hits_used, shades)
    most = max(lights.boulders.get(name, 0) for name in BOULDERS)
    for (name, colour), there in zip(BOULDERS.items(), colours, strict=True):
        number, free = lights.boulders.get(name, 0), scale(colour, 0.15)
        coming = LIMIT if number == lights.colour_limit - 1 else free
        shades = Shades(scale(colour, alarm if number == most else 1.0), coming, free, LIMIT)
        row[there.start : there.stop] = gauge(len(there), lights.colour_limit, number, shades)
    return row


# The moods


def _idle(_lights: Lights, count: int, _time: float) -> list[Pixel]:
    row = [DARK] * count
    row[0] = row[-1] = row[count // 2] = EMBER
    return row


def _turn(lights: Lights, count: int, time: float) -> list[Pixel]:
    """One lamp for the first of the game's colours, two for the second, and so on; they travel a moment, then rest.

    Where something is left that can be counted, it is shown once they rest.
    """
    colour = player(lights)
    if lights.left and time >= CALL_TIME:
        return _with_left([scale(colour, 0.08)] * count, lights.left, colour)
    lamps = lights.colour.number if lights.colour else 1
    shift = int(min(time, CALL_TIME) / CALL_TIME * count)
    row = [scale(colour, 0.08)] * count
    for lamp in range(lamps):
        start = shift + lamp * count // lamps
        for place in range(start, start + max(1, count // 12)):
            row[place % count] = colour
    return row


def _ready(lights: Lights, count: int, time: float) -> list[Pixel]:
    return gauges(lights, count, wave(time, 1.2), 1.0)


def _warned(lights: Lights, count: int, time: float) -> list[Pixel]:
    return gauges(lights, count, wave(time, 1.2), 0.2 + 0.8 * wave(time, 0.6))


def _counting(_lights: Lights, count: int, _time: float) -> list[Pixel]:
    return [WAIT] * count


def _angry(lights: Lights, count: int, time: float) -> list[Pixel]:
    """Every second lamp, jumping to and fro like a shaken mountain; then dim, with what was too much shining out."""
    if time < SHAKE_TIME:
        shaken = int(time / 0.4) % 2
        return [ANGER if place % 2 == shaken else DARK for place in range(count)]
    row = [scale(ANGER, 0.3) if place % 2 else DARK for place in range(count)]
    for (name, colour), there in zip(BOULDERS.items(), sections(count)[1:], strict=True):
        if lights.boulders.get(name, 0) > lights.colour_limit:
            row[there.start : there.stop] = [colour] * len(there)
    return row


def _won(lights: Lights, count: int, time: float) -> list[Pixel]:
    """A fountain in the winner's colour: from the middle out to both ends."""
    colour = player(lights)
    tail = max(3, count // 6)
    front = (time % 1.5) / 1.5 * (count / 2 + tail)
    row = []
    for place in range(count):
        behind = front - abs(place - (count - 1) / 2)
        row.append(scale(colour, 1.0 - 0.9 * behind / tail if 0 <= behind < tail else 0.1))
    return row


def _lost(_lights: Lights, count: int, time: float) -> list[Pixel]:
    """The fire burns down: lamp after lamp goes out, from both ends inwards, until one ember is left."""
    middle = (count - 1) // 2
    alight = max(0.0, 1 - time / FADE_TIME) * (count // 2 + 1)
    row = [scale(USED, min(1.0, max(0.0, alight - abs(place - middle)))) for place in range(count)]
    row[middle] = blend(EMBER, USED, min(1.0, alight))
    return row


def _danger(lights: Lights, count: int, time: float) -> list[Pixel]:
    """A red glow that swells from both ends four times, then rests there, low, for as long as the danger lasts.

    Whose turn it is, if that is told, is called first between the red ends; then so many lamps in the middle are in
    that colour as are left.
    """
    if lights.colour and time < CALL_TIME:
        end = [ANGER] * max(1, count // 6)
        return [*end, *_turn(lights, count, time)[len(end) : count - len(end)], *end]
    time -= CALL_TIME if lights.colour else 0.0
    swell = 1 - wave(time, SWELL_TIME / 4) if time < SWELL_TIME else 0.0
    reach = count / 6 + swell * count / 4
    row = []
    for place in range(count):
        within = reach - min(place, count - 1 - place)
        row.append(scale(ANGER, (0.25 + 0.75 * swell) * min(1.0, max(0.0, within))))
    return _with_left(row, lights.left, lights.colour.rgb if lights.colour else TREASURE)


def _alarm(lights: Lights, count: int, time: float) -> list[Pixel]:
    """All lamps at once, on and off; then what is left of it."""
    if time < ALARM_TIME:
        return [DARK if int(time / 0.4) % 2 else ANGER] * count
    return _with_left([DARK] * count, lights.left, TREASURE)


def _with_left(row: list[Pixel], left: int, colour: Pixel) -> list[Pixel]:
    """So many lamps in the middle, with a dark one between every two of them where there is room."""
    count = len(row)
    lamps = min(left, count)
    if not lamps:
        return row
    step = 2 if 2 * lamps < count else 1
    width = step * (lamps - 1) + 1
    start = (count - width) // 2
    if step == 2:
        row[start - 1 : start + width + 1] = [DARK] * (width + 2)
    row[start : start + width : step] = [colour] * lamps
    return row


def _wave(lights: Lights, count: int, time: float) -> list[Pixel]:
    """A crest that rolls from the first lamp to the last three times and leaves everything under water."""
    water = lights.colour.rgb if lights.colour else SEA
    tail = max(3, count // 3)
    front = time % ROLL_TIME / ROLL_TIME * (count + tail) if time < ROLL_TIME * ROLLS else float("inf")
    row = []
    for place in range(count):
        behind = front - place
        row.append(scale(water, 1.0 - 0.8 * behind / tail if 0 <= behind < tail else 0.2))
    return row


class Effect(NamedTuple):
    """How a mood is drawn, and how many seconds later it stands still; None: never."""

    draw: Callable[[Lights, int, float], list[Pixel]]
    rest: float | None


MOODS: Mapping[Mood, Effect] = {
    "idle": Effect(_idle, 0.0),
    "turn": Effect(_turn, CALL_TIME),
    "ready": Effect(_ready, None),
    "counting": Effect(_counting, 0.0),
    "warned": Effect(_warned, None),
    "angry": Effect(_angry, SHAKE_TIME),
    "won": Effect(_won, None),
    "lost": Effect(_lost, FADE_TIME),
    "danger": Effect(_danger, CALL_TIME + SWELL_TIME),
    "alarm": Effect(_alarm, ALARM_TIME),
    "wave": Effect(_wave, ROLL_TIME * ROLLS),
}


# What happens between two words


def change(before: Lights, now: Lights, picture: Sequence[Pixel], time: float) -> list[Pixel] | None:
    """What is shown while one word gives way to the next; None when that has been told and `picture` shows alone.

    An empty hit closes the picture from both ends like a lid; a role swap draws the new hammerer's colour from one end
    to the other, one way and then back.
    """
    if now.mood == "counting":
        return None
    empty = now.hits_used > before.hits_used and sum(now.boulders.values()) == sum(before.boulders.values())
    if empty:
        if time < EMPTY_TIME:
            return _lid(picture, time / EMPTY_TIME)
        time -= EMPTY_TIME
    if now.swaps > before.swaps and time < SWAP_TIME:
        return _sweep(player(now), picture, time / SWAP_TIME, backwards=now.swaps % 2 == 0)
    return None


def _lid(picture: Sequence[Pixel], part: float) -> list[Pixel]:
    closed = (1 - abs(2 * part - 1)) * len(picture) / 2
    return [DARK if min(place, len(picture) - 1 - place) < closed else pixel for place, pixel in enumerate(picture)]


def _sweep(colour: Pixel, picture: Sequence[Pixel], part: float, *, backwards: bool) -> list[Pixel]:
    reached = int(part * len(picture)) + 1
    row = [colour] * reached + [DARK] * (len(picture) - reached)
    return row[::-1] if backwards else row
