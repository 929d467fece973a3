"""Every colour stands in look.css, those of a game in its own; players' colours stand in the rules of their game.

What cannot read a colour there repeats it, and is held to it here.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.rules import COLOURS as BOULDERS

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
LAMPS = ROOT / "hardware" / "lights"
LOOK = WEB / "static" / "look.css"
ICONS = (WEB / "static" / "icon.svg", WEB / "static" / "icon-called.svg")
REPEATED = (WEB / "templates" / "base.html", *ICONS)
"""The browser's own bar and the icons are drawn before and beside any style sheet."""

HEX = r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b"
FUNCTION = r"\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!\$)[^)]*\)"
"""A colour put together from what a lamp shows, as in `rgb(${red} …)`, is nobody's taste."""
# The names of CSS that somebody would type; `transparent` and `currentColor` are no colours of their own.
NAME = (
    r"(?<![\w-])(?:aqua|beige|black|blue|brown|crimson|cyan|darkgr[ae]y|fuchsia|gold|gr[ae]y|green|indigo|ivory|khaki"
    r"|lightgr[ae]y|lime|linen|magenta|maroon|navy|olive|orange|pink|purple|red|salmon|silver|snow|tan|teal|tomato"
    r"|turquoise|violet|wheat|white|whitesmoke|yellow)(?![\w-])"
)


def sheets() -> list[Path]:
    return sorted(path for path in WEB.rglob("*.css") if path.name != LOOK.name)


def drawings() -> list[Path]:
    """Scripts, templates and drawings; a picture of a game is painted as it is, in every light."""
    found = (path for kind in ("*.js", "*.html", "*.svg") for path in WEB.rglob(kind) if path not in REPEATED)
    return sorted(path for path in found if path.name != "picture.svg")


def values(css: str) -> Iterator[str]:
    """What is said of each property, without the names of selectors and of other properties."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    for declarations in re.findall(r"\{([^{}]*)\}", css):
        for declaration in declarations.split(";"):
            yield re.sub(r"--[\w-]+", "", declaration.partition(":")[2])


def named(theme: str) -> dict[str, str]:
    """The custom properties of look.css, in the dark or in the light."""
    said = re.findall(r"(--[\w-]+): ([^;]+);", LOOK.read_text(encoding="utf-8"))
    both = re.compile(r"var\(--dark, (?P<dark>.+)\) var\(--light, (?P<light>.+)\)")
    return {name: found[theme] if (found := both.fullmatch(value)) else value for name, value in said}


def general() -> list[Path]:
    """What shows any game, on pages and with lamps."""
    pages = [path for kind in ("*.css", "*.js", "*.html", "*.py") for path in WEB.rglob(kind)]
    return sorted([path for path in pages if not path.is_relative_to(WEB / "games")] + [*LAMPS.glob("*.py")])


def at_path(path: Path) -> str:
    return str(path.relative_to(WEB))


def test_nothing_that_shows_any_game_knows_a_players_colour() -> None:
    """Neither by its name, unless a boulder is called so too, nor by its shade."""
    colours = [colour for game in GAMES.values() for colour in game.colours]
    names = {colour.name for colour in colours} - set(BOULDERS)
    known = re.compile("|".join([*(rf"\b{name}\b" for name in names), *(colour.rgb for colour in colours)]))
    found = {str(path.relative_to(ROOT)): known.findall(path.read_text(encoding="utf-8")) for path in general()}
    assert {path: said for path, said in found.items() if said} == {}


@pytest.mark.parametrize("sheet", sheets(), ids=at_path)
def test_no_other_sheet_says_a_colour(sheet: Path) -> None:
    said = " ".join(values(sheet.read_text(encoding="utf-8")))
    assert re.findall(f"{HEX}|{FUNCTION}|{NAME}", said) == []


@pytest.mark.parametrize("drawing", drawings(), ids=at_path)
def test_no_script_template_or_drawing_says_a_colour(drawing: Path) -> None:
    text = drawing.read_text(encoding="utf-8")
    painted = "".join(re.findall(r"(?:fill|stroke|color|background)\s*[=:]\s*[\"'](.*?)[\"']", text))
    assert re.findall(f"(?<!&){HEX}|{FUNCTION}", text) + re.findall(NAME, painted) == []


def test_only_the_look_asks_what_the_device_prefers() -> None:
    """Whatever else asked would not follow what was chosen on the device."""
    asking = [path for path in WEB.rglob("*.css") if "prefers-color-scheme" in path.read_text(encoding="utf-8")]
    assert asking == [LOOK]


def test_every_property_that_is_asked_for_is_there() -> None:
    css = "".join(sheet.read_text(encoding="utf-8") for sheet in WEB.rglob("*.css"))
    scripts = "".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.js"))
    said = {*re.findall(r"(--[\w-]+):", css), *re.findall(r"setProperty\(\"(--[\w-]+)\"", scripts)}
    assert set(re.findall(r"var\((--[\w-]+)", css)) - said == set()


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_browsers_bar_has_the_colour_of_the_ground(theme: str) -> None:
    page = (WEB / "templates" / "base.html").read_text(encoding="utf-8")
    bar = re.search(rf'name="theme-color" content="([^"]+)"[^>]* media="\(prefers-color-scheme: {theme}\)"', page)
    assert bar is not None
    assert bar[1] == named(theme)["--ground"]
    assert len(re.findall(HEX, page)) == 2


def test_the_icons_have_the_colours_of_the_look() -> None:
    dark = named("dark")
    quiet, called = (re.findall(HEX, icon.read_text(encoding="utf-8")) for icon in ICONS)
    assert quiet == [dark["--icon"], dark["--flame"]]
    assert called == [*quiet, dark["--red"], dark["--icon"]]


def test_codes_are_drawn_on_the_paper_of_the_look() -> None:
    assert f'light="{named("dark")["--paper"]}"' in (WEB / "qr.py").read_text(encoding="utf-8")
