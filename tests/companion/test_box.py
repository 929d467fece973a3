"""The owner's box: kept whole, found again after a start, examples told from what is known, damage set aside."""

import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from companion.box import Box, Shelf, move_in
from companion.box_files import file_text, read
from companion.rules import BadSetup, BoxKind, Drawing, Illegal, Shipped, Text, fault_at, say


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    clan: Literal["fire", "ice"]
    strength: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    symbols: tuple[str, ...] = ()
    bonus: int | None = None


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    waves: tuple[int, int, int]
    honour: dict[str, int] = {}


class Level(msgspec.Struct, frozen=True):
    name: str
    rows: tuple[tuple[int, ...], ...]


def card_faults(card: Card) -> list[Text]:
    return [fault_at("symbols", say("Too many."))] if len(card.symbols) > 3 else []


CARDS: BoxKind[Card] = BoxKind(
    name="cards",
    title=say("Cards"),
    thing=Card,
    shipped=lambda: [
        Shipped(Card("Imp", "fire"), say("In the rulebook."), known=True),
        Shipped(Card("Somebody", "ice"), say("An example.")),
    ],
    faults=card_faults,
    most=3,
    formerly="old-cards",
)
CHARTS: BoxKind[Chart] = BoxKind(
    name="charts",
    title=say("Charts"),
    thing=Chart,
    shipped=lambda: [
        Shipped(Chart("supplies", (1, 2, 3)), say("Look into your box.")),
        Shipped(Chart("scores", (4, 5, 6), {"hall": 3}), say("In the rulebook."), known=True),
    ],
    labels={"supplies": say("Base supplies")},
    fixed=True,
)
LEVELS: BoxKind[Level] = BoxKind(
    name="levels",
    title=say("Levels"),
    thing=Level,
    shipped=lambda: [Shipped(Level("Example", ((1,),)), say("An example."))],
    drawn=lambda level: {"rows": [str(number) for number, _ in enumerate(level.rows)]},
)

PHOTO = b"\xff\xd8\xffa photo"
MINE = Card("Größe & Ålesund", "ice", 4, ("hammer", "hammer"))


@pytest.fixture
def cards(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "cards", CARDS)


def again(shelf: Shelf) -> Shelf:
    return Shelf(shelf.folder, shelf.kind)


def marks(shelf: Shelf) -> dict[str, str]:
    return {kept.name: kept.mark for kept in shelf.kept}


def test_each_thing_says_whether_it_is_known_an_example_or_yours(cards: Shelf) -> None:
    cards.keep(MINE)
    for shelf in (cards, again(cards)):
        assert marks(shelf) == {MINE.name: "yours", "Imp": "known", "Somebody": "example"}
        assert shelf.thing(MINE.name) == MINE
        assert shelf.chosen == MINE.name


def test_examples_are_played_with_only_while_there_is_nothing_better(tmp_path: Path) -> None:
    levels = Shelf(tmp_path / "levels", LEVELS)
    assert [thing.name for thing in levels.things] == ["Example"]
    levels.keep(Level("Ours", ((1, 2),)))
    assert [thing.name for thing in levels.things] == ["Ours"]
    assert levels.names == ["Ours", "Example"], "whoever likes may still play on it"


def test_what_is_lacking_is_told_until_it_is_recorded(tmp_path: Path) -> None:
    box = Box(tmp_path, (CARDS, CHARTS, LEVELS))
    assert str(box.lacking) == "Examples, until yours are recorded: Base supplies, Levels."
    box["levels"].keep(Level("Ours", ((1, 2),)))
    box["charts"].keep(Chart("supplies", (2, 2, 2)))
    assert Box(tmp_path, (CARDS, CHARTS, LEVELS)).lacking is None


def test_a_thing_is_a_file_that_people_can_read(cards: Shelf) -> None:
    cards.keep(MINE)
    text = (cards.folder / "groe-alesund.toml").read_text(encoding="utf-8")
    assert text == 'name = "Größe & Ålesund"\nclan = "ice"\nstrength = 4\nsymbols = ["hammer", "hammer"]\n'


def test_every_kind_of_thing_comes_back_from_its_file() -> None:
    chart = Chart("scores", (1, 2, 3), {"hall of kings": 7})
    drawing = Drawing({"rows": {"0": (0.5, 1.0)}}, ((0, 0), (1, 0), (0.9, 1), (0.1, 1)), 1.5, "")
    level = Level("L", ((1, 2), (3,)))
    assert read(file_text(chart, None), CHARTS).thing == chart
    found = read(file_text(level, drawing), LEVELS)
    assert (found.thing, found.drawing) == (level, drawing)
    assert list(map(str, found.faults)) == ["rows 1: This has no place in the drawing."]


def test_what_comes_with_the_companion_stays(cards: Shelf) -> None:
    for name in ("Imp", "Somebody"):
        with pytest.raises(Illegal, match="stays as it is"):
            cards.remove(name)
        with pytest.raises(Illegal, match="stays as it is"):
            cards.keep(Card(name, "fire"), instead_of=name)


