import numpy as np

from hardware.boulders.count import Count, Piece
from hardware.boulders.overlay import draw


def test_the_overlay_marks_each_piece_on_a_copy() -> None:
    outline = ((0.2, 0.2), (0.4, 0.2), (0.4, 0.4), (0.2, 0.4))
    piece = Piece(0.3, 0.3, "red", 0.9, outline)
    image = np.full((100, 100, 3), 90, np.uint8)
    drawn = draw(image, Count((piece,), {"red": 1}, 0.9, True))
    assert (image == 90).all()
    assert (drawn[20, 20:40] != 90).any()
    assert (drawn[60:, 60:] == 90).all()
