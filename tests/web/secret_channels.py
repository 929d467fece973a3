"""Every way by which a running game tells something, each as the bytes it tells to those who may not know everything.

A channel is walked in the same way through two games that only differ in a secret: what it yields must not differ.
"""

import io
import zipfile
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.backup import SEALED
from companion.games import GAMES
from companion.position import Turn
from companion.rules import Form, Move
from tests.companion.games.secrets import History, Twins
from tests.players import at_random, at_the_corners, filled
from tests.web.fakes import Phone
from tests.web.maintained import MaintainedHome
from web.page_views import PAGES

Told = Iterator[tuple[str, Any]]
"""What was asked for, and what was told."""

OLDER, TRIES = 4, 3
"""Moves that are changed beside the latest ones, and other answers that are tried for each."""
LATEST = 14
LONGEST = 400
"""Letters of what two games were told apart by."""
DEVICES = ("camera", "hits", "lights")
"""What looks at them knows no game, and these homes have none."""
NOT_ALIKE = ("machine.txt",)
"""Parts of a diagnosis that change by themselves."""


class Evening:
    """One of two twins at a table, with its host and the phones of those who must not tell them apart."""

    def __init__(self, folder: Path, game: str, history: History, twins: Twins) -> None:
        folder.mkdir(parents=True)
        self.home = MaintainedHome(folder)
        self.table = self.home.table
        self.game, self.twins = GAMES[game], twins
        self.table.start(game, history.setup, 0)
        for seat, move in history.moves:
            self.table.play(seat, move, self.table.version)
        self.phones: dict[int | None, Phone] = {None: self.home.phone()}
        for seat in range(len(history.setup.seats)):
            phone = self.home.phone().sit(seat)
            if seat in twins.readers:
                self.phones[seat] = phone
        self.host = self.home.host()

    @cached_property
    def tried(self) -> list[dict[str, Any]]:
        """Moves that a curious reader would try: those of both games, and whatever could be answered in either."""
        both = (self.twins.one, self.twins.other)
        played = [move for history in both for _, move in history.moves]
        offered = [choice.move for each in both for prompt in self.prompts_of(each) for choice in prompt.choices]
        distinct = {msgspec.json.encode(move): move for move in (*played[-2 * LATEST :], *offered)}
        return [msgspec.to_builtins(move) for move in distinct.values()]

    def prompts_of(self, history: History) -> Any:
        return self.game.prompts(history.states[-1])

    def show(self, page: Any, seat: int | None) -> dict[str, Any]:
        shown: dict[str, Any] = msgspec.json.decode(
            self.home.app.extensions["services"].page_views.show(page, seat, "en")
        )
        return shown

    def take_back(self) -> None:
        self.table.take_back(len(self.home.position.turns) - 1, self.table.version)

    def send(self, phone: Phone, path: str, **body: Any) -> tuple[bool, Any]:
        """Whether it was granted, and what was answered."""
        answer = phone.act(path, **{"seen": self.table.version, **body})
        return answer.status == 200, answer.body

    @property
    def question(self) -> dict[str, Any]:
        """The first one that is open, whoever it is put to: all can know its key."""
        first = self.show("host", None)["prompts"][0]
        return {"key": first["key"], "since": first["since"]}

    def get(self, phone: Phone, path: str) -> tuple[int, bytes]:
        answer = phone.get(path)
        return answer.status_code, answer.data


def list_of_moves(evening: Evening) -> Told:
    yield "host", evening.show("host", None)["moves"]


def playing_for_others(evening: Evening) -> Told:
    """What the host is shown to play in somebody's place, and what comes of playing it."""
    yield "prompts", evening.show("host", None)["prompts"]
    for seat in range(len(evening.home.position.seats)):
        for move in evening.tried:
            done, told = evening.send(evening.host, "/api/host/play-for", seat=seat, move=move, seen=evening.question)
            # The end of a game opens everything: that is no secret any more.
            yield f"play {move} for {seat}", told if not done or evening.home.position.prompts else done
            if done:
                evening.take_back()


def record(evening: Evening) -> Told:
    for path in ("/api/host/record", "/record.json", f"/api/games/{evening.home.position.began}/record.json"):
        yield path, evening.get(evening.host, path)


def answering_anew(evening: Evening) -> Told:
    for turn in evening.home.position.turns:
        path = f"/api/host/move?number={turn.number}"
        yield path, evening.get(evening.host, path)


def amending(evening: Evening) -> Told:
    """Refusals, and what would no longer be possible; what is granted is changed back."""
    turns = evening.home.position.turns
    latest = range(max(0, len(turns) - LATEST), len(turns))
    older = Random(len(turns)).sample(range(len(turns)), min(OLDER, len(turns)))
    for index in dict.fromkeys((*latest, *older)):
        turn = evening.home.position.turns[index]
        for move in instead_of(evening, index, turn):
            done, told = evening.send(evening.host, "/api/host/amend", number=turn.number, move=move)
            # What is granted changes the game for all to see; what that shows is no secret any more.
            yield f"{move} as move {index + 1}", done or told
            if done:
                evening.table.amend(turn.number, turn.move, evening.table.version)


