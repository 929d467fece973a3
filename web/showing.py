"""What a page shows, as JSON in its language: built once for all who see the same, never more than a seat may know."""

import secrets
import threading
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from companion.bell import Bell
from companion.notices import key_of
from companion.rules import COLOURS, EACH, Choice, Form, Hammering, Hit, Prompt, Seat, Standing, Text, say
from companion.rules.prompt import Fallen, Field, Pick
from companion.seating import Seating
from companion.table import Position, Table, Turn
from web.moves import MoveList, secretive
from web.rig import Rig
from web.trollfjord.scene import scene
from web.words import Catalogue, Catalogues

Page = Literal["play", "table", "host", "tower"]
PAGES: tuple[Page, ...] = ("play", "table", "host", "tower")

Shown = dict[str, Any]

SCENES = {"trollfjord": scene}
"""What a game's own pages draw besides what every game has."""


class Showing:
    def __init__(self, table: Table, bell: Bell, rig: Rig, seating: Seating, words: Catalogues) -> None:
        self._table = table
        self._bell = bell
        self._rig = rig
        self._seating = seating
        self._words = words
        self.notices: Callable[[], Sequence[Text]] = tuple
        """What the host has to be told about the machine itself."""
        self._moves = MoveList()
        self._lock = threading.Lock()
        self._boot = secrets.token_hex(4)
        """Ticks start over when the process does; a page compares only those of the same start."""
        self._tick = -1
        self._shown: dict[tuple[Page, int | None, str], bytes] = {}

    def show(self, page: Page, seat: int | None, language: str) -> bytes:
        with self._lock:
            # Read before the state: if the bell rings meanwhile, this is built again.
            tick = self._bell.count
            if tick != self._tick:
                self._tick, self._shown = tick, {}
            key = (page, seat, language)
            if key not in self._shown:
                self._shown[key] = msgspec.json.encode(self._build(page, seat, self._words[language]))
            return self._shown[key]

    def _build(self, page: Page, seat: int | None, words: Catalogue) -> Shown:
        position, turns = together(self._table)
        shown: Shown = {
            "boot": self._boot,
            "tick": self._tick,
            "version": position.version if position else 0,
            "game": None,
            "status": self._status(words),
        }
        if position is None:
            return shown if page != "host" else shown | self._for_the_host(None, [], words)
        held = self._seating.held(position.began)
        view = position.game.view(position.state, seat)
        acting = () if position.ended else view.acting
        prompts = () if position.ended else position.game.prompts(position.state)
        shown |= {
            "game": position.game.name,
            "title": words.say(position.game.title),
            "ended": position.ended,
            "seat": seat,
            "seats": seats(position.seats, held, acting),
            "headline": words.say(view.headline),
            "prompts": [prompt(each, words) for each in prompts if page == "host" or seat in each.seats],
            "hammering": view.hammering and hammering(view.hammering, turns, words),
            "panels": [
                {"title": words.say(panel.title), "lines": [words.say(line) for line in panel.lines]}
                for panel in view.panels
            ],
            "standings": standings(position.game.standings(position.state, seat), words),
            "undo": undoable(position, turns, seat),
            "draws": any(seat in each.seats for each in prompts) and bool(position.game.chance(position.state)),
            "why": [] if seat is None else [words.say(why.text) for why in position.game.explain(position.state, seat)],
            "waiting": words.say(waiting(position.seats, acting)),
        }
        if page in ("play", "table") and position.game.name in SCENES:
            shown["scene"] = SCENES[position.game.name](position, turns, view, words)
        return shown if page != "host" else shown | self._for_the_host(position, turns, words)

    def _status(self, words: Catalogue) -> Shown:
        status = self._rig.status
        asked = status.question
        return {
            "doing": status.doing,
            "text": status.text and words.say(status.text),
            "question": asked
            and {"text": words.say(asked.text), "guess": asked.guess.by_colour(), "picture": asked.picture},
        }

    def _for_the_host(self, position: Position | None, turns: Sequence[Turn], words: Catalogue) -> Shown:
        return {
            "health": {
                device: {"fine": health.fine, "text": words.health(health.sentence, health.facts)}
                for device, health in self._rig.health().items()
            },
            "notices": [{"key": key_of(text), "text": words.say(text)} for text in self.notices()],
            "moves": self._moves.lines(position, turns, words) if position else [],
            "secretive": position is not None and secretive(position),
        }


