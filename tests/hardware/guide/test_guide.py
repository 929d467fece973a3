"""The build guide against the product: the doctor's own words, the settings, the commands, the parts."""

import ast
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from companion.app.settings import CompanionSettings
from companion.cli import COMMANDS
from hardware.boulders.mat_svg import PAPERS
from hardware.guide.drawing.all_drawings import GUIDE
from hardware.guide.drawing.wiring import WIRINGS
from hardware.rig import doctor
from hardware.rig.doctor import Finding, examine
from hardware.rig.measures import MEASURES, to_measure
from hardware.rig.opening import RigSettings
from tests.hardware.rig.test_doctor import BROKEN, Pi

RUNGS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(GUIDE.glob("*.md"))}
ROOT = GUIDE.parents[1]
MEASURED_ON = {
    "pico": "2-sensor",
    "gpio": "2-sensor",
    "usb": "3-camera",
    "csi": "3-camera",
    "spi": "4-lights",
    "wled": "4-lights",
}


def rows(page: str, first: str) -> list[tuple[str, ...]]:
    """The rows of every table whose first column is called so, as they are read: without marks."""
    found: list[tuple[str, ...]] = []
    for table in re.findall(rf"(?m)^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page):
        for row in table.splitlines():
            cells = re.split(r"(?<!\\)\|", row)[1:-1]
            found.append(tuple(cell.strip().replace("`", "").replace(r"\|", "|") for cell in cells))
    return found


def findings(state: Path) -> list[Finding]:
    """What the doctor really finds on every broken machine that its own tests know."""
    found = []
    for check, settings, break_it, *_words in BROKEN:
        pi = Pi(state)
        break_it(pi)
        found.append(next(finding for finding in examine(settings, pi) if finding.check == check))
    return found


def said(state: Path) -> set[tuple[str, ...]]:
    """The sentences and what mends them, with the names that the guide has for owner and folder."""
    told = ((str(finding.health), str(finding.mend)) for finding in findings(state))
    return {tuple(words.replace("odin", "YOU").replace(str(state), "FOLDER") for words in row) for row in told}


def faults_it_knows(state: Path) -> set[str]:
    """Every sentence that tells a fault, with its gaps: those that the doctor has, and those that it was told."""
    tree = ast.parse(Path(doctor.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "failing"]
    own = {str(ast.literal_eval(call.args[0])) for call in calls}
    return own | {finding.health.text.sentence for finding in findings(state)}


def fits(sentence: str, template: str) -> bool:
    return re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(template)), sentence) is not None


@pytest.mark.parametrize("rung", list(RUNGS))
def test_what_the_guide_lets_the_doctor_say_the_doctor_says(rung: str, tmp_path: Path) -> None:
    told = rows(RUNGS[rung], "it says")
    assert told
    assert [row for row in told if row not in said(tmp_path)] == []


def test_the_guide_knows_every_fault_that_the_doctor_can_find(tmp_path: Path) -> None:
    told = [row[0] for page in RUNGS.values() for row in rows(page, "it says")]
    assert [
        template for template in sorted(faults_it_knows(tmp_path)) if not any(fits(row, template) for row in told)
    ] == []


@pytest.mark.parametrize("device", list(MEASURES))
def test_the_guide_and_the_doctor_measure_the_same(device: str) -> None:
    measured = rows(RUNGS[MEASURED_ON[device]], "look at")
    assert set(MEASURES[device]) <= set(measured)


def test_the_guide_measures_nothing_that_the_doctor_does_not() -> None:
    known = {tuple(measure) for measures in MEASURES.values() for measure in measures}
    assert [row for page in RUNGS.values() for row in rows(page, "look at") if row not in known] == []


def test_the_doctor_tells_what_to_measure_on_the_chosen_devices_only() -> None:
    lines = to_measure(RigSettings(hits="pico", lights="spi"))
    assert len(lines) == len(MEASURES["pico"]) + len(MEASURES["spi"])
    assert all(line.startswith(("look   pico", "look   spi")) for line in lines)
    assert to_measure(RigSettings(hits="sim", camera="sim", lights="sim")) == []


