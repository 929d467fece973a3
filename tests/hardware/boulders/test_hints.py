import cv2
import numpy as np

from hardware.boulders import hints, troubles
from hardware.boulders.mat_view import MatView
from hardware.camera.render import Look, Painter
from hardware.camera.scene import Light, Scene
from hardware.camera.view import View
from hardware.devices import Image


def picture(light: Light | None = None, view: View | None = None) -> Image:
    return Painter(Look(view=view or View())).paint(Scene((), light=light or Light()))


def said(image: Image) -> tuple[object, ...]:
    return hints.hints(image, MatView(10.0))


def test_a_good_picture_needs_no_hint() -> None:
    assert said(picture()) == (hints.FOUND,)


def test_each_weakness_has_its_hint() -> None:
    blurred = np.asarray(cv2.GaussianBlur(picture(), (0, 0), 3.0), np.uint8)
    assert hints.SOFT in said(blurred)
    glaring = picture()
    glaring[:90] = 255
    assert hints.GLARING in said(glaring)
    assert hints.DIM in said(picture(Light(brightness=0.08)))
    assert hints.UNEVEN in said(picture(Light(azimuth=0, slope=0.9, elevation=30)))
    assert hints.FAR in said(picture(view=View(distance=520.0)))
    assert hints.TURNED in said(picture(view=View(turn=180.0)))


def test_without_a_mat_the_trouble_is_the_hint() -> None:
    assert said(np.full((720, 1280, 3), 120, np.uint8)) == (troubles.NO_MAT,)


def bad_pictures() -> dict[str, Image]:
    good = picture()
    page = good.copy()
    page[120:600, 200:1080] = 225
    half = good.copy()
    half[:, 640:] = (40, 60, 90)
    phone = good.copy()
    cv2.rectangle(phone, (500, 300), (640, 500), (250, 160, 60), cv2.FILLED)
    return {
        "black": np.zeros_like(good),
        "white": np.full_like(good, 255),
        "out of focus": np.asarray(cv2.GaussianBlur(good, (0, 0), 14.0), np.uint8),
        "half covered": half,
        "face down": page,
        "a phone on it": phone,
        "mirrored": np.ascontiguousarray(good[:, ::-1]),
        "no mat": np.full_like(good, 120),
    }


def test_each_bad_picture_has_its_own_sentence() -> None:
    from hardware.boulders.counter import Counter

    said = {}
    for name, image in bad_pictures().items():
        count = Counter().count(image)
        assert count.trouble is not None, name
        assert not count.sure
        assert count.total == 0
        said[name] = count.trouble.text.sentence
    assert len(set(said.values())) == len(said), said
