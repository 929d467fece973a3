"""What a test needs from the machine: without it the test skips and says why, but never where CI could have had it."""

import os
from pathlib import Path
from typing import NoReturn

import pytest

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


def missing(what: str) -> NoReturn:
    """Skip for want of `what`; in CI, where everything is installed, fail instead."""
    if os.environ.get("CI"):
        pytest.fail(f"CI must have {what}")
    pytest.skip(f"needs {what}")


def shared_data(*parts: str) -> Path:
    """A folder or file of the real recordings and photos, which are not part of the project."""
    path = SHARED_DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip("needs the real recordings and photos beside the project")
    return path
