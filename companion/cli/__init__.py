"""The command line: one module a command, each with its words and its exit status; what they run is elsewhere."""

import argparse
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMANDS = (
    "serve",
    "replay",
    "settings",
    "migrate",
    "update",
    "doctor",
    "count",
    "hits",
    "flash-pico",
    "check-sensor",
)

NOBODY_READS = 128 + 13
"""The status of a program that the signal for it (SIGPIPE) ends."""


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    parser = argparse.ArgumentParser(prog="companion", description="The companion beside your board game.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    # Only the command that is called is loaded: counting a photo needs no web server.
    for name in [name for name in COMMANDS if words[:1] == [name]] or COMMANDS:
        importlib.import_module(f"companion.cli.{name.replace('-', '_')}").add_parser(commands)
    with quiet_end():
        arguments = parser.parse_args(words)
        status: int = arguments.run(arguments)
    return status


@contextmanager
def quiet_end() -> Iterator[None]:
    """Whoever reads what is printed may have seen enough, as `head` has: then that is the end, and no fault."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # What is still held back has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(NOBODY_READS) from None
