"""Speed and accuracy, printed as ratios to a floor measured in the same run; never a pass or a fail.

Each module here has functions decorated with `@bench("title")`; they print their own lines. `make bench` runs all,
`make bench BENCH=counting` those whose module or title holds the word.
"""

import time
from collections.abc import Callable
from statistics import median

BENCHES: dict[str, Callable[[], None]] = {}


def bench(title: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def register(function: Callable[[], None]) -> Callable[[], None]:
        BENCHES[f"{function.__module__.rsplit('.', 1)[-1]}: {title}"] = function
        return function

    return register


def seconds(work: Callable[[], object], rounds: int = 20) -> float:
    """The median time of one call, after one call to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def ratio(
    name: str, work: Callable[[], object], floor_name: str, floor: Callable[[], object], rounds: int = 20
) -> None:
    """Print the cost of `work` against `floor`, alternating so that a noisy machine slows both."""
    ratios, works, floors = [], [], []
    work(), floor()
    for _ in range(rounds):
        spent, base = seconds_once(work), seconds_once(floor)
        works.append(spent)
        floors.append(base)
        ratios.append(spent / base)
    print(
        f"  {name}: {median(works) * 1e3:.2f} ms, {median(ratios):.2f} x {floor_name} ({median(floors) * 1e3:.2f} ms)",
        flush=True,
    )


def seconds_once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
