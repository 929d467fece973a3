"""The command line: one module a command, each with its words and its exit status; what they run is elsewhere."""

import argparse
import importlib
import sys

COMMANDS = ("serve", "replay", "settings", "migrate", "doctor", "count", "hits", "flash-pico")


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    parser = argparse.ArgumentParser(prog="companion", description="The companion beside your board game.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    # Only the command that is called is loaded: counting a photo needs no web server.
    for name in [name for name in COMMANDS if words[:1] == [name]] or COMMANDS:
        importlib.import_module(f"companion.cli.{name.replace('-', '_')}").add_parser(commands)
    arguments = parser.parse_args(words)
    status: int = arguments.run(arguments)
    return status
