"""How right throws are read whose faces were learned from two photos, in homes that are new; what a read costs."""

import time
from collections import Counter as Tally
from statistics import median

import cv2
import numpy as np

from hardware.dice.reader import Reader
from tests.bench import bench
from tests.bench.counting import FLOOR, floor
from tests.hardware.dice.homes import Home
from tests.hardware.dice.spoilt import SPOILT

FIRST_HOME = 7_301_000
"""The reader was made with homes of other seeds."""
HOMES, THROWS = 50, 20
SPOILT_HOMES = 12


@bench("1,000 throws, faces learned from two photos")
def throws() -> None:
    read_throws(FIRST_HOME, HOMES, THROWS)


def read_throws(first: int, homes: int, each: int) -> None:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    count, exact, unsure, sure_wrong, retaken = 0, 0, Tally[str](), 0, 0
    spent: list[float] = []
    floors: list[float] = []
    for seed in range(first, first + homes):
        home = Home(seed)
        faces, again = home.learned()
        retaken += again
        reader = Reader(faces)
        for number in range(each):
            throw = home.throw()
            start = time.thread_time()
            read = reader.read(throw.image, len(throw.dice))
            done = time.thread_time()
            floor(throw.image)
            spent.append(done - start)
            floors.append(time.thread_time() - done)
            right = Tally(read.faces) == throw.truth()
            count += 1
            exact += right
            sure_wrong += read.sure and not right
            if read.doubt is not None:
                unsure[read.doubt.text.sentence] += 1
            if not right:
                print(
                    f"    home {seed}, throw {number}: {read.faces} for {sorted(throw.truth().elements())}", flush=True
                )
    print(
        f"  {count} throws in {homes} homes from seed {first}: exact {exact / count:.1%}, wrong but sure: {sure_wrong}"
    )
    print(f"  not sure: {unsure.total() / count:.1%}; lessons taken again: {retaken}")
    for sentence, often in unsure.most_common():
        print(f"    {often:>4} {sentence}")
    usual = median(floors)
    costs = {"median": median(spent), "p95": float(np.percentile(spent, 95)), "worst": max(spent)}
    told = ", ".join(f"{word} {seconds:.3f} s = {seconds / usual:.0f} x" for word, seconds in costs.items())
    print(f"  one throw: {told} {FLOOR} ({usual * 1e3:.2f} ms)", flush=True)
    cv2.setNumThreads(threads)


@bench("throws that must not be sure")
def spoilt() -> None:
    """A die that leans, is stacked, missing, beyond the mat, strange; a hand, a pen."""
    sure: Tally[str] = Tally()
    for seed in range(FIRST_HOME, FIRST_HOME + SPOILT_HOMES):
        home = Home(seed)
        reader = Reader(home.learned()[0])
        for name, spoil in SPOILT.items():
            throw, thrown = spoil(home)
            sure[name] += reader.read(throw.image, thrown).sure
    for name in SPOILT:
        print(f"  {name}: sure in {sure[name]} of {SPOILT_HOMES}", flush=True)