def test_a_chart_of_yours_takes_the_place_of_the_one_that_came_and_gives_it_back(tmp_path: Path) -> None:
    charts = Shelf(tmp_path, CHARTS)
    charts.keep(Chart("supplies", (9, 9, 9)))
    assert marks(again(charts)) == {"supplies": "yours", "scores": "known"}
    assert [chart.waves for chart in again(charts).things] == [(9, 9, 9), (4, 5, 6)]
    charts.keep(Chart("supplies", (8, 8, 8)), instead_of="supplies")
    charts.remove("supplies")
    assert marks(again(charts)) == {"supplies": "example", "scores": "known"}
    with pytest.raises(Illegal, match="no such thing"):
        charts.keep(Chart("of my own", (1, 1, 1)))


def test_a_changed_thing_replaces_itself_even_under_another_name(cards: Shelf) -> None:
    cards.keep(Card("Old", "ice"))
    cards.keep(Card("New", "fire"), instead_of="Old")
    assert list(marks(again(cards))) == ["New", "Imp", "Somebody"]


def test_what_is_wrong_is_told_and_nothing_is_kept(cards: Shelf) -> None:
    for bad, words in (
        (Card(" ", "ice"), "needs a name"),
        (Card("a/b", "ice"), "no slash"),
        (Card("Mob", "ice", 1, ("x",) * 4), "Too many"),
    ):
        with pytest.raises(BadSetup, match=words):
            cards.keep(bad)
    with pytest.raises(BadSetup, match="Invalid enum value"):
        cards.take_in('name = "X"\nclan = "mud"\n')
    assert not cards.folder.exists()


def test_no_more_than_fit_and_the_words_say_which_to_remove(cards: Shelf) -> None:
    for age, name in enumerate(("Newest", "Middle", "Oldest")):
        cards.keep(Card(name, "ice"))
        os.utime(cards.folder / f"{name.lower()}.toml", (1000 - age, 1000 - age))
    cards.choose("Oldest")
    for add in (lambda: cards.keep(Card("One more", "ice")), lambda: cards.take_in(file_text(Card("M", "ice"), None))):
        with pytest.raises(Illegal, match=r"3 of them are kept here, and no more\. .*: Middle is the oldest"):
            add()
    cards.keep(Card("Renamed", "ice"), instead_of="Newest")
    cards.remove("Middle")
    cards.keep(Card("One more", "ice"))
    assert len(again(cards).kept) == 5


def test_two_things_share_no_name_and_no_file(cards: Shelf) -> None:
    cards.keep(Card("Home!", "ice"))
    cards.keep(Card("Home?", "ice"))
    assert sorted(path.name for path in cards.folder.glob("*.toml")) == ["home-2.toml", "home.toml"]
    with pytest.raises(Illegal, match="Another one is called Home!"):
        cards.keep(Card("Home!", "ice"))


def test_a_removed_board_takes_its_photo_along_unless_a_game_is_played_on_it(tmp_path: Path) -> None:
    levels = Shelf(tmp_path / "levels", LEVELS)
    level = Level("Ours", ((1,),))
    photo = levels.add_photo(PHOTO)
    levels.keep(level, Drawing({"rows": {"0": (0, 0)}}, photo=photo))
    assert again(levels).photo("Ours") == PHOTO
    levels.in_use = lambda: [photo]
    levels.remove("Ours")
    assert levels.picture(photo) == PHOTO
    levels.in_use = tuple
    levels.add_photo(PHOTO + b"!")
    assert levels.picture(photo) is None
    with pytest.raises(Illegal, match="no longer there"):
        levels.keep(level, Drawing({"rows": {"0": (0, 0)}}, photo=photo))


@pytest.mark.parametrize("photo", ["../keys", "chosen", "", "0123456789abcdeF"])
def test_only_a_photo_is_given_out_as_one(cards: Shelf, photo: str) -> None:
    assert cards.picture(photo) is None


def test_a_damaged_file_is_set_aside_and_told_and_hurts_nobody(cards: Shelf) -> None:
    cards.keep(MINE)
    photo = cards.add_photo(PHOTO)
    (cards.folder / "broken.toml").write_text("name = ", encoding="utf-8")
    (cards.folder / "latin.toml").write_bytes(b"name = '\xff'")
    for shelf in (again(cards), again(cards)):
        assert shelf.names == [MINE.name, "Imp", "Somebody"]
        assert sorted(shelf.unreadable) == ["broken.toml.damaged", "latin.toml.damaged"]
        assert "no TOML" in str(shelf.unreadable["broken.toml.damaged"][0])
    shelf.add_photo(PHOTO + b"!")
    assert shelf.picture(photo) == PHOTO, "it may be the photo of what cannot be read"
    shelf.forget("latin.toml.damaged")
    assert list(again(cards).unreadable) == ["broken.toml.damaged"]
    with pytest.raises(Illegal, match="no such thing"):
        shelf.forget("../cards/chosen")
    (cards.folder / "broken.toml").write_text("name =", encoding="utf-8")
    assert sorted(again(cards).unreadable)[:2] == ["broken.toml.damaged", "broken.toml.damaged-2"]


