from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.trollfjord.treasures import TREASURES
from tests.web.fakes import Clock, Home, Phone
from tests.web.workshop import SEED, Studio, Workshop


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.close()


@pytest.fixture
def rig(tmp_path: Path) -> Workshop:
    print(f"seed {SEED}")
    return Workshop(tmp_path, Clock())


@pytest.fixture
def host(tmp_path: Path, rig: Workshop) -> Iterator[Phone]:
    home = Home(tmp_path, rig)
    yield home.host()
    home.close()


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    print(f"seed {SEED}")
    return Studio(tmp_path, Clock())


@pytest.fixture
def watching(tmp_path: Path, studio: Studio) -> Iterator[Phone]:
    home = Home(tmp_path, studio)
    yield home.host()
    home.close()


@pytest.fixture
def marked() -> Iterator[None]:
    """Forty-two treasures, each worth something that nothing else could be, and little enough for any hammering."""
    box = dict(TREASURES)
    TREASURES.clear()
    TREASURES.update({-70_000 - value: 1 for value in range(42)})
    yield
    # In the same order as before: later deals shuffle the box from there.
    TREASURES.clear()
    TREASURES.update(box)
