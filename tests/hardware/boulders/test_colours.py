from hardware.boulders import COLOURS
from hardware.boulders.colours import BOULDER_COLOURS


def test_a_boulder_of_each_colour_has_a_look_and_no_other_has() -> None:
    assert tuple(BOULDER_COLOURS) == COLOURS
