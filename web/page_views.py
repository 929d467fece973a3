"""What a page shows, as JSON in its language: built once for all who see the same, never more than a seat may know."""

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from companion.change_signal import ChangeSignal
from companion.discretion import as_read_by, secretive, shown_to
from companion.next_by_blow import offer_in
from companion.notices import key_of
from companion.position import Position
from companion.referee import Question
from companion.rules import (
    Choice,
    Dice,
    Fact,
    Field,
    Form,
    Game,
    GameView,
    Move,
    Panel,
    PlayerColour,
    Prompt,
    Seat,
    Standing,
    Text,
    answer_in_words,
    colour_of,
    ending_in_words,
    faces_of,
    say,
)
from companion.seating import Seating
from companion.table import Table
from companion.taking_back import own_last
from companion.witness import OLDER, Witness
from web.game_pages import GamePages
from web.hammering import hammering_view
from web.i18n import Catalogue, Catalogues
from web.move_list import MoveList
from web.newcomers import Newcomers
from web.rig import Rig

Page = Literal["play", "table", "host", "tower"]
PAGES: tuple[Page, ...] = ("play", "table", "host", "tower")

ViewPart = dict[str, Any]


class PageViews:
    def __init__(
        self,
        table: Table,
        changes: ChangeSignal,
        rig: Rig,
        seating: Seating,
        newcomers: Newcomers,
        words: Catalogues,
        game_pages: Mapping[str, GamePages],
        witness: Witness,
    ) -> None:
        self._table = table
        self._changes = changes
        self._rig = rig
        self._seating = seating
        self._newcomers = newcomers
        self._words = words
        self._game_pages = game_pages
        self.notices: Callable[[], Sequence[Text]] = tuple
        """What the host has to be told about the machine itself."""
        self._witness = witness
        self._moves = MoveList(game_pages)
        self._lock = threading.Lock()
        self._boot = secrets.token_hex(4)
        """Ticks start over when the process does; a page compares only those of the same start."""
        self._tick = -1
        self._shown: dict[tuple[Page, int | None, str], bytes] = {}
        self._heads: dict[tuple[str, int], bytes] = {}
        """What every page is told, by language and version."""
        self._standing: tuple[object, ...] = (None, None)
        self._parts: dict[tuple[Page, int | None, str], bytes] = {}
        """What only a move or somebody who sits down changes, as that stands; most news are others'."""

    def show(self, page: Page, seat: int | None, language: str) -> bytes:
        with self._lock:
            # Read before the state: if something changes meanwhile, this is built again.
            tick = self._changes.count
            if tick != self._tick:
                self._tick, self._shown, self._heads = tick, {}, {}
            key = (page, seat, language)
            if key not in self._shown:
                self._shown[key] = self._build(page, seat, language)
            return self._shown[key]

    def _build(self, page: Page, seat: int | None, language: str) -> bytes:
        position = self._table.position
        parts = [self._head(position, language), self._part(position, page, seat, language)]
        if page == "host":
            read = position and as_read_by(position, seat)
            correctable = position is not None and bool(position.game.corrections(position.state))
            parts.append(msgspec.json.encode(self._for_the_host(read, correctable, self._words[language])))
        # Several objects made one, of which some were encoded before.
        return b"{" + b",".join(part[1:-1] for part in parts) + b"}"

    def _head(self, position: Position | None, language: str) -> bytes:
        version = position.version if position else 0
        if (language, version) not in self._heads:
            words, arrival = self._words[language], self._newcomers.arrival
            shown: ViewPart = {
                "boot": self._boot,
                "tick": self._tick,
                "version": version,
                "witness": self._witness.testimony(),
                "older": words.say(OLDER) if OLDER in self.notices() else None,
                "status": self._status(words),
                "arrival": arrival and {"number": arrival.number, "text": words.say(arrival.text)},
            }
            self._heads[language, version] = msgspec.json.encode(shown)
        return self._heads[language, version]

    def _part(self, position: Position | None, page: Page, seat: int | None, language: str) -> bytes:
        reads = position is not None and reads_dice(self._rig, position)
        standing = (position, self._seating.changes, self._newcomers.changes, self._rig.hears_next, reads)
        if not same(standing, self._standing):
            self._standing, self._parts = standing, {}
        key = (page, seat, language)
        if key not in self._parts:
            words = self._words[language]
            none = {"game": None, "pages": None}
            shown = none if position is None else self._of_the_game(position, page, seat, words)
            self._parts[key] = msgspec.json.encode(shown)
        return self._parts[key]

    def _of_the_game(self, stands: Position, page: Page, seat: int | None, words: Catalogue) -> ViewPart:
        position = as_read_by(stands, seat)
        held, codes = self._seating.held(position.began), self._seating.codes(position.began)
        sat_in = self._seating.sat_in_for(position.began)
        sits_in = sat_in if page == "host" else ()
        view = position.game.view(position.state, seat)
        acting = () if position.ended else view.acting
        prompts = () if position.ended else position.prompts
        asked = [each for each in prompts if page == "host" or seat in each.seats]
        shown = onlooker_view(position, view, seat, words)
        reads = page == "play" and reads_dice(self._rig, position)
        shown |= {
            "game": position.game.name,
            "title": words.say(position.game.title),
            "ended": position.ended,
            "over": not position.prompts,
            "seat": seat,
            "seats": seats(position, held, acting, frozenset(codes), sat_in),
            "prompts": [
                {**prompt(shown_to(each, seat, sits_in), words, reads, seat), "since": position.since[each.key]}
                for each in asked
            ],
            "undo": undoable(stands, seat),
            "draws": drawn_for(position, seat),
            "why": [] if seat is None else [words.say(why.text) for why in position.game.explain(position.state, seat)],
            "waiting": words.say(waiting(position.seats, acting)),
            "sat_in": " ".join(words.say(sitting_in(position.seats[each])) for each in sorted(sat_in)) or None,
            "by_blow": self._by_blow(prompts, seat, words),
            "let_in": self._newcomers.granted(position.began),
            "pages": None,
        }
        if page == "play" and seat is not None:
            shown["code"] = codes.get(seat)
        if page in ("play", "table"):
            pages = self._game_pages[position.game.name]
            shown |= {"pages": pages.address, "scene": pages.scene(position, view, words)}
        return shown

    def _by_blow(self, prompts: Sequence[Prompt], seat: int | None, words: Catalogue) -> str | None:
        """What a blow on the tower would answer in this seat's place."""
        offer = offer_in(prompts) if self._rig.hears_next else None
        if offer is None or seat not in offer.prompt.seats:
            return None
        return words.say(say("Or hit the tower: {what}", what=offer.choice.text))

    def _status(self, words: Catalogue) -> ViewPart:
        status = self._rig.status
        question = status.question
        return {
            "doing": status.doing,
            "ready": status.ready,
            "text": status.text and words.say(status.text),
            "question": question and self._question(question, words),
        }

    def _question(self, question: Question, words: Catalogue) -> ViewPart:
        number = question.picture
        return {
            "text": words.say(question.text),
            "guess": question.guess.by_colour(),
            "picture": number,
            "pieces": [] if number is None else self._rig.pictures.pieces_of(number),
        }

    def _for_the_host(self, position: Position | None, correctable: bool, words: Catalogue) -> ViewPart:
        game = position.began if position else 0
        return {
            "asking": [{"number": wish.number, "seat": wish.seat} for wish in self._newcomers.waiting(game)],
            "codes": self._seating.codes(game),
            "health": {
                device: {"fine": health.fine, "text": words.say(health.text)}
                for device, health in self._rig.health().items()
            },
            "notices": [{"key": key_of(text), "text": words.say(text)} for text in self.notices()],
            "moves": self._moves.lines(position, words) if position else [],
            "secretive": position is not None and secretive(position),
            "correctable": correctable,
            "corrections": position and self._game_pages[position.game.name].corrections_of(position.state),
        }


