"""Keeps pictures of pages for people to look at; it keeps none unless SHOTS is set, as `make shots` does."""

import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = Path(__file__).parents[3] / ".screenshots"


def keep(page: Page, name: str) -> None:
    if "SHOTS" in os.environ:
        page.screenshot(path=FOLDER / f"{name}.png")
