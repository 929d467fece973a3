from collections.abc import Callable

import msgspec
import numpy as np
import pytest

from companion.common.health import Health
from hardware.boulders.count import Count, Piece
from hardware.boulders.counter import Counter
from hardware.boulders.troubles import DARK, NO_MAT, partly_seen
from hardware.boulders.watcher import RECALIBRATE, RELIT, Sighting, Watcher
from hardware.camera.scene import Cube, Light, Scene
from hardware.camera.sim import SimCamera
from hardware.devices import Frame, Image


class Scripted:
    """A counter that says what it is told to."""

    def __init__(self, *reds: int, trouble: Health | None = None) -> None:
        self.reds = list(reds)
        self.trouble = trouble
        self.asked = 0

    def count(self, image: Image) -> Count:  # noqa: ARG002
        self.asked += 1
        if self.trouble is not None:
            return Count((), {}, 0.0, False, self.trouble)
        red = self.reds[min(self.asked, len(self.reds)) - 1]
        return Count((), {"red": red}, 1.0, True)


def frames(count: int, first: int = 0, level: int = 100) -> list[Frame]:
    image = np.full((90, 160, 3), level, np.uint8)
    return [Frame(image, number * 0.1, number) for number in range(first, first + count)]


def test_a_still_picture_is_counted_once_counts_agree() -> None:
    counter = Scripted(2)
    watcher = Watcher(counter)
    kinds = [watcher.see(frame).kind for frame in frames(12)]
    assert kinds[:3] == ["moving"] * 3
    assert kinds[-1] == "counted"
    assert counter.asked == 3


def test_a_wavering_count_becomes_unsure() -> None:
    watcher = Watcher(Scripted(*([1, 2] * 10)))
    sighting = [watcher.see(frame) for frame in frames(12)][-1]
    assert sighting.kind == "counted"
    assert sighting.count is not None
    assert not sighting.count.sure


def test_motion_starts_the_wait_again() -> None:
    watcher = Watcher(Scripted(1))
    for frame in frames(10):
        watcher.see(frame)
    moved = frames(1, 10)[0]
    moved.image[40:44, 40:44] = 250
    assert watcher.see(moved).kind == "moving"
    still = [watcher.see(Frame(moved.image, 1.0 + number * 0.1, 10 + number)).kind for number in range(1, 8)]
    assert still[0] == "moving"
    assert still[-1] == "counted"


def test_counts_from_before_something_moved_do_not_agree_with_those_after() -> None:
    counter = Scripted(1)
    watcher = Watcher(counter)
    for frame in frames(5):
        watcher.see(frame)
    assert counter.asked == 2
    moved = frames(1)[0].image
    moved[40:44, 40:44] = 250
    seen = [watcher.see(Frame(moved, number * 0.1, number)) for number in range(5, 11)]
    assert [sighting.kind for sighting in seen] == ["moving"] * 5 + ["counted"]
    assert counter.asked == 5


class Wavering(Scripted):
    """Always the same boulders, seen more clearly in some pictures than in others."""

    def count(self, image: Image) -> Count:
        return msgspec.structs.replace(super().count(image), confidence=(0.9, 0.97, 0.88)[self.asked % 3])


def test_the_clearest_of_the_pictures_that_agree_is_told() -> None:
    watcher = Watcher(Wavering(2))
    told = [watcher.see(frame) for frame in frames(10)][-1].count
    assert told is not None
    assert told.confidence == 0.97


def test_a_large_change_is_a_hand() -> None:
    watcher = Watcher(Scripted(1))
    watcher.see(frames(1)[0])
    assert watcher.see(frames(1, 1, level=160)[0]).kind == "hand"


def test_the_same_frame_twice_is_looked_at_once() -> None:
    counter = Scripted(1)
    watcher = Watcher(counter)
    seen = [watcher.see(frame) for frame in frames(10)]
    assert watcher.see(frames(1, 9)[0]) == seen[-1]
    assert counter.asked == 3


def test_an_unchanged_picture_is_counted_anew_after_a_while() -> None:
    counter = Scripted(1)
    watcher = Watcher(counter)
    for frame in frames(120):
        watcher.see(frame)
    assert 3 < counter.asked <= 9