def same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """A position is the very same one, or another: to compare what is in it would take longer than to build a view."""
    return one[0] is other[0] and one[1:] == other[1:]


def onlooker_view(position: Position, view: GameView, seat: int | None, words: Catalogue) -> ViewPart:
    """What every page shows of any game, now or in the past."""
    outcome = position.game.outcome(position.state)
    names = [player.name for player in position.seats]
    ended = (Panel(say("Result"), ending_in_words(outcome, names)),) if outcome else ()
    return {
        "headline": words.say(view.headline),
        "hammering": view.hammering and hammering_view(view.hammering, position.turns, words),
        "panels": [
            {"title": words.say(panel.title), "lines": [words.say(line) for line in panel.lines]}
            for panel in (*ended, *view.panels)
        ],
        "standings": standings(position.game.standings(position.state, seat), words),
    }


def seats(
    position: Position,
    held: frozenset[int],
    acting: Sequence[int],
    kept: frozenset[int] = frozenset(),
    sat_in: frozenset[int] = frozenset(),
) -> list[ViewPart]:
    players = position.seats
    return [
        {
            "name": player.name,
            "colour": player.colour,
            **paint(colour_of(player, position.game.colours)),
            "initial": initial,
            "held": number in held,
            "sat_in": number in sat_in,
            "kept": number in kept,
            "acting": number in acting,
        }
        for number, (player, initial) in enumerate(zip(players, initials(players), strict=True))
    ]


