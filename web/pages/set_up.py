"""The host sets up a game step by step, with the box or without; each fault is told at the step it belongs to."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from flask import Response, render_template, request

from companion.games import GAMES
from companion.position import Stale
from companion.rules import BadSetup, BoxKind, Chosen, Decision, Game, Preparation, Seat, Text, Way, say
from web.answers import answer, json, stale
from web.box_fields import called
from web.host_only import host_blueprint
from web.i18n import Catalogue, wanted
from web.page_views import colours
from web.pages.box import title
from web.payloads import Act, Body, Query, takes, understood
from web.refusals import Refused
from web.services import services
from web.starting_games import begin, keep_last_lessons

blueprint = host_blueprint("set_up")

WAY = "way"
PLAYERS = "players"
"""The step that every game has; what belongs to no other is told there."""


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("host", None)


class Told(Body, frozen=True):
    """What was decided and entered so far."""

    seats: Annotated[list[Seat], msgspec.Meta(max_length=20)]
    picked: dict[str, str]
    decided: dict[str, str]
    entered: dict[str, Any]


class SetUp(Act, frozen=True, kw_only=True):
    told: Told
    deal_rest: bool


class Wished(Query, frozen=True):
    kind: str = ""
    name: str = ""


def demand_preparation(name: str) -> tuple[Game[Any], Preparation]:
    game = GAMES.get(name)
    if game is None or game.preparation is None:
        raise Refused(404, "no_set_up", say("This game begins without a set-up."))
    return game, game.preparation


class Wish(Query, frozen=True):
    way: str = ""


@blueprint.get("/host/set-up/<name>")
@takes(Wish)
def page(wish: Wish, name: str) -> str:
    game, preparation = demand_preparation(name)
    keep_last_lessons()
    words, position = services().words[wanted(request)], services().table.position
    pages, way = services().game_pages[name], way_called(preparation, wish.way)
    told = {
        "game": name,
        "least": game.seats[0],
        "most": game.seats[-1],
        "colours": colours(game, words),
        "after": position.began if position else 0,
        "group": [msgspec.to_builtins(seat) for seat in position.seats] if position else [],
        "way": way and way.name,
        "picks": [pick_of(game, kind, words) for kind in game.box if kind.picked and (way is None or way.box)],
        "decisions": words.translated([decision_of(each) for each in preparation.decisions if asks(way, each)]),
        "steps": words.translated([step for step in preparation.steps if way is None or step.name in way.steps]),
        "blank": preparation.entered(),
        "script": pages.folder and pages.folder.file("set-up.js"),
        **pages.set_up_facts(words),
        **words.unfilled(pages.set_up_words),
    }
    return render_template(
        "set_up.html",
        way=way and words.say(way.about),
        told=msgspec.to_builtins(told),
        style=pages.folder and pages.folder.file("host.css"),
        box=f"/host/box/{name}" if game.box else None,
        box_title=words.say(title(game)) if game.box else None,
    )


def way_called(preparation: Preparation, name: str) -> Way | None:
    """The one of this name, or the whole game; None for a game that is played in one way alone."""
    named = (way for way in preparation.ways if way.name == name)
    return next(named, preparation.ways[-1] if preparation.ways else None)


def asks(way: Way | None, decision: Decision) -> bool:
    return way is None or way.decisions is None or decision.name in way.decisions


def pick_of(game: Game[Any], kind: BoxKind[Any], words: Catalogue) -> dict[str, Any]:
    shelf, recorders = services().boxes[game.name][kind.name], services().game_pages[game.name].recorders
    record = recorders[kind.name].title if kind.name in recorders else None
    return {
        "kind": kind.name,
        "title": words.say(kind.picked or kind.title),
        "things": [{"name": each, "text": called(kind, each, words)} for each in shelf.names],
        "chosen": shelf.chosen,
        "record": record and words.say(record),
    }


def decision_of(decision: Any) -> dict[str, Any]:
    answers = [{"name": name, "text": text} for name, text in decision.answers.items()]
    return {"name": decision.name, "title": decision.title, "answers": answers}


@blueprint.get("/api/host/set-up/<name>/thing")
@takes(Wished)
def thing(wished: Wished, name: str) -> Response:
    """Everything the game's script needs to draw what was picked, and to ask about it."""
    game, _ = demand_preparation(name)
    chosen = played_with(game, {wished.kind: wished.name})
    if wished.kind not in chosen:
        raise Refused(404, "no_such_thing", say("There is no such thing in this box."))
    words = services().words[wanted(request)]
    return json(services().game_pages[name].picked_in_words(wished.kind, chosen[wished.kind], words))


