"""What counting costs at best and at worst, and how right it is: on rendered scenes, whole hammerings and photos."""

import hashlib
import json
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from companion.app.device_setup.colour_teaching import lesson
from companion.common.health import Health
from hardware.boulders import COLOURS
from hardware.boulders.calibration import Calibration
from hardware.boulders.count import Count
from hardware.boulders.counter import Counter
from hardware.boulders.photos import count_photo, read_photo
from hardware.boulders.watcher import Watcher
from hardware.camera.render import Painter
from hardware.camera.scene import Cube, Scene
from hardware.devices import Frame, Image
from tests.bench import bench, ratio
from tests.hardware.boulders import hard, hostile, tabletop
from tests.hardware.boulders.falls import KINDS
from tests.hardware.boulders.room import Room
from tests.hardware.boulders.scenes import all_44, photo, scattered
from tests.needs import SHARED_DATA

FIRST_SCENE = 3_801_000
"""The counter was made with scenes of other seeds."""
SCENES = 1000
HAMMERINGS = 500
HEAPS = 200
ROOMS = 250
TABLES = 100
FLOOR = "colour conversion + 4 thresholds + 4 passes"


@bench("one frame with 44 boulders")
def cost() -> None:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    image = photo(scattered(all_44(), np.random.default_rng(4)))
    counter = Counter()
    ratio("one 1280 × 720 frame", lambda: counter.count(image), FLOOR, lambda: floor(image))
    cv2.setNumThreads(threads)


def floor(image: Image) -> None:
    """The least that could count colours."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    for low, high in (((0, 150, 0), (255, 255, 160)), ((0, 0, 0), (255, 255, 110)), ((0, 0, 160), (255, 255, 255))):
        cv2.connectedComponents(cv2.inRange(lab, low, high))
    cv2.connectedComponents(cv2.inRange(lab, (170, 118, 118), (255, 138, 150)))


@bench("the budget of a count")
def budget() -> None:
    """What the worst pictures cost in seconds of one core, for other programs may take the rest of the machine."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    heaps = ((hard.heap(seed).image, Counter().count) for seed in range(FIRST_SCENE, FIRST_SCENE + HEAPS))
    _worst("heaps of 30 to 44 in one low, warm lamp's light", heaps)
    _worst("hostile pictures of the mat", ((make(), Counter().count) for make in hostile.ON_THE_MAT.values()))
    _worst("hostile pictures of a table", ((make(), _on_the_table) for make in hostile.ON_THE_TABLE.values()))
    cv2.setNumThreads(threads)


def _on_the_table(image: Image) -> Count:
    return count_photo(image, Calibration())


def _worst(name: str, pictures: Iterable[tuple[Image, Callable[[Image], Count]]]) -> None:
    spent, floors, unsure = [], [], 0
    for image, count in pictures:
        start = time.thread_time()
        unsure += not count(image).sure
        counted = time.thread_time()
        floor(image)
        spent.append(counted - start)
        floors.append(time.thread_time() - counted)
    usual = median(floors)
    shares = {"median": median(spent), "p95": float(np.percentile(spent, 95)), "worst": max(spent)}
    costs = ", ".join(f"{word} {seconds:.3f} s = {seconds / usual:.0f} x" for word, seconds in shares.items())
    print(f"  {len(spent)} {name}: {costs} {FLOOR} ({usual * 1e3:.2f} ms); {unsure} unsure", flush=True)


@bench("pictures of a path tracer")
def path_traced() -> None:
    """Pictures that nobody here drew: by kind, with the usual colours and with those taught in the same room."""
    folder = SHARED_DATA / "boulders-pbr"
    if not folder.exists():
        print("  skipped: the path tracer's pictures are not beside the project")
        return
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    facts = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}
    rooms = {"-".join(name.split("-")[:2]) for name in facts if name.endswith("-empty")}
    taught = {room: _taught(folder, room) for room in rooms}
    for lessons in (False, True):
        print("  with the room's own lessons:" if lessons else "  with the usual colours:")
        rows: dict[str, list[Judged]] = {}
        taps: list[int] = []
        for name, truth in facts.items():
            if "-lesson-" in name:
                continue
            room = "-".join(name.removeprefix("sequence-").split("-")[:2])
            counter = Counter(taught[room] if lessons else None)
            image = np.asarray(cv2.imread(str(folder / f"{name}.jpg")), np.uint8)
            judged = _judged(counter.count, image, truth["on"])
            rows.setdefault(name.split("-")[0], []).append(judged)
            if not judged.right and judged.counted.trouble is None:
                taps.append(_taps_to_put_right(judged.counted.colours, truth["on"]))
        _by_kind(rows)
        print(f"    taps that put a wrong one right: {sorted(taps)}, a piece at most two")
    cv2.setNumThreads(threads)