def colours(game: Game[Any], words: Catalogue) -> list[ViewPart]:
    """What a page offers to players who choose one."""
    return [{"name": colour.name, "text": words.say(colour.text), **paint(colour)} for colour in game.colours]


def paint(colour: PlayerColour) -> ViewPart:
    """What dom.js paints a piece with; a page knows no colour by its name."""
    return {"rgb": colour.rgb, "ink": colour.ink, "ring": msgspec.to_builtins(colour.ring)}


def initials(players: Sequence[Seat]) -> list[str]:
    """A letter each; two where two players begin alike, for those who do not see the colours."""
    names = [player.name.strip() for player in players]
    firsts = [name[:1].upper() for name in names]
    return [
        first if firsts.count(first) == 1 else first + name[1:2].lower()
        for first, name in zip(firsts, names, strict=True)
    ]


def waiting(players: Sequence[Seat], acting: Sequence[int]) -> Text:
    if not acting:
        return say("Nothing is asked of you now.")
    return say("Waiting for {names}", names=", ".join(players[seat].name for seat in acting))


def drawn_for(position: Position, seat: int | None) -> str | None:
    """The key of the question of this seat that chance could answer."""
    own = [] if position.ended else [each for each in position.prompts if seat in each.seats]
    drawn = position.game.chance(position.state, seat, list) if own and seat is not None else None
    return next((each.key for each in own if drawn is not None and each.offers(drawn)), None)


def sitting_in(player: Seat) -> Text:
    return say("The host plays for {name} and sees what only {name} may see.", name=player.name)


def reads_dice(rig: Rig, position: Position) -> bool:
    """Whether the camera reads this game's dice."""
    faces = faces_of(position.game)
    return bool(faces) and rig.reads_dice(position.game.name, faces)


def prompt(question: Prompt, words: Catalogue, reads: bool = False, seat: int | None = None) -> ViewPart:
    """As it is put to this seat; `reads` where whoever answers may let the camera read dice."""
    return {
        "key": question.key,
        "seats": question.seats,
        "text": words.say(question.put_to(seat)),
        "choices": [choice(each, words) for each in question.choices],
        "forms": [form(each, words, reads) for each in question.forms],
        "aside": question.aside,
        "given": question.given and given(question, question.given, words),
    }


def given(question: Prompt, answer: Move, words: Catalogue) -> ViewPart:
    """What was answered so far, to be changed."""
    return {"move": msgspec.to_builtins(answer), "text": words.say(answer_in_words(question, answer) or question.text)}


def choice(offered: Choice, words: Catalogue) -> ViewPart:
    return {
        "move": msgspec.to_builtins(offered.move),
        "text": words.say(offered.text),
        "seat": offered.seat,
        "meaning": [fact(each, words) for each in offered.meaning],
    }


def fact(meant: Fact, words: Catalogue) -> ViewPart:
    return {"text": words.say(meant.text), "worth": meant.worth, "seats": meant.seats, "warns": meant.warns}


def form(offered: Form, words: Catalogue, reads: bool = False) -> ViewPart:
    return {
        "do": offered.do,
        "text": words.say(offered.text),
        "fields": [field(each, words, reads) for each in offered.fields],
        "steps": offered.then is not None,
    }


def field(gap: Field, words: Catalogue, reads: bool = False) -> ViewPart:
    """Whatever kind it is: a page is sent all that a field says."""
    shown = {"kind": gap.__struct_config__.tag, **words.translated(gap)}
    return shown | {"read": reads} if isinstance(gap, Dice) else shown


def standings(listed: Sequence[Standing], words: Catalogue) -> list[ViewPart]:
    return [
        {
            "seat": standing.seat,
            "score": standing.score,
            "at_least": standing.at_least,
            "parts": [[words.say(text), value] for text, value in standing.parts],
        }
        for standing in listed
    ]


def undoable(position: Position, seat: int | None) -> int | None:
    """The number of the answer that this seat may take back."""
    index = own_last(position, seat)
    return None if index is None else position.turns[index].number
