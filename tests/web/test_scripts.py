"""The scripts' own tests, run by Node without a browser, and what no linter says about them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import needs

WEB = Path(__file__).parents[2] / "web"
TESTS = sorted(Path(__file__).with_name("js").glob("*.test.mjs"))
SCRIPTS = sorted([*WEB.rglob("*.js"), *WEB.rglob("*.d.ts")])
LONGEST = 120


def at_path(path: Path) -> str:
    return str(path.relative_to(WEB))


@pytest.mark.parametrize("script", TESTS, ids=lambda path: path.stem)
def test_the_scripts_own_tests_pass(script: Path) -> None:
    node = shutil.which("node")
    if node is None:
        needs.missing("Node")
    told = subprocess.run([node, "--test", str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"^# pass [1-9]", told.stdout, re.MULTILINE), "nothing was tested"


@pytest.mark.parametrize("script", SCRIPTS, ids=at_path)
def test_no_line_of_a_script_is_longer_than_people_read(script: Path) -> None:
    lines = script.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST] == []


def test_elements_are_made_in_one_place() -> None:
    made = [at_path(path) for path in SCRIPTS if "createElement" in path.read_text(encoding="utf-8")]
    assert made == ["static/js/dom.js"]
