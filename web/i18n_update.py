"""Keeps the catalogues complete: `python -m web.i18n_update` adds new sentences to each, to be translated by hand.

What only one game says is in that game's own catalogue, the rest in the general one; a sentence that moves takes its
translation along. It translates nothing itself, and drops what nobody says any more.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePath

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from web.i18n import LANGUAGES, catalogue_files

ROOT = Path(__file__).parents[1]
GENERAL = PurePath("web/translations")
SPEAKING = ("companion", "hardware", "web")
KEYWORDS = {"say": None, "say_many": (1, 2), "fine": None, "failing": None, "_": None, "gettext": None}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]


def spoken() -> dict[PurePath, Catalog]:
    """Every sentence that people may come to read, by the folder of its translations."""
    sentences = Catalog()
    folders: dict[str, set[PurePath]] = defaultdict(set)
    for part in SPEAKING:
        for file, _, sentence, _, context in extract_from_dir(ROOT / part, METHODS, keywords=KEYWORDS):
            message = sentences.add(sentence, context=context)
            folders[singular(message)].add(folder_of(PurePath(part, file)))
    found: dict[PurePath, Catalog] = defaultdict(Catalog)
    for message in sentences:
        if message.id:
            said_in = folders[singular(message)]
            found[said_in.pop() if len(said_in) == 1 else GENERAL][message.id] = message
    return found


def singular(message: Message) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def folder_of(file: PurePath) -> PurePath:
    """Where to look for the translation of what a file says: a game's folders speak for that game."""
    match file.parts:
        case ("companion" | "web", "games", name, _, *_):
            return PurePath("web/games", name, "translations")
    return GENERAL


def translated(language: str) -> Catalog:
    """Everything that is translated so far, wherever it stands."""
    everything = Catalog(locale=language)
    for path in catalogue_files(language):
        for message in read_catalogue(path, language):
            if message.id:
                everything[message.id] = message
    return everything


def read_catalogue(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(path: Path, language: str, sentences: Catalog, known: Catalog) -> Catalog:
    catalog = read_catalogue(path if path.exists() else ROOT / GENERAL / path.name, language)
    for message in sentences:
        if message.id and (found := known.get(message.id, message.context)):
            catalog[message.id] = found
    catalog.update(sentences, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


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
        known = translated(language)
        for folder, sentences in sorted(template.items()):
            path = ROOT / folder / f"{language}.po"
            catalog = updated(path, language, sentences, known)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalog, width=120, no_location=True, sort_output=True, ignore_obsolete=True)
            print(f"{path.relative_to(ROOT)}: {len(catalog)} sentences, {len(list(missing(catalog)))} to translate")


if __name__ == "__main__":
    main()
