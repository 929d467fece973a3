"""The rules of Beacon, one by one."""

from collections import Counter

import msgspec
import pytest

from companion.rules import Illegal, Lights, Seat
from tests.games.beacon.rules import BEACON
from tests.games.beacon.rules.moves import Face, Lay, PourOil, SetFire, ThrowDice
from tests.games.beacon.rules.night import all_lay
from tests.games.beacon.rules.pieces import BREEZE, CALM, CARDS, COLOURS, GUST, HAND, HOURS, OIL
from tests.games.beacon.rules.state import State
from tests.games.beacon.rules.view import view
from tests.players import NAMES

ASTRID, SVEN = 0, 1


def night(players: int = 2, deck: tuple[int, ...] = CARDS) -> State:
    """The wettest wood on top, unless the deck is told."""
    seats = tuple(Seat(name, colour.name) for name, colour in zip(NAMES[:players], COLOURS, strict=False))
    return BEACON.new(BEACON.setup(seats, deck))


def hour(state: State, *faces: str, cards: tuple[int, ...] | None = None) -> State:
    """Everyone lays the first card of the hand, or these, and the storm comes like that."""
    for seat in range(len(state.seats)):
        state = BEACON.apply(state, seat, Lay(cards[seat] if cards else state.hands[seat][0]))
    state = BEACON.apply(state, ASTRID, Face())
    return BEACON.apply(state, SVEN if len(state.seats) > 1 else ASTRID, ThrowDice(faces))


def test_cards_lie_face_down_until_the_last_is_laid_and_then_burn() -> None:
    state = night(deck=tuple(reversed(CARDS)))
    laid = BEACON.apply(state, SVEN, Lay(3))
    assert (laid.fire, view(laid, None).laid, laid.turned) == (4, (SVEN,), ())
    turned = BEACON.apply(laid, ASTRID, Lay(3))
    assert (turned.fire, turned.turned, turned.burnt) == (10, (3, 3), (3, 3))


def test_a_card_is_replaced_until_all_have_laid_one() -> None:
    first = (0, 1, 2, 3, 3, 3)
    state = night(deck=(*first, *(Counter(CARDS) - Counter(first)).elements()))
    for card in (2, 0):
        state = BEACON.apply(state, ASTRID, Lay(card))
    assert state.fire == 4
    assert BEACON.apply(state, SVEN, Lay(3)).turned == (0, 3)


def test_the_storm_lowers_the_fire_and_everyone_draws() -> None:
    state = hour(night(), CALM, BREEZE, GUST)
    assert (state.fire, state.hour, state.now) == (1, 2, all_lay(2))
    assert [len(hand) for hand in state.hands] == [HAND, HAND]


def test_a_fire_that_is_out_is_lost_by_all() -> None:
    outcome = BEACON.outcome(hour(night(), GUST, GUST, GUST))
    assert outcome is not None
    assert (outcome.winners, str(outcome.why)) == ((), "The beacon went out.")


def test_a_fire_too_high_burns_the_tower() -> None:
    state = msgspec.structs.replace(night(deck=tuple(reversed(CARDS))), fire=10)
    for seat in (ASTRID, SVEN):
        state = BEACON.apply(state, seat, Lay(3))
    outcome = BEACON.outcome(state)
    assert outcome is not None
    assert (outcome.winners, str(outcome.why)) == ((), "The tower caught fire.")
    assert BEACON.lights(state) == Lights("lost")


@pytest.mark.parametrize("players", [1, 3])
def test_a_fire_that_lasts_brings_the_ship_home_for_all(players: int) -> None:
    state = night(players)
    for _ in range(HOURS):
        assert BEACON.outcome(state) is None
        state = hour(state, *(CALM,) * (players + 1), cards=tuple(min(hand) for hand in state.hands))
    outcome = BEACON.outcome(state)
    assert outcome is not None
    assert outcome.winners == tuple(range(players))
    assert BEACON.lights(state) == Lights("won")


def test_oil_never_burns_the_tower() -> None:
    high = msgspec.structs.replace(night(), fire=11)
    assert BEACON.apply(high, SVEN, PourOil()).fire == 12


def test_there_is_one_jar_of_oil_for_all() -> None:
    poured = BEACON.apply(night(), SVEN, PourOil())
    assert poured.fire == 4 + OIL
    with pytest.raises(Illegal):
        BEACON.apply(poured, ASTRID, PourOil())


def test_what_is_not_in_the_hand_is_refused_and_the_room_is_not_told_why() -> None:
    with pytest.raises(Illegal) as refused:
        BEACON.apply(night(), ASTRID, Lay(3))
    assert (refused.value.code, refused.value.secret) == ("not_held", True)


def test_the_host_sets_the_fire_right_within_bounds() -> None:
    assert BEACON.apply(night(), None, SetFire(9)).fire == 9
    for height in (0, 13):
        with pytest.raises(Illegal) as refused:
            BEACON.apply(night(), None, SetFire(height))
        assert refused.value.code == "no_such_fire"


def test_lights_say_danger_and_storm() -> None:
    low = msgspec.structs.replace(night(), fire=2)
    assert BEACON.lights(low) == Lights("danger")
    assert BEACON.lights(night()) == Lights()
    for seat in (ASTRID, SVEN):
        low = BEACON.apply(low, seat, Lay(0))
    assert BEACON.lights(BEACON.apply(low, SVEN, Face())) == Lights("wave")
