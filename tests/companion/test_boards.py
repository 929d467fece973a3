"""Boards in the state folder: kept whole, found again after a start, and refused with every fault at once."""

import os
from pathlib import Path

import msgspec
import pytest

from companion.boards import Boards, Drawing, parsed, toml
from companion.games.trollfjord.board import Board
from companion.games.trollfjord.example import example_board
from companion.rules import BadSetup, Illegal

PHOTO = b"\xff\xd8a photo"


@pytest.fixture
def boards(tmp_path: Path) -> Boards:
    return Boards(tmp_path / "boards")


def own(name: str = "Our table") -> Board:
    return msgspec.structs.replace(example_board(), name=name)


def drawing(photo: str = "") -> Drawing:
    board = example_board()
    regions = {region.id: (0.1, index / 12) for index, region in enumerate(board.regions)}
    return Drawing(regions, {spot.id: (1.0, index / 6) for index, spot in enumerate(board.spots)}, 1.5, photo)


def test_the_example_is_there_from_the_start_and_stays(boards: Boards) -> None:
    assert boards.names == [boards.chosen] == ["Example board"]
    assert boards.drawing("Example board") is None
    with pytest.raises(Illegal, match="stays as it is"):
        boards.remove("Example board")
    with pytest.raises(Illegal, match="Another board is called Example board"):
        boards.keep(example_board(), drawing())
    with pytest.raises(Illegal, match="stays as it is"):
        boards.keep(example_board(), drawing(), instead_of="Example board")


def test_a_kept_board_is_there_after_a_start_and_chosen(boards: Boards, tmp_path: Path) -> None:
    photo = boards.add_photo(PHOTO)
    boards.keep(own(), drawing(photo))
    again = Boards(tmp_path / "boards")
    assert again.names == ["Our table", "Example board"]
    assert again.chosen == "Our table"
    assert again.board("Our table") == own()
    assert again.drawing("Our table") == drawing(photo)
    assert again.photo("Our table") == PHOTO


def test_a_board_is_a_file_that_people_can_read(boards: Boards, tmp_path: Path) -> None:
    boards.keep(own("Größe & Ålesund"), drawing())
    (file,) = (tmp_path / "boards").glob("*.toml")
    assert file.name == "groe-alesund.toml"
    text = file.read_text(encoding="utf-8")
    assert '[[spots]]\nid = "north_west"\nregions = ["swamp_1", "mountain_1", "glacier_1"]\n' in text
    assert parsed(text) == (own("Größe & Ålesund"), drawing())


def test_a_changed_board_replaces_itself_even_under_another_name(boards: Boards, tmp_path: Path) -> None:
    boards.keep(own("Old"), drawing())
    boards.keep(own("New"), drawing(), instead_of="Old")
    assert boards.names == ["New", "Example board"]
    assert Boards(tmp_path / "boards").names == ["New", "Example board"]


