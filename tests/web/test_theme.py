"""A device shows its pages dark or light as was chosen on it, and as it prefers where nothing was."""

import re

import pytest

from tests.web.fakes import Home


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_device_keeps_the_theme_that_was_chosen_on_it(home: Home, theme: str) -> None:
    tv, phone = home.phone(), home.phone()
    response = tv.get(f"/theme/{theme}?back=/table")
    assert (response.status_code, response.headers["Location"]) == (302, "/table")
    page = tv.get("/table").get_data(as_text=True)
    assert f'<html lang="en" data-theme="{theme}">' in page
    assert current(page) == theme
    assert len(re.findall("theme-color", page)) == 1
    assert '<html lang="en">' in phone.get("/table").get_data(as_text=True)


@pytest.mark.parametrize("word", ["device", "pink"])
def test_any_other_word_leaves_it_to_the_device(home: Home, word: str) -> None:
    tv = home.phone()
    tv.get("/theme/light")
    tv.get(f"/theme/{word}")
    page = tv.get("/table").get_data(as_text=True)
    assert '<html lang="en">' in page
    assert current(page) == "device"


def test_switching_the_theme_never_leads_away(home: Home) -> None:
    assert home.phone().get("/theme/dark?back=//evil.example").headers["Location"] == "/"


@pytest.mark.parametrize("path", ["/", "/table", "/host"])
def test_a_page_without_javascript_says_what_it_needs(home: Home, path: str) -> None:
    page = home.phone("de").get(path).get_data(as_text=True)
    said = re.search(r"<noscript>(.*?)</noscript>", page)
    assert said is not None
    assert "JavaScript" in said[1]


def current(page: str) -> str:
    found = re.search(r'href="/theme/(\w+)\?[^"]*" aria-current="true"', page)
    assert found is not None
    return found[1]
