"""The parts of the rig that cost seconds, and the table that `make pi` prints."""

from pathlib import Path

import pytest

from tests.needs import missing
from tests.pi import Needs, Part, judged, load
from tests.pi.__main__ import table

SHORT = {name: part for name, part in load().items() if part.short}


@pytest.mark.parametrize(("name", "part"), SHORT.items(), ids=list(SHORT))
def test_it_holds(name: str, part: Part, tmp_path: Path) -> None:
    verdict = judged(name, part, tmp_path)
    if verdict.outcome == "skipped":
        missing(verdict.seen)
    assert verdict.outcome == "holds", verdict.seen


def holding(_folder: Path) -> str:
    return "all of it"


def breaking(_folder: Path) -> str:
    raise AssertionError("the page is silent")


def lacking(_folder: Path) -> str:
    raise Needs("a drill")


def test_the_table_says_of_each_part_what_came_of_it_what_it_proves_and_what_it_cannot(tmp_path: Path) -> None:
    parts = [Part(run, "a start", "the heat", short=True) for run in (holding, breaking, lacking)]
    verdicts = [judged(each.run.__name__, each, tmp_path) for each in parts]
    told = "\n".join(table(verdicts))
    assert [verdict.outcome for verdict in verdicts] == ["holds", "BROKE", "skipped"]
    for words in ("holds    holding", "all of it", "the page is silent", "needs a drill", "a start", "the heat"):
        assert words in told
