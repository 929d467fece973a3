"""What the pages tell of a game in the Hall: each move in sentences, the cascade step by step, a token to nobody."""

import msgspec

from companion.games.hall import HALL
from companion.games.hall.moot import Troll
from companion.games.hall.mountain import cell_at
from companion.games.hall.moves import (
    AddPedestal,
    Carry,
    CarryByHand,
    Cast,
    Dedicate,
    Dig,
    DigByHand,
    DigSize,
    EndTurn,
    Establish,
    Exchange,
    PlaceGate,
    RaisePedestal,
    Recruit,
    RecruitLevel,
    SetHonour,
    TurnToken,
)
from companion.games.hall.resources import Goods
from companion.games.hall.state import UNTOLD, Finishes, State, TurnsToken, Waiting, changed, replaced, track_space
from companion.games.hall.view import view
from companion.rules import Move
from tests.companion.games.hall.positions import gate, laid, member, owning, part, setup, standing, table, with_moot
from web.games.hall.drawn_mountain import drawn_mountain
from web.games.hall.scene import cascade
from web.games.hall.story import about, in_words, sentences
from web.i18n import Catalogue

ENGLISH = Catalogue("en")


def told(state: State, move: Move, seat: int | None = 0) -> list[str]:
    return [str(each) for each in sentences(state, seat, move, HALL.apply(state, seat, move))]


def test_a_tunnel_is_told_with_what_was_paid_from_where_and_what_lay_there() -> None:
    state = owning(table(2, gate("A3", 0), gate("L8", 1)), 0, storage=Goods(stone=2))
    state = with_moot(state, 0, *[member("stone", held="x", name=f"troll {number}") for number in range(4)])
    assert told(state, Dig("stone", laid(state, "T4", "B3 C3 D3 C4"))) == [
        "Sigrun digs a tunnel of stone with 4 squares at B3.",
        "Sigrun pays 4 stone from trolls.",
        "Sigrun scores 4.",
        "Buried there: 2 iron, 1 hammer.",
    ]
    fewer = with_moot(
        state, 0, *[member("stone", held="x" * (number < 2), name=f"troll {number}") for number in range(4)]
    )
    assert told(fewer, Dig("stone", laid(state, "T4", "B3 C3 D3 C4")))[1] == (
        "Sigrun pays 4 stone, of it 2 stone from the storage."
    )


def test_gates_spells_trades_and_workshops_are_told() -> None:
    begun = HALL.new(setup(2))
    point = begun.box.mountain.start_cells(3)[0]
    assert told(begun, PlaceGate((point,))) == [f"Sigrun places a gate in {point}."]
    state = owning(table(), 0, storage=Goods(stone=4, rune=1))
    ritual = changed(state, spellbook=(HALL.new(setup(2)).spellbook[0], None, None))
    name = ritual.spellbook[0].name if ritual.spellbook[0] else ""
    assert told(ritual, Cast(name))[0] == f"Sigrun casts {name}."
    assert told(state, Exchange(("stone",) * 4, "coin"))[0] == "Sigrun trades 4 stone for coin."
    site = owning(table(2, gate("A5", 0), gate("L8", 1), workshops=("charmcrafter",)), 0, storage=Goods(stone=2))
    beside = HALL.apply(site, 0, Dig("stone", laid(site, "I2", "B5 C5")))
    assert told(beside, Establish("charmcrafter", cell_at("D5")))[0] == (
        "Sigrun establishes a workshop in D5: Charmcrafter."
    )


def test_a_statue_that_was_moved_is_told_with_its_tier_and_a_hall_by_its_name() -> None:
    parts = (gate("A3", 0), part("B3 C3"), part("D3 E3 D4"), part("B4 C4 C5"), gate("L8", 1))
    state = table(2, *parts, now=Finishes())
    diggings = msgspec.structs.replace(state.diggings, statues=(standing("fire", "B3"),))
    state = owning(changed(state, diggings=diggings), 0, storage=Goods(cart=1))
    assert told(state, Carry("B3", (cell_at("D4"),)))[0] == ("Sigrun moves the Fire statue from B3 to D4, orange tier.")
    hall = Dedicate("The Trove", laid(state, "The Trove", "B3 C3 D3 B4 C4 D4"), (cell_at("C4"),))
    assert told(state, hall) == ["Sigrun dedicates The Trove."]
    assert str(in_words(state, 0, hall)) == "Sigrun dedicates a great hall: The Trove."


