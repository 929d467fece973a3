"""A phone that comes while the card is too full to start reads why, and has its page once the companion has started."""

from collections.abc import Iterable
from pathlib import Path
from threading import Thread
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.serving import make_server

from companion.atomic_files import NoRoom
from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage
from tests.web.browser.layout import misfits
from tests.web.fakes import Home
from web.disk_full_pages import create_app

pytestmark = pytest.mark.browser

TOLD = {"en": "The memory card is full", "de": "Die Speicherkarte ist voll", "fr": "La carte mémoire est pleine"}


class Door:
    """Leads to the pages that wait for room, and then to those of the companion."""

    def __init__(self) -> None:
        self.app: Flask = create_app(NoRoom())

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.app(environ, start_response)


@pytest.mark.parametrize("language", TOLD)
def test_a_full_card_is_told_and_the_page_comes_by_itself(tmp_path: Path, open_page: OpenPage, language: str) -> None:
    door, home = Door(), Home(tmp_path)
    server = make_server("127.0.0.1", 0, door, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        page = open_page(f"http://127.0.0.1:{server.server_port}/", language=language)
        expect(page.locator("h1")).to_contain_text(TOLD[language])
        assert not misfits(page)
        assert not serious_faults(page)
        door.app = home.app
        expect(page.locator("#quiet")).to_be_attached()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        home.close()
