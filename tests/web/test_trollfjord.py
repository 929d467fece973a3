"""What the pages of Trollfjord are given: a map that tells the truth, a story without secrets, an honest ending."""

from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.boards import Drawing
from companion.games import GAMES
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.land import borders
from companion.games.trollfjord.state import Draws, Hammers, Over
from companion.record import read
from companion.rules import Boulders, Hit, Seat
from tests.players import KEEN, dealt, play
from tests.web.fakes import Home
from web.showing import initials
from web.trollfjord.cells import cells
from web.trollfjord.ending import ending, tie
from web.trollfjord.plan import drawn, recorded, shared

GAME = GAMES["trollfjord"]
RECORD = Path(__file__).with_name("trollfjord_evening.json")


def begin(home: Home) -> list[tuple[int, Any]]:
    """Start the recorded evening; its moves."""
    record = read(RECORD.read_bytes())
    home.table.start("trollfjord", msgspec.convert(record.setup, GAME.setup), home.table.version)
    return [(move.seat or 0, home.table._decode(move.move)) for move in record.moves]


def play_until(home: Home, wanted: type) -> None:
    """Play the recorded evening until this step of a turn."""
    for seat, move in begin(home):
        home.table.play(seat, move, home.table.version)
        if isinstance(state(home).now, wanted):
            return


def state(home: Home) -> Any:
    assert home.table.position is not None
    return home.table.position.state


def view(home: Home, seat: int) -> Any:
    """What the phone of this seat shows now, in English."""
    return msgspec.json.decode(home.app.extensions["house"].showing.show("play", seat, "en"))


# ---- the map


def test_regions_touch_on_the_plan_exactly_where_they_border_or_the_plan_says_so() -> None:
    board = example_board()
    names = tuple(region.id for region in board.regions)
    neighbours = borders(board, names)
    plan = drawn(board)
    told = len(plan.walls) + len(plan.bridges)
    shapes = [plan.regions[name].shape for name in names]
    wrong = 0
    for one in range(len(names)):
        for other in range(one):
            wrong += touch(shapes[one], shapes[other]) != (other in neighbours[one])
    assert wrong == told


