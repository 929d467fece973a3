import re
import xml.etree.ElementTree as ElementTree

import cv2
import numpy as np
import pytest

from hardware.boulders.finder import Finder
from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH, patches
from hardware.boulders.mat_svg import PAPERS, Paper, Words, svg
from hardware.boulders.pose import Pose
from hardware.devices import Image


def printed(page: str, dots: int = 4) -> Image:
    """The page's rectangles on paper, `dots` a millimetre: enough of SVG to see what a printer prints."""
    root = ElementTree.fromstring(page)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    paper = np.full((round(height * dots), round(width * dots), 3), 255, np.uint8)
    (group,) = root
    shift = [float(v) for v in re.findall(r"[\d.]+", group.attrib["transform"])]
    for box in group:
        if box.tag.endswith("rect"):
            x, y, w, h = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
            colour = int(box.attrib["fill"][1:], 16)
            start = (round((x + shift[0]) * dots), round((y + shift[1]) * dots))
            end = (round((x + w + shift[0]) * dots) - 1, round((y + h + shift[1]) * dots) - 1)
            cv2.rectangle(paper, start, end, (colour & 255, colour >> 8 & 255, colour >> 16), cv2.FILLED)
    return paper


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_printed_mat_is_found_where_it_was_printed(paper: Paper) -> None:
    dots = 4
    grey = np.asarray(cv2.cvtColor(printed(svg(paper), dots), cv2.COLOR_BGR2GRAY), np.uint8)
    pose = Finder().find(grey)
    assert isinstance(pose, Pose)
    corner = pose.flat @ np.array([0.0, 0.0, 1.0])
    width, height = PAPERS[paper]
    expected = ((width - MAT_WIDTH) / 2 * dots, (height - MAT_HEIGHT) / 2 * dots)
    assert (corner[0] / corner[2], corner[1] / corner[2]) == pytest.approx(expected, abs=1.5)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_mat_keeps_off_the_edge_that_printers_leave_white(paper: Paper) -> None:
    width, height = PAPERS[paper]
    assert min(width - MAT_WIDTH, height - MAT_HEIGHT) / 2 > 5


def test_what_is_written_on_the_mat_can_be_translated() -> None:
    page = svg("a4", Words("Turm hierher", "100 mm", "Bei 100 % drucken"))
    assert "Turm hierher" in page
    assert "tower" not in page


def test_what_is_written_may_hold_any_sign() -> None:
    root = ElementTree.fromstring(svg("a4", Words("Tower & <co>")))
    assert any("Tower & <co>" in (text.text or "") for text in root.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_bar_is_100_mm_long_and_a_unit_of_the_page_is_a_millimetre(paper: Paper) -> None:
    root = ElementTree.fromstring(svg(paper))
    width, height = PAPERS[paper]
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width}mm", f"{height}mm")
    assert root.attrib["viewBox"] == f"0 0 {width} {height}"
    assert [box.attrib["height"] for box in root.iter() if box.attrib.get("width") == "100"] == ["0.5"]


def test_each_reference_colour_is_printed_in_its_place() -> None:
    dots = 4
    paper = printed(svg("a4"), dots)
    left, top = ((size - mat) / 2 for size, mat in zip(PAPERS["a4"], (MAT_WIDTH, MAT_HEIGHT), strict=True))
    for patch in patches():
        x, y = (patch.box.x0 + patch.box.x1) / 2 + left, (patch.box.y0 + patch.box.y1) / 2 + top
        assert tuple(paper[round(y * dots), round(x * dots)][::-1].tolist()) == patch.colour, patch.name
