"""A phone that comes while the card is too full to start reads why, and has its page once the companion has started."""

from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.serving import make_server

from tests.web.browser.axe import serious_faults
from tests.web.browser.conftest import OpenPage
from tests.web.browser.test_layout import FINE, LOOK, SIZES
from tests.web.fakes import Home
from web.full import create_app

pytestmark = pytest.mark.browser

TOLD = {"en": "The memory card is full", "de": "Die Speicherkarte ist voll", "fr": "La carte mémoire est pleine"}


class Door:
    """Leads to the pages that wait for room, and then to those of the house."""

    def __init__(self) -> None:
        self.app: Flask = create_app()

    def __call__(self, environ: object, start_response: object) -> object:
        return self.app(environ, start_response)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", TOLD)
def test_a_full_card_is_told_and_the_page_comes_by_itself(tmp_path: Path, open_page: OpenPage, language: str) -> None:
    door, home = Door(), Home(tmp_path)
    server = make_server("127.0.0.1", 0, door, threaded=True)  # type: ignore[arg-type]
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        page = open_page(f"http://127.0.0.1:{server.server_port}/", language=language)
        expect(page.locator("h1")).to_contain_text(TOLD[language])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(LOOK) == FINE
        assert not serious_faults(page)
        door.app = home.app
        expect(page.locator("#quiet")).to_be_attached()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        home.close()
