"""The board as data: the example honours what is known, and a wrong board lists every fault with its place."""

from collections import Counter

import msgspec
import pytest

from companion.games.trollfjord.board import LANDSCAPES, WANDER, Board, board_faults, read_board
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.land import borders
from companion.games.trollfjord.treasures import TREASURES
from companion.rules import BadSetup
from tests.companion.games.trollfjord.positions import GAME
from tests.players import PEOPLE

ALONG = "Placement and wander spaces alternate along a plank."
ACROSS = (
    "Placement and wander spaces alternate also where planks meet, in any order: this plank does not fit the others."
)


def faults(toml: str) -> list[str]:
    with pytest.raises(BadSetup) as bad:
        read_board(toml)
    return [str(fault) for fault in bad.value.faults]


def landscapes_at_spots(board: Board) -> list[set[str]]:
    landscape = {region.id: region.landscape for region in board.regions}
    return [{landscape[name] for name in spot.regions} for spot in board.spots]


def neighbours(board: Board, region: str) -> set[str]:
    ids = tuple(part.id for part in board.regions)
    return {ids[other] for other in borders(board, ids)[ids.index(region)]}


class TestExampleBoard:
    def test_it_has_no_fault_and_says_that_it_is_an_example(self) -> None:
        assert board_faults(example_board()) == []
        assert "Example" in example_board().name

    def test_two_regions_of_each_landscape_six_spots_ten_planks(self) -> None:
        board = example_board()
        assert Counter(region.landscape for region in board.regions) == dict.fromkeys(LANDSCAPES, 2)
        assert (len(board.spots), len(board.planks)) == (6, 10)

    def test_the_three_fortresses_that_the_rulebook_names_are_there(self) -> None:
        spots = landscapes_at_spots(example_board())
        for named in (
            {"swamp", "mountain", "glacier"},
            {"forest", "glacier", "mountain"},
            {"glacier", "fjord", "tundra"},
        ):
            assert named in spots

    def test_the_two_fjord_regions_touch(self) -> None:
        assert "fjord_2" in neighbours(example_board(), "fjord_1")

    def test_regions_of_a_fortress_are_neighbours_of_each_other(self) -> None:
        board = example_board()
        for spot in board.spots:
            for region in spot.regions:
                assert set(spot.regions) - {region} <= neighbours(board, region)

    def test_borders_go_both_ways(self) -> None:
        board = example_board()
        for region in board.regions:
            for other in neighbours(board, region.id):
                assert region.id in neighbours(board, other)

    def test_placement_and_wander_spaces_alternate_whatever_the_order_of_the_planks(self) -> None:
        for plank in example_board().planks:
            assert [space == WANDER for space in plank.spaces] == [False, True] * 3

    def test_every_landscape_can_be_placed_in_equally_often(self) -> None:
        spaces = Counter(space for plank in example_board().planks for space in plank.spaces)
        assert {spaces[landscape] for landscape in LANDSCAPES} == {5}


def test_the_treasures_are_42_worth_788() -> None:
    assert TREASURES.total() == 42
    assert sum(TREASURES.elements()) == 788
    assert (TREASURES[10], TREASURES[15], TREASURES[18], TREASURES[19], TREASURES[28], TREASURES[29]) == (
        2,
        3,
        3,
        2,
        2,
        0,
    )