class Judged(NamedTuple):
    right: bool
    counted: Count
    seconds: float


def _judged(count: Callable[[Image], Count], image: Image, truth: Mapping[str, int]) -> Judged:
    start = time.thread_time()
    counted = count(image)
    seconds = time.thread_time() - start
    return Judged(counted.trouble is None and counted.colours == truth, counted, seconds)


def _by_kind(rows: Mapping[str, list[Judged]]) -> None:
    for kind, row in rows.items():
        exact, unsure = sum(each.right for each in row), sum(not each.counted.sure for each in row)
        wrong = sum(each.counted.sure and not each.right for each in row)
        spent = [each.seconds for each in row]
        costs = f"median {median(spent):.2f} s, p95 {np.percentile(spent, 95):.2f} s, worst {max(spent):.2f} s"
        print(f"    {kind:>12}: exact {exact} of {len(row)}, unsure {unsure}, wrong but sure {wrong}; {costs}")
    _coverage([(each.right, each.counted.confidence) for row in rows.values() for each in row])


def _taught(folder: Path, room: str) -> Calibration:
    """As the owner teaches it on the page, a colour after the other."""
    known = Calibration()
    for name in COLOURS:
        image = np.asarray(cv2.imread(str(folder / f"{room}-lesson-{name}.jpg")), np.uint8)
        learned = lesson(image, name, known)
        if isinstance(learned, Health):
            print(f"  the lesson of {name} in {room} was refused: {learned.text}")
        else:
            known = learned.boulders
    return known


def _taps_to_put_right(counted: Mapping[str, int], truth: Mapping[str, int]) -> int:
    """One on a stepper for a piece that was missed or is none; for one of another colour itself and the right one."""
    missed = sum(max(0, truth[name] - counted[name]) for name in COLOURS)
    extra = sum(max(0, counted[name] - truth[name]) for name in COLOURS)
    return 2 * min(missed, extra) + abs(missed - extra)


def _coverage(counts: list[tuple[bool, float]]) -> None:
    """How many would be played without asking, and how many of them wrongly, if one were sure from there on."""
    steps = []
    for least in (0.5, 0.7, 0.8, 0.87, 0.9, 0.93, 0.96):
        sure = [right for right, confidence in counts if confidence >= least]
        steps.append(f"{least}: {len(sure)} ({len(sure) - sum(sure)} wrong)")
    print(f"    of {len(counts)}, sure from a confidence of " + ", ".join(steps), flush=True)


@bench("rendered scenes in five lightings")
def rendered() -> None:
    scenes(FIRST_SCENE, SCENES)


def scenes(first: int, count: int) -> None:
    exact, unsure, wrong, sure_wrong = Tally[str](), Tally[str](), Tally[str](), 0
    shift: Tally[tuple[str, int]] = Tally()
    each: Tally[str] = Tally()
    counter = Counter()
    for seed in range(first, first + count):
        scene = hard.scene(seed)
        seen, truth = counter.count(scene.image), scene.truth()
        right = seen.trouble is None and seen.colours == truth
        each[scene.lighting] += 1
        exact[scene.lighting] += right
        unsure[scene.lighting] += not seen.sure
        sure_wrong += seen.sure and not right
        if not right:
            wrong[f"seed {seed}: {seen.trouble or _difference(seen.colours, truth)}"] += 1
        for colour in COLOURS:
            shift[colour, seen.colours[colour] - truth[colour]] += 1
    print(f"  {count} scenes from seed {first}: exact {exact.total() / count:.1%}, unsure {unsure.total() / count:.1%}")
    print(f"  wrong but sure: {sure_wrong}")
    for lighting in hard.LIGHTINGS:
        print(f"    {lighting:>10}: exact {exact[lighting]} of {each[lighting]}, unsure {unsure[lighting]}")
    for colour in COLOURS:
        off = ", ".join(f"{by:+d} in {n}" for (name, by), n in sorted(shift.items()) if name == colour and by)
        print(f"    {colour:>10}: right in {shift[colour, 0]} scenes" + (f", {off}" if off else ""))
    for line in wrong:
        print(f"    {line}", flush=True)


def _difference(seen: dict[str, int], truth: dict[str, int]) -> str:
    return ", ".join(
        f"{colour} {seen[colour]} for {truth[colour]}" for colour in COLOURS if seen[colour] != truth[colour]
    )


