"""What the pages of Trollfjord are given: a map that tells the truth, a story without secrets, an honest ending."""

from math import hypot
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games import GAMES
from companion.games.trollfjord.example import example_board
from companion.games.trollfjord.land import borders
from companion.games.trollfjord.score import outcome, tie
from companion.games.trollfjord.state import Draws, Hammers, Over
from companion.record import read_record
from companion.rules import Boulders, Drawing, Hit, Seat
from tests.players import KEEN, dealt, play
from tests.web.fakes import Home, told
from web.games.trollfjord.end_statistics import ending
from web.games.trollfjord.map_cells import cells
from web.games.trollfjord.plan import from_borders, recorded, shared
from web.page_views import initials

GAME = GAMES["trollfjord"]
RECORD = Path(__file__).with_name("evening.json")


def begin(home: Home) -> list[tuple[int, Any]]:
    """Start the recorded evening; its moves."""
    record = read_record(RECORD.read_bytes())
    home.table.start("trollfjord", msgspec.convert(record.setup, GAME.setup), home.table.version)
    return [(move.seat or 0, home.position.decode(move.move)) for move in record.moves]


def play_until(home: Home, wanted: type) -> None:
    """Play the recorded evening until this step of a turn."""
    for seat, move in begin(home):
        home.table.play(seat, move, home.table.version)
        if isinstance(state(home).now, wanted):
            return


def state(home: Home) -> Any:
    return home.position.state


def view(home: Home, seat: int) -> Any:
    """What the phone of this seat shows now, in English."""
    return msgspec.json.decode(home.app.extensions["services"].page_views.show("play", seat, "en"))


# ---- the map


def test_regions_touch_on_the_plan_exactly_where_they_border_or_the_plan_says_so() -> None:
    board = example_board()
    names = tuple(region.id for region in board.regions)
    neighbours = borders(board, names)
    plan = from_borders(board)
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
    from_borders.cache_clear()
    first = from_borders(example_board())
    from_borders.cache_clear()
    assert from_borders(example_board()) == first
    area = sum(each.area for each in cells([place.at for place in first.regions.values()]))
    assert area == pytest.approx(1)


def test_a_fortress_stands_where_its_three_regions_meet() -> None:
    board = example_board()
    plan = from_borders(board)
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
        answer = phone.act("/api/undo", seat=seat, seen=view(home, seat)["undo"])
        assert answer.status == 200
        assert len(home.position.turns) == left
    assert view(home, seat)["undo"] is None
    foreign = home.position.turns[-1].number
    assert phone.act("/api/undo", seat=seat, seen=foreign).code == "not_yours_to_undo"


def test_chance_draws_what_the_box_would_give_and_is_not_taken_back(home: Home) -> None:
    play_until(home, Draws)
    seat = state(home).turn
    phone = home.phone().sit(seat)
    assert phone.post("/api/join", seat=seat).body["view"]["draws"]
    due = GAME.chance(state(home), seat, list)
    answer = phone.act("/api/draw", seat=seat, seen=home.asked(seat))
    assert answer.status == 200
    assert home.position.turns[-1].move == due  # nothing is shuffled here
    assert not answer.body["view"]["undo"]


def test_nobody_draws_out_of_turn(home: Home) -> None:
    moves = begin(home)
    seat = moves[0][0]
    phone = home.phone().sit(seat)
    assert phone.act("/api/draw", seat=seat, seen=home.asked(seat)).code == "nothing_to_draw"
    seen = home.asked(seat)
    for late in ({**seen, "since": seen["since"] - 1}, {**seen, "key": "elsewhere"}, home.table.version):
        assert phone.act("/api/draw", seat=seat, seen=late).code == "stale"


def test_only_whoever_turns_treasures_over_is_offered_the_draw(home: Home) -> None:
    play_until(home, Draws)
    other = (state(home).turn + 1) % 3
    phone = home.phone().sit(other)
    assert not phone.post("/api/join", seat=other).body["view"]["draws"]
    assert phone.act("/api/draw", seat=other, seen=home.asked(other)).code == "not_yours"


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
    assert line == {"seat": striker, "text": f"{state(home).name(striker)} hits: 1 red.", "signed": False}


def test_one_phones_language_is_not_anothers(home: Home) -> None:
    begin(home)
    spoken = {"en": ("Boulders", "treasure"), "de": ("Brocken", "Schatz"), "fr": ("Blocs", "trésor")}
    for seat, (language, (general, own)) in enumerate(spoken.items()):
        phone = home.phone(language).sit(seat)
        for path in ("/play", "/table"):
            page = phone.get(path).get_data()
            words = msgspec.json.decode(page.split(b'id="words">')[1].split(b"</script>")[0])
            assert words["boulders"] == general
        assert home.phone("en").get(f"/words/{language}/trollfjord.json").get_json()["treasure"] == own