class TestFaults:
    def test_all_faults_of_a_board_are_told_at_once_with_their_places(self) -> None:
        told = faults(
            """
            name = "Broken"
            borders = [["forest_1", "forest_1"], ["nowhere", "fjord_1"]]
            [[regions]]
            id = "forest_1"
            landscape = "forest"
            [[regions]]
            id = "forest_1"
            landscape = "desert"
            [[regions]]
            id = "fjord_1"
            landscape = "fjord"
            [[regions]]
            id = "fjord_2"
            landscape = "fjord"
            [[regions]]
            landscape = "swamp"
            [[spots]]
            id = "middle"
            regions = ["forest_1", "atlantis"]
            [[planks]]
            id = "plank_1"
            spaces = ["forest", "swim"]
            [[planks]]
            id = "plank_2"
            spaces = []
            """
        )
        expected = [
            "regions 5: Object missing required field `id`",
            "regions forest_1: This id is used 2 times.",
            "regions forest_1: There is no landscape called desert.",
            "regions forest: Every landscape has 2 regions, this one 1.",
            "regions swamp: Every landscape has 2 regions, this one 0.",
            "spots middle: There is no region called atlantis.",
            "spots middle: Three different regions meet at a fortress spot.",
            "spots: There are 6 fortress spots, not 1.",
            "borders 1: A region does not border on itself.",
            "borders 2: There is no region called nowhere.",
            "borders: The two fjord regions touch.",
            "planks plank_1: There is no landscape called swim.",
            "planks plank_2: A plank has at least one space.",
            "planks: There are 10 planks, not 2.",
            "planks swamp: No placement space has this landscape.",
            "planks: The walkway needs at least 7 wander spaces.",
            "planks: The walkway needs at least 7 placement spaces.",
        ]
        assert [fault for fault in expected if fault not in told] == []

    def test_a_region_may_lie_where_no_fortress_is(self) -> None:
        """All that the rulebook asks is that three regions meet at each of the six spots."""
        board = example_board()
        spots = tuple(
            msgspec.structs.replace(spot, regions=("swamp_2", "tundra_2", "mountain_2"))
            if spot.id == "south_east"
            else spot
            for spot in board.spots
        )
        assert "forest_2" not in {region for spot in spots for region in spot.regions}
        assert board_faults(msgspec.structs.replace(board, spots=spots)) == []

    @pytest.mark.parametrize(
        ("spaces", "fault"),
        [
            (("forest", "wander", "wander", "glacier", "swamp", "wander"), ALONG),
            (("forest", "glacier"), ALONG),
            (("forest", "wander", "glacier"), ACROSS),
            (("wander", "forest", "wander", "glacier"), ACROSS),
        ],
    )
    def test_spaces_that_do_not_alternate_are_told_with_their_plank(self, spaces: tuple[str, ...], fault: str) -> None:
        board = example_board()
        planks = (*board.planks[:4], msgspec.structs.replace(board.planks[4], spaces=spaces), *board.planks[5:])
        wrong = msgspec.structs.replace(board, planks=planks)
        assert [str(told) for told in board_faults(wrong)] == [f"planks plank_5: {fault}"]

    def test_planks_that_all_begin_with_a_wander_space_are_fine(self) -> None:
        board = example_board()
        turned = tuple(msgspec.structs.replace(plank, spaces=plank.spaces[::-1]) for plank in board.planks)
        assert board_faults(msgspec.structs.replace(board, planks=turned)) == []

    def test_a_game_that_was_begun_on_such_a_board_can_still_be_opened(self) -> None:
        setup = GAME.deal(PEOPLE[:2], list)
        planks = tuple(msgspec.structs.replace(plank, spaces=sorted(plank.spaces)) for plank in setup.board.planks)
        board = msgspec.structs.replace(setup.board, planks=planks)
        assert board_faults(board)
        assert GAME.prompts(GAME.new(msgspec.structs.replace(setup, board=board)))

    def test_two_regions_are_not_called_the_same(self) -> None:
        board = example_board()
        named = tuple(msgspec.structs.replace(region, name="Mirkwood") for region in board.regions[:2])
        board = msgspec.structs.replace(board, regions=(*named, *board.regions[2:]))
        assert [str(fault) for fault in board_faults(board)] == ["regions Mirkwood: This name is used 2 times."]

    @pytest.mark.parametrize(
        ("toml", "place"),
        [
            ("name = ", "This is no TOML"),
            ("name = 5", "board: Expected `str`"),
            ('name = "x"\nregions = 3', "regions: This must be a list"),
            ('name = "x"\ncolour = "red"', "board: Object contains unknown field `colour`"),
            ('name = "x"\nborders = [["a"]]', "board: Expected `array` of length 2"),
        ],
    )
    def test_what_is_no_board_at_all_is_told_too(self, toml: str, place: str) -> None:
        assert any(fault.startswith(place) for fault in faults(toml))
