"""`companion serve`: sit down at the table, answer the phones until told to stop, and open the rig meanwhile.

On a small Pi it takes seconds to load what pages and cameras are built on. So the lights come first, the pages second,
the devices last, and each part is loaded when its turn comes.
"""

import argparse
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from companion import backup, logbook
from companion.bell import Bell
from companion.boards import Boards
from companion.care import Care, reset_pin
from companion.cli.doors import ICON, opening, pages_answer, stop_soon
from companion.cli.full_card import Card, waited_for_room
from companion.cli.memory import be_frugal, give_back
from companion.cli.settings import FILE, CompanionSettings, opened
from companion.cli.waking import WakingRig
from companion.crashes import Starts
from companion.files import NoRoom
from companion.journal import Damaged, Journal
from companion.keys import Keys, Unusable
from companion.network import Network
from companion.notices import Notices
from companion.notify import WELL, Notifier, Watchdog
from companion.recovery import Keeper, Recovery
from companion.rules import say
from companion.seating import Seating
from companion.settings import Settings
from companion.table import Table
from hardware.devices import Strip
from hardware.health import Health
from hardware.rig.opening import RigSettings, open_lights, open_rig
from hardware.rig.show import Show

if TYPE_CHECKING:
    from flask import Flask

    from companion.cli.conductor import Conductor

log = logging.getLogger(__name__)

BOOT = Path("/boot/firmware")
"""The part of a Pi's card that every computer can write to."""

RIGS = {
    "sim": {"hits": "sim", "camera": "sim", "lights": "sim"},
    "none": {"hits": "none", "camera": "none", "lights": "none"},
}


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("serve", help="run the table and its pages")
    parser.add_argument("--state", type=Path, required=True, help="the folder that keeps games, keys and settings")
    parser.add_argument("--rig", choices=sorted(RIGS), help="devices to use instead of those in the settings")
    parser.add_argument("--host", help="the address to listen on instead of the one in the settings")
    parser.add_argument("--port", type=int, help="the port to listen on, 0 for any free one")
    parser.add_argument("--show-pin", action="store_true", help="print the host's PIN, and make one if there is none")
    parser.add_argument("--seed", type=int, help="make the simulated tower repeat itself")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    state: Path = arguments.state
    be_frugal()
    try:
        state.mkdir(parents=True, exist_ok=True)
        with logbook.kept(state):
            return evenings(state, arguments)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1


def evenings(state: Path, arguments: argparse.Namespace) -> int:
    """One after another, for as long as the host wants it to start again."""
    try:
        while run_in(state, arguments):
            pass
    except (Damaged, Unusable, OSError, ValueError) as error:
        # Each of these says in words what is wrong and what to do: the port in use, a rig's name.
        log.critical("%s", error)
        return 1
    except Exception:
        log.exception("The companion ended unexpectedly.")
        return 1
    return 0


def run_in(state: Path, arguments: argparse.Namespace) -> bool:
    """The story of one start, up to its end; whether to start again."""
    notifier = Notifier(os.environ)
    notifier.status("Starting.")
    plan = planned(state, arguments)
    with ExitStack() as stack:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        listening = stack.enter_context(socket.create_server((plan.host, plan.port)))
        # Whoever starts again finds the phones where they are.
        arguments.port = port = listening.getsockname()[1]
        stack.enter_context(begun(plan.starts))

        lights, show = lit(plan, stack)
        network = Network(plan.host, port, state)
        try:
            home = sat_down(plan, stack)
            rig = waking(plan, home, lights, show)
            stack.callback(rig.close)
            app, care = paged(plan, home, rig, network)
        except NoRoom:
            log.exception("There is no room on the card to start with.")
            return waited_for_room(state, listening, notifier, lambda: pages_answer(plan.host, port, ICON))
        # To systemd, starting again is no end.
        stack.callback(lambda: None if care.again else notifier.stopping())
        watchdog = watching(notifier, plan.host, port, home.table, rig)
        stack.callback(watchdog.close)

        def welcome() -> None:
            print(f"Trollhammer Companion is ready: {network.url}", flush=True)
            if arguments.show_pin:
                print(f"Host PIN: {shown_pin(home.keys)}", flush=True)
            notifier.ready()
            watchdog.start()
            # The devices last, once the pages answer.
            rig.start()

        doors = opening(lambda: pages_answer(plan.host, port, "/"), welcome)
        stack.callback(doors.close, 1.0)
        doors.start()
        serve_pages(app, listening)
    return care.again


class Plan(NamedTuple):
    """What the state folder and the command say about this start."""

    state: Path
    notices: Notices
    settings: Settings[CompanionSettings]
    starts: Starts
    devices: RigSettings
    host: str
    port: int
    seed: int | None


def planned(state: Path, arguments: argparse.Namespace) -> Plan:
    notices = Notices(state / "notices.json")
    try:
        if backup.settle(state):
            notices.add(say("The backup is in place. What was there before is kept in {folder}.", folder=backup.BEFORE))
    except NoRoom:
        notices.add(say("The memory card is too full to put the backup in place. It waits for the next start."))
    settings = opened(state / FILE)
    if settings.message:
        log.warning("%s", settings.message)
    starts = Starts(state)
    rig_name = "none" if starts.safe else arguments.rig
    devices = msgspec.structs.replace(settings.values.devices, **RIGS.get(rig_name, {}))
    web = settings.values.web
    host = web.host if arguments.host is None else arguments.host
    port = web.port if arguments.port is None else arguments.port
    return Plan(state, notices, settings, starts, devices, host, port, arguments.seed)


