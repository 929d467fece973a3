"""The boulders' colours are said once; whoever has something for each of them has it for all, in the same order."""

import re
from pathlib import Path

from companion.common.boulders import ANGERING, COLOUR_NAMES, COLOURS, numbers
from companion.rules import Boulders
from hardware.lights.effects import BOULDERS as GAUGES

WEB = Path(__file__).parents[3] / "web"


def test_every_colour_has_its_name_and_a_field_in_a_handful_of_boulders() -> None:
    assert tuple(COLOUR_NAMES) == COLOURS
    assert Boulders.__struct_fields__ == COLOURS


def test_the_colours_that_anger_the_spirit_have_a_gauge_each() -> None:
    assert tuple(GAUGES) == ANGERING


def test_the_scripts_of_the_pages_know_the_same_colours() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in (WEB / "static" / "js").rglob("*.js"))
    [listed] = re.findall(r"COLOURS = .*?\[(.*?)\]", scripts)
    assert tuple(re.findall(r'"(\w+)"', listed)) == COLOURS


def test_the_pages_have_a_shape_and_a_shade_for_every_colour() -> None:
    shapes = (WEB / "templates" / "icons.svg").read_text(encoding="utf-8")
    look = (WEB / "static" / "look.css").read_text(encoding="utf-8")
    for colour in COLOURS:
        assert f'<symbol id="{colour}"' in shapes
        assert f"\n.{colour} {{ --shade: var(--{colour}); }}\n" in look


def test_numbers_are_told_colour_by_colour() -> None:
    assert str(numbers({"red": 2, "white": 0})) == "2 red, 0 white"