def together(table: Table) -> tuple[Position | None, list[Turn]]:
    """Position and moves of the same moment."""
    while True:
        position, turns = table.position, table.turns()
        if position is table.position:
            return position, turns


def seats(players: Sequence[Seat], held: frozenset[int], acting: Sequence[int]) -> list[Shown]:
    return [
        {
            "name": player.name,
            "colour": player.colour,
            "initial": initial,
            "held": number in held,
            "acting": number in acting,
        }
        for number, (player, initial) in enumerate(zip(players, initials(players), strict=True))
    ]


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


def prompt(asked: Prompt, words: Catalogue) -> Shown:
    return {
        "seats": asked.seats,
        "text": words.say(asked.text),
        "choices": [choice(each, words) for each in asked.choices],
        "forms": [form(each, words) for each in asked.forms],
    }


def choice(offered: Choice, words: Catalogue) -> Shown:
    return {"move": msgspec.to_builtins(offered.move), "text": words.say(offered.text), "seat": offered.seat}


def form(offered: Form, words: Catalogue) -> Shown:
    return {
        "do": offered.do,
        "text": words.say(offered.text),
        "fields": [field(each, words) for each in offered.fields],
    }


def field(gap: Field, words: Catalogue) -> Shown:
    shown: Shown = {**msgspec.to_builtins(gap), "text": words.say(gap.text)}
    if isinstance(gap, Pick):
        shown["options"] = [{"value": option.value, "text": words.say(option.text)} for option in gap.options]
    if isinstance(gap, Fallen):
        shown["most"] = gap.most.by_colour()
    return shown


def hammering(bout: Hammering, turns: Sequence[Turn], words: Catalogue) -> Shown:
    """The hammering, each hit with the number that a correction names."""
    numbers = hit_numbers(bout, turns)
    return {
        "hammerer": bout.hammerer,
        "comrade": bout.comrade,
        "hits": [
            {
                "number": number,
                "seat": struck.seat,
                "boulders": struck.boulders.by_colour(),
                "most": {c: EACH - bout.boulders.of(c) + struck.boulders.of(c) for c in COLOURS},
                "total": struck.boulders.total,
            }
            for number, struck in zip(numbers, bout.hits, strict=True)
        ],
        "hit_limit": bout.hit_limit,
        "colour_limit": bout.colour_limit,
        "boulders": bout.boulders.by_colour(),
        "total": bout.total,
        "over": bout.over,
        "gifts_needed": bout.gifts_needed,
        "swaps": bout.swaps,
        "ending": bout.ending,
        "event": bout.event and words.say(bout.event),
    }


def hit_numbers(bout: Hammering, turns: Sequence[Turn]) -> list[int]:
    """The journal's numbers of the hits on view: they are the last hits that were played."""
    count = len(bout.hits)
    return [turn.number for turn in turns if isinstance(turn.move, Hit)][-count:] if count else []


def standings(listed: Sequence[Standing], words: Catalogue) -> list[Shown]:
    return [
        {
            "seat": standing.seat,
            "score": standing.score,
            "at_least": standing.at_least,
            "parts": [[words.say(text), value] for text, value in standing.parts],
        }
        for standing in listed
    ]


def undoable(position: Position, turns: Sequence[Turn], seat: int | None) -> bool:
    """A seat may take back its own tap while nothing has happened since."""
    if seat is None or position.ended or not turns:
        return False
    return turns[-1].seat == seat and turns[-1].source == "phone"
