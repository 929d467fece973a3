"""What every thread is doing, for the log of an evening that hangs; it changes nothing and waits for nobody.

Threads that do the same are told once: a hundred of them wait for the next request, and one holds everything up.
"""

import sys
import traceback
from collections import defaultdict
from threading import enumerate as threads
from types import FrameType

NAMED = 3
"""Names told of threads that do the same."""


def stacks() -> str:
    """Each place where threads are, outermost first; where the fewest are comes first."""
    names = {thread.ident: thread.name for thread in threads()}
    together: dict[str, list[str]] = defaultdict(list)
    for ident, frame in sys._current_frames().items():
        together[_stack(frame)].append(names.get(ident, f"thread {ident}"))
    rarest_first = sorted(together.items(), key=lambda entry: (len(entry[1]), entry[1]))
    return "\n".join(f"{_who(sorted(doing))}:\n{stack}" for stack, doing in rarest_first)


def _stack(frame: FrameType) -> str:
    return "\n".join(
        f"    {place.filename}:{place.lineno} in {place.name}"
        for place in traceback.StackSummary.extract(traceback.walk_stack(frame), lookup_lines=False)[::-1]
    )


def _who(names: list[str]) -> str:
    told = ", ".join(names[:NAMED])
    return told if len(names) <= NAMED else f"{told} and {len(names) - NAMED} more"
