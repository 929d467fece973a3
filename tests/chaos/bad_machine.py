"""A machine whose card fails and whose clock is wrong, for whatever is started meanwhile; see `bad_machine.c`."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.chaos import Needs


def compiled(source: str, folder: Path) -> Path:
    """A library to preload, made of a C file beside this one."""
    library = folder / f"{source}.so"
    if (compiler := shutil.which("cc")) is None:
        raise Needs("a C compiler")
    path = Path(__file__).with_name(source)
    subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "-o", library, path, "-ldl", "-lpthread"], check=True, timeout=60
    )
    return library


class Card:
    def __init__(self, folder: Path) -> None:
        self.flag = folder / "card"

    @contextmanager
    def fails(self, how: int | str) -> Iterator[None]:
        """With this error number, or "hang"."""
        draft = self.flag.with_suffix(".new")
        draft.write_text(str(how))
        draft.replace(self.flag)
        try:
            yield
        finally:
            self.works()

    def works(self) -> None:
        with suppress(FileNotFoundError):
            self.flag.unlink()


@contextmanager
def bad_machine(folder: Path, state: Path, seconds_off: int = 0) -> Iterator[Card]:
    """Whatever is started in here has a card that can fail, and a clock that is off."""
    card = Card(folder)
    changed = {
        "LD_PRELOAD": str(compiled("bad_machine.c", folder)),
        "CHAOS_ROOT": str(state),
        "CHAOS_CARD": str(card.flag),
        "CHAOS_CLOCK": str(seconds_off),
    }
    before = {name: os.environ.get(name) for name in changed}
    os.environ.update(changed)
    try:
        yield card
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
