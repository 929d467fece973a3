"""What the command and the state folder say about one start; it opens no device and serves no page."""

import logging
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion import backup
from companion.app.settings import FILE, CompanionSettings, open_settings
from companion.atomic_files import NotWritten
from companion.notices import Notices
from companion.rules import say
from companion.safe_mode import Starts
from companion.settings import Settings
from hardware.rig.opening import RigSettings

log = logging.getLogger(__name__)

RIGS = {
    "sim": {"hits": "sim", "camera": "sim", "lights": "sim"},
    "none": {"hits": "none", "camera": "none", "lights": "none"},
}


class Wanted(NamedTuple):
    """What the command asks for; None where the settings decide."""

    state: Path
    rig: str | None
    host: str | None
    port: int | None
    show_pin: bool
    seed: int | None
    pin_by_hits: bool
    """Five hits on the simulated tower let a new PIN be chosen, as on a real one."""


class Plan(NamedTuple):
    state: Path
    notices: Notices
    settings: Settings[CompanionSettings]
    starts: Starts
    devices: RigSettings
    host: str
    port: int
    seed: int | None
    pin_by_hits: bool
    """Five hits right after the start let a new PIN be chosen."""


def make_plan(wanted: Wanted) -> Plan:
    """A backup that was to be restored is put in place first: what it says counts."""
    state = wanted.state
    notices = Notices(state / "notices.json")
    try:
        match backup.settle(state):
            case "in place":
                words = say("The backup is in place. What was there before is kept in {folder}.", folder=backup.BEFORE)
                notices.add(words)
            case "gone back":
                notices.add(
                    say(
                        "The companion could not start with the backup that was restored, so what was there before is "
                        "back. What it could not start with is kept in {folder}.",
                        folder=backup.BEFORE,
                    )
                )
    except NotWritten:
        notices.add(say("The memory card is too full to put the backup in place. It waits for the next start."))
    settings = open_settings(state / FILE)
    if settings.message:
        log.warning("%s", settings.message)
    starts = Starts(state)
    rig = "none" if starts.safe else wanted.rig
    devices = msgspec.structs.replace(settings.values.devices, **RIGS.get(rig or "", {}))
    web = settings.values.web
    host = web.host if wanted.host is None else wanted.host
    port = web.port if wanted.port is None else wanted.port
    # Anybody can hit the simulated tower from afar.
    pin_by_hits = devices.hits != "sim" or wanted.pin_by_hits
    return Plan(state, notices, settings, starts, devices, host, port, wanted.seed, pin_by_hits)
