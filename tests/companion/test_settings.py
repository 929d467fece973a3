"""Settings: every fault with its line, changes that leave the rest alone, and a last good copy that survives it all."""

import os
import tomllib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.settings import CompanionSettings
from companion.cli import settings as command
from companion.settings import Refused, Settings, check
from companion.toml_text import changed, read_toml, written


class Bell(msgspec.Struct, frozen=True):
    metal: Literal["iron", "bronze"] = "iron"
    weight: float = 2.5
    strokes: int = 3

    def __post_init__(self) -> None:
        if self.weight <= 0:
            raise ValueError("A bell weighs something.")
        if self.strokes > 4 and self.metal == "iron":
            raise ValueError("Iron cracks after 4 strokes.")


class Hall(msgspec.Struct, frozen=True):
    name: str = "Hall"
    open: bool = True
    bell: Bell = Bell()
    guests: list[str] = []


class Door(msgspec.Struct, frozen=True):
    width: int


class Gate(msgspec.Struct, frozen=True):
    door: Door


def faults(text: str, kind: type[msgspec.Struct] = Hall) -> list[str]:
    return [str(fault) for fault in check(text, kind).faults]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("\nnam = 'x'", "line 2: There is no setting nam. Did you mean name?"),
        ("[cellar]\n", "line 1: There is no setting cellar. Known here: name, open, bell, guests."),
        ("[bell]\nclapper = 1", "line 2: There is no setting bell.clapper. Known here: metal, weight, strokes."),
        ("name = 3", "line 1: name: Expected text, got a whole number."),
        ("open = 'yes'", "line 1: open: Expected true or false, got text."),
        ("# why\nbell.strokes = 'many'", "line 2: bell.strokes: Expected a whole number, got text."),
        ("[bell]\n\nmetal = 'gold'", 'line 3: bell.metal: One of iron, bronze, not "gold".'),
        ("[bell]\nweight = -1", "line 2: bell.weight: A bell weighs something."),
        ("bell = {weight = 0.0}", "line 1: bell.weight: A bell weighs something."),
        ("[bell]\nstrokes = 5", "line 2: bell.strokes: Iron cracks after 4 strokes."),
        ("bell = 3", "line 1: bell is a table with keys of its own, not a single value."),
        ("name = 'a'\nname = 'b'", "line 2: name is there already, in line 1."),
        ("[bell]\n[bell]", "line 2: bell is there already, in line 1."),
        ("bell = {}\n[bell]", "line 2: bell is there already, in line 1."),
        ("name = Hall", 'line 1: This is no value: texts stand in "quotes", numbers and true or false do not.'),
        ("name = 'Hall", "line 1: What begins here is never finished: a quote or a bracket is missing."),
        ('name = "Hall\n', "line 1: A text begins here and does not end: a quote is missing."),
        (
            "guests = [\n[bell]\n",
            "line 1: What begins here is never finished: a quote or a bracket is missing.",
        ),
        ("guests = ['Astrid', 3]", "line 1: guests: Expected text, got a whole number."),
        ("[[bell]]\nweight = 1", "line 1: Lists of tables, in double brackets, are not used here."),
        ("!", "line 1: This is neither a [table], nor a setting, nor a # comment."),
    ],
)
def test_each_kind_of_fault_is_told_with_its_line(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_a_missing_setting_is_told_at_its_table() -> None:
    assert faults("[door]\n", Gate) == ["line 1: door.width is missing."]
    assert faults("", Gate) == ["door is missing."]


def test_an_unknown_table_with_keys_is_told_where_it_begins() -> None:
    assert faults("\n[cellar]\ndepth = 3")[0].startswith("line 2: There is no setting cellar.")


def test_all_faults_are_told_at_once_and_a_broken_line_hides_nothing() -> None:
    text = "name = 3\nopen = perhaps\n[bell]\nweight = -1\nmetal = 'gold'\nclapper = 1\nstrokes = 3\nstrokes = 4\n"
    assert [fault.line for fault in check(text, Hall).faults] == [1, 2, 4, 5, 6, 8]


def test_two_impossible_values_in_one_table_are_both_told() -> None:
    assert faults("[bell]\nstrokes = 9\nweight = -1") == [
        "line 2: bell.strokes: Iron cracks after 4 strokes.",
        "line 3: bell.weight: A bell weighs something.",
    ]


class Twins(msgspec.Struct, frozen=True):
    left: int = 0
    right: int = 0
    size: int = 1

    def __post_init__(self) -> None:
        if self.left != self.right:
            raise ValueError("Twins are alike.")
        if self.size < 1:
            raise ValueError("Twins are not that small.")


def test_values_that_are_possible_only_together_are_not_blamed_for_a_third() -> None:
    assert faults("left = 1\nright = 1\nsize = 0\n", Twins) == ["line 3: size: Twins are not that small."]
    text = '[rig]\nhits = "sim"\ncamera = "sim"\nlights = "disco"\n'
    assert [fault.line for fault in check(text, CompanionSettings).faults] == [4]


@pytest.mark.parametrize("line", ["gap = -1.0", "gap = 60.0", "threshold = 5.0", "pin = 40"])
def test_an_impossible_hit_sensor_is_refused_with_its_line(line: str) -> None:
    (fault,) = check(f"[hits]\n{line}\n", CompanionSettings).faults
    assert fault.line == 2
    assert line.split(" = ")[0] in str(fault)


def test_a_simulated_sensor_without_its_camera_is_refused() -> None:
    (fault,) = check('[rig]\nhits = "sim"\n', CompanionSettings).faults
    assert fault.line == 2
    assert "share one tower" in fault.reason


def test_a_file_becomes_the_rig_it_names() -> None:
    text = '[rig]\nhits = "sim"\ncamera = "sim"\n[hits]\ngap = 0.3\n[lights]\ncount = 12\n'
    values = check(text, CompanionSettings).values
    assert values is not None
    assert (values.devices.hits, values.devices.sensor.gap, values.devices.strip.count) == ("sim", 0.3, 12)


COMMENTED = """\
# The hall of the north.
name = "Hall"   # said at the door

[bell]
  # Forged in spring.
  weight = 4.0# heavy
\tmetal = 'bronze'
guests = 1

# The end.
"""


def test_a_change_keeps_comments_order_and_spaces() -> None:
    text = changed(COMMENTED, ("bell", "weight"), 5.5)
    assert text == COMMENTED.replace("4.0", "5.5")
    text = changed(COMMENTED, ("name",), "a # b")
    assert text == COMMENTED.replace('"Hall"', '"a # b"')


def test_a_new_value_goes_to_the_end_of_its_table() -> None:
    text = changed(COMMENTED, ("bell", "strokes"), 4)
    assert text == COMMENTED.replace("guests = 1\n", "guests = 1\nstrokes = 4\n")


def test_a_new_table_goes_to_the_end_of_the_file() -> None:
    assert changed(COMMENTED, ("door", "width"), 90) == COMMENTED + "\n[door]\nwidth = 90\n"
    assert changed("", ("door", "width"), 90) == "[door]\nwidth = 90\n"


@pytest.mark.parametrize(
    ("before", "path", "after"),
    [
        ("bell = {weight = 1.0, metal = 'iron'} # ours", "bell.weight", 'bell = {weight = 7, metal = "iron"} # ours'),
        ("bell = {weight = 1.0}", "bell.strokes", "bell = {weight = 1.0, strokes = 7}"),
        ("bell.weight = 1.0\nname = 'x'\n", "bell.strokes", "bell.weight = 1.0\nbell.strokes = 7\nname = 'x'\n"),
        ("guests = [ # two\n 'a',\n 'b', # last\n]\n", "guests", "guests = 7\n"),
        ("x = 'a'\r\n[bell]\r\nweight = 1.0\r\n", "bell.weight", "x = 'a'\r\n[bell]\r\nweight = 7\r\n"),
        ("[bell]\r\nmetal = 'iron'\r\n", "bell.weight", "[bell]\r\nmetal = 'iron'\r\nweight = 7\r\n"),
        ("[bell]", "bell.weight", "[bell]\nweight = 7\n"),
        ("[bell]\nweight = 1.0\n", "size", "size = 7\n[bell]\nweight = 1.0\n"),
        ("'a=b#' = 1 # c\n", "a=b#", "'a=b#' = 7 # c\n"),
    ],
)
def test_a_change_finds_its_place_however_it_was_written(before: str, path: str, after: str) -> None:
    assert changed(before, tuple(path.split(".")), 7) == after


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_without_a_file_the_defaults_are_in_force(file: Path) -> None:
    settings = Settings(file, Hall)
    assert (settings.values, settings.faults, settings.message) == (Hall(), (), None)
    assert settings.where("bell.weight") == "default"


def test_each_value_says_where_it_came_from(file: Path) -> None:
    file.write_text("# hello\nbell.weight = 3.5\n")
    settings = Settings(file, Hall)
    assert settings.where("bell.weight") == "settings.toml:2"
    assert settings.where("bell.metal") == "default"


def test_a_change_is_on_the_disk_and_in_force(file: Path) -> None:
    file.write_text(COMMENTED.replace("guests = 1\n", ""))
    settings = Settings(file, Hall)
    settings.change({"bell.weight": 5.5, "open": False})
    assert (settings.values.bell.weight, settings.values.open) == (5.5, False)
    assert Settings(file, Hall).values == settings.values
    assert "# Forged in spring." in file.read_text()


@pytest.mark.parametrize(
    "changes",
    [
        {"bell.weight": -1.0},
        {"bell.wieght": 1.0},
        {"open": False, "bell.strokes": "many"},
        {"name.first": "x"},
        {"name": None},
        {"bell.weight": float("nan")},
    ],
)
def test_a_refused_change_changes_nothing(file: Path, changes: dict[str, Any]) -> None:
    file.write_text("name = 'Hall'\n")
    settings = Settings(file, Hall)
    with pytest.raises(Refused):
        settings.change(changes)
    assert file.read_text() == "name = 'Hall'\n"
    assert settings.values == Hall()


def test_changes_that_are_possible_only_together_are_made_together(file: Path) -> None:
    settings = Settings(file, Hall)
    settings.change({"bell.strokes": 9, "bell.metal": "bronze"})
    assert settings.values.bell == Bell("bronze", 2.5, 9)


def test_a_change_sees_what_was_edited_by_hand_meanwhile(file: Path) -> None:
    settings = Settings(file, Hall)
    file.write_text("name = 'By hand'\n")
    settings.change({"open": False})
    assert (settings.values.name, settings.values.open) == ("By hand", False)


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, b"name = 'Ha", b"name = 3\n", b"\xff\xfe", None])
def test_the_last_good_settings_are_used_when_the_file_is_damaged(file: Path, damage: bytes | None) -> None:
    file.write_text("name = 'Good'\n")
    Settings(file, Hall).keep()
    file.unlink() if damage is None else file.write_bytes(damage)
    settings = Settings(file, Hall)
    assert settings.values.name == "Good"
    assert settings.where("name") == "settings.toml.good:1"
    assert settings.faults
    assert settings.message is not None
    assert "The last good settings are used instead." in settings.message