@blueprint.post("/api/host/set-up/<name>/deal")
@takes(Told)
def deal(sent: Told, name: str) -> Response:
    """The rest, dealt around what was entered; nothing begins yet."""
    game, preparation = demand_preparation(name)
    setup = made(game, preparation, sent, sent.seats, deal_rest=True)
    return json({step.name: getattr(setup, step.name) for step in preparation.steps})


@blueprint.post("/api/host/set-up/<name>")
@takes(SetUp)
def set_up(sent: SetUp, name: str) -> Response:
    game, preparation = demand_preparation(name)
    seats = [Seat(seat.name.strip(), seat.colour) for seat in sent.told.seats]
    setup = made(game, preparation, sent.told, seats, sent.deal_rest)
    try:
        game.new(setup)
    except BadSetup as bad:
        faults = told_at_their_steps(game, bad.faults, seats, preparation.names(setup))
        raise Refused(400, "bad_setup", say("The set-up is not complete yet."), faults=faults) from None
    begin(game.name, setup, sent)
    for kind, picked in sent.told.picked.items():
        services().boxes[name][kind].choose(picked)
    return answer("host", None)


def made(game: Game[Any], preparation: Preparation, told: Told, seats: Sequence[Seat], deal_rest: bool) -> Any:
    with understood():
        entered = msgspec.convert(told.entered, preparation.entered)
    chosen, decided = played_with(game, told.picked), decisions_of(preparation, told.decided)
    return preparation.setup(seats, chosen, decided, entered, services().shuffle if deal_rest else None)


def played_with(game: Game[Any], picked: Mapping[str, str]) -> dict[str, Chosen]:
    box = services().boxes[game.name]
    for kind in picked:
        if kind not in box.shelves:
            raise Refused(404, "no_such_thing", say("There is no such thing in this box."))
    return {kind: shelf.played_with(picked.get(kind)) for kind, shelf in box.shelves.items()}


def decisions_of(preparation: Preparation, decided: Mapping[str, str]) -> dict[str, str]:
    asked = {each.name: list(each.answers) for each in preparation.decisions}
    if preparation.ways:
        asked[WAY] = [way.name for way in reversed(preparation.ways)]
    found = {name: answers[0] for name, answers in asked.items()}
    for name, chosen in decided.items():
        if chosen not in asked.get(name, ()):
            raise Refused(400, "bad_request", say("There is no {name}.", name=chosen))
        found[name] = chosen
    return found


def told_at_their_steps(
    game: Game[Any], faults: Sequence[Text], seats: Sequence[Seat], names: Mapping[str, Text]
) -> list[dict[str, Any]]:
    words = services().words[wanted(request)]
    return [
        {"step": step_of(fault), "seats": seats_of(game, fault, seats), "text": words.say(plainly(fault, names))}
        for fault in faults
    ]


def step_of(fault: Text) -> str:
    """What belongs to no part of the set-up belongs to the players."""
    place = fault.facts.get("place")
    return str(place).split()[0] if place else PLAYERS


def seats_of(game: Game[Any], fault: Text, seats: Sequence[Seat]) -> list[int]:
    """Whose fault it is, where it is that of some players and not of all."""
    if step_of(fault) != PLAYERS:
        return []
    texts = {colour.name: str(colour.text) for colour in game.colours}
    facts = {str(fact) for fact in fault.facts.values()}
    return [number for number, seat in enumerate(seats) if seat.name in facts or texts.get(seat.colour) in facts]


def plainly(fault: Text, names: Mapping[str, Text]) -> Text:
    """The fault without the name of its step, and with names that people know instead of ids."""
    inner = fault.facts.get("fault")
    if not isinstance(inner, Text):
        return fault
    known = names.get(str(inner.facts.get("name")))
    return msgspec.structs.replace(inner, facts={**inner.facts, "name": known}) if known else inner
