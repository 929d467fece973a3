"""The wheel holds all it needs: it serves its pages in every language from any folder."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
FOLDERS = ("companion", "hardware", "firmware", "web")
NOT_RUN = ("hardware/guide", "hardware/mounts")
"""Read and printed where the project is, not needed where it runs."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel puts into site-packages, and nothing else of ours."""
    source = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(PROJECT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / file, source)
    wheels = tmp_path_factory.mktemp("wheels")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", wheels, source],
        check=True,
        capture_output=True,
    )
    (wheel,) = wheels.glob("*.whl")
    target = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from companion.cli import main; main()"
    words: list[str | Path] = [
        "serve",
        "--rig",
        "sim",
        "--state",
        tmp_path / "state",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
    ]
    server = subprocess.Popen(
        [sys.executable, "-P", "-c", code, installed, *words],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    yield server.stdout.readline().split(": ", 1)[1].strip()
    server.terminate()
    server.wait()
    server.stdout.close()


def fetched(address: str, language: str) -> str:
    request = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as reply:
        return str(reply.read().decode())


def test_the_installed_wheel_serves_every_language_and_all_its_files(address: str) -> None:
    pages = {language: fetched(address, language) for language in ("en", "de", "fr")}
    assert all(f'lang="{language}"' in page for language, page in pages.items())
    titles = {re.findall("<title>(.*?)</title>", page)[0] for page in pages.values()}
    assert len(titles) == 3
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', pages["en"])
    assert files
    assert all(fetched(address + file, "en") for file in files)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_data_file_is_left_behind(installed: Path, folder: str) -> None:
    kept = re.compile(r"\.(py|toml|html|css|js|svg|po)$")
    ours = {path.relative_to(PROJECT) for path in (PROJECT / folder).rglob("*") if kept.search(path.name)}
    run = {path for path in ours if not path.as_posix().startswith(NOT_RUN)}
    assert run
    assert [str(path) for path in sorted(run) if not (installed / path).exists()] == []
    assert [str(path) for path in sorted(ours - run) if (installed / path).exists()] == []
