"""The network proposes tops in a heap where they are, whatever their colour, and what it proposes is judged."""

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.common.health import Health
from hardware.boulders import COLOURS, proposer
from hardware.boulders.counter import Counter, _doubts
from hardware.boulders.heap import heap_of
from hardware.boulders.mat import CUBE_SIZE
from hardware.boulders.mat_view import FlatMat, MatView
from hardware.boulders.palette import Palette
from hardware.boulders.plane import SCALE
from hardware.boulders.proposer import LIKELY, Proposal, proposals
from hardware.boulders.shapes import Square, fill
from hardware.devices import Image
from tests.hardware.boulders.falls import Block
from tests.hardware.boulders.room import Room

SIZE = CUBE_SIZE * SCALE
CLEARLY = 0.6
"""Of a boulder's top: as many pixels of it are seen at least."""


def looked_at(image: Image) -> FlatMat:
    seen = MatView(CUBE_SIZE).look(image)
    assert not isinstance(seen, Health)
    return seen


def top_of(block: Block, room: Room, seen: FlatMat) -> NDArray[np.float64]:
    corners = room.lens.project(block.top().astype(np.float64)) * room.scale
    return np.array([seen.plane.from_picture(float(x), float(y)) for x, y in corners])


@pytest.mark.parametrize("any_paint", [False, True])
def test_the_tops_of_a_heap_are_proposed_where_they_are(any_paint: bool) -> None:
    room, random = Room(600_003, any_paint=any_paint), np.random.default_rng(3)
    blocks = room.falls.throw("heap", random)
    seen = looked_at(room.shoot(blocks, random))
    found = [one for one in proposals(seen.balanced, seen.plane, SIZE) if one.likely >= LIKELY]
    near, clear = 0, 0
    for block, shown in zip(blocks, room.shown(blocks), strict=True):
        corners = top_of(block, room, seen)
        x, y = corners.mean(axis=0)
        if shown > CLEARLY * cv2.contourArea((room.lens.project(block.top().astype(np.float64))).astype(np.float32)):
            clear += 1
            near += any(np.hypot(one.x - x, one.y - y) < 0.2 * SIZE for one in found)
    assert near >= 0.9 * clear > 20
    assert len(found) <= 1.2 * len(blocks)


def test_boulders_of_another_size_are_proposed_too() -> None:
    """As if taught that they are larger: the flat picture is made smaller by as much."""
    room, random = Room(600_003), np.random.default_rng(3)
    seen = looked_at(room.shoot(room.falls.throw("apart", random, most=20), random))
    smaller = [proposal for proposal in proposals(seen.balanced, seen.plane, SIZE) if proposal.likely > CLEARLY]
    wider = cv2.getRotationMatrix2D((276.0, 208.0), 0.0, 1.3)
    larger = np.asarray(cv2.warpAffine(seen.balanced, wider, (552, 416)), np.uint8)
    found = proposals(larger, seen.plane, 1.3 * SIZE)
    places = [wider @ (one.x, one.y, 1.0) for one in smaller]
    within = [place for place in places if 20 < place[0] < 532 and 20 < place[1] < 396]
    near = [any(np.hypot(one.x - x, one.y - y) < 0.2 * SIZE for one in found) for x, y in within]
    assert sum(near) >= 0.8 * len(near) > 5


def test_upside_down_the_network_says_the_same_of_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    room, random = Room(600_003), np.random.default_rng(3)
    seen = looked_at(room.shoot(room.falls.throw("heap", random), random))
    glances: list[NDArray[np.float32]] = []
    glance = proposer._glance

    def noted(picture: cv2.typing.MatLike, sweep: NDArray[np.float32]) -> NDArray[np.float32]:
        glances.append(glance(picture, sweep))
        return glances[-1]

    monkeypatch.setattr(proposer, "_glance", noted)
    proposals(seen.balanced, seen.plane, SIZE)
    turned, straight = glances
    turned = turned[..., ::-1, ::-1] * proposer._TURNED_BACK
    here = (turned[0, 0] > 1) & (straight[0, 0] > 1)
    assert here.sum() > 20
    for again, first in zip(turned[0, 1:, here].T, straight[0, 1:, here].T, strict=True):
        assert np.mean(abs(again - first)) < 0.5 * np.mean(abs(first)) + 0.05


def test_two_pictures_looked_at_at_once_are_not_mixed_up() -> None:
    """The rig's camera and a phone's photo are counted on threads of their own."""
    room, random = Room(600_003), np.random.default_rng(3)
    seen = looked_at(room.shoot(room.falls.throw("heap", random), random))
    bare = np.full_like(seen.balanced, 128)
    pictures = [seen.balanced, bare] * 12

    def glance(picture: Image) -> list[Proposal]:
        return proposals(picture, seen.plane, SIZE)

    expected = [glance(seen.balanced), glance(bare)] * 12
    assert expected[0] != expected[1]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(glance, pictures)) == expected


