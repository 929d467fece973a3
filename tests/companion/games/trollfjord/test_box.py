"""Trollfjord's board as a file: read back whole, and refused with every fault at once."""

from pathlib import Path

import msgspec
import pytest

from companion.box import Shelf
from companion.box_files import file_text, read_whole
from companion.games.trollfjord.board import Board
from companion.games.trollfjord.box import BOARDS
from companion.games.trollfjord.example import example_board
from companion.rules import BadSetup, Drawing


@pytest.fixture
def boards(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "boards", BOARDS)


def own(name: str = "Our table") -> Board:
    return msgspec.structs.replace(example_board(), name=name)


def drawing(photo: str = "") -> Drawing:
    board = example_board()
    regions = {region.id: (0.1, index / 12) for index, region in enumerate(board.regions)}
    spots = {spot.id: (1.0, index / 6) for index, spot in enumerate(board.spots)}
    return Drawing({"regions": regions, "spots": spots}, None, 1.5, photo)


def test_the_example_is_there_from_the_start(boards: Shelf) -> None:
    assert boards.names == [boards.chosen] == ["Example board"]
    assert boards.drawing("Example board") is None
    assert [kept.mark for kept in boards.kept] == ["example"]


def test_a_board_is_a_file_that_people_can_read() -> None:
    text = file_text(own(), drawing())
    assert '[[spots]]\nid = "north_west"\nregions = ["swamp_1", "mountain_1", "glacier_1"]\n' in text
    assert 'borders = [\n    ["fjord_1", "fjord_2"],\n' in text
    assert "[drawing.regions]\nforest_1 = [0.1, 0.0]\n" in text
    assert read_whole(text, BOARDS) == (own(), drawing())


def test_a_file_from_elsewhere_comes_in_without_the_photo_it_speaks_of(boards: Shelf) -> None:
    assert boards.take_in(file_text(own(), drawing("0123456789abcdef"))) == "Our table"
    assert boards.drawing("Our table") == drawing()


def test_a_file_without_a_drawing_is_a_board_too(boards: Shelf) -> None:
    boards.take_in(file_text(own(), None))
    assert boards.thing("Our table") == own()
    assert boards.drawing("Our table") is None


def test_every_fault_of_a_file_is_told_at_once() -> None:
    text = file_text(own(), drawing())
    text = text.replace('landscape = "swamp"', 'landscape = "bog"', 1)
    text = text.replace('id = "plank_2"', 'id = "plank_1"')
    text = text.replace("forest_1 = [0.1, 0.0]\n", "").replace("aspect = 1.5", "aspect = 9.0")
    with pytest.raises(BadSetup) as bad:
        read_whole(text, BOARDS)
    assert [str(fault) for fault in bad.value.faults] == [
        "drawing: Expected `float` <= 5.0 - at `$.aspect`",
        "planks plank_1: This id is used 2 times.",
        "regions swamp_1: There is no landscape called bog.",
        "regions swamp: Every landscape has 2 regions, this one 1.",
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("name = ", "name = = "), "This is no TOML"),
        (('name = "Our table"', 'name = " "'), "It needs a name."),
        (('name = "Our table"', f'name = "{"x" * 41}"'), "at most 40 letters"),
        (("north = [1.0", "nowhere = [1.0"), "spots north: This has no place in the drawing."),
        (("[drawing]", "[drawing]\nborn = 2020-01-01"), "Expected `object`, got `date`"),
        (("[drawing]", "[other]\nborn = 2020-01-01\n[drawing]"), "unknown field `other`"),
        (("[drawing.spots]", "[drawing.walls]\nx = [0.1, 0.1]\n[drawing.spots]"), "drawing: There is no walls."),
    ],
)
def test_a_file_that_is_no_board_says_why(boards: Shelf, change: tuple[str, str], fault: str) -> None:
    text = file_text(own(), drawing())
    assert change[0] in text
    with pytest.raises(BadSetup, match=fault):
        boards.take_in(text.replace(change[0], change[1], 1))
    assert boards.names == ["Example board"]


def test_a_board_recorded_before_spaces_had_to_alternate_waits_to_be_put_right(boards: Shelf) -> None:
    planks = [msgspec.structs.replace(plank, spaces=("wander", *plank.spaces)) for plank in example_board().planks]
    older = msgspec.structs.replace(own("Older"), planks=tuple(planks))
    boards.folder.mkdir()
    (boards.folder / "older.toml").write_text(file_text(older, drawing()), encoding="utf-8")
    again = Shelf(boards.folder, BOARDS)
    kept = again.get("Older")
    assert kept is not None
    assert (kept.thing, kept.drawing, again.names, again.unreadable) == (older, drawing(), ["Example board"], {})
    assert len(kept.faults) == 10
