"""What a prompt offers, what a form takes, and how anything else is refused."""

import msgspec
import pytest

from companion.rules import (
    Amount,
    Boulders,
    Choice,
    Fallen,
    Form,
    Hit,
    Illegal,
    Move,
    Option,
    Pick,
    Prompt,
    demand_offered,
    say,
)


class Pay(Move, frozen=True, tag="pay"):
    gold: int
    to: str


class Pass(Move, frozen=True, tag="pass"):
    pass


PAY = Form(
    "pay",
    say("Pay"),
    (
        Amount("gold", say("Gold"), 1, 3),
        Pick("to", say("To"), (Option("inn", say("the inn")), Option("king", say("the king")))),
    ),
)
HIT = Form("hit", say("Enter a hit"), (Fallen("boulders", say("Boulders"), Boulders(red=2, white=11)),))
PROMPT = Prompt("pay", (0, 2), say("Pay?"), (Choice(Pass(), say("Nothing")),), (PAY,))


@pytest.mark.parametrize("move", [Pay(1, "inn"), Pay(3, "king")])
def test_a_form_takes_what_lies_within_its_bounds(move: Move) -> None:
    assert PAY.takes(move)


@pytest.mark.parametrize("move", [Pay(0, "inn"), Pay(4, "inn"), Pay(1, "moon"), Pay(True, "inn"), Pass(), Hit()])
def test_a_form_takes_nothing_else(move: Move) -> None:
    assert not PAY.takes(move)


def test_boulders_are_bounded_colour_by_colour() -> None:
    assert HIT.takes(Hit())
    assert HIT.takes(Hit(Boulders(red=2, white=11)))
    assert not HIT.takes(Hit(Boulders(red=3)))
    assert not HIT.takes(Hit(Boulders(blue=1)))
    assert not HIT.takes(Hit(Boulders(red=-1)))


def test_a_prompt_offers_its_choices_and_what_its_forms_take() -> None:
    assert PROMPT.offers(Pass())
    assert PROMPT.offers(Pay(2, "king"))
    assert not PROMPT.offers(Pay(9, "king"))


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [(0, Hit(), "not_now"), (1, Pass(), "not_yours"), (None, Pass(), "not_yours"), (1, Pay(9, "inn"), "not_now")],
)
def test_what_is_not_offered_to_a_seat_is_refused_with_its_code(seat: int | None, move: Move, code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        demand_offered((PROMPT,), seat, move)
    assert refusal.value.code == code
    assert str(refusal.value)


@pytest.mark.parametrize("seat", [0, 2])
def test_whoever_is_asked_may_answer(seat: int) -> None:
    demand_offered((PROMPT,), seat, Pass())


@pytest.mark.parametrize(
    "sent",
    [
        '{"do": "pay", "gold": 1}',
        '{"do": "pay", "gold": "1", "to": "inn"}',
        '{"do": "pay", "gold": 1, "to": "inn", "more": 1}',
        '{"do": "steal"}',
        '{"gold": 1, "to": "inn"}',
        '{"do": "hit", "boulders": {"red": 12}}',
        '{"do": "hit", "boulders": {"red": -1}}',
        '{"do": "hit", "boulders": {"green": 1}}',
        '{"do": "hit", "boulders": {"red": 1.5}}',
        "[]",
    ],
)
def test_a_move_is_decoded_strictly(sent: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent, type=Pay | Pass | Hit)