def test_nothing_is_proposed_on_a_bare_mat() -> None:
    room, random = Room(600_010), np.random.default_rng(0)
    seen = looked_at(room.shoot([], random))
    assert [
        one for one in proposals(seen.balanced, seen.plane, SIZE) if seen.plane.inside(_square(one), SIZE) > 0
    ] == []


def test_one_right_above_another_is_proposed_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = np.full((2, 5, 104, 138), -9.0, np.float32)
    said[:, :, 40, 50] = 2.0, 0.0, 0.0, 1.0, 0.0
    monkeypatch.setattr(proposer, "_answer", lambda *_: said)
    room = Room(600_010)
    seen = looked_at(room.shoot([], np.random.default_rng(0)))
    found = proposals(seen.balanced, seen.plane, SIZE)
    assert sorted(one.lifted for one in found) == [False, True]


def test_where_nobody_saw_two_one_is_taken_at_the_likelier_height() -> None:
    assert heights((0.7, False), (0.3, True)) == ([False], [True])
    assert heights((0.3, False), (0.7, True)) == ([True], [])
    assert heights((0.8, False), (0.6, True))[0] == [True]


def heights(*several: tuple[float, bool]) -> tuple[list[bool], list[bool]]:
    """At which heights boulders are taken at one place that were proposed so likely, and at which one may be."""
    room = Room(600_010)
    seen = looked_at(room.shoot([], np.random.default_rng(0)))
    found = [Proposal(200.0, 200.0, 0.0, likely, lifted) for likely, lifted in several]
    named = np.ones(seen.balanced.shape[:2], np.uint8)
    heap = heap_of(found, seen, named, Palette(Counter().calibration.colours), SIZE)
    return [square.lifted for square in heap.squares], [square.lifted for square in heap.others]


@pytest.mark.parametrize("name", COLOURS)
def test_the_colour_of_one_below_another_is_what_is_in_sight_of_it(name: str) -> None:
    palette = Palette(Counter().calibration.colours)
    own = 1 + palette.names.index(name)
    other = own % len(COLOURS) + 1
    assert colours_of_a_pile(own, other, palette) == {(False, own), (True, other)}


def test_the_blurred_rim_of_one_on_others_tells_nothing_of_the_one_below() -> None:
    palette = Palette(Counter().calibration.colours)
    red, white = 1 + palette.names.index("red"), 1 + palette.names.index("white")
    # Of no colour that is known, and whitish as the bare mat there.
    assert colours_of_a_pile(0, red, palette) == {(False, white), (True, red)}


def colours_of_a_pile(below: int, above: int, palette: Palette) -> set[tuple[bool, int]]:
    """What is made of a boulder of one label and another on it that leaves a strip of its top in sight."""
    room = Room(600_010)
    seen = looked_at(room.shoot([], np.random.default_rng(0)))
    pile = [Proposal(200.0, 200.0, 0.0, 0.9, lifted=False), Proposal(209.0, 200.0, 0.0, 0.9, lifted=True)]
    named = np.zeros(seen.balanced.shape[:2], np.uint8)
    for one, label, wide in zip(pile, (below, above), (1.0, 1.12), strict=True):
        outline = Square(one.x, one.y, 0.0, 0, 1.0).whole(wide * SIZE, seen.plane.sweep(one.x, one.y))
        fill(named, outline, label)
    return {(square.lifted, square.label) for square in heap_of(pile, seen, named, palette, SIZE).squares}


def test_one_of_no_known_colour_takes_the_nearest_and_is_doubted_wherever_it_is_moved() -> None:
    room, random = Room(600_010), np.random.default_rng(0)
    seen = looked_at(room.shoot([], random))
    named = np.zeros(seen.balanced.shape[:2], np.uint8)
    palette = Palette(Counter().calibration.colours)
    heap = heap_of([Proposal(200.0, 200.0, 10.0, 0.9, lifted=False)], seen, named, palette, SIZE)
    assert heap.colourless
    assert [palette.names[square.label - 1] for square in heap.squares] == ["white"]
    moved = heap.squares[0]._replace(x=201.0, likely=0.5)
    assert [place for place, _ in _doubts([moved], heap, seen, SIZE)] == [(201.0, 200.0)]
    doubtful = heap_of([Proposal(200.0, 200.0, 10.0, 0.4, lifted=False)], seen, named, palette, SIZE)
    assert not doubtful.squares
    assert not doubtful.colourless


def test_a_heap_with_boulders_on_others_is_asked_about() -> None:
    room, random = Room(600_003), np.random.default_rng(3)
    blocks = room.falls.throw("heap", random)
    assert any(block.level for block in blocks)
    count = Counter().count(room.shoot(blocks, random))
    assert not count.sure
    assert abs(count.total - len(blocks)) <= 4
    assert set(count.colours) == set(COLOURS)


def _square(one: Proposal) -> Square:
    return Square(one.x, one.y, one.angle, 1, 1.0, one.lifted)
