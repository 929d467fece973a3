"""Everything people may read is there in German and French, and says the same."""

from string import Formatter

import pytest
from babel.messages.catalog import Message

from companion.rules import say, say_many
from tests.web.fakes import Home
from web.catalogues import file_of, spoken, translated
from web.words import Catalogue

TRANSLATED = ("de", "fr")


def strings(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, (list, tuple)) else (message.string,)


def gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    catalog = translated(language)
    missing = []
    for message in spoken():
        if not message.id:
            continue
        found = catalog.get(message.id, message.context)
        if found is None or not all(strings(found)):
            missing.append(message.id)
    assert not missing, "Run `python -m web.catalogues` and translate these."


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_its_gaps(language: str) -> None:
    for message in translated(language):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        for string in filter(None, strings(message)):
            assert not message.id or gaps(string) == gaps(ids[-1]), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_nothing_unsure_and_nothing_unsaid(language: str) -> None:
    catalog = translated(language)
    said = {message.id for message in spoken()}
    assert [message.id for message in catalog if message.fuzzy] == []
    assert not catalog.obsolete
    assert [message.id for message in catalog if message.id not in said] == []
    assert "#~" not in file_of(language).read_text(encoding="utf-8")


def test_a_french_sign_stays_on_the_line_of_its_word() -> None:
    assert Catalogue("fr").say(say("Who are you?")) == "Qui êtes-vous\N{NO-BREAK SPACE}?"


def test_numbers_choose_between_one_and_many() -> None:
    french = Catalogue("fr")
    assert french.say(say_many("{count} boulder fell.", "{count} boulders fell.", 1)) == "1 bloc est tombé."
    assert french.say(say_many("{count} boulder fell.", "{count} boulders fell.", 3)) == "3 blocs sont tombés."


def test_words_within_words_are_translated_too() -> None:
    colour = say("red")
    text = say("Only {left} {colour} boulders are still in the tower.", left=2, colour=colour)
    assert Catalogue("de").say(text) == "Im Turm sind nur noch 2 Brocken in Rot."


def test_a_phone_gets_the_language_it_asks_for_until_it_chooses(home: Home) -> None:
    phone = home.phone("fr-CH,fr;q=0.9,de;q=0.5")
    assert "La salle est calme" in phone.get("/").get_data(as_text=True)
    response = phone.get("/language/de?back=/table?x=1")
    assert (response.status_code, response.headers["Location"]) == (302, "/table?x=1")
    assert '<html lang="de">' in phone.get("/").get_data(as_text=True)
    assert phone.post("/api/join", seat=0).text == "Es läuft kein Spiel. Die Spielleitung kann eines starten."


def test_a_language_nobody_speaks_falls_back_to_english(home: Home) -> None:
    phone = home.phone("is")
    phone.get("/language/is")
    assert '<html lang="en">' in phone.get("/").get_data(as_text=True)


@pytest.mark.parametrize("back", ["//evil.example", "http://evil.example", "/\\evil.example"])
def test_switching_the_language_never_leads_away(home: Home, back: str) -> None:
    assert home.phone().get(f"/language/de?back={back}").headers["Location"] == "/"


@pytest.mark.parametrize(("language", "written"), [("en", "0.1"), ("de", "0,1"), ("fr", "0,1")])
def test_a_measured_number_is_written_as_the_language_writes_it(language: str, written: str) -> None:
    assert f" {written} %" in Catalogue(language).health(
        "The hit sensor listens; noise {noise} % of full scale.", {"noise": 0.1}
    )
