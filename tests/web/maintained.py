"""A home with its maintenance: notices, backup, the walk around a new table."""

from pathlib import Path

from companion.first_run import FirstRun
from companion.maintenance import Maintenance
from companion.notices import Notices
from companion.rules import say
from companion.updates import Updates
from tests.web.fakes import FakeRig, Home
from web.pages import maintenance as page
from web.pages import update as update_page
from web.streams import Streams


class MaintainedHome(Home):
    def __init__(self, folder: Path, rig: FakeRig | None = None, streams: Streams | None = None) -> None:
        super().__init__(folder, rig, streams)
        self.notices = Notices(folder / "notices.json")
        self.stopped = 0
        self.maintenance = Maintenance(
            folder,
            self.journal,
            self.table,
            self.keys,
            self.notices,
            safe=False,
            full=lambda: False,
            reports={},
            check=lambda _: [],
            rehearse=lambda _: None,
            stop=self.stop,
            switchable=False,
        )
        page.init_app(self.app, self.maintenance)
        self.releases = folder / "opt"
        self.releases.mkdir()
        updates = Updates(folder, self.releases, self.releases / "now.json")
        update_page.init_app(self.app, updates, lambda: [say("{megabytes} MB free on the card", megabytes=17)])

    def stop(self) -> None:
        self.stopped += 1

    @property
    def first_run(self) -> FirstRun:
        found = self.app.extensions["first_run"]
        assert isinstance(found, FirstRun)
        return found
