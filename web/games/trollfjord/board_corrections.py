"""The host sets the board right: what was bumped or mistyped is tapped on the map. It decides nothing itself."""

from flask import render_template, request

from companion.games.trollfjord.treasures import TREASURES
from web.games.trollfjord.set_up import landscape_names
from web.games.trollfjord.words import WORDS
from web.host_only import host_blueprint
from web.i18n import wanted
from web.services import services

blueprint = host_blueprint("board_corrections")


@blueprint.get("/host/right")
def page() -> str:
    words = services().words[wanted(request)]
    return render_template(
        "trollfjord/board_corrections.html",
        landscapes=landscape_names(words),
        values=sorted(TREASURES),
        drawing_words=words.unfilled(WORDS),
    )
