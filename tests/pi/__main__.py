"""`make pi`: runs the parts of the rig and prints one table; its exit status is 1 if one broke."""

import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.pi import Part, Verdict, judged, load


def main(words: list[str]) -> int:
    verdicts = []
    for name, part in load().items():
        if words and not any(word in name for word in words):
            continue
        print(f"{name} ...", file=sys.stderr, flush=True)
        verdicts.append(tried(name, part))
        print(f"  {verdicts[-1].outcome}: {verdicts[-1].seen}", file=sys.stderr, flush=True)
    print("\n".join(table(verdicts)))
    return 1 if any(verdict.outcome == "BROKE" for verdict in verdicts) else 0


def tried(name: str, part: Part) -> Verdict:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        before = time.monotonic()
        try:
            return judged(name, part, Path(folder))
        except Exception as error:
            # The others are still worth running.
            traceback.print_exc()
            return Verdict(name, part, "BROKE", time.monotonic() - before, repr(error))


def table(verdicts: list[Verdict]) -> list[str]:
    lines = []
    for name, part, outcome, seconds, seen in verdicts:
        lines += [f"{outcome:<7}  {name}  ({seconds:.0f} s)", f"         proves: {part.proves}"]
        lines += [f"         cannot: {part.cannot}", f"         seen:   {seen}"]
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
