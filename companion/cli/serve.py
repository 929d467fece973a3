"""`companion serve`: open the rig, sit down at the table and answer the phones until told to stop."""

import argparse
import signal
import socket
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random, SystemRandom

from web.app import create_app
from web.serving import serve

from companion.bell import Bell
from companion.cli.conductor import Conductor
from companion.journal import Damaged, Journal
from companion.keys import Keys
from companion.seating import Seating
from companion.table import Table
from hardware.rig.opening import RigSettings, open_rig

RIGS = {
    "sim": RigSettings(hits="sim", camera="sim", lights="sim"),
    "none": RigSettings(),
}


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("serve", help="run the table and its pages")
    parser.add_argument("--rig", choices=sorted(RIGS), required=True, help="which devices to use")
    parser.add_argument("--state", type=Path, required=True, help="the folder that keeps games and keys")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on, 0 for any free one")
    parser.add_argument("--show-pin", action="store_true", help="print the host's PIN, and make one if there is none")
    parser.add_argument("--seed", type=int, help="make the simulated tower repeat itself")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    arguments.state.mkdir(parents=True, exist_ok=True)
    settings = RIGS[arguments.rig]
    with ExitStack() as stack:
        try:
            journal = Journal(arguments.state / "journal.sqlite")
            stack.callback(journal.close)
            bell = Bell()
            table = Table(journal, bell, time.time)
        except Damaged as damaged:
            print(damaged)
            return 1
        rig = stack.enter_context(open_rig(settings, time.monotonic, Random(arguments.seed)))
        conductor = Conductor(table, bell, rig, settings.strip.count, time.monotonic)
        stack.callback(conductor.close)
        keys = Keys(arguments.state / "keys.json")
        seating = Seating(arguments.state / "seating.sqlite")
        stack.callback(seating.close)
        listening = stack.enter_context(socket.create_server((arguments.host, arguments.port)))
        address = f"http://{reachable(arguments.host)}:{listening.getsockname()[1]}"
        app = create_app(table, bell, conductor, seating, keys, address)
        conductor.start()
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        print(f"Trollhammer Companion is ready: {address}", flush=True)
        if arguments.show_pin:
            print(f"Host PIN: {shown_pin(keys)}", flush=True)
        serve(app, listening)
    return 0


def shown_pin(keys: Keys) -> str:
    if keys.pin is None:
        keys.set_pin(f"{SystemRandom().randrange(10_000):04}")
    assert keys.pin is not None
    return keys.pin


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
