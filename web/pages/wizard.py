"""The host sets up Trollfjord step by step, with the box or without; each fault is told at the step it belongs to."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from flask import Response, render_template, request

from companion.dealing import Entered, as_entered, dealt_around
from companion.games.trollfjord import TROLLFJORD
from companion.games.trollfjord.board import LANDSCAPES, Board
from companion.games.trollfjord.land import region_names
from companion.games.trollfjord.setup import setup_faults
from companion.games.trollfjord.treasures import TREASURES
from companion.games.trollfjord.words import LANDSCAPE_NAMES
from companion.rules import PLAYER_COLOURS, Seat, Text, say
from companion.table import Stale
from web.bodies import Act, Body, answer, body, stale
from web.house import house
from web.pages.devices import device
from web.pages.host import keep_phones, named
from web.pages.screen import plan_of
from web.refusals import Refused
from web.words import Catalogue, wanted

blueprint = device("wizard")


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("host", None)


Seats = Annotated[list[Seat], msgspec.Meta(max_length=20)]


class Deal(Body, frozen=True):
    seats: Seats
    board: str
    entered: Entered


class SetUp(Act, frozen=True, kw_only=True):
    seats: Seats
    board: str
    entered: Entered
    deal_rest: bool


@blueprint.get("/host/new")
def page() -> str:
    words = house().words[wanted(request)]
    position = house().table.position
    return render_template(
        "wizard.html",
        least=TROLLFJORD.seats[0],
        most=TROLLFJORD.seats[-1],
        colours=[{"name": name, "text": words.say(PLAYER_COLOURS[name])} for name in TROLLFJORD.colours],
        landscapes=landscape_names(words),
        after=position.began if position else 0,
        group=[msgspec.to_builtins(seat) for seat in position.seats] if position else [],
        boards=house().boards.names,
        chosen=house().boards.chosen,
        copies=[[value, TREASURES[value]] for value in sorted(TREASURES)],
    )


@blueprint.get("/api/host/board")
def board() -> Response:
    """Everything a page needs to draw a board and ask about it."""
    found = demand_board(request.args.get("name", ""))
    return json(described(found, house().words[wanted(request)]))


@blueprint.post("/api/host/deal")
def deal() -> Response:
    sent = body(Deal)
    setup = dealt_around(demand_board(sent.board), sent.seats, sent.entered, house().shuffle)
    return json({part: getattr(setup, part) for part in Entered.__struct_fields__})


@blueprint.post("/api/host/set-up")
def set_up() -> Response:
    sent = body(SetUp)
    board = demand_board(sent.board)
    seats = [Seat(seat.name.strip(), seat.colour) for seat in sent.seats]
    setup = as_entered(board, seats, sent.entered)
    if sent.deal_rest:
        setup = dealt_around(board, seats, sent.entered, house().shuffle)
    if faults := setup_faults(setup):
        words = house().words[wanted(request)]
        told = [
            {"step": step_of(fault), "seats": seats_of(fault, seats), "text": words.say(plainly(fault, board))}
            for fault in faults
        ]
        raise Refused(400, "bad_setup", say("The set-up is not complete yet."), faults=told)
    before = house().table.position
    position = house().table.start(TROLLFJORD.name, setup, sent.seen, named(sent))
    house().boards.choose(board.name)
    keep_phones(before, position)
    return answer("host", None)


def demand_board(name: str) -> Board:
    found = house().boards.board(name)
    if found is None:
        raise Refused(404, "no_such_board", say("There is no such board here."))
    return found


def json(value: Any) -> Response:
    return Response(msgspec.json.encode(value), mimetype="application/json")


def landscape_names(words: Catalogue) -> dict[str, str]:
    return {name: words.say(LANDSCAPE_NAMES[name]) for name in LANDSCAPES}


def described(board: Board, words: Catalogue) -> dict[str, Any]:
    names = dict(zip([region.id for region in board.regions], map(words.say, region_names(board)), strict=True))
    return {
        "name": board.name,
        "regions": [{"id": each.id, "landscape": each.landscape, "name": names[each.id]} for each in board.regions],
        "spots": [{"id": spot.id, "name": ", ".join(names[region] for region in spot.regions)} for spot in board.spots],
        "planks": [{"id": plank.id, "spaces": plank.spaces} for plank in board.planks],
        "plan": plan_of(board),
    }


def step_of(fault: Text) -> str:
    """What belongs to no place on the board belongs to the players."""
    place = fault.facts.get("place")
    return str(place).split()[0] if place else "players"


def seats_of(fault: Text, seats: Sequence[Seat]) -> list[int]:
    """Whose fault it is, where it is that of some players and not of all."""
    if step_of(fault) != "players":
        return []
    facts = {str(fact) for fact in fault.facts.values()}
    return [
        number
        for number, seat in enumerate(seats)
        if seat.name in facts or str(PLAYER_COLOURS.get(seat.colour)) in facts
    ]


def plainly(fault: Text, board: Board) -> Text:
    """The fault without the name of its step, and with names that people know instead of ids."""
    inner = fault.facts.get("fault")
    if not isinstance(inner, Text):
        return fault
    name = inner.facts.get("name")
    known = names_of(board).get(str(name))
    return msgspec.structs.replace(inner, facts={**inner.facts, "name": known}) if known else inner


def names_of(board: Board) -> dict[str, Text]:
    regions = dict(zip([region.id for region in board.regions], region_names(board), strict=True))
    spots = {spot.id: say("Fortress spot {number}", number=number) for number, spot in enumerate(board.spots, 1)}
    planks = {plank.id: say("Plank {number}", number=number) for number, plank in enumerate(board.planks, 1)}
    return {**regions, **spots, **planks}
