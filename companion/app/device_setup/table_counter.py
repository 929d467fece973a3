"""What the camera was taught at this table, kept in the state folder, and the counter made of it; it learns nothing."""

import logging
from pathlib import Path

import msgspec

from companion.atomic_files import put
from companion.common.boulders import COLOUR_NAMES, COLOURS
from companion.common.health import Health, failing
from companion.common.text import listed
from hardware.boulders import store
from hardware.boulders.bare_table.count_pieces import count_on_bare_table
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count, Point
from hardware.boulders.counter import Counter
from hardware.devices import Image

log = logging.getLogger(__name__)

PLACE = "landing-place.json"
Place = tuple[Point, ...]


class TableCounter:
    """Counts with what was taught last: the boulders and, where no mat is used, the corners of the landing place.

    The counter is made when the first picture comes: its tables take a second, and no page should wait for them.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._counter: Counter | None = None
        self.warning: Health | None = None
        """Why what was taught is not used."""
        self.place = self._read_place()
        self.boulders = self._read_boulders()

    def count(self, image: Image) -> Count:
        place, boulders = self.place, self.boulders
        if place:
            return count_on_bare_table(image, boulders, place)
        if self._counter is None or self._counter.calibration != boulders:
            self._counter = Counter(boulders)
        return self._counter.count(image)

    def lay_out(self, place: Place) -> None:
        put(self.folder / PLACE, msgspec.json.encode(place))
        self.place = place

    def teach(self, boulders: Calibration, picture: Image) -> None:
        """Use these from the next picture on; on the disk on return, with the picture they came from."""
        store.save(self.folder, boulders, picture)
        self.boulders, self.warning = boulders, None

    def forget(self) -> None:
        """Back to the colours and the size that the companion comes with."""
        (self.folder / store.FILE).unlink(missing_ok=True)
        (self.folder / store.PICTURE).unlink(missing_ok=True)
        self.boulders, self.warning = Calibration(), None

    @property
    def picture(self) -> bytes | None:
        """What the boulders were learned from, as JPEG."""
        path = self.folder / store.PICTURE
        return path.read_bytes() if path.exists() else None

    def _read_boulders(self) -> Calibration:
        found = store.load(self.folder)
        if isinstance(found, Calibration) and set(found.colours) != set(COLOURS):
            names = listed(list(COLOUR_NAMES.values()))
            found = failing("{file} needs samples of {colours}.", file=store.FILE, colours=names)
        if isinstance(found, Health):
            log.warning("%s", found)
            self.warning = found
        return found if isinstance(found, Calibration) else Calibration()

    def _read_place(self) -> Place:
        try:
            return msgspec.json.decode((self.folder / PLACE).read_bytes(), type=Place)
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.DecodeError) as error:
            log.warning("The corners of the landing place cannot be read (%s): the mat is looked for.", error)
            return ()
