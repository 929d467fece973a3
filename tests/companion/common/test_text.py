"""A text is a sentence with gaps and the facts for them, whatever language it ends up in."""

import msgspec
import pytest

from companion.common.text import Text, say, say_many


def test_facts_fill_the_gaps() -> None:
    assert str(say("{name} hammers", name="Sven")) == "Sven hammers"


@pytest.mark.parametrize(("count", "words"), [(0, "0 hits"), (1, "1 hit"), (2, "2 hits")])
def test_the_count_chooses_between_one_and_many(count: int, words: str) -> None:
    assert str(say_many("{count} hit", "{count} hits", count)) == words


def test_a_fact_may_be_a_text_of_its_own() -> None:
    hits = say_many("{count} hit", "{count} hits", 3)
    assert str(say("{total} boulders in {hits}", total=12, hits=hits)) == "12 boulders in 3 hits"


def test_a_translation_is_filled_with_the_same_facts() -> None:
    assert say("{name} hammers", name="Sven").fill("{name} hämmert") == "Sven hämmert"


def test_braces_in_a_name_stay_braces() -> None:
    assert str(say("{name} hammers", name="{Sven}")) == "{Sven} hammers"


def test_a_text_survives_writing_down_with_the_texts_inside_it() -> None:
    text = say("{who}: {what}", who=say("{name} alone", name="Olaf"), what=say_many("{count} hit", "{count} hits", 2))
    assert msgspec.json.decode(msgspec.json.encode(text), type=Text) == text


def test_a_measured_number_stays_one_and_a_count_stays_whole_when_written_down() -> None:
    text = msgspec.json.decode(msgspec.json.encode(say("{noise} % of {total}", noise=2.0, total=3)), type=Text)
    assert str(text) == "2.0 % of 3"
