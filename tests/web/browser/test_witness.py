"""A phone that saw more than the table knows now says so, and everyone reads it."""

from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from companion.games.tower.moves import TakeHammer
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage
from tests.web.browser.layout import misfits
from tests.web.maintained import MaintainedHome

pytestmark = pytest.mark.browser

OLDER = "Der Tisch ist älter"


def test_a_phone_finds_out_a_table_that_came_back_older(tmp_path: Path, open_page: OpenPage) -> None:
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    before = MaintainedHome(tmp_path / "before")
    before.start("Astrid", "Bo")
    after = MaintainedHome(tmp_path / "after")
    after.start("Astrid", "Bo")
    before.table.play(0, TakeHammer(0), before.table.version)
    # The same companion, whose card lost its end: it still has its keys.
    after.keys._secrets = before.keys._secrets
    apps = [before.app]
    server = make_server("127.0.0.1", 0, lambda *asked: apps[-1](*asked), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/table"
        page, other = open_page(address, language="de"), open_page(address, language="de")
        expect(page.locator("#older")).to_be_hidden()
        page.wait_for_function("localStorage.getItem('witness')?.startsWith('2.')")
        apps.append(after.app)
        page.reload()
        expect(page.locator("#older")).to_contain_text(OLDER)
        other.reload()
        expect(other.locator("#older")).to_contain_text(OLDER)
        assert not misfits(page)
        assert not serious_faults(page)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        before.close()
        after.close()