def test_a_token_is_told_to_nobody_and_a_correction_only_as_what_it_set() -> None:
    track = replaced(table().track, track_space("fire", 2), UNTOLD)
    state = owning(table(2, gate("B2", 0), gate("L8", 1), track=track), 0, pedestals=("fire",), storage=Goods(iron=2))
    dug = HALL.apply(state, 0, Dig("iron", laid(state, "I2", "C2 D2")))
    place = AddPedestal("fire", cell_at("C2"))
    assert told(dug, place)[0] == "Sigrun adds a pedestal in C2, gray tier: Fire pedestal."
    waiting = HALL.apply(dug, 0, place)
    assert waiting.pending[:1] == (TurnsToken(),)
    assert not any("3" in line for line in told(waiting, TurnToken(3)))
    after = HALL.apply(waiting, 0, TurnToken(3))
    own, other = (view(after, seat).sides[0] for seat in (0, 1))
    assert (own.tokens, other.tokens, other.token_count) == ((3,), None, 1)
    assert told(after, SetHonour(1, 9), None) == []
    assert "9" in str(in_words(after, None, SetHonour(1, 9)))


def test_ending_a_turn_says_nothing() -> None:
    state = table(2, now=Finishes())
    assert told(state, EndTurn()) == []


def cascading() -> State:
    """The rulebook's large cascade."""
    row = (member("coin"), member("heartstone"), member("stone", held="x"), member("rune", held="."))
    fire = member("stone", "stone", "fire_cart", held="..x", name="fire", level=1)
    mud = member("iron", "heartstone", held=".x", name="mud", level=1)
    state = with_moot(table(), 0, *row, fire, mud)
    newcomer = Troll("newcomer", 1, "moon", ("iron", "iron", "iron", "rune", "moon_cart"))
    return changed(state, horde=replaced(state.horde, 0, Waiting(newcomer)))


def test_the_cascade_runs_down_row_by_row_with_what_each_troll_gains() -> None:
    after = HALL.apply(cascading(), 0, Recruit("newcomer", 7))
    assert after.cascade
    shown = cascade(after.cascade, ENGLISH)
    assert [(gain["place"], gain["step"], gain["text"]) for gain in shown["gains"][:3]] == [
        (7, 0, "newcomer gains 3 iron, 1 cart, 1 rune."),
        (4, 1, "fire gains 2 stone."),
        (5, 1, "mud gains 1 iron."),
    ]
    assert [(gain["place"], gain["step"]) for gain in shown["gains"][3:]] == [(0, 2), (1, 2), (2, 2)]
    assert shown["gains"][-1]["text"].endswith("is full.")
    assert view(after, 1).cascade == after.cascade, "everyone sees it"
    later = HALL.apply(after, 0, HALL.chance(after, 0, list) or EndTurn())
    assert later.cascade is None


def test_what_was_dug_lies_there_no_more_and_belongs_to_whoever_reaches_it() -> None:
    parts = (gate("A3", 0), part("B3 C3"), gate("L8", 1), part("F4 G4"))
    shown = drawn_mountain(view(table(2, *parts), None), None, ENGLISH)
    assert [buried["at"] for buried in shown["buried"]] == [cell_at("C4")]
    assert [each["owners"] for each in shown["parts"]] == [[0], [0], [1], []]
    assert shown["photo"] is None
    teams = table(4, gate("A3", 0), part("B3 C3"), gate("D3", 3), gate("L8", 1), gate("A8", 2), teams=True)
    joined = drawn_mountain(view(teams, None), None, ENGLISH)
    assert joined["parts"][1]["owners"] == [0, 3], "partners share what joins their gates"


def test_what_only_the_table_sees_is_told_without_a_square() -> None:
    mapless = changed(owning(table(2), 0, storage=Goods(stone=4)), way="mapless")
    dig = DigByHand("stone", "T4")
    told_so = "Sigrun digs a tunnel of stone with 4 squares."
    assert str(in_words(mapless, 0, dig)) == told_so
    others: list[tuple[Move, str]] = [
        (Establish("stonemill"), "Sigrun establishes a workshop: Stonemill."),
        (RaisePedestal("ice", 2), "Sigrun adds a pedestal, gray tier: Ice pedestal."),
        (CarryByHand("fire"), "Sigrun moves the Fire statue."),
    ]
    assert [str(in_words(mapless, 0, move)) for move, _ in others] == [text for _, text in others]


def test_where_only_honour_is_kept_it_is_told_of_whoever_has_the_turn() -> None:
    honour = changed(table(2), way="honour", turn=1)
    assert str(in_words(honour, 0, DigSize("iron", 3))) == "Sven digs a tunnel of iron with 3 squares."
    assert str(in_words(honour, 0, RecruitLevel(2))) == "Sven recruits a troll of level 2."
    assert (about(honour, 0), about(table(2), 1)) == (1, 1)
