import re
import xml.etree.ElementTree as ElementTree

import cv2
import numpy as np
import pytest

from hardware.boulders.finder import Finder
from hardware.boulders.mat import MAT_HEIGHT, MAT_WIDTH
from hardware.boulders.page import PAPERS, Paper, Words, svg
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
