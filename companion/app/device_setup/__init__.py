"""What the host sees and sets of each device: between the device, its settings and its page; it plays no move.

What a set-up answers is the device's own value wherever there is one, and goes to the page as it is. A struct here
holds only what a page needs beside that.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.rules import Illegal, say
from companion.settings import Refused


@contextmanager
def writing() -> Iterator[None]:
    """What cannot be written down is refused in words; nothing may be in force that a restart would forget."""
    try:
        yield
    except Refused as refused:
        raise Illegal("bad_settings", say("These settings were not taken: {reason}", reason=str(refused))) from refused
    except OSError as error:
        words = say("The settings could not be written: {reason}", reason=error.strerror or str(error))
        raise Illegal("not_written", words) from error
