"""`companion hits`: the detector on recordings; it never opens a device."""

import argparse
import json
import sys
from pathlib import Path

from hardware.devices import Blow
from hardware.hits.recordings import hits_in, read_recording
from hardware.hits.settings import HitSettings


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser("hits", help="hear the hits in recordings (WAV or CSV)")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a WAV, or a CSV with a time column")
    parser.add_argument(
        "--gap", type=float, default=HitSettings().gap, metavar="SECONDS", help="least time between hits"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list, an object a file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    heard: list[tuple[Path, list[Blow]]] = []
    refused = False
    for path in args.files:
        try:
            heard.append((path, hits_in(read_recording(path), args.gap)))
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
            refused = True
    if args.json:
        print(json.dumps([{"file": str(path), "hits": [_entry(blow) for blow in blows]} for path, blows in heard]))
    else:
        for path, blows in heard:
            print(f"{path}: {len(blows)} {'hit' if len(blows) == 1 else 'hits'}")
            for blow in blows:
                print(f"  {blow.time:8.3f} s  strength {blow.strength:5.3f}  rang {1000 * blow.length:.0f} ms")
    return 1 if refused else 0


def _entry(blow: Blow) -> dict[str, float]:
    return {"time": round(blow.time, 4), "strength": round(blow.strength, 4), "length": round(blow.length, 4)}
