"""What people read, in their language: sentences of games and devices, looked up in the catalogues; it adds none."""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask, Request, current_app, g, request

from companion.common.boulders import COLOUR_NAMES
from companion.common.text import Fact, Text
from web.game_folders import game_folders

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}
HERE = Path(__file__).parent
COOKIE = "language"


class Catalogue:
    """One language. The .po files themselves are read, once: there is no compiled twin that could be stale.

    Babel reads them, and is loaded by the first phone that needs it: the first page shall not wait.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    @cached_property
    def translations(self) -> NullTranslations:
        found = AsWritten()
        for path in catalogue_files(self.language):
            found.add_fallback(compiled(path, self.language))
        return found

    def say(self, text: Text) -> str:
        if text.plural is None:
            template = self.translations.gettext(text.sentence)
        else:
            count = text.facts["count"]
            assert isinstance(count, int)
            template = self.translations.ngettext(text.sentence, text.plural, count)
        return template.format(**{name: self._fact(fact) for name, fact in text.facts.items()})

    def translated(self, value: object) -> Any:
        """Ready for JSON, with every sentence in it said in this language."""
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, msgspec.Struct):
            # What a struct keeps to itself begins with an underscore.
            public = (name for name in value.__struct_fields__ if not name.startswith("_"))
            return {name: self.translated(getattr(value, name)) for name in public}
        if isinstance(value, dict):
            return {name: self.translated(part) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.translated(part) for part in value]
        return value

    def unfilled(self, sentences: Mapping[str, Text]) -> dict[str, str]:
        """Sentences for a script, which fills their gaps itself."""
        return {name: self.translations.gettext(text.sentence) for name, text in sentences.items()}

    def _fact(self, fact: Fact) -> str:
        if isinstance(fact, Text):
            return self.say(fact)
        return self._decimal(fact) if isinstance(fact, float) else str(fact)

    def _decimal(self, number: float) -> str:
        from babel.numbers import format_decimal

        return format_decimal(number, locale=self.language)


def catalogue_files(language: str) -> list[Path]:
    """What every page says, and what each game says besides; English is what the code itself says."""
    folders = [HERE, *(folder.path for folder in game_folders().values())]
    return [path for folder in folders for path in folder.glob(f"translations/{language}.po")]


def compiled(path: Path, language: str) -> GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    for message in catalog:
        strings = message.string or ""
        message.string = bound(strings) if isinstance(strings, str) else tuple(map(bound, strings))
    binary = BytesIO()
    write_mo(binary, catalog)
    binary.seek(0)
    return GNUTranslations(binary)


SET_APART = re.compile(r"(?<=«) | (?=[?!:;»])")
"""Where French has a narrow space, and nothing else has any."""
UNIT = re.compile(r"(?<=[\d}]) (?=(?:%|°C|mm|mA|MB|Mo|dB|min|ms|s)(?!\w))")


@cache
def bound(sentence: str) -> str:
    """A sign that French sets apart from its word stays on the word's line, and a unit on that of its number."""
    return UNIT.sub("\N{NO-BREAK SPACE}", SET_APART.sub("\N{NARROW NO-BREAK SPACE}", sentence))


class AsWritten(NullTranslations):
    """What is in no catalogue is said as the code says it."""

    def gettext(self, message: str) -> str:
        return bound(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return bound(super().ngettext(msgid1, msgid2, n))


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
    # Every page may draw boulders, and names them the same.
    app.context_processor(
        lambda: {"boulder_names": {name: catalogues[wanted(request)].say(text) for name, text in COLOUR_NAMES.items()}}
    )
    return catalogues