def test_without_a_last_good_copy_a_damaged_file_leaves_the_defaults(file: Path) -> None:
    file.write_text("name = 3\n")
    settings = Settings(file, Hall)
    assert settings.values == Hall()
    assert settings.message is not None
    assert "line 1: name: Expected text" in settings.message
    assert "default" in settings.message


def test_a_damaged_last_good_copy_is_not_used_either(file: Path) -> None:
    file.write_text("name = 3\n")
    file.with_name("settings.toml.good").write_text("name = 4\n")
    assert Settings(file, Hall).values == Hall()


def test_a_faulty_file_is_never_kept_as_good(file: Path) -> None:
    file.write_text("name = 'Good'\n")
    Settings(file, Hall).keep()
    file.write_text("name = 3\n")
    Settings(file, Hall).keep()
    assert file.with_name("settings.toml.good").read_text() == "name = 'Good'\n"


def test_a_change_builds_on_the_last_good_settings_and_sets_the_faulty_file_aside(file: Path) -> None:
    file.write_text("name = 'Good'\n")
    Settings(file, Hall).keep()
    file.write_text("name = 3 # by hand\n")
    settings = Settings(file, Hall)
    settings.change({"open": False})
    assert (settings.values.name, settings.values.open, settings.faults) == ("Good", False, ())
    assert file.with_name("settings.toml.faulty").read_text() == "name = 3 # by hand\n"


