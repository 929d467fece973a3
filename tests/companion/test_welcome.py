"""A new table asks everything once; later only what an upgrade or a new device brought, and never what was put off."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.welcome import STEPS, Step, Welcome

NONE = {"hits": "none", "camera": "none", "lights": "none"}
REAL = {"hits": "pico", "camera": "usb", "lights": "spi"}


class Table:
    def __init__(self, folder: Path) -> None:
        self.path = folder / "first-run.json"
        self.devices = dict(REAL)

    def start(self, steps: Sequence[Step] = STEPS) -> Welcome:
        return Welcome(self.path, lambda: self.devices, steps)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def answer_all(welcome: Welcome) -> None:
    for name in welcome.waiting:
        welcome.answer(name, done=True)


def test_everything_waits_at_a_new_table_in_its_order(table: Table) -> None:
    welcome = table.start()
    assert welcome.waiting == [step.name for step in STEPS]
    assert not welcome.begun


def test_what_was_answered_is_not_asked_after_the_next_start(table: Table) -> None:
    table.start().answer("language", done=True)
    welcome = table.start()
    assert welcome.waiting == [step.name for step in STEPS if step.name != "language"]
    assert welcome.steps[0].done


def test_after_an_upgrade_only_new_and_changed_steps_wait(table: Table) -> None:
    answer_all(table.start())
    changed = [step._replace(version=2) if step.name == "mat" else step for step in STEPS]
    assert table.start([*changed, Step("sound")]).waiting == ["mat", "sound"]


def test_later_puts_off_without_asking_again_and_without_counting_as_done(table: Table) -> None:
    table.start().answer("language", done=True)
    table.start().later()
    welcome = table.start()
    assert welcome.waiting == []
    assert [step.name for step in welcome.steps if step.done] == ["language"]
    assert table.start([*STEPS, Step("sound")]).waiting == ["sound"]


def test_without_devices_each_is_asked_once_and_no_mat_is_printed(table: Table) -> None:
    table.devices = dict(NONE)
    welcome = table.start()
    assert "mat" not in welcome.waiting
    assert "camera" in welcome.waiting
    answer_all(welcome)
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
    welcome = table.start()
    welcome.call_table("Under the bridge")
    welcome.speak("de")
    again = table.start()
    assert (again.table, again.language) == ("Under the bridge", "de")


@pytest.mark.parametrize("content", [b"", b"{", b'{"asked": 7}', b"\xff"])
def test_a_damaged_file_is_asked_again_and_breaks_nothing(table: Table, content: bytes) -> None:
    table.path.write_bytes(content)
    welcome = table.start()
    assert welcome.waiting
    welcome.later()
    assert table.start().waiting == []