def test_a_seat_is_told_why_something_is_not_offered(home: Home) -> None:
    moves = begin(home)
    other = (moves[0][0] + 1) % 3
    assert any("'s turn" in why for why in view(home, other)["why"])


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
    position = home.position
    turns = position.turns
    found = ending(GAME.new(position.setup), turns)
    assert found is not None
    totals = tuple(standing.score for standing in GAME.standings(position.state, None))
    assert tuple(found["course"]["scores"][-1]) == totals
    assert tuple(found["course"]["scores"][0]) == (28, 28, 28)
    hits = [turn.move for turn in turns if isinstance(turn.move, Hit)]
    assert sum(each["hits"] for each in found["hammered"]) == len(hits)
    assert sum(each["boulders"] for each in found["hammered"]) == sum(hit.boulders.total for hit in hits)
    lords = sum(1 for turn in turns if turn.move.__struct_config__.tag == "lord")
    assert len(found["course"]["turns"]) == lords


def test_a_tie_is_explained() -> None:
    chance = Random(5)
    first = GAME.new(dealt(GAME, 2, chance))
    even = msgspec.structs.replace(first, lords=(7, 3))
    text = tie(even)
    assert text is not None
    assert str(text) == "Sven ties with Sigrun and wins: the troll lord farther back."
    assert str(outcome(even).why) == str(text)
    apart = msgspec.structs.replace(even, gifts=((4, 8), (4, 8, 16)))
    assert tie(apart) is None
    assert outcome(apart).winners == (1,)
    assert str(outcome(apart).why) == "The highest total wins."


def test_random_games_are_told_without_a_hitch(home: Home) -> None:
    seed = 11
    print(f"seed {seed}")
    chance = Random(seed)
    home.table.start("trollfjord", dealt(GAME, 4, chance), home.table.version)
    for seat, move, _ in play(GAME, state(home), chance, 250, KEEN):
        home.table.play(seat, move, home.table.version)
        assert view(home, seat)["scene"]["story"] is not None


def owners_drawing(photo: str = "") -> Drawing:
    board = example_board()
    regions = {region.id: (0.05 + 0.07 * number, 0.5) for number, region in enumerate(board.regions)}
    spots = {spot.id: (0.1 * number, 0.25) for number, spot in enumerate(board.spots)}
    return Drawing({"regions": regions, "spots": spots}, None, 1.4, photo)


def test_a_recorded_board_is_drawn_as_its_owner_placed_it_when_the_game_began(home: Home) -> None:
    ours, photo = msgspec.structs.replace(example_board(), name="Ours"), home.boards.add_photo(b"\xff\xd8\xffa photo")
    home.boards.keep(ours, owners_drawing(photo))
    seats = [{"name": "Astrid", "colour": "white"}, {"name": "Bo", "colour": "black"}]
    sent = {"told": told(seats, "Ours"), "deal_rest": True}
    assert home.host().act("/api/host/set-up/trollfjord", seen=0, **sent).status == 200
    plan = home.phone().get("/plan.json").get_json()
    assert (plan["photo"], plan["ratio"]) == (f"/box/trollfjord/boards/{photo}.jpg", 1.4)
    assert plan["regions"]["forest_2"]["at"] == [0.12, 0.5]

    home.boards.remove("Ours")
    home.boards.add_photo(b"\xff\xd8\xffanother")
    assert home.phone().get("/plan.json").get_json() == plan
    assert home.phone().get(plan["photo"]).status_code == 200

    key = home.position.began
    home.table.end(home.table.version)
    home.table.start("tower", GAMES["tower"].deal(home.position.seats, list), home.table.version)
    home.boards.add_photo(b"\xff\xd8\xfflast")
    past = home.phone().get(f"/games/{key}").get_data(as_text=True)
    assert '"ratio": 1.4' in past, "the places stay; only the photo went with its board"
    assert '"photo": null' in past


def test_a_game_of_an_older_version_is_drawn_as_the_box_has_its_board(home: Home) -> None:
    ours = msgspec.structs.replace(example_board(), name="Ours at home")
    home.boards.keep(ours, owners_drawing())
    setup = msgspec.structs.replace(dealt(GAME, 3, Random(1)), board=ours)
    home.table.start("trollfjord", setup, home.table.version)
    assert home.phone().get("/plan.json").get_json()["ratio"] == 1.4
    changed = msgspec.structs.replace(ours, borders=ours.borders[:-1])
    home.boards.keep(changed, owners_drawing(), instead_of=ours.name)
    # The board was recorded anew since: this game's own borders are from_borders.
    assert home.phone().get("/plan.json").get_json()["ratio"] == 1.0
