"""`make chaos`: runs the trials and prints one table; its exit status is 1 if a promise broke."""

import sys
import tempfile
import traceback
from pathlib import Path

from tests.chaos import Verdict, judged, load


def main(words: list[str]) -> int:
    short = "--short" in words
    wanted = [word for word in words if word != "--short"]
    verdicts = []
    for name, trial in load().items():
        if wanted and not any(word in name for word in wanted):
            continue
        print(f"{name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            try:
                verdict = judged(name, trial, Path(folder), trial.short if short else trial.full)
            except Exception as error:
                # The others are still worth running.
                traceback.print_exc()
                verdict = Verdict(name, 0, 0.0, stood=False, seen=repr(error))
        verdicts.append(verdict)
    print("\n".join(table(verdicts)))
    return 0 if all(verdict.stood for verdict in verdicts) else 1


def table(verdicts: list[Verdict]) -> list[str]:
    wide = max((len(verdict.name) for verdict in verdicts), default=0)
    return [
        f"{'stood' if stood else 'BROKE'}  {name:<{wide}}  {rounds:>7,}  {seconds:>6.1f} s  {seen}"
        for name, rounds, seconds, stood, seen in verdicts
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
