"""Where the host sets the devices up: between a device, its settings and its page; no desk plays a move."""

from collections.abc import Mapping
from typing import Any

from companion.cli.settings import CompanionSettings
from companion.rules import Illegal, say
from companion.settings import Refused, Settings


def store(settings: Settings[CompanionSettings], changes: Mapping[str, Any]) -> None:
    """Write changed settings down, or refuse in words; nothing may be in force that a restart would forget."""
    try:
        settings.change(changes)
    except Refused as refused:
        raise Illegal("bad_settings", say("These settings were not taken: {reason}", reason=str(refused))) from refused
    except OSError as error:
        words = say("The settings could not be written: {reason}", reason=error.strerror or str(error))
        raise Illegal("not_written", words) from error
