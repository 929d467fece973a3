"""Hearing the hammer: how many of the marked hits are heard, what a sample costs, how soon a hit is told."""

from hardware.hits.detector import Detector
from tests.bench import bench, seconds
from tests.hardware.hits.scoring import Score, clips, hear, score
from tests.hardware.hits.sessions import RATE, render
from tests.needs import SHARED_DATA

KINDS = {
    "hits": "marked hits",
    "none": "nothing to hear",
    "saw": "lasting vibration",
    "other": "other sounds (no target)",
}


def _line(name: str, told: Score) -> str:
    f1 = f"{told.f1:.4f}" if told.right + told.missed else "     -"
    return f"  {name:<44} right {told.right:4}  false {told.false:4}  missed {told.missed:3}  F1 {f1}"


@bench("real recordings, one set of defaults")
def recordings() -> None:
    if not SHARED_DATA.exists():
        print("  skipped: needs the real recordings beside the project")
        return
    sums: dict[str, Score] = {}
    for clip in clips():
        told = hear(clip)
        print(_line(f"{clip.set}/{clip.file}", told), flush=True)
        key = f"all of {clip.set}: {KINDS[clip.kind]}"
        sums[key] = sums.get(key, Score(0, 0, 0)) + told
    for key, told in sums.items():
        print(_line(key, told))


@bench("300 rendered tower sessions")
def sessions() -> None:
    total = Score(0, 0, 0)
    for seed in range(300):
        session = render(seed)
        detector = Detector(RATE)
        found = [onset / RATE for onset, _, _ in detector.feed(session.samples) + detector.finish()]
        told = score(found, session.blows, 0.04)
        if told.false or told.missed:
            print(_line(f"seed {seed}", told))
        total += told
    print(_line("all", total))


@bench("cost of a sample under CPython")
def sample_cost() -> None:
    samples = render(1).samples

    def walk() -> None:
        for _ in samples:
            pass

    detecting = seconds(lambda: Detector(RATE).feed(samples)) / len(samples)
    walking = seconds(walk) / len(samples)
    print(
        f"  {1e6 * detecting:.2f} µs a sample, {detecting / walking:.0f} x an empty loop, "
        f"{100 * detecting * RATE:.2f} % of one core at {RATE} samples a second"
    )
