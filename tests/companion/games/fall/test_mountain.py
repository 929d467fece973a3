"""The mountain as somebody records it: what ships is whole, and every fault is told in words, with nothing lost."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations
from typing import Any

import msgspec
import pytest

from companion.games.fall.examples import Side, mountain
from companion.games.fall.mountain import CLANS, Mountain, lay_of, mountain_faults, mountain_of, names_of
from companion.games.fall.plan import CLEAR, chart_of, plan

SIDES: list[tuple[Side, int]] = [("front", 5), ("back", 3)]
FRONT = mountain("front")


def changed(**fields: Any) -> Mountain:
    after: Mountain = msgspec.structs.replace(FRONT, **fields)
    return after


@pytest.mark.parametrize(("side", "players"), SIDES)
def test_an_example_honours_what_the_rulebook_says(side: Side, players: int) -> None:
    board = mountain(side)
    assert mountain_faults(board, players) == []
    assert "Example" in board.name
    assert {len(doors) for doors in lay_of(board).doors.values()} == {1, 2}, "one door, or two"
    assert len({len(hall.beside) for hall in board.halls}) > 1, "halls differ in the caverns around"
    assert len(set(map(str, names_of(board).values()))) == len(names_of(board))


@pytest.mark.parametrize(("side", "players"), SIDES)
def test_what_nobody_drew_has_a_place_of_its_own(side: Side, players: int) -> None:  # noqa: ARG001
    places = [place for layer in plan(mountain(side)).places.values() for place in layer.values()]
    assert all(0 <= part <= 1 for place in places for part in place)
    apart = min((x - left) ** 2 + (y - top) ** 2 for (x, y), (left, top) in combinations(places, 2))
    assert apart >= (0.9 * CLEAR[-1]) ** 2
    assert len(chart_of(mountain(side)).spots) == len(mountain(side).caverns) + len(mountain(side).dens)


def without_doors(clan: str) -> Mountain:
    caverns = [msgspec.structs.replace(each, door=each.door and each.clan != clan) for each in FRONT.caverns]
    return changed(caverns=tuple(caverns))


def without_borders(gone: Callable[[str, str], bool]) -> Mountain:
    return changed(borders=tuple(pair for pair in FRONT.borders if not gone(*pair)))


ICE = {cavern.id for cavern in FRONT.caverns if cavern.clan == "ice"}

BAD: list[tuple[Mountain, str]] = [
    (without_doors("mud"), "caverns mud: No cavern of this domain has a door: its gnomes could not come in."),
    (without_borders(lambda one, other: "moss-4" in (one, other)), "caverns moss-4: No other cavern touches this one."),
    (
        without_borders(lambda one, other: (one in ICE) != (other in ICE)),
        "caverns ice-2: This cavern is on an island: no way leads to the others.",
    ),
    (changed(borders=(*FRONT.borders, ("moss-1", "nowhere"))), "There is no cavern called nowhere."),
    (changed(borders=(*FRONT.borders, ("moss-1", "moss-1"))), "A cavern does not touch itself."),
    (changed(dens=FRONT.dens[:-1]), "dens F: Two dens have the same glyph; this one is there 1 times."),
    (changed(dens=FRONT.dens[:8]), "dens: 5 players need 5 pairs of dens."),
    (changed(halls=()), "halls: There are 1 to 12 great halls."),
    (changed(halls=(msgspec.structs.replace(FRONT.halls[0], beside=()),)), "halls hall-1: This touches no cavern."),
    (changed(rally=("moss",) * 7), "rally: Each of the seven domains has one rally point."),
    (
        changed(caverns=tuple(each for each in FRONT.caverns if each.clan != "fire"), borders=(), dens=(), halls=()),
        "caverns fire: This clan has no cavern.",
    ),
    (
        changed(caverns=(*FRONT.caverns, msgspec.structs.replace(FRONT.caverns[0], clan="rust"))),
        "caverns moss-1: There is no clan called rust.",
    ),
    (changed(caverns=(*FRONT.caverns, FRONT.caverns[0])), "caverns moss-1: This id is used 2 times."),
]


@pytest.mark.parametrize(("board", "words"), BAD)
def test_a_bad_mountain_is_told_in_words(board: Mountain, words: str) -> None:
    assert words in " ".join(map(str, mountain_faults(board, 5)))


def test_all_that_can_be_read_of_a_bad_file_is_kept() -> None:
    values = tomllib.loads(files("companion.games.fall").joinpath("front.toml").read_text(encoding="utf-8"))
    values["caverns"][2] = {"id": "moss-3", "clan": 7}
    values["dens"][0]["glyph"] = ""
    read, faults = mountain_of(values)
    assert len(read.caverns) == len(FRONT.caverns) - 1
    assert len(read.dens) == len(FRONT.dens) - 1
    assert (read.halls, read.borders, read.rally) == (FRONT.halls, FRONT.borders, CLANS)
    assert [str(fault).split(":")[0] for fault in faults] == ["caverns 3", "dens 1"]