def test_no_more_boards_than_fit_and_the_words_say_which_to_remove(
    boards: Boards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.boards.MOST", 3)
    for age, name in enumerate(("Newest", "Middle", "Oldest")):
        boards.keep(own(name), drawing())
        os.utime(tmp_path / "boards" / f"{name.lower()}.toml", (1000 - age, 1000 - age))
    boards.choose("Oldest")
    with pytest.raises(Illegal, match=r"3 boards are kept here, and no more\. .*: Middle is the oldest"):
        boards.keep(own("One more"), drawing())
    with pytest.raises(Illegal, match="3 boards"):
        boards.take_in(toml(own("One more"), None))
    boards.keep(own("Renamed"), drawing(), instead_of="Newest")
    boards.remove("Middle")
    boards.keep(own("One more"), drawing())
    assert len(Boards(tmp_path / "boards").names) == 4


def test_two_boards_share_no_name_and_no_file(boards: Boards, tmp_path: Path) -> None:
    boards.keep(own("Home!"), drawing())
    boards.keep(own("Home?"), drawing())
    assert sorted(path.name for path in (tmp_path / "boards").glob("*.toml")) == ["home-2.toml", "home.toml"]
    with pytest.raises(Illegal, match="Another board is called Home!"):
        boards.keep(own("Home!"), drawing())


def test_a_removed_board_takes_its_photo_along(boards: Boards, tmp_path: Path) -> None:
    boards.keep(own(), drawing(boards.add_photo(PHOTO)))
    boards.remove("Our table")
    assert boards.chosen == "Example board"
    assert list((tmp_path / "boards").glob("*.jpg")) == []


def test_a_photo_nobody_kept_goes_when_the_next_one_comes(boards: Boards) -> None:
    first = boards.add_photo(PHOTO)
    second = boards.add_photo(PHOTO + b"!")
    assert boards.picture(first) is None
    assert boards.picture(second) == PHOTO + b"!"
    with pytest.raises(Illegal, match="no longer there"):
        boards.keep(own(), drawing(first))


@pytest.mark.parametrize("photo", ["../keys", "chosen", "", "0123456789abcdeF"])
def test_only_a_photo_is_given_out_as_one(boards: Boards, photo: str) -> None:
    assert boards.picture(photo) is None


def test_a_file_from_elsewhere_comes_in_without_the_photo_it_speaks_of(boards: Boards) -> None:
    text = toml(own(), drawing("0123456789abcdef"))
    assert boards.take_in(text) == "Our table"
    assert boards.drawing("Our table") == drawing()


def test_a_file_without_a_drawing_is_a_board_too(boards: Boards) -> None:
    boards.take_in(toml(own(), None))
    assert boards.board("Our table") == own()
    assert boards.drawing("Our table") is None


def test_every_fault_of_a_file_is_told_at_once() -> None:
    text = toml(own(), drawing())
    text = text.replace('landscape = "swamp"', 'landscape = "bog"', 1)
    text = text.replace('id = "plank_2"', 'id = "plank_1"')
    text = text.replace("forest_1 = [0.1, 0.0]\n", "").replace("aspect = 1.5", "aspect = 9.0")
    with pytest.raises(BadSetup) as bad:
        parsed(text)
    assert [str(fault) for fault in bad.value.faults] == [
        "planks plank_1: This id is used 2 times.",
        "regions swamp_1: There is no landscape called bog.",
        "regions swamp: Every landscape has 2 regions, this one 1.",
        "drawing: Expected `float` <= 5.0 - at `$.aspect`",
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("name = ", "name = = "), "This is no TOML"),
        (('name = "Our table"', 'name = " "'), "The board needs a name."),
        (('name = "Our table"', f'name = "{"x" * 41}"'), "at most 40 letters"),
        (('name = "Our table"', 'name = "a/b"'), "no slash"),
        (("north = [1.0", "nowhere = [1.0"), "spots north: This has no place in the drawing."),
        (("[drawing]", "[drawing]\nborn = 2020-01-01"), "unknown field `born`"),
        (("[drawing]", "[other]\nborn = 2020-01-01\n[drawing]"), "no way to write"),
    ],
)
def test_a_file_that_is_no_board_says_why(boards: Boards, change: tuple[str, str], fault: str) -> None:
    text = toml(own(), drawing())
    assert change[0] in text
    with pytest.raises(BadSetup, match=fault):
        boards.take_in(text.replace(change[0], change[1], 1))
    assert boards.names == ["Example board"]


def test_a_broken_file_in_the_folder_is_told_and_hurts_nobody(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xff'")
    boards = Boards(tmp_path)
    assert boards.names == ["Example board"]
    assert sorted(boards.unreadable) == ["broken.toml", "latin.toml"]
    assert "no TOML" in str(boards.unreadable["broken.toml"][0])


def test_a_power_cut_while_writing_leaves_the_old_board(
    boards: Boards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards.keep(own(), drawing())

    def cut(*_: object) -> None:
        raise OSError("power cut")

    monkeypatch.setattr("os.fsync", cut)
    changed = msgspec.structs.replace(own(), borders=())
    with pytest.raises(OSError, match="power cut"):
        boards.keep(changed, drawing(), instead_of="Our table")
    assert Boards(tmp_path / "boards").board("Our table") == own() == boards.board("Our table")
