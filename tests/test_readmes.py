"""What READMEs, guides and module heads point at is there: every link, every file or folder named, every command."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import COMMANDS

ROOT = Path(__file__).parents[1]
FOLDERS = ("companion", "hardware", "firmware", "web", "systemd", "tests")
READMES = sorted([ROOT / "README.md", *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
FILE = re.compile(r"[\w./-]+\.(?:py|js|css|html|svg|scad|toml|md|po|sh|service|ts|jsonc?)")
OF_THE_OWNER = {"detector.py", "settings.toml", "settings.json", "boulders.toml", "access-point.toml"}
"""Files that are made or copied at a table, and are not where they are named."""


def named(text: str) -> Iterator[str]:
    """Files and folders of ours in `code`, and where links lead."""
    prose = re.sub(r"(?ms)^```.*?^```", "", text)
    for link in re.findall(r"\]\(([^)#]+)\)", prose):
        if "://" not in link:
            yield link
    for code in re.findall(r"`([^`\n]+)`", prose):
        of_ours = FILE.fullmatch(code) and not code.startswith("/") and Path(code).name not in OF_THE_OWNER
        if of_ours or re.fullmatch(rf"(?:{'|'.join(FOLDERS)})(?:/[\w-]+)*/?", code):
            yield code


def there(readme: Path, name: str) -> bool:
    """Beside the README, below it or below the tests of what it describes, or from the project's top."""
    beside = readme.parent
    places = (beside, ROOT / "tests" / beside.relative_to(ROOT), ROOT)
    return any((place / name).exists() for place in places) or any(beside.rglob(name))


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_readme_names_is_there(readme: Path) -> None:
    names = list(named(readme.read_text(encoding="utf-8")))
    assert [name for name in names if not there(readme, name.rstrip("/"))] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_a_module_head_names_is_there(folder: str) -> None:
    heads = {path: head(path) for path in (ROOT / folder).rglob("*.py")}
    gone = [(path, name) for path, text in heads.items() for name in named(text) if not there(path, name.rstrip("/"))]
    assert gone == []


def test_every_module_says_at_its_head_what_it_is() -> None:
    modules = [path for folder in FOLDERS if folder != "tests" for path in (ROOT / folder).rglob("*.py")]
    assert [path for path in modules if not head(path)] == []


def head(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""


def test_every_command_is_told_of() -> None:
    text = (ROOT / "companion" / "README.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("Commands:")]
    assert re.findall(r"`(?:companion )?([a-z][\w-]+)`", line) == list(COMMANDS)
