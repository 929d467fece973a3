"""The story of one start, up to its end: table, rig and pages are put together here; and again, if the host wants it.

On a small Pi it takes seconds to load what pages and cameras are built on. So the lights come first, the pages second,
the devices last, and each part is loaded when its turn comes.
"""

import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from companion import backup, log_file
from companion.app.diagnosis import reports, status_line, table_answers, unusable_files
from companion.app.disk_space import DiskSpace, wait_for_room
from companion.app.listening import open_doors
from companion.app.machine_facts import machine_facts
from companion.app.memory import be_frugal, fits, give_back
from companion.app.readiness import ICON, pages_answer, stop_soon, welcome_once_answered
from companion.app.rehearsal import rehearse
from companion.app.start_plan import Plan, Wanted, make_plan
from companion.app.starting_rig import StartingRig
from companion.atomic_files import NotWritten
from companion.change_signal import ChangeSignal
from companion.common.supervisor import Supervisor
from companion.common.worker import Worker
from companion.journal import Damaged, Journal
from companion.keys import FEWEST_DIGITS, Keys, Unusable
from companion.maintenance import Maintenance, reset_pin
from companion.network import Network
from companion.recovery import Recovery
from companion.safe_mode import Starts
from companion.seating import Seating
from companion.state_lock import only_one
from companion.table import Table
from companion.updates import Updates, installed_in
from companion.watchdog import Notifier, Watchdog
from hardware.devices import Strip
from hardware.rig.light_player import LightPlayer
from hardware.rig.opening import open_lights, open_rig
from web.server.doors import Doors

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.conductor import Conductor

log = logging.getLogger(__name__)

PAGES = "pages"

BOOT = Path("/boot/firmware")
"""The part of a Pi's card that every computer can write to."""


def run(wanted: Wanted) -> int:
    """The whole evening; its exit status."""
    be_frugal()
    try:
        wanted.state.mkdir(parents=True, exist_ok=True)
        # Before anything else: whoever comes second must not even write to the log.
        with only_one(wanted.state), log_file.kept(wanted.state):
            return run_until_stopped(wanted)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1


def run_until_stopped(wanted: Wanted) -> int:
    """One start after another, for as long as the host wants it to start again."""
    following: Wanted | None = wanted
    try:
        while following is not None:
            following = start(following)
    except (Damaged, Unusable, OSError, ValueError) as error:
        # Each of these says in words what is wrong and what to do: the port in use, a rig's name.
        log.critical("%s", error)
        return 1
    except Exception:
        log.exception("The companion ended unexpectedly.")
        return 1
    return 0


def start(wanted: Wanted) -> Wanted | None:
    """Start, and serve until told to stop; what the next start is to be, if there is to be one."""
    notifier = Notifier(os.environ)
    notifier.status("Starting.")
    plan = make_plan(wanted)
    with ExitStack() as stack:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        doors = open_doors(plan.host, plan.port, os.environ, stack)
        # Whoever starts again finds the phones where they are.
        following = wanted._replace(port=doors.port)
        answers = partial(pages_answer, doors.loopback_port)
        stack.enter_context(note_start(plan.starts))

        lights, light_player = light_up(plan, stack)
        network = Network(plan.host, doors.port, plan.state)
        try:
            opened = open_table(plan, stack)
            rig = prepare_rig(plan, opened, lights, light_player)
            stack.callback(rig.close)
            app, maintenance = build_pages(plan, opened, rig, network)
        except NotWritten as error:
            log.exception("The card does not take what a start writes.")
            return following if wait_for_room(plan.state, error, doors, notifier) else None
        # To systemd, starting again is no end.
        stack.callback(lambda: None if maintenance.again else notifier.stopping())
        watchdog = build_watchdog(notifier, partial(answers, ICON), opened.table, rig, plan.starts)
        stack.callback(watchdog.close)
        opened.threads.append(watchdog.worker)

        def welcome() -> None:
            print(f"Trollhammer Companion is ready: {network.url}", flush=True)
            if wanted.show_pin:
                print(f"Host PIN: {ensure_pin(opened.keys)}", flush=True)
            notifier.ready()
            backup.proved(plan.state)
            watchdog.start()
            # The devices last, once the pages answer.
            rig.begin()

        welcome_once_answered(partial(answers, "/"), welcome, stack)
        sign_in = network.own_url if plan.settings.values.web.sign_in_page else None
        serve_pages(app, doors, sign_in, opened.threads)
    return following if maintenance.again else None


def light_up(plan: Plan, stack: ExitStack) -> tuple[Strip, LightPlayer]:
    """The lights say that the companion is starting, until the devices are there."""
    lights = open_lights(plan.devices, time.monotonic)
    stack.callback(lights.close)
    light_player = LightPlayer(lights, plan.devices.strip.count, time.monotonic)
    stack.callback(light_player.close)
    light_player.start()
    return lights, light_player


