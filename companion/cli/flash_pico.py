"""`companion flash-pico`: copies the firmware onto a Pico; it never touches the game."""

import argparse
import sys
import time

from hardware.hits.flashing import FlashError, flash, program
from hardware.hits.pico import open_port
from hardware.hits.pico_state import cannot_open


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("flash-pico", help="put the hit sensor's firmware on a Raspberry Pi Pico")
    parser.add_argument("--port", default="", help="its serial port; else the first Pico that is plugged in")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        port = open_port(args.port)
    except OSError as error:
        print(cannot_open(error), "Stop the companion first if it runs.", file=sys.stderr)
        return 1
    if port is None:
        print("No Pico is plugged in: connect it by USB.", file=sys.stderr)
        return 1
    try:
        flash(port, program(), time.monotonic, time.sleep)
    except (FlashError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        port.close()
    print(f"The Pico at {port.name} has its program and starts it: {', '.join(program())}.")
    return 0
