"""Everything people may read is there in every language, and says the same."""

import ast
import re
from itertools import combinations
from pathlib import Path, PurePath
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from companion.games import GAMES
from companion.rules import say, say_many
from tests.web.fakes import Home
from web.i18n import LANGUAGES, Catalogue, catalogue_files
from web.i18n_update import GENERAL, KEYWORDS, ROOT, SPEAKING, folder_of, read_catalogue, spoken, translated, updated

TRANSLATED = tuple(language for language in LANGUAGES if language != "en")


def strings(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, (list, tuple)) else (message.string or "",)


def gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_german_and_french_are_there() -> None:
    assert {"de", "fr"} <= set(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_where_it_belongs(language: str) -> None:
    missing = []
    for folder, sentences in spoken().items():
        catalog = read_catalogue(ROOT / folder / f"{language}.po", language)
        for message in sentences:
            found = catalog.get(message.id, message.context)
            if message.id and (found is None or not all(strings(found))):
                missing.append((folder, message.id))
    assert not missing, "Run `python -m web.i18n_update` and translate these."


def test_every_sentence_is_written_where_it_is_said_so_that_the_catalogues_find_it() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in SPEAKING
        for path in sorted((ROOT / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
        if not isinstance(call.args[0], ast.Constant)
    ]
    assert not hidden


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_keeps_its_gaps(language: str) -> None:
    for message in translated(language):
        ids = (message.id,) if isinstance(message.id, str) else message.id
        for string in filter(None, strings(message)):
            assert not message.id or gaps(string) == gaps(ids[-1]), message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_nothing_unsure_and_nothing_unsaid(language: str) -> None:
    said = {folder: {message.id for message in sentences} for folder, sentences in spoken().items()}
    files = catalogue_files(language)
    # What a game says that nobody can play yet waits in its own folder.
    playable = {GENERAL, *(PurePath("web/games", name, "translations") for name in GAMES)}
    assert {path.parent.relative_to(ROOT) for path in files} == set(said) & playable
    for path in files:
        catalog = read_catalogue(path, language)
        assert [message.id for message in catalog if message.fuzzy] == []
        assert not catalog.obsolete
        assert [m.id for m in catalog if m.id and m.id not in said[path.parent.relative_to(ROOT)]] == []
        assert "#~" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "folder"),
    [
        ("companion/games/chess/game.py", "web/games/chess/translations"),
        ("web/games/chess/templates/chess/set_up.html", "web/games/chess/translations"),
        ("web/games/__init__.py", "web/translations"),
        ("web/pages/host.py", "web/translations"),
        ("companion/table.py", "web/translations"),
        ("hardware/games/chess/x.py", "web/translations"),
    ],
)
def test_what_only_a_game_says_is_translated_in_its_folder(file: str, folder: str) -> None:
    assert folder_of(PurePath(file)) == PurePath(folder)


def test_what_two_games_say_or_the_pages_too_is_translated_once_for_all() -> None:
    by_folder = {folder: {str(message.id) for message in found if message.id} for folder, found in spoken().items()}
    for one, other in combinations(by_folder.values(), 2):
        assert not one & other
    assert "Players" in by_folder[GENERAL]
    assert "Patched sack" in by_folder[PurePath("web/games/trollfjord/translations")]


def test_a_sentence_that_moves_takes_its_translation_along(tmp_path: Path) -> None:
    known, moved = Catalog(locale="de"), Catalog()
    known.add("Patched sack", "Flickensack")
    moved.add("Patched sack")
    moved.add("Never said before")
    catalog = updated(tmp_path / "de.po", "de", moved, known)
    assert {message.id: message.string or "" for message in catalog if message.id} == {
        "Patched sack": "Flickensack",
        "Never said before": "",
    }


def test_a_french_sign_stays_on_the_line_of_its_word() -> None:
    assert Catalogue("fr").say(say("Who are you?")) == "Qui êtes-vous\N{NARROW NO-BREAK SPACE}?"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_unit_stays_on_the_line_of_its_number(language: str) -> None:
    words = Catalogue(language)
    for sentence in ("The hit sensor listens; noise {noise} % of full scale.", "Print at 100 %", "6 s ago"):
        said = words.say(say(sentence, noise=0.1))
        assert "\N{NO-BREAK SPACE}" in said
        assert not re.search(r"\d [%s]", said)


def sentences_in(language: str) -> list[str]:
    return [string for message in translated(language) if message.id for string in strings(message)]


def test_french_sets_its_signs_apart_with_a_space_and_writes_its_own_apostrophe() -> None:
    """A colon in a time, an address or a table's [name] has none."""
    close = [each for each in sentences_in("fr") if re.search(r"[^\W\d_][;:!?](?=\s|$)|\w'\w", each)]
    assert close == []


def test_french_needs_no_elision_before_a_name() -> None:
    """Nobody knows whether it begins with a vowel: "de Sven", but "d’Astrid"."""
    elided = r"\b(de|que|le|la|ne|se|je|jusque|lorsque) \{(name|names|other|comrade|who|region|here|there)\}"
    assert [each for each in sentences_in("fr") if re.search(elided, each)] == []


def test_french_says_vous_and_german_says_du() -> None:
    familiar = r"\b([Tt]u|[Tt]oi|[Tt]on|[Tt]es)\b"
    assert [each for each in sentences_in("fr") if re.search(familiar, each)] == []
    # At the beginning of a sentence "Sie" is the camera, or several regions.
    polite = r"(?<![.:!?] )(?<!^)\b(Sie|Ihnen|Ihre[mnrs]?)\b|^(Geben|Legen|Wählen|Prüfen|Tippen) Sie\b"
    assert [each for each in sentences_in("de") if re.search(polite, each)] == []
    to_all = "Gebt|Prüft|Legt|Nehmt|Schlagt|Tippt|Startet|Steckt|Versucht|Werft|Lasst|Zieht|Schafft|Dämpft|Dreht"
    several = rf"(^|[.:}}] )({to_all})\b"
    assert [each for each in sentences_in("de") if re.search(several, each)] == []


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


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "http://evil.example",
        "/\\evil.example",
        "/%09/evil.example",
        "/%0a/evil.example",
        "/%5cevil.example",
        "",
        "%20/table",
    ],
)
def test_switching_the_language_never_leads_away(home: Home, back: str) -> None:
    assert home.phone().get(f"/language/de?back={back}").headers["Location"] == "/"


@pytest.mark.parametrize(("language", "written"), [("en", "0.1"), ("de", "0,1"), ("fr", "0,1")])
def test_a_measured_number_is_written_as_the_language_writes_it(language: str, written: str) -> None:
    text = say("The hit sensor listens; noise {noise} % of full scale.", noise=0.1)
    assert f" {written}\N{NO-BREAK SPACE}%" in Catalogue(language).say(text)
