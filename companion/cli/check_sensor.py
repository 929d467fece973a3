"""`companion check-sensor`: tries a hit sensor against the protocol, point by point; it never touches the game."""

import argparse
import sys
import time

from hardware.hits.conformance import walk
from hardware.hits.pico import SerialPort
from hardware.hits.pico_state import cannot_open

STRIKES = 5


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("check-sensor", help="try a hit sensor of your own against the protocol")
    parser.add_argument("port", help="its serial port, such as /dev/ttyUSB0")
    parser.add_argument(
        "--strikes", type=int, default=STRIKES, metavar="COUNT", help="blows that are asked for; 0 leaves them out"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        port = SerialPort(args.port)
    except OSError as error:
        print(cannot_open(error), file=sys.stderr)
        return 1
    failed = tried = 0
    try:
        for point in walk(port, time.monotonic, args.strikes, lambda words: print(words, flush=True)):
            print("passed" if point.passed else "FAILED", point.words, flush=True)
            tried += 1
            failed += not point.passed
    except OSError as error:
        print(f"The sensor was unplugged ({error}).", file=sys.stderr)
        return 1
    finally:
        port.close()
    print(f"{tried} points were tried, {failed} failed." if failed else f"All {tried} points hold.")
    return 1 if failed else 0
