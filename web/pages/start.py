"""The start page: which game is played next, the one played last first; and who plays, where a game asks no more."""

from flask import Response, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse
from werkzeug.exceptions import NotFound

from companion.discretion import running
from companion.games import GAMES
from companion.position import Stale
from companion.rules import say
from web.answers import answer, json, stale
from web.host_only import host_blueprint
from web.i18n import wanted
from web.page_views import colours
from web.payloads import Act, Start, takes
from web.refusals import Refused
from web.services import services
from web.starting_games import begin, dealt_again, offer_of, offers

blueprint = host_blueprint("start")


@blueprint.errorhandler(Stale)
def moved_on(_: Stale) -> Response:
    return stale("host", None)


@blueprint.get("/host/start")
def page() -> str:
    return render_template("start.html", offers=offers(services().words[wanted(request)]))


@blueprint.get("/host/start/<name>")
def group(name: str) -> AnyResponse | str:
    """Names and colours, which is all that most games ask before they begin."""
    game, words = GAMES.get(name), services().words[wanted(request)]
    if game is None:
        raise NotFound
    if game.preparation:
        return redirect(url_for("set_up.page", name=name))
    position = services().table.position
    return render_template(
        "start_game.html",
        game={"name": name, "least": game.seats[0], "most": game.seats[-1], "colours": colours(game, words)},
        offer=offer_of(game, words),
        group=[{"name": seat.name, "colour": seat.colour} for seat in position.seats] if position else [],
    )


@blueprint.post("/api/host/start")
@takes(Start)
def start(sent: Start) -> Response:
    game = GAMES.get(sent.game)
    if game is None:
        raise Refused(400, "unknown_game", say("There is no such game here."))
    begin(game.name, game.deal(sent.seats, services().shuffle), sent)
    return answer("host", None)


@blueprint.post("/api/host/again")
@takes(Act)
def again(sent: Act) -> Response:
    """The same people with the same board, at once; whatever page asks is told by its stream."""
    position = services().table.position
    if position is None:
        raise Refused(404, "no_game", say("No game has been played yet."))
    if running(position):
        raise Refused(409, "still_running", say("A game is running. End it before a new one begins."))
    try:
        begin(position.game.name, dealt_again(position), sent)
    except Stale:
        raise Refused(409, "stale", say("The table has moved on. Look again.")) from None
    return json({})
