"""A game with a hidden hand: in turn, everyone rolls, lays a card openly or face down or gives it away, and draws."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.rules import (
    Amount,
    BadSetup,
    BoxKind,
    Choice,
    Form,
    GameView,
    Hammering,
    Illegal,
    Lights,
    Move,
    Option,
    Outcome,
    Panel,
    Pick,
    Preparation,
    Prompt,
    Reason,
    Seat,
    Secret,
    Shuffle,
    Side,
    Standing,
    Text,
    demand_offered,
    light_of,
    say,
    seating_faults,
)
from tests.web.games.toy.game import COLOURS

CARDS = range(1, 7)
HAND = 3
ROUNDS = 3
MISSED = 1
"""Whoever rolls this plays no card."""


class Roll(Move, frozen=True, tag="roll"):
    face: int


class Lay(Move, frozen=True, tag="lay"):
    """Openly: whoever does it tells everyone."""

    card: int


class Hide(Move, frozen=True, tag="hide"):
    """Face down."""

    card: Secret[int]


class Give(Move, frozen=True, tag="give"):
    to: int
    card: Secret[int]

    def known_to(self, reader: int | None, seat: int | None) -> bool:
        return reader is not None and reader in (seat, self.to)


class Draw(Move, frozen=True, tag="draw"):
    card: Secret[int]


class SetHand(Move, frozen=True, tag="set_hand"):
    """The host sets right which card this is, counted in the order they came."""

    player: int
    place: int
    card: Secret[int]


Moves = Roll | Lay | Hide | Give | Draw | SetHand


class Setup(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    hands: Secret[tuple[tuple[int, ...], ...]]


class Laid(msgspec.Struct, frozen=True):
    seat: int
    card: int
    openly: bool


class State(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    hands: tuple[tuple[int, ...], ...]
    now: Literal["rolls", "plays", "draws"] = "rolls"
    turns: int = 0
    laid: tuple[Laid, ...] = ()

    @property
    def turn(self) -> int:
        return self.turns % len(self.seats)

    @property
    def hand(self) -> tuple[int, ...]:
        return self.hands[self.turn]

    @property
    def over(self) -> bool:
        return self.turns == ROUNDS * len(self.seats)

    def with_hand(self, seat: int, cards: Sequence[int]) -> "State":
        return replace(self, hands=(*self.hands[:seat], tuple(cards), *self.hands[seat + 1 :]))

    def next_turn(self) -> "State":
        return replace(self, now="rolls", turns=self.turns + 1)


class Hush:
    name = "hush"
    title = say("Hush")
    seats = range(2, 5)
    colours = COLOURS
    moves: Any = Moves
    setup: Any = Setup
    state = State
    box: tuple[BoxKind[Any], ...] = ()
    preparation: Preparation | None = None

    def deal(self, seats: Sequence[Seat], shuffle: Shuffle) -> Setup:
        deck = shuffle([card for card in CARDS for _ in range(HAND)])
        return Setup(tuple(seats), tuple(tuple(deck[seat :: len(seats)][:HAND]) for seat in range(len(seats))))

    def new(self, setup: Setup) -> State:
        faults = seating_faults(setup.seats, self.seats, self.colours)
        if not faults and [len(hand) for hand in setup.hands] != [HAND] * len(setup.seats):
            faults = [say("Everyone begins with {count} cards.", count=HAND)]
        if faults:
            raise BadSetup(faults)
        return State(setup.seats, setup.hands)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        if state.over:
            return ()
        seats = (state.turn,)
        if state.now == "rolls":
            form = Form("roll", say("Roll"), (Amount("face", say("Face"), 1, 6),))
            return (Prompt(f"roll {state.turns}", seats, say("What did you roll?"), forms=(form,)),)
        if state.now == "draws":
            form = Form("draw", say("Card"), (Amount("card", say("Card"), CARDS[0], CARDS[-1]),))
            return (Prompt(f"draw {state.turns}", seats, say("Which card do you draw?"), forms=(form,), private=True),)
        return (
            Prompt(f"play {state.turns}", seats, say("What do you do with a card?"), tuple(plays(state)), private=True),
        )

    def apply(self, state: State, seat: int | None, move: Move) -> State:
        if isinstance(move, SetHand):
            return corrected(state, seat, move)
        asked = seat == state.turn and state.now == "plays" and not state.over
        if asked and isinstance(move, Lay | Hide | Give) and move.card not in state.hand:
            raise Illegal("not_held", say("You do not hold the {card}.", card=move.card), secret=True)
        demand_offered(self.prompts(state), seat, move)
        match move:
            case Roll(face):
                return state.next_turn() if face == MISSED else replace(state, now="plays")
            case Draw(card):
                return state.with_hand(state.turn, (*state.hand, card)).next_turn()
            case Lay(card) | Hide(card):
                played = replace(state, laid=(*state.laid, Laid(state.turn, card, isinstance(move, Lay))))
            case Give(to, card):
                played = state.with_hand(to, (*state.hands[to], card))
        return replace(played.with_hand(state.turn, less(state.hand, card)), now="draws")

    def corrections(self, state: State) -> tuple[Form, ...]:
        fields = (
            Pick("player", say("Player"), tuple(Option(seat, name(state, seat)) for seat in range(len(state.seats)))),
            Amount("place", say("Which one, in the order they came"), 1, max(map(len, state.hands))),
            Amount("card", say("Card"), CARDS[0], CARDS[-1]),
        )
        return (Form("set_hand", say("A card in a hand"), fields),)

    def chance(self, state: State, seat: int, shuffle: Shuffle) -> Move | None:  # noqa: ARG002  one draws at a time
        return Draw(shuffle(CARDS)[0]) if state.now == "draws" and not state.over else None

    def explain(self, state: State, seat: int) -> tuple[Reason, ...]:
        best = CARDS[-1]
        return () if best in state.hands[seat] else (Reason("not_best", say("You do not hold the {best}.", best=best)),)

    def view(self, state: State, seat: int | None) -> GameView:
        table = tuple(on_table(state, laid, seat) for laid in state.laid)
        panels = [Panel(say("On the table"), table)] if table else []
        if seat is not None:
            panels.append(Panel(say("Your hand"), tuple(say("{card}", card=card) for card in state.hands[seat])))
        headline = say("The cards are open") if state.over else say("{name} plays", name=state.seats[state.turn].name)
        return GameView(headline, () if state.over else (state.turn,), panels=tuple(panels))

    def standings(self, state: State, seat: int | None) -> tuple[Standing, ...]:
        def standing(each: int) -> Standing:
            known = [laid for laid in state.laid if laid.seat == each and may_know(state, laid, seat)]
            count = sum(laid.seat == each for laid in state.laid)
            return Standing(each, sum(laid.card for laid in known), at_least=len(known) < count)

        return tuple(map(standing, range(len(state.seats))))

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        scores = [standing.score for standing in self.standings(state, None)]
        sides = tuple(Side((seat,), score == max(scores), score) for seat, score in enumerate(scores))
        return Outcome(sides, say("Whoever laid most wins."))

    def lights(self, state: State) -> Lights:
        return Lights("turn", light_of(state.seats[state.turn], self.colours))

    def armed(self, state: State) -> Hammering | None:  # noqa: ARG002
        return None


def plays(state: State) -> list[Choice]:
    found = []
    for card in sorted(set(state.hand)):
        found.append(Choice(Lay(card), say("Lay the {card} openly", card=card)))
        found.append(Choice(Hide(card), say("Lay the {card} face down", card=card)))
        for to in range(len(state.seats)):
            if to != state.turn:
                text = say("Give the {card} to {name}", card=card, name=state.seats[to].name)
                found.append(Choice(Give(to, card), text, to))
    return found


def corrected(state: State, seat: int | None, move: SetHand) -> State:
    if seat is not None:
        raise Illegal("host_only", say("Only the host makes corrections."))
    cards = list(state.hands[move.player]) if 0 <= move.player < len(state.hands) else []
    if not 1 <= move.place <= len(cards) or move.card not in CARDS:
        raise Illegal("no_such_card", say("There is no such card in that hand."))
    cards[move.place - 1] = move.card
    return state.with_hand(move.player, cards)


def less(hand: tuple[int, ...], card: int) -> list[int]:
    left = list(hand)
    left.remove(card)
    return left


def name(state: State, seat: int) -> Text:
    return say("{name}", name=state.seats[seat].name)


def may_know(state: State, laid: Laid, seat: int | None) -> bool:
    return laid.openly or laid.seat == seat or state.over


def on_table(state: State, laid: Laid, seat: int | None) -> Text:
    who = state.seats[laid.seat].name
    if may_know(state, laid, seat):
        return say("{name}: {card}", name=who, card=laid.card)
    return say("{name}: a card face down", name=who)


HUSH = Hush()
