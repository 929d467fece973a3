from pathlib import Path

import pytest

from tests.systemd.fake_root import FakeRoot, project


@pytest.fixture
def pi(tmp_path: Path) -> FakeRoot:
    return FakeRoot(tmp_path)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The installer of a newer version."""
    return project(tmp_path / "newer", "newer")
