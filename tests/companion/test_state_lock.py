"""One process at a time works on a state folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.state_lock import InUse, in_use, only_one

HOLDER = """
import sys, time
from pathlib import Path
from companion.state_lock import only_one
with only_one(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_one_is_told_and_writes_nothing_until_the_first_is_gone(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InUse, match="already runs"), only_one(tmp_path):
            pass
        assert in_use(tmp_path)
        assert list(tmp_path.iterdir()) == []
        os.kill(holder.pid, signal.SIGKILL)
    assert not in_use(tmp_path)
    assert not in_use(tmp_path / "never made")
    with only_one(tmp_path):
        pass


def test_what_ended_with_an_error_has_let_go(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), only_one(tmp_path):
        raise RuntimeError
    with only_one(tmp_path):
        pass