def test_what_another_version_can_read_again_comes_back(cards: Shelf) -> None:
    cards.keep(MINE)
    (cards.folder / "groe-alesund.toml").rename(cards.folder / "x.toml.damaged")
    shelf = again(cards)
    assert (shelf.thing(MINE.name), shelf.unreadable) == (MINE, {})
    assert [path.name for path in cards.folder.glob("*.toml*")] == ["groe-alesund.toml"]


def test_a_thing_that_breaks_a_newer_rule_is_still_there_to_be_put_right(cards: Shelf) -> None:
    cards.keep(MINE)
    (cards.folder / "mob.toml").write_text(file_text(Card("Mob", "ice", 1, ("x",) * 4), None), encoding="utf-8")
    shelf = again(cards)
    kept = shelf.get("Mob")
    assert kept is not None
    assert list(map(str, kept.faults)) == ["symbols: Too many."]
    assert (shelf.thing("Mob"), "Mob" in shelf.names, shelf.unreadable) == (None, False, {})
    with pytest.raises(Illegal, match="no such thing"):
        shelf.choose("Mob")
    shelf.keep(Card("Mob", "ice"), instead_of="Mob")
    assert again(cards).thing("Mob") == Card("Mob", "ice")


def test_two_files_that_speak_of_the_same_name_are_both_there(cards: Shelf) -> None:
    cards.keep(MINE)
    for file, name in (("copy", MINE.name), ("other", "Imp")):
        (cards.folder / f"{file}.toml").write_text(file_text(Card(name, "fire"), None), encoding="utf-8")
    assert marks(again(cards)) == {
        MINE.name: "yours",
        f"{MINE.name} 2": "yours",
        "Imp 2": "yours",
        "Imp": "known",
        "Somebody": "example",
    }


def test_a_power_cut_while_writing_leaves_the_old_thing(cards: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    cards.keep(MINE)

    def cut(*_: object) -> None:
        raise OSError("power cut")

    monkeypatch.setattr("os.fsync", cut)
    with pytest.raises(OSError, match="power cut"):
        cards.keep(Card(MINE.name, "fire"), instead_of=MINE.name)
    assert again(cards).thing(MINE.name) == MINE == cards.thing(MINE.name)


def old_folder(state: Path) -> None:
    folder = state / "old-cards"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(file_text(MINE, None), encoding="utf-8")
    (folder / "0123456789abcdef.jpg").write_bytes(PHOTO)
    (folder / "chosen").write_text("Imp", encoding="utf-8")


def test_what_an_older_version_kept_moves_in_once(tmp_path: Path) -> None:
    old_folder(tmp_path)
    for _ in range(2):
        move_in(tmp_path, "game", CARDS)
        shelf = Box(tmp_path / "box" / "game", (CARDS,))["cards"]
        assert (shelf.thing(MINE.name), shelf.chosen, shelf.picture("0123456789abcdef")) == (MINE, "Imp", PHOTO)
        assert not (tmp_path / "old-cards").exists()


@pytest.mark.parametrize("moved", range(3))
def test_a_power_cut_while_moving_in_is_made_good_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moved: int
) -> None:
    old_folder(tmp_path)
    replace, calls = Path.replace, list[Path]()

    def cut(path: Path, target: Path) -> Path:
        if len(calls) == moved:
            raise OSError("power cut")
        calls.append(path)
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", cut)
        with pytest.raises(OSError, match="power cut"):
            move_in(tmp_path, "game", CARDS)
    move_in(tmp_path, "game", CARDS)
    shelf = Box(tmp_path / "box" / "game", (CARDS,))["cards"]
    assert (shelf.thing(MINE.name), shelf.chosen, shelf.picture("0123456789abcdef")) == (MINE, "Imp", PHOTO)


def test_what_an_older_version_added_meanwhile_joins_what_is_there(tmp_path: Path) -> None:
    old_folder(tmp_path)
    move_in(tmp_path, "game", CARDS)
    old_folder(tmp_path)
    other = file_text(Card("Other", "fire"), None)
    (tmp_path / "old-cards" / "mine.toml").write_text(other, encoding="utf-8")
    (tmp_path / "old-cards" / "chosen").write_text("Somebody", encoding="utf-8")
    move_in(tmp_path, "game", CARDS)
    shelf = Box(tmp_path / "box" / "game", (CARDS,))["cards"]
    assert (marks(shelf)["Other"], marks(shelf)[MINE.name], shelf.chosen) == ("yours", "yours", "Imp")
    assert not (tmp_path / "old-cards").exists()
