"""What people read, in their language: sentences of games and devices, looked up in the catalogues; it adds none."""

from collections.abc import Mapping
from functools import cached_property
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from flask import Flask, Request, current_app, request
from flask_babel import Babel, Domain, get_locale  # type: ignore[import-untyped]

from companion.rules import Text

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
CATALOGUES = Path(__file__).parent / "translations"
COOKIE = "language"


class Catalogue:
    """One language. The .po file itself is read, once: there is no compiled twin that could be stale."""

    def __init__(self, language: str) -> None:
        self.language = language

    @cached_property
    def translations(self) -> NullTranslations:
        if self.language == "en":
            return NullTranslations()
        compiled = BytesIO()
        with (CATALOGUES / self.language / "LC_MESSAGES" / "messages.po").open("rb") as file:
            write_mo(compiled, read_po(file, locale=self.language))
        compiled.seek(0)
        return Translations(compiled)

    def say(self, text: Text) -> str:
        if text.plural is None:
            template = self.translations.gettext(text.sentence)
        else:
            count = text.facts["count"]
            assert isinstance(count, int)
            template = self.translations.ngettext(text.sentence, text.plural, count)
        facts = {name: self.say(fact) if isinstance(fact, Text) else fact for name, fact in text.facts.items()}
        return template.format(**facts)

    def health(self, sentence: str, facts: Mapping[str, str | int | float]) -> str:
        told = {
            name: format_decimal(fact, locale=self.language) if isinstance(fact, float) else fact
            for name, fact in facts.items()
        }
        return self.translations.gettext(sentence).format(**told)


class Catalogues(Domain):  # type: ignore[misc]  # Flask-Babel is untyped
    """All languages: what Flask-Babel asks for the templates' words, and what speaks where no request is."""

    def __init__(self) -> None:
        super().__init__()
        self._catalogues = {language: Catalogue(language) for language in LANGUAGES}

    def __getitem__(self, language: str) -> Catalogue:
        return self._catalogues[language]

    def get_translations(self) -> NullTranslations:
        return self[str(get_locale())].translations


def wanted(request: Request) -> str:
    """The language this phone chose, else the best it asks for; the screen for everyone speaks the table's own."""
    chosen = request.cookies.get(COOKIE)
    if chosen not in LANGUAGES and (request.path == "/table" or request.args.get("as") == "table"):
        chosen = current_app.extensions.get("table_language", str)()
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")


def init_app(app: Flask) -> Catalogues:
    catalogues = Catalogues()
    babel = Babel(app, locale_selector=lambda: wanted(request))
    # Flask-Babel offers no other way to say where an app's words come from.
    babel.domain_instance = catalogues
    return catalogues
