"""A new table asks everything once; later only what an upgrade or a new device brought, and never what was put off."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.first_run import STEPS, FirstRun, Step

NONE = {"hits": "none", "camera": "none", "lights": "none"}
REAL = {"hits": "pico", "camera": "usb", "lights": "spi"}


class Table:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "first-run.json"
        self.devices = dict(REAL)

    def start(self, steps: Sequence[Step] = STEPS) -> FirstRun:
        return FirstRun(self.path, lambda: self.devices, steps)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def answer_all(first_run: FirstRun) -> None:
    for name in first_run.waiting:
        first_run.answer(name, done=True)


def test_everything_waits_at_a_new_table_in_its_order(table: Table) -> None:
    first_run = table.start()
    assert first_run.waiting == [step.name for step in STEPS]
    assert not first_run.begun


def test_what_was_answered_is_not_asked_after_the_next_start(table: Table) -> None:
    table.start().answer("language", done=True)
    first_run = table.start()
    assert first_run.waiting == [step.name for step in STEPS if step.name != "language"]
    assert first_run.steps[0].done


def test_after_an_upgrade_only_new_and_changed_steps_wait(table: Table) -> None:
    answer_all(table.start())
    changed = [step._replace(version=2) if step.name == "mat" else step for step in STEPS]
    assert table.start([*changed, Step("sound")]).waiting == ["mat", "sound"]


def test_later_puts_off_without_asking_again_and_without_counting_as_done(table: Table) -> None:
    table.start().answer("language", done=True)
    table.start().later()
    first_run = table.start()
    assert first_run.waiting == []
    assert [step.name for step in first_run.steps if step.done] == ["language"]
    assert table.start([*STEPS, Step("sound")]).waiting == ["sound"]


def test_without_devices_each_is_asked_once_and_no_mat_is_printed(table: Table) -> None:
    table.devices = dict(NONE)
    first_run = table.start()
    assert "mat" not in first_run.waiting
    assert "camera" in first_run.waiting
    answer_all(first_run)
    assert table.start().waiting == []


def test_a_device_that_comes_later_is_asked_about_then(table: Table) -> None:
    table.devices = dict(NONE)
    answer_all(table.start())
    table.devices["camera"] = "usb"
    assert table.start().waiting == ["mat", "camera"]


def test_a_device_that_is_away_for_a_while_is_not_asked_about_again(table: Table) -> None:
    answer_all(table.start())
    table.devices = dict(NONE)
    assert table.start().waiting == []
    table.devices = dict(REAL)
    assert table.start().waiting == []


def test_name_and_language_are_kept(table: Table) -> None:
    first_run = table.start()
    first_run.call_table("Under the bridge")
    first_run.speak("de")
    again = table.start()
    assert (again.table, again.language) == ("Under the bridge", "de")


@pytest.mark.parametrize("content", [b"", b"{", b'{"asked": 7}', b"\xff"])
def test_a_damaged_file_is_asked_again_and_breaks_nothing(table: Table, content: bytes) -> None:
    table.path.write_bytes(content)
    first_run = table.start()
    assert first_run.waiting
    first_run.later()
    assert table.start().waiting == []
