"""What can be played here, and how a game begins: whoever played before keeps the seat; it is dealt elsewhere."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import url_for

from companion.box_lessons import keep_lessons, learned_setup
from companion.games import GAMES
from companion.journal import Began
from companion.position import Position
from companion.rules import Game, Text, Way, chronicles_of, say, say_many
from web.host_only import request_name
from web.i18n import Catalogue
from web.payloads import Act
from web.services import services


class WayOffer(NamedTuple):
    """How much of a game is kept here."""

    name: str
    title: str
    about: str
    address: str


class Offer(NamedTuple):
    """A game as the start page shows it, in the host's language."""

    name: str
    title: str
    picture: str
    players: str
    lacks: str | None
    """What of its box examples stand in for."""
    address: str
    """Where it is set up."""
    last: bool
    """It was played last."""
    about: str | None
    chronicles: str | None
    """What the list of the best of its games is called, if it was played and has one."""
    ways: Sequence[WayOffer]


def offers(words: Catalogue) -> list[Offer]:
    """Every game, the one played last first; those never played as they are registered."""
    begun = [entry.act.game for entry in services().table.beginnings() if isinstance(entry.act, Began)]
    order = sorted(GAMES, key=lambda name: begun.index(name) if name in begun else len(begun))
    return [offer_of(GAMES[name], words, name in begun[:1], name in begun) for name in order]


def offer_of(game: Game[Any], words: Catalogue, last: bool = False, played: bool = False) -> Offer:
    chronicles = chronicles_of(game) if played else None
    pages = services().game_pages[game.name]
    return Offer(
        game.name,
        words.say(game.title),
        pages.picture or url_for("static", filename="picture.svg"),
        words.say(how_many(game.seats)),
        words.say(lacking) if (lacking := services().boxes[game.name].lacking) else None,
        url_for("set_up.page" if game.preparation else "start.group", name=game.name),
        last,
        None if pages.about is None else words.say(pages.about),
        None if chronicles is None else words.say(chronicles),
        [way_offer(game.name, way, words) for way in game.preparation.ways] if game.preparation else [],
    )


def way_offer(game: str, way: Way, words: Catalogue) -> WayOffer:
    address = url_for("set_up.page", name=game, way=way.name)
    return WayOffer(way.name, words.say(way.title), words.say(way.about), address)


def how_many(seats: range) -> Text:
    if len(seats) == 1:
        return say_many("{count} player", "{count} players", seats[0])
    return say("{least}–{most} players", least=seats[0], most=seats[-1])


def keep_last_lessons() -> None:
    """What the last game taught is in the box before anybody looks into it, or another game begins."""
    position = services().table.position
    if position:
        keep_lessons(services().boxes[position.game.name], position)


def begin(game: str, setup: Any, sent: Act) -> None:
    keep_last_lessons()
    before = services().table.position
    services().table.start(game, setup, sent.seen, request_name(sent), lambda now: keep_phones(before, now))


def dealt_again(before: Position) -> Any:
    """The set-up of another game like this one."""
    game, shuffle = before.game, services().shuffle
    if game.preparation is None:
        return game.deal(before.seats, shuffle)
    return game.preparation.again(learned_setup(before), shuffle)


def keep_phones(before: Position | None, position: Position) -> None:
    """Whoever played under the same name keeps their seat: nobody has to join again for the next game."""
    if before is None:
        return
    places = {seat.name: number for number, seat in enumerate(position.seats)}
    kept = {number: places[seat.name] for number, seat in enumerate(before.seats) if seat.name in places}
    services().seating.carry(before.began, position.began, kept)
