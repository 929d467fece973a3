"""The power goes at any moment of an evening, and the card has kept what was synced and any part of the rest.

A control plays the same evening without syncing: if that lost nothing, the trial itself would be worth nothing.
"""

import shutil
from pathlib import Path
from random import Random
from typing import Any

from companion.change_signal import ChangeSignal
from companion.journal import Journal
from companion.notices import Notices
from companion.position import Position
from companion.recovery import JOURNAL, Recovery
from companion.table import followed
from tests.chaos import SEED, trial
from tests.chaos.recorded_disk import Disk, Note, in_memory, recorded

EVENING = """
import sys
from pathlib import Path
from tests.chaos.evening import play
play(Path(sys.argv[1]), acts=int(sys.argv[2]), synced=sys.argv[3] == "synced")
"""
ACKNOWLEDGED = "acknowledged"
ACTS = 220


@trial("power cuts", short=60, full=1000, limit=400)
def power_cuts(folder: Path, rounds: int) -> str:
    lost, notes = cut_evening(folder / "synced", rounds, "synced")
    assert not lost, f"{len(lost)} of {rounds} cuts lost an acknowledged move: {lost[0]}"
    control, _ = cut_evening(folder / "control", max(20, rounds // 10), "not synced")
    assert control, "without syncing nothing was lost either: this trial proves nothing"
    told = f"{len(control)} of {max(20, rounds // 10)} without syncing"
    return f"{ACTS} acts, {len(notes)} writes, syncs and names; none lost; control lost in {told}"


def cut_evening(folder: Path, rounds: int, synced: str) -> tuple[list[str], list[Note]]:
    """Which cuts lost something, in words."""
    state = folder / "state"
    state.mkdir(parents=True)
    notes = recorded(EVENING, [str(state), str(ACTS), synced], state, folder)
    chance = Random(SEED)
    cuts = sorted(chance.choices(range(len(notes)), k=rounds))
    stood, disk, acknowledged, lost = positions(state), Disk(state), 0, []
    memory = in_memory()
    try:
        for number, note in enumerate(notes):
            if note.path.endswith(ACKNOWLEDGED):
                acknowledged = int(note.data) if note.data else acknowledged
            else:
                disk.follow(note)
            while cuts and cuts[0] == number:
                cuts.pop(0)
                left = memory / str(len(cuts))
                left.mkdir()
                disk.after_a_cut(left, chance)
                if words := found_wrong(left, acknowledged, stood):
                    lost.append(f"cut after note {number}: {words}")
                shutil.rmtree(left)
    finally:
        shutil.rmtree(memory)
    return lost, notes


def positions(state: Path) -> dict[int, Any]:
    """What stood after each act."""
    journal, position, stood = Journal(state / JOURNAL), None, dict[int, Any]({0: None})
    for entry in journal.all_entries():
        position = followed(position, entry)
        stood[entry.number] = what_stands(position)
    journal.close()
    return stood


def what_stands(position: Position | None) -> Any:
    return position and (position.began, len(position.turns), position.ended, position.state)


def found_wrong(state: Path, acknowledged: int, stood: dict[int, Any]) -> str:
    """What a start after the cut finds amiss; nothing if all is well."""
    notices = Notices(state / "notices.json")
    try:
        journal, table = Recovery(state, notices, lambda: 0.0).open_table(ChangeSignal())
    except OSError as error:
        return f"it does not start: {error}"
    try:
        if table.version < acknowledged:
            return f"{acknowledged} was acknowledged, the table is at {table.version}"
        if what_stands(table.position) != stood[table.version]:
            return f"at {table.version} something else stands than was played"
        if [entry.number for entry in journal.all_entries()] != list(range(1, table.version + 1)):
            return "past games have gaps"
        return f"damage is told: {notices.texts[0]}" if notices.texts else ""
    finally:
        journal.close()
