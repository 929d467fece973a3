"""Keeps the catalogues complete: `python -m web.catalogues` adds new sentences to each, to be translated by hand.

It translates nothing itself, and drops what nobody says any more.
"""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from web.words import CATALOGUES, LANGUAGES

ROOT = Path(__file__).parents[1]
SPEAKING = ("companion", "hardware", "web")
KEYWORDS = {"say": None, "say_many": (1, 2), "fine": None, "failing": None, "_": None, "gettext": None}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]


def spoken() -> Catalog:
    """Every sentence that people may come to read."""
    catalog = Catalog()
    for folder in SPEAKING:
        for _, _, sentence, _, context in extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS):
            catalog.add(sentence, context=context)
    return catalog


def file_of(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def translated(language: str) -> Catalog:
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language)


def missing(catalog: Catalog) -> Iterator[Message]:
    for message in catalog:
        strings = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        if message.id and not all(strings):
            yield message


def main() -> None:
    template = spoken()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalog = translated(language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        with file_of(language).open("wb") as file:
            write_po(file, catalog, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
        gaps = list(missing(catalog))
        print(f"{language}: {len(catalog)} sentences, {len(gaps)} to translate")


if __name__ == "__main__":
    main()