def test_each_trouble_has_its_kind_and_words() -> None:
    for trouble, kind in ((DARK, "dark"), (NO_MAT, "trouble"), (partly_seen(2), "hand")):
        watcher = Watcher(Scripted(trouble=trouble))
        sighting = [watcher.see(frame) for frame in frames(8)][-1]
        assert (sighting.kind, sighting.words, sighting.count) == (kind, trouble, None)


def test_falling_boulders_are_counted_when_they_lie() -> None:
    now = [0.0]

    def scene(time: float) -> Scene:
        rolling = min(time, 1.0) * 60
        return Scene((Cube("red", 60 + rolling, 90, rolling), Cube("white", 180, 60 + rolling)))

    camera, watcher = SimCamera(scene, lambda: now[0]), Watcher(Counter())
    kinds = []
    for step in range(30):
        now[0] = step * 0.07
        frame = camera.newest()
        assert frame is not None
        sighting = watcher.see(frame)
        kinds.append(sighting.kind)
    assert "counted" not in kinds[:15]
    assert sighting.count is not None
    assert sighting.count.colours == {"red": 1, "blue": 0, "yellow": 0, "white": 1}


def sightings(light: Callable[[float], Light], seconds: float = 4.5) -> list[Sighting]:
    """What is made of twelve boulders in a light that changes with time."""
    cubes = tuple(
        Cube(colour, 60 + 30 * column, 60 + 20 * row, 10 * column)
        for column, colour in enumerate(("red", "blue", "yellow", "white"))
        for row in range(3)
    )
    now = [0.0]
    camera = SimCamera(lambda time: Scene(cubes, light=light(time)), lambda: now[0])
    watcher = Watcher(Counter())
    seen = []
    for step in range(round(seconds * 10)):
        now[0] = step * 0.1
        frame = camera.newest()
        assert frame is not None
        seen.append(watcher.see(frame))
    return seen


