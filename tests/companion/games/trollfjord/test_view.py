"""What each seat is shown: the public table, one's own sack, and nothing of anyone else's."""

import msgspec

from companion.games.trollfjord.moves import Collect, Declare, Join, TakeHammer
from companion.games.trollfjord.state import ChoosesFortress, Decides, Over, Places, State, Wanders
from companion.games.trollfjord.view import TrollfjordView
from companion.hammering.moves import Stop
from companion.rules import Lights, light_of, move_in_words
from tests.companion.games.trollfjord.positions import (
    ASTRID,
    GAME,
    OLAF,
    SIGRUN,
    SVEN,
    after,
    at,
    hits,
    position,
    white,
)
from tests.players import PEOPLE


def seen(state: State, seat: int | None) -> TrollfjordView:
    view = GAME.view(state, seat)
    assert isinstance(view, TrollfjordView)
    return view


def lines(state: State, seat: int | None, title: str) -> list[str]:
    return [str(line) for panel in seen(state, seat).panels if str(panel.title) == title for line in panel.lines]


def test_a_patched_sack_is_open_only_to_its_owner() -> None:
    state = position(sacks={SVEN: (27, 28)})
    assert seen(state, SVEN).players[SVEN].sack == (27, 28)
    assert lines(state, SVEN, "Your patched sack") == ["27", "28"]
    for other in (None, SIGRUN, ASTRID, OLAF):
        player = seen(state, other).players[SVEN]
        assert (player.sack, player.sack_count) == (None, 2)
        assert b"27" not in msgspec.json.encode(seen(state, other))


def test_at_the_end_every_sack_is_open() -> None:
    state = at(position(sacks={SVEN: (27, 28)}), Over())
    assert seen(state, OLAF).players[SVEN].sack == (27, 28)


def test_the_words_of_the_move_that_fills_a_sack_do_not_name_the_value() -> None:
    trolls = {SVEN: {"mountain_1": 2, "forest_1": 2}, ASTRID: {"mountain_1": 1, "glacier_2": 1}}
    state = position({SVEN: 0}, trolls, {"mountain_1": 27, "forest_1": 28, "glacier_2": 10})
    state = after(at(state, ChoosesFortress()), (SVEN, Declare("north")), (ASTRID, Join()), (SVEN, TakeHammer()))
    state = after(state, *hits(SVEN, white(11)), (SVEN, Stop()))
    assert "10" not in str(move_in_words(GAME.prompts(state), Collect("glacier_2")))
    state = after(state, (ASTRID, Collect("glacier_2")))
    assert state.sacks[ASTRID] == (10,)
    assert lines(state, None, "Just now")[0] == "Astrid puts the treasure of Glacier 2 into the patched sack."


def test_the_board_is_shown_to_everyone() -> None:
    state = position({SVEN: 61, OLAF: -1}, {SVEN: {"swamp_1": 2}}, belts={OLAF: [20]})
    view = seen(state, None)
    swamp = next(region for region in view.regions if region.id == "swamp_1")
    assert (swamp.landscape, swamp.treasure, swamp.trolls) == ("swamp", 15, (0, 2, 0, 0))
    assert next((spot.number, spot.regions) for spot in view.spots) == ("III", ("swamp_1", "mountain_1", "glacier_1"))
    assert view.players[SVEN].lord == 1
    assert view.players[OLAF].lord == -1
    assert (view.players[OLAF].belt, view.players[OLAF].crowns) == ((20,), ("I",))
    assert view.players[SVEN].supply == 8


def test_the_panels_say_it_in_words() -> None:
    state = position({SVEN: 61}, {SVEN: {"swamp_1": 2}}, belts={OLAF: [20]}, sacks={ASTRID: (28,)})
    assert "Swamp 1: treasure 15, Sven 2" in lines(state, None, "Regions")
    assert "Fortress III: Swamp 1, Mountain 1, Glacier 1" in lines(state, None, "Fortresses")
    assert lines(state, None, "Walkway")[0] == "Sven: wander"
    assert "Olaf, I: 20 with a crown, next II" in lines(state, None, "Belts")
    assert "Astrid, next I, 1 in the sack" in lines(state, None, "Belts")


def test_the_lights_show_whose_turn_it_is_and_who_won() -> None:
    state = position({SVEN: 0})
    assert (GAME.lights(state).mood, GAME.lights(state).colour) == ("turn", light_of(PEOPLE[SVEN], GAME.colours))
    won = at(position(belts={OLAF: [28]}), Over())
    assert (GAME.lights(won).mood, GAME.lights(won).colour) == ("won", light_of(PEOPLE[OLAF], GAME.colours))
    assert str(GAME.view(won, None).headline) == "Olaf wins with 62"


def test_the_lights_call_whoever_is_waited_for_in_somebody_elses_turn() -> None:
    state = position({SVEN: 0, OLAF: 0}, {SVEN: {"swamp_1": 2}, OLAF: {"swamp_1": 2}})
    for seat in (OLAF, SVEN):
        for now in (Places(seat, 1), Wanders(seat, 1)):
            waiting = msgspec.structs.replace(state, now=now, turn=SVEN)
            assert GAME.lights(waiting) == Lights("turn", light_of(PEOPLE[seat], GAME.colours))


def test_the_headline_speaks_to_whoever_it_is_about() -> None:
    def told(state: State) -> list[str]:
        return [str(GAME.view(state, reader).headline) for reader in (SVEN, OLAF, None)]

    assert told(position({SVEN: 0})) == ["Your turn", "Sven moves", "Sven moves"]
    assert told(at(position({SVEN: 0}), Decides(0, OLAF))) == ["Olaf joins you", "You join Sven", "Olaf joins Sven"]
    assert told(at(position({SVEN: 0}), Decides(0, None))) == ["Nobody joins you", *["Nobody joins Sven"] * 2]
    won = at(position(belts={OLAF: [28]}), Over())
    assert told(won) == ["Olaf wins with 62", "You win with 62", "Olaf wins with 62"]