def test_reading_writes_nothing(file: Path) -> None:
    file.write_text("name = 'Hall'\n")
    Settings(file, Hall)
    assert [path.name for path in file.parent.iterdir()] == ["settings.toml"]


class PowerCut(BaseException):
    """Nothing after this happens."""


@pytest.mark.parametrize("step", range(1, 9))
def test_a_power_cut_at_any_step_leaves_the_old_or_the_new_settings(
    file: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("name = 'Old'\n")
    settings = Settings(file, Hall)
    settings.keep()
    steps = 0

    def cut() -> None:
        nonlocal steps
        steps += 1
        if steps == step:
            raise PowerCut

    really_sync, really_replace = os.fsync, Path.replace

    def sync(number: int) -> None:
        cut()
        really_sync(number)

    def replace(self: Path, target: Path) -> Path:
        cut()
        return really_replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", sync)
        patch.setattr(Path, "replace", replace)
        try:
            settings.change({"name": "New"})
            assert steps < step
            finished = True
        except PowerCut:
            finished = False
    after = Settings(file, Hall)
    assert after.faults == ()
    assert after.values.name in (("New",) if finished else ("Old", "New"))
    after.change({"name": "Newer"})
    assert Settings(file, Hall).values.name == "Newer"


def test_the_draft_is_synced_before_it_takes_the_place_of_the_old(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    really_sync, really_replace = os.fsync, Path.replace

    def sync(number: int) -> None:
        order.append("sync")
        really_sync(number)

    def replace(draft: Path, target: Path) -> Path:
        order.append("replace")
        return really_replace(draft, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", replace)
    Settings(file, Hall).change({"name": "New"})
    assert order == ["sync", "replace", "sync"] * 2


texts = st.text(st.characters(codec="utf-8"), max_size=12)
values = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
halls = st.builds(
    Hall,
    texts,
    st.booleans(),
    st.builds(Bell, st.just("bronze"), st.floats(0.01, 1e6), st.integers(0, 9)),
    st.lists(texts, max_size=3),
)


@given(values)
def test_a_written_value_reads_back_the_same(value: Any) -> None:
    assert tomllib.loads(f"x = {written(value)}")["x"] == value


@given(st.lists(st.tuples(st.sampled_from(["a", "b.c", "b.d", "e.f.g", "e.f.h"]), values), max_size=6), texts)
def test_changes_in_any_order_read_back_and_keep_every_comment(changes: list[tuple[str, Any]], comment: str) -> None:
    comment = "# " + "".join(letter for letter in comment if letter.isprintable()) + "\n"
    text = comment + "b.c = 1 " + comment + "[e.f] " + comment
    for path, value in changes:
        text = changed(text, tuple(path.split(".")), value)
    assert text.count(comment.strip()) >= 3
    assert read_toml(text).faults == []
    for path, value in dict(changes).items():
        found: Any = tomllib.loads(text)
        for key in path.split("."):
            found = found[key]
        assert found == value


@given(halls)
def test_any_settings_survive_being_written_and_read(hall: Hall) -> None:
    plain = msgspec.to_builtins(hall)
    text = ""
    for key in ("name", "open", "guests"):
        text = changed(text, (key,), plain[key])
    for key, value in plain["bell"].items():
        text = changed(text, ("bell", key), value)
    checked = check(text, Hall)
    assert checked.faults == ()
    assert checked.values == hall


@given(st.text(st.sampled_from("ab=[]{}\"'#.,\n 1-"), max_size=30))
def test_any_text_is_read_and_is_faulty_exactly_when_toml_says_so(text: str) -> None:
    reading = read_toml(text)
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assert reading.faults
    else:
        ours = [fault for fault in reading.faults if "double brackets" not in fault.reason]
        assert ours == []
        assert reading.faults or reading.tree == tree


def run(*words: str) -> int:
    parser = ArgumentParser()
    command.add_parser(parser.add_subparsers())
    arguments = parser.parse_args(["settings", *words])
    status: int = arguments.run(arguments)
    return status


def test_the_command_prints_every_value_in_force_and_where_it_came_from(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('[lights]\ncount = 12\n[web]\nport = 8181\nhost = "::"\n')
    assert run("--state", str(file.parent)) == 0
    told = capsys.readouterr().out
    printed = {line.split("#")[0].strip(): line.split("#")[1].strip() for line in told.splitlines() if "=" in line}
    assert printed["count = 12"] == "settings.toml:2"
    assert printed['host = "::"'] == "settings.toml:5"
    assert printed['hits = "none"'] == "default"
    assert msgspec.convert(tomllib.loads(told), CompanionSettings) == check(file.read_text(), CompanionSettings).values


def test_the_command_fails_and_says_why_when_the_file_has_faults(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("[lights]\ncount = 99\n[web]\nport = -1\n")
    assert run("--file", str(file)) == 1
    told = capsys.readouterr()
    assert "line 2: lights.count" in told.err
    assert "line 4: web.port" in told.err
    assert "count = 24" in told.out
