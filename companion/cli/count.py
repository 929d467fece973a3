"""`companion count PHOTO…`: counts the pieces in photos and says what it saw; it needs neither camera nor game."""

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import msgspec

from companion.common.health import Health
from companion.common.text import say
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count
from hardware.boulders.overlay import draw
from hardware.boulders.photos import count_photo, read_colours, read_photo, row
from hardware.devices import Image
from web.i18n import LANGUAGES, Catalogue


def add_parser(commands: Any) -> None:
    parser = commands.add_parser("count", help="count the pieces in photos, with the mat or without")
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=Path)
    parser.add_argument("--colours", type=Path, metavar="FILE", help="TOML: [colours] with samples for each name")
    parser.add_argument("--json", action="store_true", help="print a list with an object for each photo")
    parser.add_argument("--annotate", type=Path, metavar="OUT.png", help="write the photo with what was recognised")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 if every photo was counted, 1 if one could not be, 2 if the question itself was wrong."""
    calibration = Calibration()
    if arguments.colours is not None:
        colours = read_colours(arguments.colours)
        if isinstance(colours, Health):
            return _refused(colours)
        calibration = Calibration(colours)
    if arguments.annotate is not None and len(arguments.photos) > 1:
        return _refused("--annotate writes one picture: name one photo.")
    counted: list[tuple[str, Count]] = []
    for path in arguments.photos:
        image = read_photo(path)
        count = _uncounted(image, calibration) if isinstance(image, Health) else count_photo(image, calibration)
        counted.append((str(path), count))
        if (
            arguments.annotate is not None
            and not isinstance(image, Health)
            and not _write(arguments.annotate, image, count)
        ):
            return _refused(f"{arguments.annotate} cannot be written: name a .png in a folder that exists.")
    if arguments.json:
        print(msgspec.json.encode([row(photo, count) for photo, count in counted]).decode())
    else:
        words = Catalogue(spoken(os.environ))
        for photo, count in counted:
            print(f"{photo}: {_line(count, words)}")
    return 1 if any(count.trouble for _, count in counted) else 0


def spoken(environment: Mapping[str, str]) -> str:
    """The language of whoever sits at the keyboard, as the system tells it."""
    told = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "en")
    return told[:2] if told[:2] in LANGUAGES else "en"


def _uncounted(trouble: Health, calibration: Calibration) -> Count:
    return Count((), dict.fromkeys(calibration.colours, 0), 0.0, False, trouble)


def _write(path: Path, image: Image, count: Count) -> bool:
    try:
        return cv2.imwrite(str(path), draw(image, count))
    except cv2.error:
        return False


def _refused(words: Health | str) -> int:
    print(words, file=sys.stderr)
    return 2


def _line(count: Count, words: Catalogue) -> str:
    if count.trouble is not None:
        return words.say(count.trouble.text)
    translated = words.translations.gettext
    parts = ", ".join(f"{number} {translated(name)}" for name, number in count.colours.items() if number)
    sure = "" if count.sure else f" ({words.say(say('not sure'))})"
    return f"{count.total}" + (f" ({parts})" if parts else "") + sure
