"""A form in steps takes exactly what its steps can lead to, and says what was filled in on the way."""

import itertools
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from companion.rules import (
    Amount,
    Field,
    Form,
    Illegal,
    Move,
    Option,
    Pick,
    Prompt,
    Steps,
    demand_offered,
    move_in_words,
    say,
)
from tests.players import at_the_corners

BOAT, CART = Option("boat", say("a boat")), Option("cart", say("a cart"))


class Buy(Move, frozen=True, tag="buy"):
    what: str
    oars: int
    sail: str = "none"


class Walk(Move, frozen=True, tag="walk"):
    pass


class Shopping(Steps, frozen=True):
    """A boat has up to four oars, and with four it has a sail; a cart has none."""

    oars: int

    def next_field(self, filled: Mapping[str, Any]) -> Field | None:
        if "oars" not in filled:
            return Amount("oars", say("Oars"), 0, self.oars if filled["what"] == "boat" else 0)
        if filled["oars"] == self.oars and "sail" not in filled:
            return Pick("sail", say("Its sail"), (Option("red", say("red")), Option("brown", say("brown"))))
        return None


BUY = Form("buy", say("Buy"), (Pick("what", say("What?"), (BOAT, CART)),), Shopping(4))
PROMPT = Prompt("buying", (0,), say("What do you buy?"), forms=(BUY,))
LAWFUL = {
    Buy("cart", 0),
    *(Buy("boat", oars) for oars in range(4)),
    Buy("boat", 4, "red"),
    Buy("boat", 4, "brown"),
}


def test_it_takes_exactly_what_the_steps_can_lead_to() -> None:
    every = itertools.product(("boat", "cart", "raft"), range(-1, 6), ("none", "red", "brown", "blue"))
    assert {Buy(*values) for values in every if BUY.takes(Buy(*values))} == LAWFUL
    assert not BUY.takes(Walk())


def test_what_is_taken_is_asked_step_by_step() -> None:
    values = {"what": "boat", "oars": 4, "sail": "red"}
    assert [str(field.text) for field in BUY.asked(values)] == ["What?", "Oars", "Its sail"]
    assert [str(field.text) for field in BUY.asked({"what": "cart", "oars": 0})] == ["What?", "Oars"]


def test_players_reach_the_corners_of_every_step() -> None:
    corners = {msgspec.convert({"do": "buy", **values}, Buy) for values in at_the_corners(BUY)}
    assert corners == {Buy("cart", 0), Buy("boat", 0), Buy("boat", 4, "red"), Buy("boat", 4, "brown")}


def test_it_is_told_as_it_was_filled_in() -> None:
    assert str(move_in_words((PROMPT,), Buy("boat", 4, "red"))) == "What do you buy? a boat, 4, red"
    assert str(move_in_words((PROMPT,), Buy("cart", 0))) == "What do you buy? a cart, 0"


@pytest.mark.parametrize("move", [Buy("boat", 3, "red"), Buy("cart", 1), Buy("boat", 4)])
def test_a_way_that_no_step_leads_to_is_refused(move: Move) -> None:
    with pytest.raises(Illegal) as refusal:
        demand_offered((PROMPT,), 0, move)
    assert refusal.value.code == "not_now"


def test_a_question_is_the_same_while_its_steps_know_the_same() -> None:
    same, other = (Form(BUY.do, BUY.text, BUY.fields, Shopping(oars)) for oars in (4, 3))
    assert same == BUY != other
