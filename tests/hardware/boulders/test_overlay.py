import numpy as np

from hardware.boulders import COLOURS
from hardware.boulders.count import Count, Piece
from hardware.boulders.overlay import draw
from hardware.devices import Image

OUTLINE = ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4), (0.2, 0.4))
GREY = np.full((200, 1280, 3), 90, np.uint8)


def overlaid(colour: str, confidence: float) -> Image:
    return draw(GREY, Count((Piece(0.3, 0.3, colour, confidence, OUTLINE),), {colour: 1}, confidence, True))


def test_a_boulder_is_outlined_in_its_own_colour() -> None:
    lines = {colour: tuple(overlaid(colour, 0.9)[40, 384].tolist()) for colour in (*COLOURS, "cherry")}
    assert len(set(lines.values())) == 5
    blue, green, red = lines["red"]
    assert red > 2 * max(blue, green)


def test_a_doubtful_boulder_is_crossed() -> None:
    sure, doubtful = overlaid("blue", 0.9), overlaid("blue", 0.7)
    assert (sure[60, 384] == 90).all()
    assert (doubtful[60, 384] != 90).any()


def test_the_overlay_marks_each_piece_on_a_copy() -> None:
    outline = ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4), (0.2, 0.4))
    piece = Piece(0.3, 0.3, "red", 0.9, outline)
    image = np.full((100, 100, 3), 90, np.uint8)
    picture = draw(image, Count((piece,), {"red": 1}, 0.9, True))
    assert (image == 90).all()
    assert (picture[20, 20:40] != 90).any()
    assert (picture[60:, 60:] == 90).all()
