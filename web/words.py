"""What people read, in their language: sentences of games and devices, looked up in the catalogues; it adds none."""

import re
from collections.abc import Mapping
from functools import cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from flask import Flask, Request, current_app, g, request

from companion.rules import Text

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
CATALOGUES = Path(__file__).parent / "translations"
COOKIE = "language"


class Catalogue:
    """One language. The .po file itself is read, once: there is no compiled twin that could be stale.

    Babel reads it, and is loaded by the first phone that needs it: the first page shall not wait.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    @cached_property
    def translations(self) -> NullTranslations:
        if self.language == "en":
            return NullTranslations()
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        compiled = BytesIO()
        with (CATALOGUES / self.language / "LC_MESSAGES" / "messages.po").open("rb") as file:
            catalog = read_po(file, locale=self.language)
        for message in catalog:
            strings = message.string or ""
            message.string = bound(strings) if isinstance(strings, str) else tuple(map(bound, strings))
        write_mo(compiled, catalog)
        compiled.seek(0)
        return GNUTranslations(compiled)

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
        told = {name: self._decimal(fact) if isinstance(fact, float) else fact for name, fact in facts.items()}
        return self.translations.gettext(sentence).format(**told)

    def _decimal(self, number: float) -> str:
        from babel.numbers import format_decimal

        return format_decimal(number, locale=self.language)


def bound(sentence: str) -> str:
    """A sign that French sets apart from its word stays on the word's line; nothing else has such spaces."""
    return re.sub("(?<=«) | (?=[?!:;»])", "\N{NO-BREAK SPACE}", sentence)


class Catalogues:
    """All languages."""

    def __init__(self) -> None:
        self._catalogues = {language: Catalogue(language) for language in LANGUAGES}

    def __getitem__(self, language: str) -> Catalogue:
        return self._catalogues[language]


def wanted(request: Request) -> str:
    """The language this phone chose, else the best it asks for; the screen for everyone speaks the table's own."""
    chosen = request.cookies.get(COOKIE)
    if chosen not in LANGUAGES and (request.path == "/table" or request.args.get("as") == "table"):
        chosen = current_app.extensions.get("table_language", str)()
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")


def init_app(app: Flask) -> Catalogues:
    catalogues = Catalogues()

    def asked_for() -> NullTranslations:
        if "words" not in g:
            g.words = catalogues[wanted(request)].translations
        words: NullTranslations = g.words
        return words

    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]  # the extension brings it
        lambda sentence: asked_for().gettext(sentence),
        lambda one, many, count: asked_for().ngettext(one, many, count),
        newstyle=True,
    )
    return catalogues