def test_what_changes_the_picture_other_than_a_lamp_would_is_a_hand() -> None:
    before = shaded(1.0, 0)[0]
    steeper = np.clip(120 + 1.5 * (before.image.astype(np.float32) - 120), 0, 255).astype(np.uint8)
    other_things = np.maximum(255 - before.image // 3, before.image + 10).astype(np.uint8)
    for image in (steeper, other_things):
        watcher = Watcher(Scripted(1))
        watcher.see(before)
        assert watcher.see(Frame(image, 0.1, 1)).kind == "hand"


@pytest.mark.parametrize("evening", [Light(brightness=0.6), Light(cast=(1.2, 0.9, 0.6))])
def test_another_light_is_no_hand_and_changes_no_count(evening: Light) -> None:
    seen = sightings(lambda time: Light() if time < 2 else evening)
    assert "hand" not in {sighting.kind for sighting in seen}
    assert RELIT in [sighting.words for sighting in seen]
    assert seen[-1].count is not None
    assert seen[-1].count.sure
    assert set(seen[-1].count.colours.values()) == {3}


def test_a_light_in_which_the_colours_no_longer_fit_means_to_recalibrate() -> None:
    seen = sightings(lambda time: Light() if time < 2 else Light(cast=(1.5, 0.0, 0.0)))
    assert (seen[-1].kind, seen[-1].words, seen[-1].count) == ("trouble", RECALIBRATE, None)


def test_when_the_old_light_comes_back_the_colours_fit_again() -> None:
    seen = sightings(lambda time: Light(cast=(1.5, 0.0, 0.0)) if 2 < time < 4 else Light(), seconds=6)
    assert RECALIBRATE in [sighting.words for sighting in seen]
    assert seen[-1].count is not None
    assert seen[-1].count.sure


class Doubting(Scripted):
    """Sure in bright pictures only."""

    def count(self, image: Image) -> Count:
        sure = float(image.mean()) > 90
        return Count((), {"red": 2 if sure else 3}, 1.0 if sure else 0.5, sure)


def shaded(level: float, first: int, touched: bool = False) -> list[Frame]:
    image = np.tile(np.linspace(60, 180, 160), (90, 1))
    if touched:
        image[30:36, 40:46] = 20
    shown = np.repeat((image * level)[..., None], 3, axis=2).astype(np.uint8)
    return [Frame(shown, number * 0.1, number) for number in range(first, first + 12)]


def test_a_count_that_another_light_made_unsure_is_not_given_as_a_count() -> None:
    watcher = Watcher(Doubting())
    before = [watcher.see(frame) for frame in shaded(1.0, 0)][-1]
    after = [watcher.see(frame) for frame in shaded(0.6, 12)][-1]
    assert before.count is not None
    assert (after.kind, after.words) == ("trouble", RECALIBRATE)


def test_boulders_that_fell_in_another_light_are_asked_about_with_a_guess() -> None:
    watcher = Watcher(Doubting())
    for frame in (*shaded(1.0, 0), *shaded(0.6, 12)):
        watcher.see(frame)
    after = [watcher.see(frame) for frame in shaded(0.6, 24, touched=True)][-1]
    assert (after.kind, after.words) == ("counted", RECALIBRATE)
    assert after.count is not None
    assert not after.count.sure


def test_after_a_sure_count_of_what_fell_another_light_alone_means_to_recalibrate_again() -> None:
    watcher = Watcher(Doubting())
    fallen = [watcher.see(frame) for frame in (*shaded(1.0, 0), *shaded(1.0, 12, touched=True))][-1]
    assert fallen.count is not None
    assert fallen.count.sure
    after = [watcher.see(frame) for frame in shaded(0.6, 24, touched=True)][-1]
    assert (after.kind, after.words) == ("trouble", RECALIBRATE)


class HalfSeeing:
    """Sees one boulder where it is told, and doubts it."""

    def __init__(self) -> None:
        self.pieces: tuple[Piece, ...] = (Piece(0.25, 0.5, "red", 0.5, ()),)
        self.doubtful: tuple[tuple[float, float], ...] = ((0.25, 0.5),)

    def count(self, image: Image) -> Count:  # noqa: ARG002
        colours = {"red": 0, "blue": 0}
        for piece in self.pieces:
            colours[piece.colour] += 1
        return Count(self.pieces, colours, 0.7, False, None, self.doubtful)


def _counted(watcher: Watcher, image: Image, first: int) -> Count:
    seen = [watcher.see(Frame(image, (first + number) * 0.1, first + number)) for number in range(12)]
    assert seen[-1].count is not None
    return seen[-1].count


def _fell(image: Image, x: int, y: int) -> Image:
    image = image.copy()
    image[y - 3 : y + 3, x - 3 : x + 3] = 250
    return image


def test_what_was_doubtful_and_accepted_is_not_doubted_again_while_it_lies_there() -> None:
    counter = HalfSeeing()
    watcher, bare = Watcher(counter), frames(1)[0].image
    assert not _counted(watcher, bare, 0).sure
    watcher.accept()
    counter.pieces += (Piece(0.75, 0.5, "blue", 1.0, ()),)
    assert _counted(watcher, _fell(bare, 120, 45), 20).sure


def test_a_doubt_nobody_has_answered_stays_one() -> None:
    watcher, bare = Watcher(HalfSeeing()), frames(1)[0].image
    assert not _counted(watcher, bare, 0).sure
    assert not _counted(watcher, _fell(bare, 120, 45), 20).sure


def test_where_something_has_moved_what_was_accepted_is_doubted_anew() -> None:
    watcher, bare = Watcher(HalfSeeing()), frames(1)[0].image
    _counted(watcher, bare, 0)
    watcher.accept()
    assert not _counted(watcher, _fell(bare, 42, 45), 20).sure


def test_what_is_seen_as_another_boulder_than_the_accepted_one_is_doubted_anew() -> None:
    counter = HalfSeeing()
    watcher, bare = Watcher(counter), frames(1)[0].image
    _counted(watcher, bare, 0)
    watcher.accept()
    counter.pieces = (Piece(0.25, 0.5, "blue", 0.5, ()),)
    assert not _counted(watcher, _fell(bare, 120, 45), 20).sure


def test_a_second_doubt_elsewhere_is_not_covered_by_the_accepted_one() -> None:
    counter = HalfSeeing()
    watcher, bare = Watcher(counter), frames(1)[0].image
    _counted(watcher, bare, 0)
    watcher.accept()
    counter.doubtful += ((0.75, 0.5),)
    assert not _counted(watcher, _fell(bare, 120, 45), 20).sure
