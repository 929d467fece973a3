"""`companion serve`: open the rig, sit down at the table and answer the phones until told to stop."""

import argparse
import os
import signal
import socket
import sys
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from random import Random, SystemRandom

import msgspec

from companion.bell import Bell
from companion.boards import Boards
from companion.cli.conductor import Conductor
from companion.cli.desks.taught import TaughtCounter
from companion.cli.settings import FILE, opened
from companion.journal import Damaged, Journal
from companion.keys import Keys, Unusable
from companion.notify import Notifier, Watchdog
from companion.seating import Seating
from companion.table import Table
from hardware.rig.opening import open_rig
from web.app import create_app
from web.serving import serve

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
    try:
        return run_in(arguments.state, arguments)
    except (Damaged, Unusable, OSError, ValueError) as error:
        # Each of these says in words what is wrong and what to do: the port in use, a damaged journal, a rig's name.
        print(error, file=sys.stderr)
        return 1


def run_in(state: Path, arguments: argparse.Namespace) -> int:
    state.mkdir(parents=True, exist_ok=True)
    settings = opened(state / FILE)
    if settings.message:
        print(settings.message, file=sys.stderr, flush=True)
    devices = msgspec.structs.replace(settings.values.devices, **RIGS.get(arguments.rig, {}))
    web = settings.values.web
    host = web.host if arguments.host is None else arguments.host
    port = web.port if arguments.port is None else arguments.port
    with ExitStack() as stack:
        journal = Journal(state / "journal.sqlite")
        stack.callback(journal.close)
        bell = Bell()
        table = Table(journal, bell, time.time)
        rig = stack.enter_context(open_rig(devices, time.monotonic, Random(arguments.seed)))
        conductor = Conductor(table, bell, rig, settings, TaughtCounter(state), time.monotonic)
        stack.callback(conductor.close)
        keys = Keys(state / "keys.json")
        seating = Seating(state / "seating.sqlite")
        stack.callback(seating.close)
        listening = stack.enter_context(socket.create_server((host, port)))
        port = listening.getsockname()[1]
        address = f"http://{reachable(host)}:{port}"
        app = create_app(table, bell, conductor, seating, keys, Boards(state / "boards"), address)
        conductor.start()
        settings.keep()
        notifier = Notifier(os.environ)
        stack.callback(notifier.stopping)
        checks = {
            "devices": lambda: conductor.well,
            "table": lambda: table_answers(table),
            "pages": lambda: pages_answer(host, port),
        }
        watchdog = Watchdog(notifier, checks)
        stack.callback(watchdog.close)
        watchdog.start()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        print(f"Trollhammer Companion is ready: {address}", flush=True)
        if arguments.show_pin:
            print(f"Host PIN: {shown_pin(keys)}", flush=True)
        notifier.ready()
        serve(app, listening)
    return 0


def shown_pin(keys: Keys) -> str:
    if keys.pin is None:
        keys.set_pin(f"{SystemRandom().randrange(10_000):04}")
    assert keys.pin is not None
    return keys.pin


def table_answers(table: Table) -> bool:
    """A journal that hangs holds the table's lock, and then this does not return."""
    table.turns(last=1)
    return True


def pages_answer(host: str, port: int) -> bool:
    ours = HTTPConnection("127.0.0.1" if host in ("", "0.0.0.0") else "::1" if host == "::" else host, port, timeout=5)
    try:
        ours.request("GET", "/static/icon.svg")
        return ours.getresponse().status == 200
    except OSError:
        return False
    finally:
        ours.close()


def reachable(host: str) -> str:
    """The address that phones can reach; Android does not resolve .local names dependably."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way out there is
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
