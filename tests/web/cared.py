"""A house that looks after itself too: notices, backup, the walk around a new table."""

from pathlib import Path

from companion.care import Care
from companion.notices import Notices
from companion.welcome import Welcome
from tests.web.fakes import FakeRig, Home
from web.pages import care as page
from web.streams import Streams


class Cared(Home):
    def __init__(self, folder: Path, rig: FakeRig | None = None, streams: Streams | None = None) -> None:
        super().__init__(folder, rig, streams)
        self.notices = Notices(folder / "notices.json")
        self.stopped = 0
        self.care = Care(
            folder,
            self.journal,
            self.table,
            self.keys,
            self.notices,
            safe=False,
            full=lambda: False,
            reports={},
            check=lambda _: [],
            stop=self.stop,
            switchable=False,
        )
        page.init_app(self.app, self.care)

    def stop(self) -> None:
        self.stopped += 1

    @property
    def welcome(self) -> Welcome:
        found = self.app.extensions["welcome"]
        assert isinstance(found, Welcome)
        return found
