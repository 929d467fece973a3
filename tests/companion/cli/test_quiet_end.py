"""A command whose output nobody reads on ends quietly."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import NOBODY_READS

COMMAND = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())"]


@pytest.mark.parametrize("words", [["settings", "--state", "."], ["count", "there-is-none.jpg", "--json"]])
def test_a_command_that_nobody_reads_on_ends_quietly(words: list[str], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [*COMMAND, *words], cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (NOBODY_READS, "")