def blocks(page: str) -> Sequence[str]:
    """The indented blocks: commands, settings, boot settings."""
    found = re.findall(r"(?m)(?:^ {4,}\S.*\n(?:\n(?= {4,}\S))?)+", page)
    return [re.sub(r"(?m)^ +", "", block) for block in found]


@pytest.mark.parametrize("rung", list(RUNGS))
def test_the_settings_of_a_rung_are_understood(rung: str) -> None:
    for block in blocks(RUNGS[rung]):
        if block.startswith("[rig]"):
            written = tomllib.loads(block)
            assert written.keys() <= set(CompanionSettings.__struct_fields__)
            msgspec.convert(written, CompanionSettings)


def test_each_rung_but_the_first_and_the_last_says_what_to_set() -> None:
    assert {rung for rung, page in RUNGS.items() if any(block.startswith("[rig]") for block in blocks(page))} == {
        "2-sensor",
        "3-camera",
        "4-lights",
    }


def test_comments_in_the_boot_settings_stand_on_lines_of_their_own() -> None:
    (config,) = re.findall(r"(?s)```ini\n(.*?)```", RUNGS["4-lights"])
    assert not re.search(r"(?m)^[^#\n]*\S[^#\n]*#", config)


def test_every_command_of_the_guide_is_one() -> None:
    for page in RUNGS.values():
        for command in re.findall(r"companion ([a-z-]+) (?:photo|--)", page):
            assert command in COMMANDS
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    assert set(re.findall(r"\bmake ([a-z]+)\b(?= ARGS|`)", "\n".join(RUNGS.values()))) <= targets


def test_the_guide_says_where_the_mat_is_printed_from_in_the_words_of_the_page() -> None:
    page = (ROOT / "web" / "templates" / "devices" / "camera.html").read_text(encoding="utf-8")
    assert "Landing place" in page
    assert all(f'href="/host/mat-{paper}.svg"' in page for paper in PAPERS)
    assert re.search(r"`/host/camera`\) has it under \*Landing place\*, for A4 and for Letter", RUNGS["3-camera"])


def test_every_page_of_the_host_that_the_guide_names_is_there() -> None:
    text = "\n".join([*RUNGS.values(), (GUIDE.parent / "README.md").read_text(encoding="utf-8")])
    served = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "web" / "pages").glob("*.py"))
    pages = set(re.findall(r"`(/host/[a-z-]+)`", text))
    assert pages >= {"/host/camera", "/host/self-test"}
    assert [page for page in pages if f'"{page}"' not in served] == []


@pytest.mark.parametrize("rung", list(RUNGS))
def test_every_rung_has_what_a_builder_looks_for(rung: str) -> None:
    page = RUNGS[rung]
    for part in (
        "**What you get.**",
        "| part | what it does | roughly | instead |",
        "## Steps",
        "## You are done when",
    ):
        assert part in page
    assert page.count("](pictures/") >= 4


def test_every_drawing_is_shown_somewhere() -> None:
    text = "\n".join([*RUNGS.values(), (GUIDE.parent / "README.md").read_text(encoding="utf-8")])
    shown = {Path(link).name for link in re.findall(r"!\[[^]]*\]\(([^)]+\.svg)\)", text)}
    assert {path.name for path in GUIDE.rglob("*.svg")} == shown


@pytest.mark.parametrize(
    ("drawing", "rung"), [("wiring-pico", "2-sensor"), ("wiring-lights", "4-lights")], ids=["pico", "lights"]
)
def test_every_part_in_a_drawing_is_in_its_rungs_list(drawing: str, rung: str) -> None:
    parts = " ".join(row[0] for row in rows(RUNGS[rung], "part"))
    assert [value for value in WIRINGS[drawing]().circuit.values.values() if value not in parts] == []