def instead_of(evening: Evening, index: int, turn: Turn) -> list[dict[str, Any]]:
    """Other answers to the same question; where that was private, guesses, which are the same in both games."""
    chance = Random(index)
    asked = [
        prompt
        for history in (evening.twins.one, evening.twins.other)
        for prompt in evening.game.prompts(history.states[index])
        if turn.seat in prompt.seats
    ]
    found = [msgspec.to_builtins(choice.move) for prompt in asked for choice in prompt.choices]
    forms = [form for prompt in asked for form in prompt.forms]
    found += [fill(evening, form, values) for form in forms for values in at_the_corners(form)]
    found += [fill(evening, form, at_random(form, chance)) for form in forms]
    distinct = {msgspec.json.encode(move): move for move in found}
    guesses = any(prompt.private for prompt in asked)
    return list(distinct.values()) if guesses else chance.sample(found, min(TRIES, len(found)))


def fill(evening: Evening, form: Form, values: dict[str, Any]) -> dict[str, Any]:
    move: Move = filled(evening.game, form, values)
    plain: dict[str, Any] = msgspec.to_builtins(move)
    return plain


def correcting(evening: Evening) -> Told:
    status, forms = evening.get(evening.host, "/api/host/corrections")
    yield "forms", (status, forms)
    chance = Random(1)
    for form in evening.game.corrections(evening.twins.one.states[-1]):
        for values in [at_random(form, chance) for _ in range(TRIES)]:
            done, told = evening.send(evening.host, "/api/host/correct", move={"do": form.do, **values})
            yield f"{form.do} {values}", done or told
            if done:
                evening.take_back()


def diagnosis(evening: Evening) -> Told:
    yield "log", evening.get(evening.host, "/api/host/care/log.txt")
    for name, part in parts_of(evening, "/api/host/care/diagnosis.zip"):
        if name not in NOT_ALIKE:
            yield name, part


def backup(evening: Evening) -> Told:
    for name, part in parts_of(evening, "/api/host/care/backup.zip"):
        # A seal looks different each time.
        yield name, len(part) if name == SEALED else part


def parts_of(evening: Evening, path: str) -> Iterator[tuple[str, bytes]]:
    status, data = evening.get(evening.host, path)
    assert status == 200
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


def streams(evening: Evening) -> Told:
    for reader in evening.twins.readers:
        for page in PAGES:
            if page != "host":
                yield f"{page} of {reader}", evening.show(page, reader)
    # The moves and the prompts that the host is sent are channels of their own.
    yield "host", {**evening.show("host", None), "moves": None, "prompts": None}


def replay(evening: Evening) -> Told:
    key, moves = evening.home.position.began, len(evening.home.position.turns)
    steps = (f"/api/games/{key}?after={after}" for after in range(max(0, moves - LATEST), moves + 1))
    for path in ("/games", f"/games/{key}", f"/api/games/{key}/result", *steps):
        yield path, evening.get(evening.phones[None], path)


def taps(evening: Evening) -> Told:
    """What a player is answered who tries a move, allowed or not."""
    for reader, phone in evening.phones.items():
        for move in evening.tried if reader is not None else ():
            done, told = evening.send(phone, "/api/play", seat=reader, move=move, seen=evening.question)
            yield f"{move} by {reader}", told
            if done:
                evening.take_back()


def pages(evening: Evening) -> Told:
    """Everything else that can be fetched without knowing more than its address."""
    elsewhere = ("/stream", "/api/host/move", "/api/host/record", "/record.json", "/api/host/corrections", "/games")
    for rule in evening.home.app.url_map.iter_rules():
        path, part = rule.rule, rule.endpoint.split(".")[0]
        if "GET" not in (rule.methods or ()) or rule.arguments or path in elsewhere or "/care/" in path:
            continue
        if part in DEVICES:
            continue
        for who, phone in (("host", evening.host), *evening.phones.items()):
            yield f"{path} for {who}", evening.get(phone, path)


Channel = Callable[[Evening], Told]

CHANNELS: tuple[Channel, ...] = (
    list_of_moves,
    playing_for_others,
    record,
    answering_anew,
    amending,
    correcting,
    diagnosis,
    backup,
    streams,
    replay,
    taps,
    pages,
)


def leaks(one: Evening, other: Evening, channel: Channel) -> list[str]:
    """Where a channel tells the two games apart."""
    told, compared = [], 0
    for (asked, first), (again, second) in zip(channel(one), channel(other), strict=True):
        assert asked == again
        compared += 1
        if first != second:
            told.append(f"{asked}: {str(first)[:LONGEST]} or {str(second)[:LONGEST]}")
            break  # from here on they may differ for other reasons
    assert compared
    return told
