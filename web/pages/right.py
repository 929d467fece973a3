"""The host sets the board right: what was bumped or mistyped is tapped on the map. It decides nothing itself."""

from flask import render_template, request

from companion.games.trollfjord.treasures import TREASURES
from web.house import house
from web.pages.devices import device
from web.pages.wizard import landscape_names
from web.words import wanted

blueprint = device("right")


@blueprint.get("/host/right")
def page() -> str:
    words = house().words[wanted(request)]
    return render_template("right.html", landscapes=landscape_names(words), values=sorted(TREASURES))
