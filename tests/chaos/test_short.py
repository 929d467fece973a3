"""The short form of every trial."""

from pathlib import Path

import pytest

from tests.chaos import Needs, Trial, judged, load
from tests.needs import missing


@pytest.mark.parametrize(("name", "trial"), load().items(), ids=list(load()))
def test_it_stands(name: str, trial: Trial, tmp_path: Path) -> None:
    try:
        verdict = judged(name, trial, tmp_path, trial.short)
    except Needs as error:
        missing(str(error))
    assert verdict.stood, verdict.seen