class OpenedTable(NamedTuple):
    """The table, and who may sit at it."""

    changes: ChangeSignal
    journal: Journal
    table: Table
    keys: Keys
    seating: Seating
    card: DiskSpace
    threads: list[Worker]
    """What runs with or without devices, for the supervisor to look after; whoever starts one more adds it."""
    supervisor: Supervisor


def open_table(plan: Plan, stack: ExitStack) -> OpenedTable:
    """The table as it was left, and its good copy kept from now on."""
    recovery = Recovery(plan.state, plan.notices, time.time)
    changes = ChangeSignal()
    journal, table = recovery.open_table(changes)
    stack.callback(journal.close)
    keys = recovery.open_keys()
    with leave_for_next_start("The PIN could not be reset."):
        reset_pin(keys, plan.state, BOOT)
    seating = recovery.open_seating()
    stack.callback(seating.close)
    keeper = recovery.keeper(journal, table)
    stack.callback(keeper.close)
    card = DiskSpace(plan.state, changes)
    stack.callback(card.worker.close)
    threads = [keeper.worker, card.worker]
    supervisor = Supervisor(lambda: threads, time.monotonic, changes.announce)
    stack.callback(supervisor.close)
    for worker in (*threads, supervisor.worker):
        worker.start()
    return OpenedTable(changes, journal, table, keys, seating, card, threads, supervisor)


def prepare_rig(plan: Plan, opened: OpenedTable, lights: Strip, light_player: LightPlayer) -> StartingRig:
    """The devices, none of them opened yet."""

    def open_devices() -> "Iterator[Conductor | None]":
        from companion.app.conductor import Conductor
        from companion.app.device_setup.table_counter import TableCounter

        yield None
        rig = open_rig(plan.devices, time.monotonic, Random(plan.seed), lights)
        counter = TableCounter(plan.state)
        conductor = Conductor(opened.table, opened.changes, rig, plan.settings, counter, time.monotonic)
        if plan.pin_by_hits:
            conductor.on_five_hits(opened.keys.offer)
        give_back()
        yield conductor

    names = {"hits": plan.devices.hits, "camera": plan.devices.camera, "lights": plan.devices.lights}
    return StartingRig(names, open_devices, light_player, opened.changes, time.monotonic, opened.supervisor)


def build_pages(plan: Plan, opened: OpenedTable, rig: StartingRig, network: Network) -> "tuple[Flask, Maintenance]":
    """The pages: Flask is loaded only now. Settings that led so far are good ones."""
    from web.app import create_app
    from web.pages import maintenance as maintenance_page
    from web.pages import update as update_page

    app = create_app(opened.table, opened.changes, rig, opened.seating, opened.keys, plan.state, network)
    maintenance = Maintenance(
        plan.state,
        opened.journal,
        opened.table,
        opened.keys,
        plan.notices,
        plan.starts.safe,
        lambda: opened.card.full,
        reports(plan.settings, rig, plan.state),
        unusable_files,
        rehearse,
        stop=stop_soon,
        switchable="NOTIFY_SOCKET" in os.environ,
    )
    maintenance_page.init_app(app, maintenance)
    update_page.init_app(app, Updates(plan.state, installed_in()), partial(machine_facts, plan.state))
    if not plan.starts.safe:
        with leave_for_next_start("The good settings could not be kept."):
            plan.settings.keep()
    return app, maintenance


def build_watchdog(
    notifier: Notifier, answers: Callable[[], bool], table: Table, rig: StartingRig, starts: Starts
) -> Watchdog:
    checks = {
        "devices": lambda: rig.well,
        "table": lambda: table_answers(table),
        PAGES: answers,
        "memory": fits,
    }
    # Without devices busy pages would be as busy: what they end is no bad start.
    return Watchdog(
        notifier, checks, lambda: status_line(rig.health()), lambda unwell: starts.excuse(unwell == [PAGES])
    )


def serve_pages(app: "Flask", doors: Doors, sign_in: str | None, threads: list[Worker]) -> None:
    from web.serving import serving

    server = serving(app, doors, sign_in)
    threads += server.workers
    server.run()


def ensure_pin(keys: Keys) -> str:
    if keys.pin is None:
        keys.set_pin(f"{SystemRandom().randrange(10**FEWEST_DIGITS):0{FEWEST_DIGITS}}")
    assert keys.pin is not None
    return keys.pin


@contextmanager
def leave_for_next_start(words: str) -> Iterator[None]:
    """What a full or failing card prevents now, and the next start does as well."""
    try:
        yield
    except NotWritten:
        log.exception("%s", words)


@contextmanager
def note_start(starts: Starts) -> Iterator[None]:
    """A start that ends well, or because it was told to, was no bad start."""
    starts.begin()
    try:
        yield
    except SystemExit:
        starts.close()
        raise
    starts.close()