@bench("rooms harder than life")
def harder_rooms() -> None:
    """Traced ray by ray, a throw of each kind a room; in heaps some boulders lie on others, and hide some."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    rows: dict[str, list[Judged]] = {kind: [] for kind in KINDS}
    for number in range(FIRST_SCENE, FIRST_SCENE + ROOMS):
        room, random = Room(number), np.random.default_rng([number, 6])
        for kind in KINDS:
            blocks = room.falls.throw(kind, random)
            image = room.shoot(blocks, random)
            truth = {name: sum(b.colour == name and b.lies() == "on" for b in blocks) for name in COLOURS}
            rows[kind].append(_judged(Counter().count, image, truth))
    _by_kind(rows)
    cv2.setNumThreads(threads)


@bench("whole hammerings")
def hammerings() -> None:
    exact = asked = wrong = hits = 0
    for seed in range(FIRST_SCENE, FIRST_SCENE + HAMMERINGS):
        for told, fell in hammering(seed):
            hits += 1
            exact += told == fell
            asked += told is None
            wrong += told is not None and told != fell
    print(f"  {HAMMERINGS} hammerings, {hits} hits: {exact} exact, {asked / hits:.1%} asked, {wrong} wrong")


def hammering(seed: int) -> list[tuple[dict[str, int] | None, dict[str, int]]]:
    """Up to six blows on one table: what the watcher was sure fell at each (None: it would ask), and what did.

    Whoever is asked answers, and what the camera saw then is what the next count is held against, as the referee does.
    """
    random = np.random.default_rng([seed, 7])
    look, light = hard.a_look(random), hard.a_light(hard.LIGHTINGS[seed % 5], random)
    painter, watcher = Painter(look), Watcher(Counter())
    bag = all_44()
    random.shuffle(bag)
    lying: tuple[Cube, ...] = ()
    number, seen, hits = 0, dict.fromkeys(COLOURS, 0), []
    for _ in range(int(random.integers(1, 7))):
        before, fallen = lying, int(random.integers(0, 8))
        lying = hard.a_throw(bag[: len(lying) + fallen], look.size_mm, bool(random.random() < 0.33), random, lying)
        picture = painter.paint(Scene(lying, light=light))
        told: dict[str, int] | None = None
        frames = [_noisy(picture, random) for _ in range(3)]
        for step in range(16):
            number += 1
            sighting = watcher.see(Frame(frames[step % 3], number * 0.1, number))
            if sighting.kind == "counted" and sighting.count is not None and step > 5:
                now = sighting.count.colours
                if sighting.count.sure and all(now[colour] >= seen[colour] for colour in COLOURS):
                    told = {colour: now[colour] - seen[colour] for colour in COLOURS}
                seen = now
                watcher.accept()
                break
        fell = [cube.colour for cube in lying[len(before) :]]
        hits.append((told, {colour: fell.count(colour) for colour in COLOURS}))
    return hits


def _noisy(picture: Image, random: np.random.Generator) -> Image:
    return np.clip(picture + random.normal(0, 2.5, picture.shape), 0, 255).astype(np.uint8)


@bench("real photos")
def photos() -> None:
    folder = SHARED_DATA / "photos"
    if not folder.exists():
        print("  skipped: the real photos are not beside the project")
        return
    truth = json.loads((folder / "truth.json").read_text("utf-8"))
    sweets = Calibration(
        {
            "red": ("#e60000",),
            "green": ("#00ff40",),
            "blue": ("#3c8cf8",),
            "orange": ("#fa4b00",),
            "brown": ("#2f0811",),
        }
    )
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    rows: dict[str, list[Judged]] = {}
    for name, facts in truth.items():
        image = read_photo(folder / name)
        if isinstance(image, Health):
            continue
        sweet = name.startswith("smarties")
        start = time.thread_time()
        count = count_photo(image, sweets if sweet else Calibration())
        seconds = time.thread_time() - start
        if sweet:
            print(f"  smarties: {count.colours}, truth {facts['colours']}")
        right = count.colours == facts["colours"] if sweet else count.total == facts["pieces"]
        half = "working" if in_the_working_half(name) else "held out"
        rows.setdefault("smarties" if sweet else f"{name.split('/')[0]}, {half}", []).append(
            Judged(right, count, seconds)
        )
    _by_kind(rows)
    cv2.setNumThreads(threads)


def in_the_working_half(name: str) -> bool:
    """By the name in `truth.json`: only these photos were looked at while the counter was made."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0


@bench("tables without the mat")
def bare_tables() -> None:
    """Drawn ones, from fresh seeds: as one lays them out, with what goes wrong in a room, and harder ones by kind."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    rows: dict[str, list[Judged]] = {}
    for make, kind in ((tabletop.table, "plain"), (tabletop.troubled, "troubled"), (tabletop.harder, None)):
        for seed in range(FIRST_SCENE, FIRST_SCENE + TABLES):
            table = make(seed)
            count = partial(count_photo, calibration=Calibration(table.colours))
            judged = _judged(count, table.image, table.truth)
            rows.setdefault(kind or str(table.trouble), []).append(judged)
    _by_kind(rows)
    cv2.setNumThreads(threads)