def lit(plan: Plan, stack: ExitStack) -> tuple[Strip, Show]:
    """The lights say that the companion is starting, until the devices are there."""
    lights = open_lights(plan.devices, time.monotonic)
    stack.callback(lights.close)
    show = Show(lights, plan.devices.strip.count, time.monotonic)
    stack.callback(show.close)
    show.start()
    return lights, show


class Home(NamedTuple):
    """The table, and who may sit at it."""

    bell: Bell
    journal: Journal
    table: Table
    keys: Keys
    seating: Seating
    card: Card


def sat_down(plan: Plan, stack: ExitStack) -> Home:
    """The table as it was left, and its good copy kept from now on."""
    recovery = Recovery(plan.state, plan.notices, time.time)
    bell = Bell()
    journal, table = recovery.table(bell)
    stack.callback(journal.close)
    keys = recovery.keys()
    with put_off("The PIN could not be reset."):
        reset_pin(keys, plan.state, BOOT)
    seating = recovery.seating()
    stack.callback(seating.close)
    keeper = Keeper(journal, table, bell)
    stack.callback(keeper.close)
    keeper.start()
    card = Card(plan.state, bell)
    stack.callback(card.worker.close)
    card.worker.start()
    return Home(bell, journal, table, keys, seating, card)


def waking(plan: Plan, home: Home, lights: Strip, show: Show) -> WakingRig:
    """The devices, none of them opened yet."""

    def conducted() -> "Iterator[Conductor | None]":
        from companion.cli.conductor import Conductor
        from companion.cli.desks.taught import TaughtCounter

        yield None
        rig = open_rig(plan.devices, time.monotonic, Random(plan.seed), lights)
        counter = TaughtCounter(plan.state)
        conductor = Conductor(home.table, home.bell, rig, plan.settings, counter, time.monotonic)
        conductor.on_five_hits(home.keys.offer)
        give_back()
        yield conductor

    names = {"hits": plan.devices.hits, "camera": plan.devices.camera, "lights": plan.devices.lights}
    return WakingRig(names, conducted, show, home.bell, time.monotonic)


def paged(plan: Plan, home: Home, rig: WakingRig, network: Network) -> "tuple[Flask, Care]":
    """The pages: Flask is loaded only now. Settings that led so far are good ones."""
    from web.app import create_app
    from web.pages import care as care_page

    boards = Boards(plan.state / "boards")
    app = create_app(home.table, home.bell, rig, home.seating, home.keys, boards, network)
    care = Care(
        plan.state,
        home.journal,
        home.table,
        home.keys,
        plan.notices,
        plan.starts.safe,
        lambda: home.card.full,
        reports(plan.settings, rig, plan.state),
        unusable,
        stop=stop_soon,
        switchable="NOTIFY_SOCKET" in os.environ,
    )
    care_page.init_app(app, care)
    if not plan.starts.safe:
        with put_off("The good settings could not be kept."):
            plan.settings.keep()
    return app, care


def watching(notifier: Notifier, host: str, port: int, table: Table, rig: WakingRig) -> Watchdog:
    checks = {
        "devices": lambda: rig.well,
        "table": lambda: table_answers(table),
        "pages": lambda: pages_answer(host, port, ICON),
    }
    return Watchdog(notifier, checks, lambda: missing(rig.health()))


def serve_pages(app: "Flask", listening: socket.socket) -> None:
    from web.serving import serve

    serve(app, listening)


@contextmanager
def put_off(words: str) -> Iterator[None]:
    """What a full card prevents now, and the next start does as well."""
    try:
        yield
    except NoRoom:
        log.exception("%s", words)


@contextmanager
def begun(starts: Starts) -> Iterator[None]:
    """A start that ends well, or because it was told to, was no bad start."""
    starts.begin()
    try:
        yield
    except SystemExit:
        starts.close()
        raise
    starts.close()


def reports(settings: Settings[CompanionSettings], rig: WakingRig, state: Path) -> dict[str, Callable[[], str]]:
    """What a diagnosis tells beside log and machine."""

    def doctor() -> str:
        from hardware.rig.doctor import examine
        from hardware.rig.machine import ThisMachine

        return "\n".join(str(finding) for finding in examine(settings.values.devices, ThisMachine(state)))

    return {
        "settings.txt": lambda: "\n".join([*settings.lines(), settings.message or ""]),
        "devices.txt": lambda: "\n".join(f"{device}: {health}" for device, health in rig.health().items()),
        "doctor.txt": doctor,
    }


def unusable(folder: Path) -> list[str]:
    """Why the settings and the calibration in a folder cannot be used."""
    from companion.cli.desks.taught import TaughtCounter

    message, warning = opened(folder / FILE).message, TaughtCounter(folder).warning
    return [str(words) for words in (message, warning) if words]


def shown_pin(keys: Keys) -> str:
    if keys.pin is None:
        keys.set_pin(f"{SystemRandom().randrange(10_000):04}")
    assert keys.pin is not None
    return keys.pin


def missing(health: Mapping[str, Health]) -> str:
    """One line for `systemctl status`."""
    unwell = [f"{device}: {words}" for device, words in health.items() if not words.fine]
    return " ".join(["Playing without", *unwell]) if unwell else WELL


def table_answers(table: Table) -> bool:
    """A journal that hangs holds the table's lock, and then this does not return."""
    table.turns(last=1)
    return True
