"""Secret fields: declared once at a move, hidden from whoever may not know them, and told by the question alone."""

import msgspec
import pytest

from companion.rules import (
    HIDDEN,
    Amount,
    Choice,
    Form,
    Hit,
    Move,
    Prompt,
    Secret,
    has_secrets,
    hidden_in,
    move_in_words,
    say,
    secret_fields,
    without,
)


class Whisper(Move, frozen=True, tag="whisper"):
    to: int
    word: Secret[int | None]

    def known_to(self, reader: int | None, seat: int | None) -> bool:
        return reader is not None and reader in (seat, self.to)


class Draw(Move, frozen=True, tag="draw"):
    card: Secret[int]


class Setup(msgspec.Struct, frozen=True):
    hands: Secret[tuple[int, ...]]


def test_what_is_secret_is_read_off_the_fields() -> None:
    assert secret_fields(Whisper) == {"word"}
    assert secret_fields(Hit) == set()
    assert has_secrets(Hit | Whisper, Hit)
    assert has_secrets(Hit, Setup)
    assert not has_secrets(Hit, Hit)


def test_a_secret_field_is_written_down_like_any_other() -> None:
    assert msgspec.json.encode(Draw(7)) == b'{"do":"draw","card":7}'
    assert msgspec.json.decode(b'{"do":"draw","card":7}', type=Draw) == Draw(7)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('{"do":"draw","card":"…"}'.encode(), type=Draw)


def test_only_who_played_it_knows_it_unless_the_move_says_otherwise() -> None:
    assert [Draw(7).known_to(reader, 1) for reader in (None, 0, 1)] == [False, False, True]
    assert not Draw(7).known_to(None, None), "what the host set right is secret to the room, which the host is part of"
    assert [Whisper(2, 5).known_to(reader, 1) for reader in (None, 0, 1, 2)] == [False, False, True, True]


def test_hidden_fields_are_known_as_such() -> None:
    read = without(Whisper(2, 5), frozenset({"word"}))
    assert (read.to, read.word, str(read.word)) == (2, HIDDEN, "…")
    assert hidden_in(read) == {"word"}
    assert hidden_in(Whisper(2, 5)) == set()


def test_of_a_hidden_answer_only_its_question_is_told() -> None:
    whispers = tuple(Choice(Whisper(to, 5), say("5 to {to}", to=to)) for to in (1, 2))
    ask = Prompt("whisper", (0,), say("What do you whisper?"), whispers)
    draw = Prompt(
        "card", (0,), say("Which card?"), forms=(Form("draw", say("Card"), (Amount("card", say("Card"), 1, 9),)),)
    )
    prompts = (ask, draw)
    assert str(move_in_words(prompts, Whisper(2, 5))) == "What do you whisper? 5 to 2"
    assert str(move_in_words(prompts, without(Whisper(2, 5), frozenset({"word"})))) == "What do you whisper? (secret)"
    assert str(move_in_words(prompts, without(Draw(3), frozenset({"card"})))) == "Which card? (secret)"
    assert str(move_in_words(prompts, without(Whisper(3, 5), frozenset({"word"})))) == "A correction"
