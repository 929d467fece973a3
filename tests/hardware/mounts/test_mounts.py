"""The printable parts: closed bodies that fit on a small printer, at their own measures and at others."""

import re
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hardware.lights.effects import FEWEST, MOST
from hardware.lights.layout import Layout
from hardware.mounts.export import BED, HERE, PARTS, NotMade, Part, export, faults
from hardware.mounts.picture import HEIGHT, PAPER, WIDTH, picture
from hardware.mounts.solid import Solid, read_stl
from tests.needs import missing

CUBE = Solid(
    np.array([(x, y, z) for x in (0.0, 10.0) for y in (0.0, 10.0) for z in (0.0, 10.0)]),
    np.array(
        [
            *((0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)),
            *((2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)),
        ]
    ),
)


@pytest.fixture(scope="module")
def openscad() -> None:
    if shutil.which("openscad") is None:
        missing("openscad")


@pytest.mark.usefixtures("openscad")
@pytest.mark.parametrize("name", list(PARTS))
def test_every_part_is_one_closed_body_that_fits_on_a_small_printer(name: str, tmp_path: Path) -> None:
    solid = export(PARTS[name], tmp_path / "part.stl")
    assert faults(solid) == []
    assert min(solid.size) > 3


@pytest.mark.usefixtures("openscad")
@pytest.mark.parametrize("measures", [{"foot_thickness": 3.0, "disc_diameter": 20.0}, {"foot_thickness": 40.0}])
def test_the_clip_is_printable_for_thin_and_thick_feet(measures: dict[str, float], tmp_path: Path) -> None:
    assert faults(export(PARTS["piezo-clip"], tmp_path / "part.stl", measures)) == []


@pytest.mark.usefixtures("openscad")
@pytest.mark.parametrize(
    ("name", "measures", "words"),
    [
        ("lamp-ring", {"tower_width": 150.0}, "the tower 159 mm across its corners"),
        ("lamp-ring", {"lamps": 60.0}, "more than the printer's bed"),
        ("piezo-clip", {"foot_thickness": 60.0}, "3 to 40 mm thick"),
        ("camera-foot", {"rod": 40.0}, "6 to 22 mm"),
    ],
)
def test_measures_that_cannot_be_are_refused_in_words(
    name: str, measures: dict[str, float], words: str, tmp_path: Path
) -> None:
    with pytest.raises(NotMade, match=re.escape(words)):
        export(PARTS[name], tmp_path / "part.stl", measures)


@pytest.mark.usefixtures("openscad")
def test_a_part_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotMade, match="foot, elbow and cradle"):
        export(Part("camera-arm.scad", "knee"), tmp_path / "part.stl")


def test_the_ring_is_made_for_as_many_lamps_as_the_settings_have() -> None:
    source = (HERE / "lamp-ring.scad").read_text(encoding="utf-8")
    assert f"lamps = {Layout().count}; // [{FEWEST}:1:{MOST}]" in source


def test_a_cube_has_no_faults() -> None:
    assert faults(CUBE) == []
    assert CUBE.size == (10, 10, 10)
    assert CUBE.volume == pytest.approx(1000)


def test_a_hole_an_inside_out_body_two_bodies_and_a_long_one_are_told() -> None:
    assert faults(CUBE._replace(faces=CUBE.faces[1:])) == ["3 edges are open: the body is not closed."]
    assert faults(CUBE._replace(faces=CUBE.faces[:, ::-1])) == ["It is turned inside out."]
    two = Solid(np.vstack([CUBE.corners, CUBE.corners + 20]), np.vstack([CUBE.faces, CUBE.faces + 8]))
    assert faults(two) == ["It falls into 2 pieces."]
    assert faults(CUBE._replace(corners=CUBE.corners * 30)) == [f"It is 300 mm long: more than {BED:.0f} mm."]


def test_a_file_without_triangles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.stl").write_text("solid OpenSCAD_Model\nendsolid OpenSCAD_Model\n")
    with pytest.raises(ValueError, match="no triangles"):
        read_stl(tmp_path / "empty.stl")


def test_a_cubes_picture_shows_three_faces_each_in_its_own_light() -> None:
    drawn = picture(CUBE)
    assert drawn.shape == (HEIGHT, WIDTH, 3)
    assert tuple(drawn[0, 0]) == PAPER
    colours = Counter(map(bytes, drawn.reshape(-1, 3)))
    assert len([count for count in colours.values() if count > 1000]) == 4  # three faces and the paper


def test_every_part_has_its_picture() -> None:
    assert sorted(path.stem for path in (HERE / "pictures").glob("*.png")) == sorted(PARTS)