def touch(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Two corners in common, far enough apart to be seen as an edge."""
    both = [a for a in one if any(hypot(a[0] - b[0], a[1] - b[1]) < 0.004 for b in other)]
    return any(hypot(a[0] - b[0], a[1] - b[1]) >= 0.045 for a in both for b in both)


def test_a_plan_is_the_same_every_time_and_whole() -> None:
    drawn.cache_clear()
    first = drawn(example_board())
    drawn.cache_clear()
    assert drawn(example_board()) == first
    area = sum(each.area for each in cells([place.at for place in first.regions.values()]))
    assert area == pytest.approx(1)


def test_a_fortress_stands_where_its_three_regions_meet() -> None:
    board = example_board()
    plan = drawn(board)
    for spot in board.spots:
        x, y = plan.spots[spot.id]
        near = sorted(plan.regions, key=lambda name: min(hypot(x - a, y - b) for a, b in plan.regions[name].shape))
        assert set(near[:3]) == set(spot.regions)


def test_the_owners_recording_is_the_map() -> None:
    board = example_board()
    regions = {region.id: (0.05 + 0.07 * number, 0.5) for number, region in enumerate(board.regions)}
    spots = {spot.id: (0.1 * number, 0.25) for number, spot in enumerate(board.spots)}
    plan = recorded(board, regions, spots, "/board/photo/ours.jpg", 1.5)
    assert (plan.photo, plan.ratio, plan.walls, plan.bridges) == ("/board/photo/ours.jpg", 1.5, (), ())
    assert plan.regions["forest_2"].at == (0.12, 0.5)
    assert plan.spots["north"] == (0.1, 0.25)
    shapes = cells(list(regions.values()))
    assert shared(shapes, 0, 1) is not None
    assert shared(shapes, 0, 2) is None


def test_the_plan_is_there_for_every_page_and_only_for_a_game_with_a_board(home: Home) -> None:
    home.start("Astrid", "Bo")
    assert home.phone().get("/plan.json").status_code == 404
    home.table.start("trollfjord", dealt(GAME, 3, Random(1)), home.table.version)
    assert len(home.phone().get("/plan.json").get_json()["regions"]) == 12


# ---- what a page is given


def test_players_who_begin_alike_are_told_apart_without_colours() -> None:
    seats = [Seat(name, "white") for name in ("Sigrun", "Sven", "Astrid", "Ö")]
    assert initials(seats) == ["Si", "Sv", "A", "Ö"]


def test_a_turn_is_taken_back_step_by_step_until_the_next_player_moved(home: Home) -> None:
    moves = begin(home)
    start = next(at for at in range(1, len(moves)) if moves[at - 1][0] != moves[at][0] == moves[at + 1][0])
    for who, move in moves[: start + 2]:
        home.table.play(who, move, home.table.version)
    seat = moves[start][0]
    phone = home.phone().sit(seat)
    for left in (start + 1, start):
        answer = phone.act("/api/undo", seat=seat, seen=home.table.version)
        assert answer.status == 200
        assert len(home.table.turns()) == left
    assert phone.act("/api/undo", seat=seat, seen=home.table.version).code == "not_yours_to_undo"


def test_chance_draws_what_the_box_would_give_and_is_not_taken_back(home: Home) -> None:
    play_until(home, Draws)
    seat = state(home).turn
    phone = home.phone().sit(seat)
    assert phone.post("/api/join", seat=seat).body["view"]["draws"]
    due = GAME.chance(state(home))
    answer = phone.act("/api/draw", seat=seat, seen=home.table.version)
    assert answer.status == 200
    assert home.table.turns()[-1].move == due[0]  # this house shuffles nothing
    assert not answer.body["view"]["undo"]


def test_nobody_draws_out_of_turn(home: Home) -> None:
    moves = begin(home)
    seat = moves[0][0]
    phone = home.phone().sit(seat)
    assert phone.act("/api/draw", seat=seat, seen=home.table.version).code == "nothing_to_draw"
    assert phone.act("/api/draw", seat=seat, seen=home.table.version - 1).code == "stale"


def test_only_whoever_turns_treasures_over_is_offered_the_draw(home: Home) -> None:
    play_until(home, Draws)
    other = (state(home).turn + 1) % 3
    phone = home.phone().sit(other)
    assert not phone.post("/api/join", seat=other).body["view"]["draws"]
    assert phone.act("/api/draw", seat=other, seen=home.table.version).code == "not_yours"


def test_the_story_never_says_which_treasure_was_turned_over(home: Home) -> None:
    for seat, move in begin(home):
        home.table.play(seat, move, home.table.version)
        if move.__struct_config__.tag == "draw":
            told = [line["text"] for line in view(home, 0)["scene"]["story"]]
            assert not any("worth" in line and "gift" not in line for line in told)
            assert any("turns a treasure over" in line for line in told)


def test_a_hit_is_told_with_the_one_who_struck_whoever_entered_it(home: Home) -> None:
    play_until(home, Hammers)
    striker = state(home).now.site.bout.hammerer
    home.table.play((striker + 1) % 3, Hit(Boulders(red=1)), home.table.version)
    line = view(home, 0)["scene"]["story"][0]
    assert line == {"seat": striker, "text": f"{state(home).name(striker)} hits: 1 red."}


def test_one_phones_language_is_not_anothers(home: Home) -> None:
    begin(home)
    for seat, (language, word) in enumerate([("en", "treasure"), ("de", "Schatz"), ("fr", "trésor")]):
        phone = home.phone(language).sit(seat)
        for path in ("/play", "/table"):
            page = phone.get(path).get_data()
            words = msgspec.json.decode(page.split(b'id="words">')[1].split(b"</script>")[0])
            assert words["treasure"] == word


def test_a_seat_is_told_why_something_is_not_offered(home: Home) -> None:
    moves = begin(home)
    other = (moves[0][0] + 1) % 3
    assert any("turn of" in why for why in view(home, other)["why"])


# ---- the end


def test_the_ending_is_there_only_when_the_game_is_over(home: Home) -> None:
    moves = begin(home)
    for number, (seat, move) in enumerate(moves, 1):
        home.table.play(seat, move, home.table.version)
        over = isinstance(state(home).now, Over)
        assert over == (number == len(moves))
        if number % 20 == 0 or over:
            assert (view(home, 0)["scene"]["ending"] is not None) == over
            assert home.phone().get("/record.json").status_code == (200 if over else 404)


def test_the_course_ends_with_the_final_score_and_every_hit_is_somebodys(home: Home) -> None:
    for seat, move in begin(home):
        home.table.play(seat, move, home.table.version)
    position, turns = home.table.position, home.table.turns()
    assert position is not None
    found = ending(GAME.new(position.setup), turns)
    assert found is not None
    totals = tuple(standing.score for standing in GAME.standings(position.state, None))
    assert tuple(found["course"]["scores"][-1]) == totals
    assert tuple(found["course"]["scores"][0]) == (28, 28, 28)
    hits = [turn.move for turn in turns if turn.move.__struct_config__.tag == "hit"]
    assert sum(each["hits"] for each in found["hammered"]) == len(hits)
    assert sum(each["boulders"] for each in found["hammered"]) == sum(hit.boulders.total for hit in hits)  # type: ignore[attr-defined]
    lords = sum(1 for turn in turns if turn.move.__struct_config__.tag == "lord")
    assert len(found["course"]["turns"]) == lords


def test_a_tie_is_explained() -> None:
    chance = Random(5)
    first = GAME.new(dealt(GAME, 2, chance))
    even = msgspec.structs.replace(first, lords=(7, 3))
    text = tie(even)
    assert text is not None
    assert str(text) == "Sven ties with Sigrun and wins: the troll lord farther back."
    assert tie(msgspec.structs.replace(even, gifts=((4, 8), (4, 8, 16)))) is None


def test_random_games_are_told_without_a_hitch(home: Home) -> None:
    seed = 11
    print(f"seed {seed}")
    chance = Random(seed)
    home.table.start("trollfjord", dealt(GAME, 4, chance), home.table.version)
    for seat, move, _ in play(GAME, state(home), chance, 250, KEEN):
        home.table.play(seat, move, home.table.version)
        assert view(home, seat)["scene"]["story"] is not None


def test_a_recorded_board_is_drawn_as_its_owner_placed_it(home: Home) -> None:
    ours = msgspec.structs.replace(example_board(), name="Ours at home")
    regions = {region.id: (0.05 + 0.07 * number, 0.5) for number, region in enumerate(ours.regions)}
    spots = {spot.id: (0.1 * number, 0.25) for number, spot in enumerate(ours.spots)}
    home.boards.keep(ours, Drawing(regions, spots, aspect=1.4))
    setup = msgspec.structs.replace(dealt(GAME, 3, Random(1)), board=ours)
    home.table.start("trollfjord", setup, home.table.version)
    plan = home.phone().get("/plan.json").get_json()
    assert (plan["photo"], plan["ratio"]) == (None, 1.4)
    assert plan["regions"]["forest_2"]["at"] == [0.12, 0.5]
    changed = msgspec.structs.replace(ours, borders=ours.borders[:-1])
    home.boards.keep(changed, Drawing(regions, spots), instead_of=ours.name)
    # The board was recorded anew since: this game's own borders are drawn.
    assert home.phone().get("/plan.json").get_json()["ratio"] == 1.0
